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
	/** The first item's options, which apply to all items. */
	limits: Limits;
	/**
	 * Makes a function that redacts the secrets of the credentials and of a request. For texts that the node wrote
	 * (`node`), it keeps source and request secrets that look like ordinary words, because the node's sentences may
	 * contain those words.
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
	/** How far any item's request may have got. */
	sent: 'changes' | 'nothing' | 'reads';
	/** Number of items whose change an earlier attempt made, or may have made. */
	sentBefore: number;
	/** Whole sentences about commands that ran, or may have run, before the changes. */
	prepared: readonly string[];
}

/** An item's parameters, with issues about unreadable fields. */
export interface ItemParameters {
	parameters: ParameterValues;
	/** Names that users entered or chose from lists, by record ID. */
	chosenNames: ReadonlyMap<string, string>;
	issues: Issue[];
	/** Paths of fields whose expressions returned null or nothing. */
	empty: readonly string[];
	/** Paths of fixed texts that contain an expression, which n8n doesn't evaluate. */
	unevaluated: readonly string[];
}

export interface ItemFields extends ItemParameters {
	itemIndex: number;
	/** Names whose IDs aren't known yet. Until then, requests contain example IDs. */
	names: readonly NamedLocator[];
	/** The IDs found for names, as facts. */
	foundIds?: Facts | undefined;
	facts: Facts;
	/** Reads that found facts since the last name was replaced by its ID. */
	factReads: ReadonlyArray<FactRead & { need: Need }>;
	/** The latest plan's request. Undefined if the item couldn't be planned. */
	request?: HttpRequest | undefined;
	/**
	 * The request as planned from the input alone, with the plan's identity. Identifies the item. Undefined while the
	 * request contains example IDs.
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
 * An input item: it's `awaiting` reads, `planned`, or `settled` by an earlier attempt. It's `invalid` if an issue stops
 * it, and `unread` if a read failed.
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
	/** Checks that nobody has changed the record to replace since the item was planned. */
	check?: SendCheck;
}

/** The record to replace, as the API returned it. In `facts`, an earlier item's expected result may take its place. */
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

/** `payload` is the API's own response, if later items build on it. */
export type SentResult = ItemResult & { payload?: unknown };

export type ItemResults = Map<InputItem, ItemResult>;
