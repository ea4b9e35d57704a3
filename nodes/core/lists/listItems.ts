import type { INodeListSearchResult } from 'n8n-workflow';

import type { JsonObject } from '../json';
import type { Parameters } from '../operation';
import { DETAILS_SEPARATOR } from '../parameters/values';
import { shortened, truncate } from '../text';
import { parseTime } from '../time';
import type { ListSource } from './listSource';

/** How many entries are shown at a time. The editor asks for more when the user scrolls. */
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

/** Which entries of a list are to be shown. */
export interface ListQuery {
	/** What was typed into the search, in lower case. */
	filter: string;
	/** How many matching entries were shown before. */
	start: number;
}

/** Returns what n8n asks of a list. The token is what `listPage` has returned. */
export function listQuery(filter = '', paginationToken: unknown = 0): ListQuery {
	return { filter: filter.trim().toLowerCase(), start: Number(paginationToken) };
}

/** Returns the parameters that read as many records as are needed: a search needs all. */
export function wantedOf({ filter, start }: ListQuery): Parameters {
	return filter === '' ? { limit: start + MAX_SHOWN + 1 } : { returnAll: true };
}

/**
 * Returns 200 entries of the records that have an ID and whose name or ID contains the filter, ignoring case. One without
 * a name is shown by its ID. Only what is shown is redacted: of a hundred thousand, that would take seconds.
 */
export function listPage(
	records: readonly JsonObject[],
	shown: Shown,
	{ timezone, redact }: Pick<ListSource, 'redact' | 'timezone'>,
	{ filter, start }: ListQuery,
): INodeListSearchResult {
	const { idMember = 'id' } = shown;
	const times = timeFormat(timezone);
	const isMatch = (record: JsonObject): boolean => {
		const id = idText(record[idMember]);
		if (id === undefined || filter === '') return id !== undefined;
		const label = labelOf(record, shown, times, (text) => text) ?? '';
		return [id, label.replace(DETAILS_SEPARATOR, ' ')].some((text) =>
			text.toLowerCase().includes(filter),
		);
	};
	const end = start + MAX_SHOWN;
	const matching = records.filter(isMatch);
	const results = matching.slice(start, end).map((record) => {
		const value = String(record[idMember]);
		return { name: labelOf(record, shown, times, redact) ?? redact(value), value };
	});
	return { results, ...(matching.length > end && { paginationToken: String(end) }) };
}

/** Writes times as 2026-05-31 14:30. */
function timeFormat(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

function timeText(value: unknown, times: Intl.DateTimeFormat): string | undefined {
	const time = parseTime(value, 'utc');
	return time && times.format(time.toMillis());
}

/** Returns the ID of a record unchanged, or undefined if it has none to choose. */
function idText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_LENGTH
		? value
		: undefined;
}

/** Returns what a record is called, its times in the zone of the workflow; undefined without a name. */
function labelOf(
	record: JsonObject,
	{ name, details = [] }: Shown,
	times: Intl.DateTimeFormat,
	redact: (text: string) => string,
): string | undefined {
	const textOf = (member: string): string => {
		const text = member.endsWith('At') ? timeText(record[member], times) : record[member];
		return typeof text === 'string' ? truncate(redact(text), MAX_TEXT_LENGTH) : '';
	};
	const main = joined(
		name.map((members) => members.map(textOf).find((text) => text !== '')),
		' · ',
	);
	if (main === '') return undefined;
	const more = joined(details.map(textOf), ', ');
	const label = more === '' ? main : `${main}${DETAILS_SEPARATOR}(${more})`;
	return shortened(label, MAX_TEXT_LENGTH);
}

function joined(texts: ReadonlyArray<string | undefined>, separator: string): string {
	const all = texts.filter((text) => text !== undefined && text !== '').join(separator);
	return truncate(all, MAX_TEXT_LENGTH);
}
