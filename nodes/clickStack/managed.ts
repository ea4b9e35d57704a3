import type { Issue } from '../engine/issue';
import { sentenceHint } from '../engine/issue';
import type { JsonObject } from '../engine/json';
import { isAbsent, isJsonObject } from '../engine/json';
import type { ParameterValues, PlanContext } from '../engine/operation';
import { isManaged } from './authentication';

/** Managed ClickStack's specification lacks these keys and values. */
const UNLISTED: ReadonlySet<string> = new Set([
	'chartConfig',
	'aggFn "increase"',
	'savedQueryLanguage "promql"',
	'source "inline"',
	'whereLanguage "promql"',
]);

/**
 * Warns about parts that managed ClickStack might not support, including these `keys` of the body. These parts are sent
 * anyway, because newer versions may support them.
 */
export function managedHints(...keys: readonly string[]) {
	return (body: JsonObject, _context: PlanContext, parameters: ParameterValues): Issue[] => {
		if (!isManaged(parameters)) return [];
		const unlistedKeys = keys.filter((key) => !isAbsent(body[key]));
		const unlisted = [...new Set([...unlistedIn(body), ...unlistedKeys])].sort();
		if (unlisted.length === 0) return [];
		const text = `Managed ClickStack may drop or refuse what its specification doesn't list: ${unlisted.join(', ')}. Check the result.`;
		return [sentenceHint(text)];
	};
}

function unlistedIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(unlistedIn);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const text = typeof member === 'string' ? `${name} "${member}"` : name;
		return UNLISTED.has(text) ? [text] : unlistedIn(member);
	});
}
