import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { lazy } from '../../engine/caching';
import { inputError, requestError } from '../../engine/errors/nodeErrors';
import { openSession } from '../../engine/execution/openSession';
import type { Session } from '../../engine/execution/session';
import type { JsonObject } from '../../engine/json';
import type {
	Api,
	ListLookup,
	NameLookups,
	Operation,
	ParameterValues,
} from '../../engine/operation';
import type { ErrorDetails } from '../../engine/errorDetails';
import { hasStatus } from '../../engine/errorDetails';
import { NOT_FOUND } from '../../engine/request';
import { DETAILS_SEPARATOR, emptyToUndefined, locatorValue } from '../../engine/parameters/values';
import { isByName } from '../../engine/parameters/recordNames';
import { shortened, shortLine } from '../../engine/text';
import { MS_PER_SECOND, parseTime, SYSTEM_CLOCK } from '../../engine/time';

export interface PanelList extends EntryKeys {
	/**
	 * Chooses the API, the node's options, and the parent of the records, such as a service. `byHand` tells the user
	 * what to do if the list can't be read.
	 */
	access: (
		context: ILoadOptionsFunctions,
		byHand: string,
	) => {
		api: Api;
		options: JsonObject;
		parameters?: ParameterValues | undefined;
	};
	loadEntries: (source: OpenList, parameters: ParameterValues) => Promise<readonly JsonObject[]>;
	/** Replaces the advice to type the ID. */
	byHand?: string;
	lookup?: ListLookup;
}

type Lists<Method extends string = string> = Readonly<Record<Method, PanelList>>;

export interface OpenList {
	context: ILoadOptionsFunctions;
	session: Session;
	/**
	 * Reads a payload. Throws a `NodeApiError`, which the list displays. If the API has no such records, calls
	 * `otherwise` instead.
	 */
	readPayload: (
		operation: Operation,
		parameters: ParameterValues,
		otherwise?: (source: OpenList) => unknown,
	) => Promise<unknown>;
}

/** Short limits without retries, because the user is waiting for the list. */
const LIST_LIMITS = {
	budget: 15_000,
	timeout: 15_000,
	maxWait: 10_000,
	maxRetries: 0,
	maxConcurrency: 5,
};
const OPEN_AGAIN = 'Open the list again.';
const OPENING = {
	clock: SYSTEM_CLOCK,
	limits: LIST_LIMITS,
	purpose: 'the list',
	interruptions: {
		rateLimited: 'Open the list again in a minute.',
		timedOut: OPEN_AGAIN,
		outOfTime: {
			message: `The API didn't respond within ${String(LIST_LIMITS.budget / MS_PER_SECOND)} seconds.`,
			description: OPEN_AGAIN,
		},
	},
};

/** Fills a locator's list. Keeps nothing, so a search, or scrolling beyond 200 entries, reads the list again. */
export function searchMethod({
	access,
	loadEntries,
	byHand = 'Choose By ID to type the ID.',
	...entryKeys
}: PanelList) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken: unknown = 0,
	): Promise<INodeListSearchResult> {
		const { api, options, parameters } = access(this, byHand);
		// A search must see all records.
		const listSize =
			filter.trim() === ''
				? { limit: Number(paginationToken) + MAX_SHOWN + 1 }
				: { returnAll: true };
		const errorFor = (error: ErrorDetails) => {
			const description = `${error.description} ${byHand}`;
			return requestError(this.getNode(), { ...error, description, target: undefined });
		};
		const opening = { api, options, errorFor, ...OPENING };
		return await openSession(this, opening, async (session) => {
			const source: OpenList = {
				context: this,
				session,
				readPayload: async (operation, listParameters, otherwise) => {
					const result = await session.run(operation, listParameters, this);
					if (!('error' in result)) return result.payload;
					if (otherwise && hasStatus(result.error, NOT_FOUND)) return await otherwise(source);
					throw errorFor(result.error);
				},
			};
			const records = await loadEntries(source, { ...parameters, ...listSize });
			const redact = (text: string): string => session.redact(text);
			const texts = { timezone: this.getTimezone(), redact };
			return listPage(records, entryKeys, texts, filter, paginationToken);
		});
	};
}

