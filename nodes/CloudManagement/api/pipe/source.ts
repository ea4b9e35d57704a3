import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { kafkaFaults, kafkaSchema } from './kafka';
import { kinesisFaults, kinesisSchema } from './kinesis';
import { objectStorageFaults, objectStorageSchema } from './objectStorage';
import { postgresFaults, postgresSchema } from './postgres';
import type { MemberFault } from './rule';
import { objectMember, within } from './rule';

export const SOURCE_KINDS = ['kafka', 'kinesis', 'objectStorage', 'postgres'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The source of a pipe: four nullable members, of which `sourceFaults` wants exactly one. */
export const sourceSchema = z
	.object({
		kafka: kafkaSchema.nullish(),
		kinesis: kinesisSchema.nullish(),
		objectStorage: objectStorageSchema.nullish(),
		postgres: postgresSchema.nullish(),
		validateSamples: z.boolean().optional(),
	})
	.passthrough();

const FAULTS_OF: Readonly<Record<SourceKind, (member: JsonObject) => MemberFault[]>> = {
	kafka: kafkaFaults,
	kinesis: kinesisFaults,
	objectStorage: objectStorageFaults,
	postgres: postgresFaults,
};

/** The kinds that a source holds. Sound sources hold one. */
export function sourceKindsOf(source: JsonObject): SourceKind[] {
	return SOURCE_KINDS.filter((kind) => source[kind] !== undefined && source[kind] !== null);
}

/** The cross-field rules of the source. */
export function sourceFaults(source: JsonObject): MemberFault[] {
	const kinds = sourceKindsOf(source);
	const kind = kinds[0];
	if (kind === undefined || kinds.length > 1) {
		const found = kinds.length === 0 ? 'none' : kinds.join(' and ');
		const message = `must hold exactly one of ${SOURCE_KINDS.join(', ')}, but holds ${found}.`;
		return [{ path: [], message }];
	}
	return within([kind], FAULTS_OF[kind](objectMember(source, kind) ?? {}));
}
