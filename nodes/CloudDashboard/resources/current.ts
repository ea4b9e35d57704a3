import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import type { Replaced } from '../../features/record/bodyFields';
import type { CurrentRecord } from '../../features/record/current';
import { currentField, currentRecord as recordInField } from '../../features/record/current';
import type { RecordType } from '../../features/record/record';
import { recordInResponse } from '../../clickStack/api';
import { isAbsent, isJsonObject } from '../../engine/json';
import { wordsOf } from '../../engine/text';
import { isManaged } from '../../clickStack/authentication';

/** The API's own keys of a record, and this node's summary in an update's output: they aren't sent back. */
const READ_ONLY = wordsOf('id teamId createdAt updatedAt summary');

/** Returns the field for the record that an update replaces, and its reader. `source` outputs the record. */
export function replaced(
	name: string,
	{ title, idField }: RecordType,
	source: string,
	more = '',
): Replaced {
	const label = `Current ${title.replace(/(?:^| )[a-z]/g, (letter) => letter.toUpperCase())}`;
	const about = `The output of ${source} for this ${title}. The update replaces the whole ${title}: without it, fields that you don't enter are reset.${more}`;
	const field = currentField(name, label, about);
	return {
		field,
		readOnly: READ_ONLY,
		read: (parameters) => {
			const { current, issues } = currentRecord(field, idField, parameters);
			if (current === undefined) return { issues };
			// ClickStack refuses null almost everywhere.
			const kept = Object.entries(current).filter(([, value]) => !isAbsent(value));
			return { current: Object.fromEntries(kept), issues };
		},
	};
}

/** Returns the record in a JSON field, as Get outputs it, or the issues with it. An empty field has none. */
export function currentRecord(
	field: INodeProperties,
	idField: INodeProperties,
	parameters: Parameters,
): CurrentRecord {
	return recordInField(field, idField, parameters, recordInResponse);
}

/** The keys and values that managed ClickStack's specification lacks. */
const UNLISTED: ReadonlySet<string> = new Set([
	'chartConfig',
	"aggFn 'increase'",
	"savedQueryLanguage 'promql'",
	"source 'inline'",
	"whereLanguage 'promql'",
]);

/**
 * Returns a hint about parts that managed ClickStack might not support, including these `keys` of the body. Newer
 * versions might, so they are sent.
 */
export function managedHints(
	parameters: Parameters,
	body: JsonObject,
	keys: readonly string[] = [],
): string[] {
	if (!isManaged(parameters)) return [];
	const own = keys.filter((key) => !isAbsent(body[key]));
	const unlisted = [...new Set([...unlistedIn(body), ...own])].sort();
	return unlisted.length === 0
		? []
		: [
				`Not in the specification of managed ClickStack, which may drop or refuse it: ${unlisted.join(', ')}. Check the result.`,
			];
}

/** Returns the unlisted parts of a body, at every level. */
function unlistedIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(unlistedIn);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const own = typeof inner === 'string' ? `${name} '${inner}'` : name;
		return UNLISTED.has(own) ? [own] : unlistedIn(inner);
	});
}
