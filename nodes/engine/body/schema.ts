import { z, ZodArray, ZodNullable, ZodObject, ZodOptional } from 'zod';
import type { Issue } from '../issue';
import {
	EMPTY,
	sentenceHint,
	sentText,
	SHORTEST_FOR_REQUIRED,
	tooFewText,
	tooManyText,
	tooSmallText,
	unlistedText,
	unusual,
	wrongTypeText,
} from '../issue';
import { isJsonObject, ownValue } from '../json';
import { enumerated, formatted, nearestKnown } from '../text';
import type { JsonObject } from '../json';

/**
 * Reports only a value's first issue, because a value that fails one check often fails the next for the same reason.
 */
export function zodIssues(schema: z.ZodTypeAny, body: unknown): Issue[] {
	const outcome = schema.safeParse(body);
	if (outcome.success) return [];
	const firstIssues = new Map<string, z.ZodIssue>();
	for (const issue of outcome.error.issues) {
		const path = issue.path.join('.');
		if (!firstIssues.has(path)) firstIssues.set(path, issue);
	}
	return [...firstIssues].map(([path, issue]) => ({ path, ...problemOf(issue) }));
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
	return TYPE_NAMES[type] ?? type.replaceAll("'", '"');
}

/** A schema for values of a fixed shape brings its own text. */
function problemOf(issue: z.ZodIssue): Omit<Issue, 'path'> {
	switch (issue.code) {
		case 'invalid_type':
			return issue.received === 'undefined' ? EMPTY : { text: wrongType(issue) };
		case 'invalid_enum_value':
			return {
				verdict: 'unusual',
				text: unlistedText(`is "${String(issue.received)}"`, issue.options),
			};
		case 'too_small':
			if (issue.type === 'string') return EMPTY;
			if (issue.type !== 'array') return { text: tooSmallText(issue.minimum) };
			return { text: tooFewText(issue.minimum) };
		case 'too_big':
			return { text: tooBigText(issue) };
		case 'not_finite':
			return { text: 'must be a finite number.' };
		default:
			return { text: issue.message };
	}
}

function tooBigText({ type, maximum }: z.ZodTooBigIssue): string {
	if (type === 'array') return tooManyText(maximum);
	if (type === 'string') return `must have at most ${String(maximum)} characters.`;
	return `must be at most ${String(maximum)}.`;
}

function wrongType({ expected, received }: z.ZodInvalidTypeIssue): string {
	if (expected === 'integer') return 'must be a whole number.';
	return wrongTypeText(typeName(expected), typeName(received));
}

const MAX_NAMED_KEYS = 5;
/** Keys below this length get no suggestion: with two wrong letters in a short key, it's hardly a typo. */
const SHORTEST_WITH_TWO_SLIPS = 8;

const UNKNOWN = "isn't in the API reference";

/** If an unknown key resembles a missing key, reports both as a single issue, under the missing key's path. */
export function misspelledKeys(schema: z.ZodTypeAny, body: unknown): Issue[] {
	return unknownMembers(schema, body, '').flatMap(({ path, near }): Issue[] => {
		if (near === undefined) return [];
		const problem = `${UNKNOWN} (did you mean "${near}"?)`;
		const meant = path.slice(0, path.lastIndexOf('.') + 1) + near;
		return [{ path: meant, label: `"${path}"`, ...unusual(problem, 'Rename the key.') }];
	});
}

/** The node sends unknown keys unchanged, with a hint. `near` leaves out the keys that `misspelledKeys` reports. */
export function unknownMemberHints(
	schema: z.ZodTypeAny,
	body: unknown,
	{ near: includesNear }: { near: boolean },
): Issue[] {
	const unknown = unknownMembers(schema, body, '').filter(
		({ near }) => includesNear || near === undefined,
	);
	if (unknown.length === 0) return [];
	const names = unknown.slice(0, MAX_NAMED_KEYS).map(({ path }) => `"${path}"`);
	const omittedCount = unknown.length - names.length;
	if (omittedCount > 0) names.push(`${formatted(omittedCount)} more`);
	const subject = enumerated(names, 'and');
	if (names.length === 1) return [sentenceHint(`${subject} ${sentText(UNKNOWN)}`)];
	return [sentenceHint(`${subject} aren't in the API reference. The node sends them as entered.`)];
}

