import { z } from 'zod';

import type { ValidationIssue } from '../operation';

/** How a body was defined, and how strictly its enumerations are held. */
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
