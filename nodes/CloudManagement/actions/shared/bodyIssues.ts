import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { fieldLabels } from '../../../core/validation/fieldLabels';
import type { ValidationIssue } from '../../../core/operation';
import { zodIssues } from '../../../core/validation/zodIssues';

/** Holds a small body against its schema, naming members as the form does. */
export function bodyIssues(
	schema: z.ZodTypeAny,
	body: JsonObject,
	fields: readonly INodeProperties[],
): ValidationIssue[] {
	return zodIssues(schema, body, fieldLabels(fields));
}
