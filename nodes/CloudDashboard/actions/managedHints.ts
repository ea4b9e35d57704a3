import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
import type { Parameters } from '../../core/operation';
import { isManaged } from './authentication';

/** The keys, and the values of keys, that the specification of managed ClickStack lacks. ClickStack, 4.3 and 7. */
const UNLISTED: ReadonlySet<string> = new Set([
	'chartConfig',
	"aggFn 'increase'",
	"savedQueryLanguage 'promql'",
	"source 'inline'",
	"whereLanguage 'promql'",
]);

/** Returns a hint about what managed ClickStack may not know. Newer versions may, so it is sent. */
export function managedHints(parameters: Parameters, body: JsonObject): string[] {
	if (!isManaged(parameters)) return [];
	const unlisted = [...new Set(unlistedIn(body))].sort();
	return unlisted.length === 0
		? []
		: [
				`Not in the specification of managed ClickStack, which may drop or refuse it: ${unlisted.join(', ')}. Check the result.`,
			];
}

/** Returns what is unlisted in a body, at every level. */
function unlistedIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(unlistedIn);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const own = typeof inner === 'string' ? `${name} '${inner}'` : name;
		return UNLISTED.has(own) ? [own] : unlistedIn(inner);
	});
}
