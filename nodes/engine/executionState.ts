import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { ErrorDetails } from './errorDetails';
import type { Issue } from './issue';
import type {
	Api,
	Facts,
	NameLookups,
	Need,
	Operation,
	ParameterValues,
	PlanContext,
	Plan,
} from './operation';
import { RECORD } from './operation';
import type { HttpRequest, Limits, SendCheck } from './request';
import type { Clock } from './time';

/** All steps of a run share this state. */
export interface Execution extends Omit<PlanContext, 'facts'> {
	context: IExecuteFunctions;
	api: Api;
	operation: Operation;
	lookups: NameLookups;
	credential: ICredentialDataDecryptedObject;
	clock: Clock;
	/** Options of the first item, which apply to all. */
	limits: Limits;
	/**
	 * Makes a function that removes secrets of the credentials and a request. For the author `node`, source and request
	 * secrets that look like ordinary words stay, because the node's own sentences may use those words.
	 */
	redactorFor: (
		request: HttpRequest | undefined,
		author?: 'api' | 'node',
	) => (text: string) => string;
	/** Logs a bug with its stack at level error. `step` describes the current step. */
	logDefect: (step: string, error: unknown, request?: HttpRequest) => void;
	progress: Progress;
}

/** Tracks what the node may have sent, so that errors promise only what is certain. */
export interface Progress {
	/** The most that may have been sent for items. */
	sent: 'changes' | 'nothing' | 'reads';
	/** Number of items whose change an earlier attempt applied, or may have. */
	sentBefore: number;
	/** Effects of commands before the changes, certain or possible, in whole sentences. */
	prepared: readonly string[];
}

/** An item's parameters, with issues about unreadable fields. */
export interface ItemParameters {
	parameters: ParameterValues;
	/** Names that users chose from lists or entered, by the records' IDs. */
	chosenNames: ReadonlyMap<string, string>;
	issues: Issue[];
	/** Paths of fields whose expressions returned null or nothing. */
	empty: readonly string[];
	/** Paths of fixed texts with an expression that n8n doesn't evaluate. */
	unevaluated: readonly string[];
}

export interface ItemFields extends ItemParameters {
	itemIndex: number;
	/** Names whose IDs aren't known yet. Until then, requests contain example IDs. */
	names: readonly NamedLocator[];
	/** Facts with the IDs that have replaced names. */
	foundIds?: Facts | undefined;
	facts: Facts;
	/** Reads that found the facts after the last name was replaced by an ID. */
	factReads: ReadonlyArray<FactRead & { need: Need }>;
	/** The latest plan's request. Undefined if none could be planned. */
	request?: HttpRequest | undefined;
	/**
	 * The request as planned from the input alone, with the plan's identity. It identifies the item. Undefined while it has
	 * example IDs.
	 */
	inputRequest?: HttpRequest | undefined;
	replaces?: Plan['replaces'];
}

export interface FactRead {
	value: unknown;
	/** On the execution's clock. */
	readAt: number;
	/** Integers that JavaScript rounded, as the API wrote them. */
	rounded: readonly string[];
}

/**
 * An input item: `awaiting` reads, `planned`, or `settled` by an earlier attempt. An issue that stops it makes it
 * `invalid`, and a failed read `unread`.
 */
export type InputItem =
	| AwaitingItem
	| SendableItem
	| (ItemFields & { state: 'invalid' })
	| (ItemFields & { state: 'unread'; error: ErrorDetails });

export interface AwaitingItem extends ItemFields {
	state: 'awaiting';
	request: HttpRequest;
	inputRequest: HttpRequest;
	needs: readonly Need[];
}

/** An item that can be sent, or that an earlier attempt has sent. */
export type SendableItem =
	| PlannedItem
	/** The result comes from an earlier attempt. */
	| (Omit<PlannedItem, 'state'> & { state: 'settled'; result: ItemResult });

export interface PlannedItem extends ItemFields, Pick<Plan, 'preparation'> {
	state: 'planned';
	request: HttpRequest;
	inputRequest: HttpRequest;
	/** Checks that the record to replace is still the record that the item was planned on. */
	check?: SendCheck;
}

/** The record to replace as the API returned it. `facts` may hold an earlier item's expected result instead. */
export function lastReadOfRecord({ factReads, replaces }: ItemFields) {
	return replaces && factReads.find(({ need }) => need.fact === RECORD);
}

/** A locator that contains a record's name instead of its ID. */
export interface NamedLocator {
	/** The panel's field, which may contain the locator in its rows. */
	property: INodeProperties;
	/** Dotted path in the item's parameters. Rows count from 0. */
	path: string;
	/** Method that fills the locator's list. */
	listMethod: string;
	name: string;
	/** Well-formed placeholder for the ID. */
	exampleId: string;
}

/** An item's output with hints for the user, or its error. */
export type ItemResult = { items: INodeExecutionData[]; hint?: string } | { error: ErrorDetails };

/** `payload` is the response as the API sent it, if later items build on it. */
export type SentResult = ItemResult & { payload?: unknown };

export type ItemResults = Map<InputItem, ItemResult>;
