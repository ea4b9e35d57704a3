import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { truncate } from '../../../core/text';

/** More are hard to look through, and can be found with a filter. */
const MAX_SHOWN = 200;
const MAX_TEXT_LENGTH = 200;

/** Whether something was typed into the search of a list. */
export function isFiltered(filter: string | undefined): filter is string {
	return filter !== undefined && filter.trim() !== '';
}

/** Returns the entries whose name or ID contains the filter, whatever the case of the letters. */
export function matchingItems(
	items: readonly INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchResult {
	const wanted = (filter ?? '').trim().toLowerCase();
	const results = items.filter(({ name, value }) =>
		[name, String(value)].some((text) => text.toLowerCase().includes(wanted)),
	);
	return { results: results.slice(0, MAX_SHOWN) };
}

/** Returns the ID of a record as it is; undefined where there is none that could be chosen. */
export function idText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_LENGTH
		? value
		: undefined;
}

/** Returns the texts of a record that there are, joined, each redacted and cut; undefined where there are none. */
export function shownTexts(
	texts: readonly unknown[],
	separator: string,
	redact: (text: string) => string,
): string | undefined {
	const shown = texts
		.map((text) => (typeof text === 'string' ? truncate(redact(text), MAX_TEXT_LENGTH) : ''))
		.filter((text) => text !== '');
	return shown.length === 0 ? undefined : truncate(shown.join(separator), MAX_TEXT_LENGTH);
}
