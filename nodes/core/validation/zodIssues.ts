import type { z } from 'zod';

import type { ValidationIssue } from '../operation';

/** A member's path in a body: names and list positions from the outside in. */
export type MemberPath = ReadonlyArray<string | number>;

/**
 * Holds a body against a schema. `labelFor` turns a member's path into the words the user knows it by.
 * Gives one issue per fault, none where the body is sound.
 */
export function zodIssues(
	schema: z.ZodTypeAny,
	body: unknown,
	labelFor: (path: MemberPath) => string,
): ValidationIssue[] {
	const outcome = schema.safeParse(body);
	if (outcome.success) return [];
	return outcome.error.issues.map((issue) => ({
		field: labelFor(issue.path),
		message: messageOf(issue),
	}));
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
	array: 'a list',
	boolean: 'true or false',
	integer: 'a whole number',
	number: 'a number',
	object: 'an object',
	string: 'a text',
	null: 'null',
	nan: 'not a number',
};

function typeName(type: string): string {
	return TYPE_NAMES[type] ?? type;
}

function messageOf(issue: z.ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			// A fraction: the schema words it itself.
			if (issue.expected === 'integer') return issue.message;
			if (issue.received === 'undefined') return 'is missing. Enter a value.';
			return `must be ${typeName(issue.expected)}, but is ${typeName(issue.received)}.`;
		case 'invalid_enum_value':
			return `is "${String(issue.received)}", which is not offered. Use one of: ${issue.options.join(', ')}.`;
		case 'too_small':
			return tooSmall(issue);
		case 'too_big':
			return `must be at most ${String(issue.maximum)}.`;
		default:
			return issue.message;
	}
}

function tooSmall(issue: z.ZodTooSmallIssue): string {
	if (issue.type === 'string') return 'is empty. Enter a value.';
	if (issue.type === 'array') return `needs at least ${String(issue.minimum)} entry.`;
	return `must be at least ${String(issue.minimum)}.`;
}