/** `near` is a missing key with a similar name. */
interface UnknownKey {
	path: string;
	near?: string | undefined;
}

function unknownMembers(schema: z.ZodTypeAny, value: unknown, path: string): UnknownKey[] {
	// Skips values without keys early, because building paths is slow.
	if (typeof value !== 'object') return [];
	if (isOptional(schema)) return unknownMembers(schema.unwrap(), value, path);
	const unknown: UnknownKey[] = [];
	if (isArray(schema) && Array.isArray(value)) {
		for (const [index, entry] of value.entries()) {
			unknown.push(...unknownMembers(schema.element, entry, `${path}.${String(index)}`));
		}
	} else if (isObject(schema) && isJsonObject(value)) {
		const { shape } = schema;
		for (const name of Object.keys(value)) {
			const memberSchema = ownValue(shape, name);
			if (memberSchema !== undefined && typeof value[name] !== 'object') continue;
			const inner = path === '' ? name : `${path}.${name}`;
			if (memberSchema === undefined)
				unknown.push({ path: inner, near: nearKey(name, shape, value) });
			else unknown.push(...unknownMembers(memberSchema, value[name], inner));
		}
	}
	return unknown;
}

function nearKey(name: string, shape: z.ZodRawShape, value: JsonObject): string | undefined {
	const missing = Object.keys(shape).filter((key) => value[key] === undefined);
	const required = missing.filter((key) => shape[key] && !isOptional(shape[key]));
	const slips = name.length < SHORTEST_WITH_TWO_SLIPS ? 1 : 2;
	return (
		nearestKnown(name, required, { shortest: SHORTEST_FOR_REQUIRED, slips }) ??
		nearestKnown(name, missing, { slips })
	);
}

/**
 * Applies the schema's transforms to texts, such as trimming. Invalid values stay unchanged. Steps may apply the
 * transforms again, so applying one twice must change nothing.
 */
export function withSchemaTransforms<S extends z.ZodRawShape>(
	{ shape }: Pick<z.ZodObject<S>, 'shape'>,
	body: JsonObject,
): JsonObject {
	const changedMembers: JsonObject = {};
	for (const [name, value] of Object.entries(body)) {
		const memberSchema = ownValue(shape, name);
		const text = memberSchema === undefined ? value : transformedBySchema(memberSchema, value);
		if (text !== value) changedMembers[name] = text;
	}
	return Object.keys(changedMembers).length === 0 ? body : { ...body, ...changedMembers };
}

function transformedBySchema(schema: z.ZodTypeAny, value: unknown): unknown {
	// Running the schema is slow, and a text without a space or comma can't change.
	if (typeof value === 'string' && !/[\s,]/.test(value)) return value;
	if (isOptional(schema)) return transformedBySchema(schema.unwrap(), value);
	if (isArray(schema) && Array.isArray(value)) {
		const entries: unknown[] = value.map((entry) => transformedBySchema(schema.element, entry));
		return entries.some((entry, index) => entry !== value[index]) ? entries : value;
	}
	if (isObject(schema) && isJsonObject(value)) return withSchemaTransforms(schema, value);
	if (typeof value !== 'string') return value;
	const text: unknown = schema.safeParse(value).data;
	return text ?? value;
}

/** Also true for nullable schemas. */
function isOptional(
	schema: z.ZodTypeAny,
): schema is z.ZodOptional<z.ZodTypeAny> | z.ZodNullable<z.ZodTypeAny> {
	return schema instanceof ZodOptional || schema instanceof ZodNullable;
}

function isArray(schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> {
	return schema instanceof ZodArray;
}

function isObject(schema: z.ZodTypeAny): schema is z.ZodObject<z.ZodRawShape> {
	return schema instanceof ZodObject;
}

/** Lenient on purpose: zod's own pattern refuses real addresses such as jane&john@example.com. */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
/** RFC 5321 limits addresses to this length. */
const MAX_EMAIL_LENGTH = 254;

export const EMAIL_ADDRESS = z
	.string()
	.trim()
	.refine(
		(address) => address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address),
		"isn't an email address. Enter one, such as ada@example.com.",
	);
