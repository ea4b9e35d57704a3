import type { ValidationIssue } from '../../../core/operation';
import { isTextList } from '../../../core/parameters/values';

/** Returns the issue with a field that holds none of the values it can have. Left out, the default counts. */
export function choiceIssues(
	field: string,
	value: unknown,
	values: readonly unknown[],
): ValidationIssue[] {
	if (value === undefined || values.some((known) => known === value)) return [];
	return [{ field, message: `must be one of ${values.join(', ')}.` }];
}

/** Returns the issue with a field that cannot be read as a list of texts. */
export function textListIssues(field: string, value: unknown): ValidationIssue[] {
	if (isTextList(value)) return [];
	return [{ field, message: 'must be a list, or a text with commas.' }];
}
