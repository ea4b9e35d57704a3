import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { JsonObject } from '../json';
import { overriddenPaths, withoutUndefined } from '../json';
import type { Parameters, ValidationIssue } from '../operation';
import {
	additionalMembersField,
	behindAddField,
	overriddenHints,
	withAdditionalMembers,
} from './additionalMembers';
import { readItemOptions } from './options';
import { asObject, emptyToUndefined } from './values';
import { zodIssues } from '../validation/zodIssues';

/** The path of the field for keys that the form doesn't have. */
export const REQUEST_MEMBERS = 'additionalFields.additionalMembers';

/** Returns the collection with the field for keys that the form doesn't have. `example` is such an object. */
export function requestMembersField(
	example: string,
	...others: INodeProperties[]
): INodeProperties {
	return behindAddField(
		additionalMembersField(
			'Fields to add to the request, as a JSON object. The fields of the form take precedence.',
			`e.g. ${example}`,
		),
		...others,
	);
}

/** A small body, what is wrong with it, and hints on additions that its fields replace. */
export interface RequestBody {
	body: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
}

/**
 * Returns a small body: the keys that the fields define, and those added as JSON. Validates it against
 * its schema.
 */
export function requestBody(
	schema: z.ZodTypeAny,
	members: JsonObject,
	{ additionalFields, options }: Parameters,
): RequestBody {
	const { additionalMembers } = asObject(additionalFields);
	const defined = withoutUndefined(members);
	const { body, added, issues } = withAdditionalMembers(
		defined,
		additionalMembers,
		REQUEST_MEMBERS,
	);
	const { allowUnlisted } = readItemOptions(options);
	const invalid = zodIssues(schema, body, { input: 'fields', allowUnlisted });
	const hints = overriddenHints(overriddenPaths(defined, added));
	return { body, issues: [...issues, ...invalid], hints };
}

/** Returns whether a body has keys besides those that the fields define. */
export function hasAddedMembers(body: JsonObject, members: JsonObject): boolean {
	return Object.keys(body).some((name) => !Object.hasOwn(members, name));
}

/** Like `emptyToUndefined`, for text that never begins or ends with spaces. */
export function trimmed(value: unknown): unknown {
	return emptyToUndefined(typeof value === 'string' ? value.trim() : value);
}
