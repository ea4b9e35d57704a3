import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { MemberPath } from '../../../core/validation/zodIssues';
import { zodIssues } from '../../../core/validation/zodIssues';
import { destinationFaults, destinationSchema, fieldMappingsSchema } from './destination';
import { objectMember, within } from './rule';
import { scalingFaults, scalingSchema } from './scaling';
import { settingsSchema } from './settings';
import { misplacedSecretIssues } from './misplacedSecrets';
import { sourceFaults, sourceKindsOf, sourceSchema } from './source';

/** The body of "Create pipe", in the reference's neutral spelling. */
export const pipeSchema = z
	.object({
		name: z.string().min(1),
		source: sourceSchema,
		destination: destinationSchema,
		fieldMappings: fieldMappingsSchema.optional(),
		scaling: scalingSchema.optional(),
		settings: settingsSchema.optional(),
	})
	.passthrough();

/**
 * Holds the body of a new pipe against the reference: shape, enumerations, bounds and cross-field rules.
 * `labelFor` turns a member's place into the words the user knows it by. Gives one issue per fault.
 */
export function pipeIssues(
	body: JsonObject,
	labelFor: (path: MemberPath) => string,
): ValidationIssue[] {
	const source = objectMember(body, 'source');
	const kinds = source === undefined ? [] : sourceKindsOf(source);
	const kind = kinds.length === 1 ? kinds[0] : undefined;
	const faults = [
		...(source === undefined ? [] : within(['source'], sourceFaults(source))),
		...(kind === undefined ? [] : destinationFaults(body, kind)),
		...misplacedSecretIssues(body),
		...within(['scaling'], scalingFaults(objectMember(body, 'scaling') ?? {}, kind)),
	];
	return [
		...zodIssues(pipeSchema, body, labelFor),
		...faults.map(({ path, message }) => ({ field: labelFor(path), message })),
	];
}
