import type { INodeProperties } from 'n8n-workflow';
import { changesText, listed } from '../../engine/approval/sentences';
import { property, text } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { hashOf } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import { parseJsonObject } from '../../engine/parameters/json';
import { emptyToUndefined, isText } from '../../engine/parameters/values';

/** A record from an item, or the issues with it. */
export interface CurrentRecord {
	current?: JsonObject;
	issues: Issue[];
}

/** Lists a replacement's changes of the current record, and if there's none, the values that it sends and clears. */
export function replacementText(
	body: JsonObject,
	{ current }: CurrentRecord,
	optional: readonly string[],
): string {
	const changed = Object.entries(body).filter(
		([name, value]) => current === undefined || hashOf(value) !== hashOf(current[name] ?? null),
	);
	const cleared = optional.filter((name) => current === undefined && !Object.hasOwn(body, name));
	return [
		...(cleared.length === 0 ? [] : [`clears any ${listed(cleared)}`]),
		changed.length === 0 ? 'no change' : changesText(Object.fromEntries(changed)),
	].join('; ');
}

/** Returns the field for the record that an update replaces. n8n would mark an empty JSON field as an error. */
export function currentField(name: string, label: string, description: string): INodeProperties {
	return property(name, text(label, { rows: 4, placeholder: 'e.g. {{ $json }}', description }));
}

/**
 * Returns the record in such a field, as Get outputs it, or the issues with it. An empty field has none. `inResponse`
 * finds it in a full response.
 */
export function currentRecord(
	{ name: path }: INodeProperties,
	{ name, displayName }: INodeProperties,
	parameters: Parameters,
	inResponse: (response: JsonObject) => JsonObject | undefined,
): CurrentRecord {
	const entered = parameters[path];
	if (emptyToUndefined(entered) === undefined) return { issues: [] };
	const { value, issues } = parseJsonObject(path, entered);
	if (value === undefined) return { issues };
	const current = inResponse(value) ?? value;
	const id = emptyToUndefined(current.id);
	if (!isText(id)) return { issues: [{ path, code: 'noCurrentId' }] };
	return String(id) === String(parameters[name]).trim()
		? { current, issues }
		: { issues: [{ path, code: 'otherCurrent', id, field: displayName }] };
}
