import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { ErrorDetails } from './errorDetails';
import type {
	Api,
	Facts,
	NameLookups,
	Need,
	Operation,
	Parameters,
	Plan,
	PlanContext,
	Preparation,
	ReplacedRecord,
} from './operation';
import type { HttpRequest } from './request';
import type { Clock } from './time';

export interface Execution extends PlanContext {
	context: IExecuteFunctions;
	api: Api;
	operation: Operation;
	lookups: NameLookups;
	credential: ICredentialDataDecryptedObject;
	clock: Clock;
	/** The options that the first item sets for all. */
	limits: Limits;
	/**
	 * Returns a function that removes the credentials' secrets, and those of one request, from texts of the API. In the
	 * node's own texts, secrets of the source or the request that could be ordinary words stay.
	 */
	redactorFor: (request: HttpRequest | undefined, author?: Author) => (text: string) => string;
	log: DefectLog;
	maxWait: number;
	progress: Progress;
}

/** How one execution sends, as set in the first item's `options` collection. Times are in milliseconds. */
export interface Limits {
	maxConcurrency: number;
	maxRetries: number;
	maxWait: number;
	timeout: number;
}

/** What may have happened so far: what an error can promise follows from it. */
export interface Progress {
	/** What may have been sent for items: nothing, only reads, or changes. */
	sent: 'changes' | 'nothing' | 'reads';
	/** What commands before the changes have done, or may have done, in whole sentences. */
	prepared: readonly string[];
}

/** Where bugs of the node are reported. */
export interface DefectLog {
	/** Logs a bug with its stack, at level error. `step` describes the current step, and its request. */
	unexpected: (step: string, error: unknown, request?: HttpRequest) => void;
}

/** Who wrote a text that is shown. */
export type Author = 'api' | 'node';

/** One input item on its way to a request, with its latest plan. */
export interface InputItem extends Pick<Plan, 'hints' | 'issues' | 'needs' | 'replaces'> {
	itemIndex: number;
	parameters: Parameters;
	/** The paths of fields whose expressions returned nothing. */
	empty: readonly string[];
	/** The paths of fixed texts with an expression that n8n doesn't evaluate. */
	unevaluated: readonly string[];
	/** Its fields with a record's name whose ID isn't known yet: examples stand for the IDs in its requests. */
	names: readonly RecordName[];
	facts: Facts;
	/** When the first of its facts was read, by the execution's clock. Infinity: nothing was read. */
	readAt: number;
	/** Left out: none could be planned. */
	request?: HttpRequest | undefined;
	/** The request as the item's input defines it, before anything was read: it identifies the item in another attempt. */
	inputRequest?: HttpRequest | undefined;
	preparation?: Preparation | undefined;
	repeatable?: boolean | undefined;
	/** Set if it replaces a record that was read. */
	base?: RecordBase | undefined;
	/** Whether it can't be planned until the credential is complete. */
	isOpen?: boolean;
	/** Why a read that its plan needs failed. */
	readError?: ErrorDetails;
}

/** An item that may be sent. */
export interface PlannedItem extends InputItem {
	request: HttpRequest;
	inputRequest: HttpRequest;
}

/** A locator of an item that has a record's name instead of its ID. */
export interface RecordName {
	/** The locator's place in the item's parameters. */
	keys: readonly string[];
	/** The method that fills the locator's list. */
	listMethod: string;
	name: string;
	/** An ID with the right form. */
	exampleId: string;
}

/** The record that a request replaces, as it was read. */
export interface RecordBase extends Pick<ReplacedRecord, 'readOnly'> {
	need: Need;
	record: unknown;
}

/** One input item's result: its items, and hints for the user; or why there are none. */
export type ItemResult = { items: INodeExecutionData[]; hint?: string } | { error: ErrorDetails };

/** An item's result, with the payload of its response as the API sent it. */
export type SentResult = ItemResult & { payload?: unknown };

export type ItemResults = Map<InputItem, ItemResult>;