/** Fills a multi-select with the first 200 entries, because it has no search. */
export function optionsMethod(list: PanelList) {
	const byHand = 'To continue without the list, enter the IDs with an expression.';
	const search = searchMethod({ byHand, ...list });
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { results } = await search.call(this);
		return results.sort((first, second) => compareLabels(first.name, second.name));
	};
}

/** `toMethod` is `searchMethod` or `optionsMethod`. */
export function methodsOf<Name extends string, Method>(
	lists: Lists<Name>,
	toMethod: (list: PanelList) => Method,
): Record<Name, Method>;
export function methodsOf<Method>(
	lists: Lists,
	toMethod: (list: PanelList) => Method,
): Record<string, Method> {
	return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, toMethod(list)]));
}

export function lookupsOf(lists: Lists): NameLookups {
	const methods = Object.entries(lists);
	return new Map(methods.flatMap(([name, { lookup }]) => (lookup ? [[name, lookup]] : [])));
}

/** The ID that the field contains. Undefined if the field is empty or contains a name. */
export function chosenId(
	context: ILoadOptionsFunctions,
	{ name, modes }: INodeProperties,
): string | undefined {
	const locator: unknown = context.getCurrentNodeParameter(name);
	const id = isByName(locator) ? undefined : emptyToUndefined(locatorValue(locator, modes));
	return typeof id === 'string' ? id.trim() : undefined;
}

/** Throws a `NodeOperationError` if no record is chosen by its ID. */
export function chosenRecord(context: ILoadOptionsFunctions, field: INodeProperties): string {
	const id = chosenId(context, field);
	if (id !== undefined) return id;
	const { displayName, name } = field;
	if (isByName(context.getCurrentNodeParameter(name))) {
		throw inputError(context.getNode(), {
			message: `${displayName} is chosen by its name, so there's no list here.`,
			description: `Choose ${displayName} from its list or by its ID. Then this list is filled.`,
		});
	}
	throw inputError(context.getNode(), {
		message: `${displayName} has no value here. Choose it first, or type the ID.`,
		description: 'Nothing was sent.',
	});
}

/** The editor asks for more entries as the user scrolls. */
const MAX_SHOWN = 200;
const MAX_TEXT_LENGTH = 200;
/** Puts Analytics 9 before Analytics 10, and unnamed records last. */
const compareLabels = lazy(() => new Intl.Collator('en', { numeric: true }).compare);
const LAST = '\uffff';
/** How many characters from the end of an ID are shown if two entries are otherwise equal. */
const ID_END = 6;

interface EntryKeys {
	idKey?: string;
	/** Keys of the name. Of keys in the same place, the first that contains text is used. */
	name: ReadonlyArray<readonly string[]>;
	/** Keys of the details in brackets. */
	details?: readonly string[];
	/** Keeps the API's order, because it's meaningful, such as newest first. */
	isOrdered?: true;
	/** Set for a list with pages. Without a search, only as many records are read as the list shows. */
	isPaged?: boolean;
}

/**
 * Finds up to 200 records whose name or ID contains the filter, ignoring case. Unnamed records show their ID. Only
 * shown entries are redacted, because redacting a hundred thousand takes seconds.
 */
