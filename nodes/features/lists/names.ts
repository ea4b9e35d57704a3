import type { ErrorText } from '../../engine/errorDetails';
import type { JsonObject } from '../../engine/json';
import { isJsonObject } from '../../engine/json';
import type { NameLookup, NameLookups } from '../../engine/operation';
import { nearestKnown } from '../../engine/parameters/values';
import { andMore, formatted, shortened, withoutHtml } from '../../engine/text';
import type { ApiRecord } from '../record/record';
import { listRead, pluralOf } from '../record/record';

/** The most records that an error lists. */
const MAX_LISTED = 5;
const MAX_NAME_LENGTH = 80;

/** How records of these kinds are found by their names, by the methods of their lists. */
export function nameLookups(kinds: readonly NamedRecord[]): NameLookups {
	return new Map(kinds.map((kind) => [listMethodOf(kind), lookup(kind)]));
}

/** A kind of records with names, and a list to find them in. */
export type NamedRecord = ApiRecord & Required<Pick<ApiRecord, 'id' | 'nameKeys'>>;

function listMethodOf({ id: { field } }: NamedRecord): string {
	const list = field.modes?.find(({ name }) => name === 'list');
	return list?.typeOptions?.searchListMethod ?? '';
}

/** Names aren't unique, so the whole list is read. */
function lookup(kind: NamedRecord): NameLookup {
	const list = listRead(kind);
	return (name, parameters, context) => {
		const all = { ...parameters, returnAll: true };
		const { request, issues } = list.plan(all, context);
		// Its parent isn't known yet.
		if (issues.length > 0) return undefined;
		return {
			purpose: `The ${kind.title} is chosen by its name, so the node reads the list first.`,
			permission: list.texts?.permission,
			advice: list.texts?.advice,
			request: { ...request, method: 'GET' },
			pages: list.pages?.(all),
			factIn: (payload) => idIn(Array.isArray(payload) ? payload : [], name, kind),
		};
	};
}

function idIn(
	payload: readonly unknown[],
	name: string,
	kind: NamedRecord,
): { value: string } | { problem: ErrorText } {
	const records = payload.filter(isJsonObject).flatMap((record) => {
		const id = record[kind.idKey ?? 'id'];
		return typeof id === 'string' ? [{ id, name: nameOf(record, kind) }] : [];
	});
	const matches = records.filter((record) => record.name === name);
	const [match] = matches;
	if (match === undefined) return { problem: noneNamed(name, records, kind) };
	return matches.length === 1
		? { value: match.id }
		: { problem: severalNamed(name, matches, kind) };
}

/** Of several keys, the first with text counts. */
function nameOf(record: JsonObject, { nameKeys }: NamedRecord): string | undefined {
	const texts = nameKeys.map((key) => record[key]);
	return texts
		.filter((text) => typeof text === 'string')
		.find((text) => text.trim() !== '')
		?.trim();
}

function noneNamed(
	name: string,
	records: ReadonlyArray<{ name: string | undefined }>,
	kind: NamedRecord,
): ErrorText {
	const names = [...new Set(records.flatMap((record) => record.name ?? []))];
	const near = nearestKnown(name, names) ?? names.find((known) => isSameButCase(known, name));
	const listed = names.sort((first, second) => first.localeCompare(second));
	const some = listed.slice(0, MAX_LISTED).map(shownName).join(', ');
	const there =
		names.length === 0
			? `The list has no ${pluralOf(kind)} with a name.`
			: `There are: ${some}${andMore(names.length - MAX_LISTED)}.`;
	const advice = near === undefined ? there : `Did you mean ${shownName(near)}?`;
	return {
		message: `No ${kind.title} has the name ${shownName(name)}.`,
		description: `${advice} Names are compared with their upper and lower case. Correct ${kind.id.field.displayName}, or choose the ${kind.title} from the list.`,
	};
}

function isSameButCase(first: string, second: string): boolean {
	return first.toLowerCase() === second.toLowerCase();
}

function severalNamed(
	name: string,
	matches: ReadonlyArray<{ id: string }>,
	kind: NamedRecord,
): ErrorText {
	const ids = matches.slice(0, MAX_LISTED).map(({ id }) => id);
	const more = andMore(matches.length - MAX_LISTED);
	return {
		message: `${formatted(matches.length)} ${pluralOf(kind)} have the name ${shownName(name)}.`,
		description: `Choose By ID in ${kind.id.field.displayName}, and enter the right one: ${ids.join(', ')}${more}.`,
	};
}

function shownName(name: string): string {
	return `"${shortened(withoutHtml(name), MAX_NAME_LENGTH)}"`;
}
