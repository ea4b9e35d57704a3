import { z } from 'zod';

import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import { formatted } from '../text';
import type { ValidationIssue } from '../operation';

/** How a body was defined, and how strictly its enumerations are checked. */
export interface ValidationOptions {
	/** Decides how a message says to supply what is missing. */
	input: 'fields' | 'json';
	/** Whether values outside an enumeration of the reference are left to the API. */
	allowUnlisted: boolean;
}

/** What a refused value can be sent with. Follows a sentence. */
export const ALLOW_UNLISTED_HINT = 'To send it as it is, turn on the option Allow Unlisted Values.';

/** Validates a body against a schema. Each issue's field is the member's path in dotted notation. */
export function zodIssues(
	schema: z.ZodTypeAny,
	body: unknown,
	{ input, allowUnlisted }: ValidationOptions,
): ValidationIssue[] {
	const outcome = schema.safeParse(body, { errorMap: errorMapFor(input) });
	if (outcome.success) return [];
	return outcome.error.issues
		.filter((issue) => !allowUnlisted || !isUnlisted(issue))
		.map(({ path, message }) => ({ field: path.join('.'), message }));
}

function isUnlisted(issue: z.ZodIssue): boolean {
	return issue.code === z.ZodIssueCode.invalid_enum_value;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
	array: 'a list',
	boolean: 'true or false',
	integer: 'a whole number',
	number: 'a number',
	object: 'an object',
	string: 'text',
	null: 'null',
	nan: 'not a number',
};

function typeName(type: string): string {
	return TYPE_NAMES[type] ?? type;
}

/** Returns the messages for what a schema gives no message of its own. */
function errorMapFor(input: ValidationOptions['input']): z.ZodErrorMap {
	return (issue, { defaultError }) => {
		switch (issue.code) {
			case 'invalid_type':
				return { message: wrongType(issue, input) };
			case 'invalid_enum_value':
				return {
					message: `is "${String(issue.received)}", which is not listed. Use one of: ${issue.options.join(', ')}. ${ALLOW_UNLISTED_HINT}`,
				};
			case 'too_small':
				return { message: tooSmall(issue) };
			case 'too_big':
				return { message: `must be at most ${String(issue.maximum)}.` };
			case 'not_finite':
				return { message: 'must be a finite number.' };
			default:
				return { message: defaultError };
		}
	};
}

function wrongType(issue: z.ZodInvalidTypeIssue, input: ValidationOptions['input']): string {
	if (issue.received === 'undefined') {
		return input === 'json' ? 'is missing. Add it to the JSON.' : 'is empty. Enter a value.';
	}
	if (issue.expected === 'integer') return 'must be a whole number.';
	return `must be ${typeName(issue.expected)}, but is ${typeName(issue.received)}.`;
}

function tooSmall(issue: z.ZodTooSmallIssue): string {
	if (issue.type === 'string') return 'is empty. Enter a value.';
	if (issue.type === 'array') return `needs at least ${String(issue.minimum)} entry.`;
	return `must be at least ${String(issue.minimum)}.`;
}

/** So many unknown members are named in a hint. */
const MAX_NAMED = 5;

/** Returns hints about the members of a body that its schema does not describe: they are sent as they are. */
export function unknownMemberHints(schema: z.ZodTypeAny, body: unknown): string[] {
	const unknown = unknownMembers(schema, body, '');
	if (unknown.length === 0) return [];
	const named = unknown.slice(0, MAX_NAMED).map((path) => `'${path}'`);
	const more = unknown.length - named.length;
	if (more > 0) named.push(`${formatted(more)} more`);
	if (named.length === 1) return [`${named.join('')} is not in the reference; sent as it is.`];
	const [firsts, last] = [named.slice(0, -1), named.slice(-1)];
	return [`${firsts.join(', ')} and ${last.join('')} are not in the reference; sent as they are.`];
}

function unknownMembers(schema: z.ZodTypeAny, value: unknown, path: string): string[] {
	if (isOptional(schema)) return unknownMembers(schema.unwrap(), value, path);
	if (isArray(schema) && Array.isArray(value)) {
		return value.flatMap((entry, index) =>
			unknownMembers(schema.element, entry, `${path}.${String(index)}`),
		);
	}
	if (!isObject(schema) || !isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const inner = path === '' ? name : `${path}.${name}`;
		const known = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
		return known === undefined ? [inner] : unknownMembers(known, member, inner);
	});
}

/** Returns a body whose texts are trimmed where its schema trims them. What is invalid stays as it is. */
export function trimTexts<S extends z.ZodRawShape>(
	{ shape }: Pick<z.ZodObject<S>, 'shape'>,
	body: JsonObject,
): JsonObject {
	const changed: JsonObject = {};
	for (const [name, value] of Object.entries(body)) {
		const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
		const text = known === undefined ? value : trimmed(known, value);
		if (text !== value) changed[name] = text;
	}
	return Object.keys(changed).length === 0 ? body : { ...body, ...changed };
}

function trimmed(schema: z.ZodTypeAny, value: unknown): unknown {
	// Most texts have no space to trim, also around commas, and a schema takes its time.
	if (typeof value === 'string' && !/\s/.test(value)) return value;
	if (isOptional(schema)) return trimmed(schema.unwrap(), value);
	if (isArray(schema) && Array.isArray(value)) {
		const entries: unknown[] = value.map((entry) => trimmed(schema.element, entry));
		return entries.some((entry, index) => entry !== value[index]) ? entries : value;
	}
	if (isObject(schema) && isJsonObject(value)) return trimTexts(schema, value);
	if (typeof value !== 'string') return value;
	const text: unknown = schema.safeParse(value).data;
	return text ?? value;
}

/** Whether a schema only adds to another one that a member may be left out or null. */
function isOptional(
	schema: z.ZodTypeAny,
): schema is z.ZodOptional<z.ZodTypeAny> | z.ZodNullable<z.ZodTypeAny> {
	return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
}

function isArray(schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> {
	return schema instanceof z.ZodArray;
}

function isObject(schema: z.ZodTypeAny): schema is z.ZodObject<z.ZodRawShape> {
	return schema instanceof z.ZodObject;
}
