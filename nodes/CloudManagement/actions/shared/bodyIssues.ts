import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { fieldLabels, withLabels } from '../../../core/validation/fieldLabels';
import type { ValidationIssue } from '../../../core/operation';
import { zodIssues } from '../../../core/validation/zodIssues';

/** Validates a small body that the form defines against its schema, and names members as the form does. */
export function bodyIssues(
	schema: z.ZodTypeAny,
	body: JsonObject,
	fields: readonly INodeProperties[],
	allowUnlisted = false,
): ValidationIssue[] {
	const issues = zodIssues(schema, body, { input: 'fields', allowUnlisted });
	return withLabels(issues, fieldLabels(fields));
}
