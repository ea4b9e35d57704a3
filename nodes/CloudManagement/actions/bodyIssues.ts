import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { formLabels } from '../../core/labels';
import type { Issue, JsonObject } from '../../core/operation';
import { schemaIssues } from '../../core/schemaIssues';

/** Holds a small body against its schema, naming members as the form does. */
export function bodyIssues(
	schema: z.ZodTypeAny,
	body: JsonObject,
	fields: readonly INodeProperties[],
): Issue[] {
	return schemaIssues(schema, body, formLabels(fields));
}
