import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { MemberFault } from './rule';
import { needed } from './rule';
import { ACCESS_KEY_MEMBERS } from './credentialMembers';
import { secretGroupFaults, secretsSchema } from './secrets';
import { unusedSecretFaults } from './misplacedSecrets';

export const KINESIS_FORMATS = ['JSONEachRow', 'Avro', 'AvroConfluent'] as const;
export const KINESIS_ITERATOR_TYPES = ['TRIM_HORIZON', 'LATEST', 'AT_TIMESTAMP'] as const;
export const KINESIS_AUTHENTICATIONS = ['IAM_ROLE', 'IAM_USER'] as const;

function isTimestamp(value: unknown): boolean {
	return value === undefined || value === null || Number.isInteger(value);
}

/** The `kinesis` source, as the reference lists its members. `timestamp` is in whole seconds since 1970. */
export const kinesisSchema = z
	.object({
		format: z.enum(KINESIS_FORMATS),
		streamName: z.string().min(1),
		region: z.string().min(1),
		useEnhancedFanOut: z.boolean().nullish(),
		iteratorType: z.enum(KINESIS_ITERATOR_TYPES),
		timestamp: z
			.unknown()
			.refine(isTimestamp, 'must be a time; in JSON, a UNIX timestamp in whole seconds.'),
		authentication: z.enum(KINESIS_AUTHENTICATIONS),
		iamRole: z.string().nullish(),
		accessKey: secretsSchema,
	})
	.passthrough();

/** The cross-field rules of a Kinesis source. */
export function kinesisFaults(kinesis: JsonObject): MemberFault[] {
	return [
		...timestampFaults(kinesis),
		...authenticationFaults(kinesis),
		...unusedSecretFaults(kinesis, 'accessKey', 'IAM_USER'),
	];
}

function timestampFaults({ iteratorType, timestamp }: JsonObject): MemberFault[] {
	if (iteratorType !== 'AT_TIMESTAMP') return [];
	if (timestamp !== undefined && timestamp !== null) return [];
	const message = 'is needed with the iterator type AT_TIMESTAMP. Enter it.';
	return [{ path: ['timestamp'], message }];
}

function authenticationFaults(kinesis: JsonObject): MemberFault[] {
	if (kinesis.authentication === 'IAM_ROLE') {
		return needed(kinesis, ['iamRole'], 'with IAM role authentication');
	}
	if (kinesis.authentication !== 'IAM_USER') return [];
	return secretGroupFaults(kinesis, 'accessKey', ACCESS_KEY_MEMBERS, { required: true });
}
