import type {
	INode,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { inputError, requestError } from '../../engine/errors/nodeErrors';
import type { NodeSession } from '../../engine/execution/nodeSession';
import { withNodeSession } from '../../engine/execution/nodeSession';
import type { JsonObject } from '../../engine/json';
import type { Api, Operation, Parameters } from '../../engine/operation';
import type { ErrorDetails } from '../../engine/errorDetails';
import { DETAILS_SEPARATOR, emptyToUndefined, locatorValue } from '../../engine/parameters/values';
import { isByName } from '../../engine/parameters/recordNames';
import { byName, shortened, truncate } from '../../engine/text';
import { MS_PER_SECOND, parseTime, SYSTEM_CLOCK } from '../../engine/time';

/** A list in the panel: how its records are read, and how they are shown. */
export interface PanelList extends EntryKeys {
	/** The API, the node's options for each read, and the records' parent, such as a service. */
	access: (context: ILoadOptionsFunctions) => {
		api: Api;
		options: JsonObject;
		parameters?: Parameters;
	};
	/** Reads the records, in order. */
	read: (source: ListSource, parameters: Parameters) => Promise<readonly JsonObject[]>;
	/** The alternative to the list. */
	byHand?: string;
}

/** The source of a list in the panel. It reads with the node's options. */
export interface ListSource extends Pick<NodeSession, 'read' | 'redact'> {
	timezone: string;
	/** The node whose panel shows the list. */
	node: INode;
	/**
	 * The payload of a read. Throws a `NodeApiError` that explains in the list why it couldn't be read. `otherwise` is the
	 * advice if the API doesn't have such records.
	 */
	payload: (
		operation: Operation,
		parameters: Parameters,
		otherwise?: () => Promise<unknown>,
	) => Promise<unknown>;
}

/** A user is waiting for the list: short limits, no retries. */
const LIST_LIMITS = {
	budget: 15_000,
	timeout: 15_000,
	maxWait: 10_000,
	maxRetries: 0,
	maxConcurrency: 5,
};
const OPENING = {
	clock: SYSTEM_CLOCK,
	limits: LIST_LIMITS,
	purpose: 'the list',
	interruptions: {
		rateLimited: 'Open the list again in a minute.',
		outOfTime: {
			message: `The API didn't respond within ${String(LIST_LIMITS.budget / MS_PER_SECOND)} seconds.`,
			description: 'Open the list again.',
		},
	},
};

/** The alternative to a list of IDs. */
export const TYPE_THE_ID = 'Choose By ID to type the ID.';
/** The alternative to a multi-select's list. */
export const ENTER_IDS = 'To do without the list, enter the IDs with an expression.';

/** The method that fills a list. A search, and entries beyond 200, read it again: nothing is kept. */
export function searchMethod({
	access,
	read: readRecords,
	byHand = TYPE_THE_ID,
	...entryKeys
}: PanelList): (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
) => Promise<INodeListSearchResult> {
	return async function (filter = '', paginationToken = 0) {
		const { api, options, parameters } = access(this);
		// A search needs all.
		const listSize =
			filter.trim() === ''
				? { limit: Number(paginationToken) + MAX_SHOWN + 1 }
				: { returnAll: true };
		const errorFor = (error: ErrorDetails) => {
			const description = `${error.description} ${byHand}`;
			return requestError(this.getNode(), { ...error, description, target: undefined });
		};
		const opening = { api, parameters: { options }, errorFor, ...OPENING };
		return await withNodeSession(this, opening, async ({ redact, read }) => {
			const payload: ListSource['payload'] = async (operation, more, otherwise) => {
				const result = await read(operation, more);
				if (!('error' in result)) return result.payload;
				if (otherwise !== undefined && result.error.httpCode === '404') return await otherwise();
				throw errorFor(result.error);
			};
			const place = { timezone: this.getTimezone(), node: this.getNode() };
			const source = { ...place, redact, read, payload };
			const records = await readRecords(source, { ...parameters, ...listSize });
			return listPage(records, entryKeys, source, filter, paginationToken);
		});
	};
}

/** The method that fills a multi-select: up to 200 entries, by their names. */
export function optionsMethod(
	list: PanelList,
): (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]> {
	const search = searchMethod({ byHand: ENTER_IDS, ...list });
	return async function () {
		const { results } = await search.call(this);
		return results.sort(byName);
	};
}

/** The ID of the record that is chosen in the panel. Throws a `NodeOperationError` if there is none. */
export function chosenRecord(
	context: ILoadOptionsFunctions,
	{ displayName, name, modes }: INodeProperties,
): string {
	const locator: unknown = context.getCurrentNodeParameter(name);
	if (isByName(locator)) {
		throw inputError(context.getNode(), {
			message: `${displayName} is chosen by its name, so there's no list here.`,
			description: `Choose ${displayName} from its list or by its ID to see one.`,
		});
	}
	const id = emptyToUndefined(locatorValue(locator, modes));
	if (typeof id === 'string') return id.trim();
	throw inputError(context.getNode(), {
		message: `${displayName} has no value here. Choose it first, or type the ID.`,
		description: 'Nothing was sent.',
	});
}

/** How many entries are shown at a time. The editor asks for more when the user scrolls. */
const MAX_SHOWN = 200;
const MAX_TEXT_LENGTH = 200;
/** Analytics 9 comes before Analytics 10, and records without a name at the end. */
const BY_LABEL = new Intl.Collator('en', { numeric: true });
const LAST = '\uffff';
/** How much of their IDs tells equal entries apart. */
const ID_END = 6;

/** The parts of a record that a list shows. */
interface EntryKeys {
	/** The key of the ID, if it isn't `id`. */
	idKey?: string;
	/** The keys of the name. Of several in one place, the first that has text. */
	name: ReadonlyArray<readonly string[]>;
	/** The keys of the details in brackets. */
	details?: readonly string[];
	/** Whether the records are all read at once, and in no order that says something. */
	isSortable?: boolean;
}

/**
 * 200 entries of the records that have an ID and whose name or ID contains the filter, ignoring case. A record without
 * a name is shown by its ID. Only shown entries are redacted: a hundred thousand would take seconds.
 */
export function listPage(
	records: readonly JsonObject[],
	entryKeys: EntryKeys,
	{ timezone, redact }: Pick<ListSource, 'redact' | 'timezone'>,
	filter = '',
	paginationToken: unknown = 0,
): INodeListSearchResult {
	const { idKey = 'id' } = entryKeys;
	const searched = filter.trim().toLowerCase();
	const start = Number(paginationToken);
	// 2026-05-31 14:30
	const format = { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' } as const;
	const times = new Intl.DateTimeFormat('sv', format);
	const isMatch = (record: JsonObject): boolean => {
		const id = idText(record[idKey]);
		if (id === undefined || searched === '') return id !== undefined;
		const label = entryLabel(record, entryKeys, times, (text) => text) ?? '';
		return [id, label.replace(DETAILS_SEPARATOR, ' ')].some((text) =>
			text.toLowerCase().includes(searched),
		);
	};
	const end = start + MAX_SHOWN;
	const matching = records.filter(isMatch);
	if (entryKeys.isSortable === true) {
		const labels = new Map(
			matching.map((record) => [record, entryLabel(record, entryKeys, times, (text) => text)]),
		);
		const labelOf = (record: JsonObject) => labels.get(record) ?? LAST;
		matching.sort((first, second) => BY_LABEL.compare(labelOf(first), labelOf(second)));
	}
	const entries = matching.slice(start, end).map((record) => {
		const value = String(record[idKey]);
		return { name: entryLabel(record, entryKeys, times, redact) ?? redact(value), value };
	});
	const results = toldApart(entries);
	return { results, ...(matching.length > end && { paginationToken: String(end) }) };
}

/** Equal entries get the end of their IDs. */
function toldApart(entries: ReadonlyArray<{ name: string; value: string }>) {
	const counts = new Map<string, number>();
	for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
	return entries.map(({ name, value }) => {
		if (counts.get(name) === 1) return { name, value };
		const separator = name.includes(DETAILS_SEPARATOR) ? ' ' : DETAILS_SEPARATOR;
		return { name: `${name}${separator}…${value.slice(-ID_END)}`, value };
	});
}

/** A record's ID unchanged, or undefined if it has none to choose. */
function idText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_LENGTH
		? value
		: undefined;
}

/** A record's name, its times in the workflow's zone; undefined if it has none. */
function entryLabel(
	record: JsonObject,
	{ name, details = [] }: EntryKeys,
	times: Intl.DateTimeFormat,
	redact: (text: string) => string,
): string | undefined {
	const textOf = (member: string): string => {
		const time = member.endsWith('At') ? parseTime(record[member], 'utc') : undefined;
		const text = member.endsWith('At') ? time && times.format(time.toMillis()) : record[member];
		return typeof text === 'string' ? truncate(redact(text), MAX_TEXT_LENGTH) : '';
	};
	const main = joinTexts(
		name.map((members) => members.map(textOf).find((text) => text !== '')),
		' · ',
	);
	if (main === '') return undefined;
	const more = joinTexts(details.map(textOf), ', ');
	if (more === '') return main;
	// The state stays visible after a long name.
	const end = shortened(`${DETAILS_SEPARATOR}(${more})`, MAX_TEXT_LENGTH / 2);
	return shortened(main, MAX_TEXT_LENGTH - end.length) + end;
}

function joinTexts(texts: ReadonlyArray<string | undefined>, separator: string): string {
	const all = texts.filter((text) => text !== undefined && text !== '').join(separator);
	return truncate(all, MAX_TEXT_LENGTH);
}
