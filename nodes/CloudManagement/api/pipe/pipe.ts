import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import { zodIssues } from '../../../core/validation/zodIssues';
import { destinationIssues, destinationSchema, fieldMappingsSchema } from './destination';
import { objectMember, within } from './members';
import { scalingIssues, scalingSchema } from './scaling';
import { misplacedSecretIssues, SECRET_PATHS } from './secrets';
import { settingsSchema } from './settings';
import { sourceIssues, sourceKindsOf, sourceSchema, unlistedKindsOf } from './source';

/** The body of "Create pipe", in the reference's neutral spelling. */
export const pipeSchema = z
	.object({
		name: z.string().trim().min(1),
		source: sourceSchema,
		destination: destinationSchema,
		fieldMappings: fieldMappingsSchema.nullish(),
		scaling: scalingSchema.nullish(),
		settings: settingsSchema.nullish(),
	})
	.passthrough();

/**
 * Validates the body of a new pipe against the reference: shape, enumerations, bounds and cross-field rules.
 * Each issue's field is the member's path in dotted notation.
 */
export function pipeIssues(body: JsonObject, options: ValidationOptions): ValidationIssue[] {
	const source = objectMember(body, 'source');
	const kinds = source === undefined ? [] : sourceKindsOf(source);
	const unlisted = source === undefined ? [] : unlistedKindsOf(source);
	const kind = kinds.length === 1 ? kinds[0] : undefined;
	// Which secrets an unlisted source takes is unknown, so none is refused there.
	const secretPaths = [...SECRET_PATHS, ...unlisted.map((name) => `source.${name}`)];
	return [
		...zodIssues(pipeSchema, body, options),
		...(source === undefined ? [] : within('source', sourceIssues(source, options))),
		...(source === undefined ? [] : destinationIssues(body, kind)),
		...misplacedSecretIssues(body, secretPaths),
		...(kind === undefined
			? []
			: within('scaling', scalingIssues(objectMember(body, 'scaling') ?? {}, kind))),
	];
}
