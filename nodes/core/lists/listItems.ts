import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { JsonObject } from '../json';
import { DETAILS_SEPARATOR } from '../parameters/values';
import { shortened, truncate } from '../text';
import { parseTime } from '../time';
import type { ListSource } from './listSource';

/** More are hard to look through, and can be found with a filter. */
const MAX_SHOWN = 200;
const MAX_TEXT_LENGTH = 200;

/** What a list shows of a record. */
export interface Shown {
	/** The key of the ID, if it isn't `id`. */
	idMember?: string;
	/** The keys of the name. Of several in one place, the first that has text. */
	name: ReadonlyArray<readonly string[]>;
	/** The keys of what follows in brackets. */
	details?: readonly string[];
}

/** Returns the entry of each record that has an ID. One without a name is shown by its ID. */
export function listItems(
	records: readonly JsonObject[],
	{ idMember = 'id', name, details = [] }: Shown,
	{ timezone, redact }: Pick<ListSource, 'redact' | 'timezone'>,
): INodeListSearchItems[] {
	return records.flatMap((record) => {
		const value = idText(record[idMember]);
		if (value === undefined) return [];
		const textOf = (member: string): string | undefined =>
			shownTexts([readable(record[member], member, timezone)], '', redact);
		const main = shownTexts(
			name.map((members) => members.map(textOf).find((text) => text !== undefined)),
			' · ',
			redact,
		);
		if (main === undefined) return [{ name: redact(value), value }];
		const more = shownTexts(details.map(textOf), ', ', redact);
		const label = more === undefined ? main : `${main}${DETAILS_SEPARATOR}(${more})`;
		return [{ name: shortened(label, MAX_TEXT_LENGTH), value }];
	});
}

/** Returns the value of a key; a time in the zone of the workflow, to the minute. */
function readable(value: unknown, member: string, timezone: string): unknown {
	if (!member.endsWith('At')) return value;
	return parseTime(value, 'utc')?.setZone(timezone).toFormat('yyyy-MM-dd HH:mm');
}

/** Returns the entries whose name or ID contains the filter, ignoring case. */
export function matchingItems(
	items: readonly INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchResult {
	const wanted = (filter ?? '').trim().toLowerCase();
	const results = items.filter(({ name, value }) =>
		[name.replace(DETAILS_SEPARATOR, ' '), String(value)].some((text) =>
			text.toLowerCase().includes(wanted),
		),
	);
	return { results: results.slice(0, MAX_SHOWN) };
}

/** Returns the ID of a record unchanged, or undefined if it has none to choose. */
function idText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_LENGTH
		? value
		: undefined;
}

/** Returns the texts that exist, joined, each redacted and shortened; undefined without any. */
function shownTexts(
	texts: readonly unknown[],
	separator: string,
	redact: (text: string) => string,
): string | undefined {
	const shown = texts
		.map((text) => (typeof text === 'string' ? truncate(redact(text), MAX_TEXT_LENGTH) : ''))
		.filter((text) => text !== '');
	return shown.length === 0 ? undefined : truncate(shown.join(separator), MAX_TEXT_LENGTH);
}
