import { isJsonObject, type JsonObject } from '../../../nodes/core/json';
import { VALID_PIPES } from '../../property/validPipes';

/** What the reference's own sample of a new pipe has none of. */
const LEFT_OPEN = new Set([
	...['type', 'format', 'authentication', 'iteratorType', 'strategy', 'tableEngine'],
	'replicationMode',
]);

function withoutChoices(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutChoices);
	if (!isJsonObject(value)) return value;
	const kept = Object.entries(value).filter(([name]) => !LEFT_OPEN.has(name));
	return Object.fromEntries(kept.map(([name, member]) => [name, withoutChoices(member)]));
}

/** Reference, "Create pipe": the sample, for each kind of source. */
export const REFERENCE_SAMPLES: JsonObject = Object.fromEntries(
	Object.entries(VALID_PIPES).map(([kind, { source, ...pipe }]): [string, JsonObject] => [
		kind,
		{ ...pipe, source: withoutChoices(source) },
	]),
);
