import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import type { CurrentRecord } from '../../features/record/current';
import { currentRecord as recordInField } from '../../features/record/current';
import { recordInResponse } from '../../clickStack/api';
import { isJsonObject } from '../../engine/json';
import { isManaged } from '../../clickStack/authentication';

/** Returns the record in a JSON field, as Get outputs it, or the issues with it. An empty field has none. */
export function currentRecord(
	field: INodeProperties,
	idField: INodeProperties,
	parameters: Parameters,
): CurrentRecord {
	return recordInField(field, idField, parameters, recordInResponse);
}

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
