import type { ValidationIssue } from '../operation';
import { optional, rows } from '../parameters/values';

/** Returns the rows of query parameters as they stand behind the path, and the issues with them. */
export function requestQuery(
	label: string,
	value: unknown,
): { query: string; issues: ValidationIssue[] } {
	const parameters = rows(value).map((row, index) => {
		const field = `${label} ${String(index + 1)}`;
		return [textOf(`${field}, Name`, row['name'], true), textOf(`${field}, Value`, row['value'])];
	});
	const issues = parameters.flat().flatMap((text) => text.issues);
	const pairs = parameters.map((pair) => pair.map(({ encoded }) => encoded).join('='));
	return { query: pairs.length === 0 ? '' : `?${pairs.join('&')}`, issues };
}

function textOf(
	field: string,
	value: unknown,
	required = false,
): { encoded: string; issues: ValidationIssue[] } {
	const refused = (message: string) => ({ encoded: '', issues: [{ field, message }] });
	const text = optional(value) ?? '';
	if (typeof text !== 'string') return refused('must be a text.');
	if (required && text === '') return refused('is empty. Enter a name, or remove the row.');
	if (!text.isWellFormed()) return refused('holds a broken Unicode character. Copy it again.');
	return { encoded: encodeURIComponent(text), issues: [] };
}
