import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

/** More are hard to look through, and can be found with a filter. */
const MOST_SHOWN = 200;
const LONGEST_TEXT = 200;

/** Whether something was typed into the search of a list. */
export function isFiltered(filter: string | undefined): filter is string {
	return filter !== undefined && filter.trim() !== '';
}

/** Returns the entries whose name or ID holds the filter, whatever the case of the letters. */
export function matchingItems(
	items: readonly INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchResult {
	const wanted = (filter ?? '').trim().toLowerCase();
	const results = items.filter(({ name, value }) =>
		[name, String(value)].some((text) => text.toLowerCase().includes(wanted)),
	);
	return { results: results.slice(0, MOST_SHOWN) };
}

/** Returns a text of a record, cut where it is very long; undefined where there is none. */
export function shownText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== ''
		? value.slice(0, LONGEST_TEXT)
		: undefined;
}

/** Returns the texts that there are, joined. */
export function joinedTexts(
	texts: ReadonlyArray<string | undefined>,
	separator: string,
): string | undefined {
	return shownText(texts.filter((text) => text !== undefined).join(separator));
}
