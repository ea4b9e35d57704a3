import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { SYSTEM_CLOCK, parseTime } from '../../engine/time';
import { readCredential } from '../../engine/credentials/read';
import type { ErrorDetails, Api, Operation, Parameters } from '../../engine/operation';
import { requestError } from '../../engine/errors/nodeErrors';
import type { PayloadResult } from '../../engine/execution/reader';
import { openPayloadReader, reportDefects } from '../../engine/execution/reader';
import type { JsonObject } from '../../engine/json';
import { DETAILS_SEPARATOR } from '../../engine/parameters/values';
import { shortened, truncate } from '../../engine/text';

/** Where a list in the panel comes from. */
export interface ListSource {
	timezone: string;
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Reads with the options of the node. */
	read: (operation: Operation, parameters: Parameters) => Promise<PayloadResult>;
	/**
	 * The same, but throws a `NodeApiError` that explains in the list why it couldn't be read. `otherwise` is for an API
	 * that does not have what is read.
	 */
	payload: (
		operation: Operation,
		parameters: Parameters,
		otherwise?: () => Promise<unknown>,
	) => Promise<unknown>;
}

/** A user is waiting for the list: short limits, no retries. */
const LIMITS = {
	budget: 15_000,
	timeout: 15_000,
	maxWait: 10_000,
	maxRetries: 0,
	maxConcurrency: 5,
};

/** How to do without a list. */
export const TYPE_THE_ID = 'Choose By ID to type the ID.';

/**
 * Opens the source with the node's credential, and closes it when the list is done. `options` go with each read;
 * `byHand` explains how to do without the list.
 */
export async function openListSource<List>(
	context: ILoadOptionsFunctions,
	{ api, options, byHand }: { api: Api; options: JsonObject; byHand: string },
	list: (source: ListSource) => Promise<List>,
): Promise<List> {
	const credential = await readCredential(context, api);
	const reader = openPayloadReader(context, api, credential, SYSTEM_CLOCK, LIMITS);
	const read: ListSource['read'] = async (operation, parameters) =>
		await reader.read(operation, { ...parameters, options });
	const payload: ListSource['payload'] = async (operation, parameters, otherwise) => {
		const result = await read(operation, parameters);
		if ('payload' in result) return result.payload;
		if (otherwise !== undefined && result.error.httpCode === '404') return await otherwise();
		const details = reader.client.isOutOfTime
			? outOfTime(result.error, byHand)
			: shownDetails(result.error, byHand);
		throw requestError(context.getNode(), details, 0);
	};
	try {
		const { redact } = reader;
		const source = { timezone: context.getTimezone(), redact, read, payload };
		return await reportDefects(
			context,
			{ api, credential },
			'the list',
			async () => await list(source),
		);
	} finally {
		reader.client.close();
	}
}

function shownDetails(details: ErrorDetails, byHand: string): ErrorDetails {
	const description = `${details.description} ${byHand}`;
	if (details.httpCode !== '429') return { ...details, description };
	const message = 'The API limits the rate of requests.';
	return { ...details, message, description: `Open the list again in a minute. ${byHand}` };
}

function outOfTime(details: ErrorDetails, byHand: string): ErrorDetails {
	const message = `The API didn't respond within ${String(LIMITS.budget / 1000)} seconds.`;
	return { ...details, message, description: `Open the list again. ${byHand}` };
}

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
interface ListQuery {
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