export function listPage(
	records: readonly JsonObject[],
	entryKeys: EntryKeys,
	{ timezone, redact }: { timezone: string; redact: (text: string) => string },
	filter = '',
	paginationToken: unknown = 0,
): INodeListSearchResult {
	const { idKey = 'id' } = entryKeys;
	const searchText = filter.trim().toLowerCase();
	const start = Number(paginationToken);
	// Swedish spells times as 2026-05-31 14:30.
	const format = { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' } as const;
	const times = new Intl.DateTimeFormat('sv', format);
	const entries = records.flatMap((record): ListEntry[] => {
		const value = idText(record[idKey]);
		if (value === undefined) return [];
		return [{ record, value, label: entryLabel(record, entryKeys, times, (text) => text) }];
	});
	const end = start + MAX_SHOWN;
	const matching = entries.filter((entry) => isMatch(entry, searchText));
	const isWhole = entryKeys.isPaged !== true || searchText !== '' || records.length <= MAX_SHOWN;
	if (isWhole && entryKeys.isOrdered === undefined) matching.sort(compareEntries);
	const isRepeated = repeatedLabels(entries);
	const results = matching.slice(start, end).map(({ record, value, label }) => {
		const name = entryLabel(record, entryKeys, times, redact) ?? redact(value);
		return { name: isRepeated(label) ? withIdEnd(name, value) : name, value };
	});
	return { results, ...(matching.length > end && { paginationToken: String(end) }) };
}

/** `label` still contains secrets. */
interface ListEntry {
	record: JsonObject;
	value: string;
	/** An unnamed record has no label. */
	label: string | undefined;
}

function isMatch({ value, label = '' }: ListEntry, searchText: string): boolean {
	return [value, label.replace(DETAILS_SEPARATOR, ' ')].some((text) =>
		text.toLowerCase().includes(searchText),
	);
}

function compareEntries(
	{ label: first = LAST }: ListEntry,
	{ label: second = LAST }: ListEntry,
): number {
	return compareLabels(first, second);
}

function repeatedLabels(entries: readonly ListEntry[]): (label: string | undefined) => boolean {
	const counts = new Map<string | undefined, number>();
	for (const { label } of entries) counts.set(label, (counts.get(label) ?? 0) + 1);
	return (label) => label !== undefined && counts.get(label) !== 1;
}

/** Adds the end of the ID, so users can tell equal names apart. */
function withIdEnd(name: string, value: string): string {
	const separator = name.includes(DETAILS_SEPARATOR) ? ' ' : DETAILS_SEPARATOR;
	return `${name}${separator}…${value.slice(-ID_END)}`;
}

/** The ID as text. Undefined if it's missing, or too long for a list. */
function idText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_LENGTH
		? value
		: undefined;
}

/**
 * What a list shows for a record: its name and details, with times in the workflow's zone. Undefined for an unnamed
 * record.
 */
function entryLabel(
	record: JsonObject,
	{ name, details = [] }: EntryKeys,
	times: Intl.DateTimeFormat,
	redact: (text: string) => string,
): string | undefined {
	const textOf = (member: string): string => {
		const time = member.endsWith('At') ? parseTime(record[member], 'utc') : undefined;
		const text = member.endsWith('At') ? time && times.format(time.toMillis()) : record[member];
		return typeof text === 'string' ? shortLine(redact(text), MAX_TEXT_LENGTH) : '';
	};
	const main = joinTexts(
		name.map((members) => members.map(textOf).find((text) => text !== '')),
		' · ',
	);
	if (main === '') return undefined;
	// An unnamed member's address is already its name.
	const detailsText = joinTexts(
		details.map(textOf).filter((text) => text !== main),
		', ',
	);
	if (detailsText === '') return main;
	// A long name is shortened, so that the state in brackets stays visible.
	const end = shortened(`${DETAILS_SEPARATOR}(${detailsText})`, MAX_TEXT_LENGTH / 2);
	return shortened(main, MAX_TEXT_LENGTH - end.length) + end;
}

function joinTexts(texts: ReadonlyArray<string | undefined>, separator: string): string {
	const joinedText = texts.filter((text) => text !== undefined && text !== '').join(separator);
	return shortLine(joinedText, MAX_TEXT_LENGTH);
}
