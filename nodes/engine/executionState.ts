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
	Operation,
	Parameters,
	Plan,
	PlanContext,
	Preparation,
} from './operation';
import type { HttpRequest } from './request';
import type { Clock } from './time';

/** One run of the node, and what its steps share. */
export interface Execution extends PlanContext {
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
	redactorFor: (request: HttpRequest | undefined, author?: Author) => (text: string) => string;
	log: DefectLog;
	progress: Progress;
	/** Integers that JavaScript rounded, as the API wrote them: by the key of the plan's read and the rounded number. */
	rounded: Map<string, Map<unknown, string>>;
}

/** Limits from the first item's `options`. Times are in milliseconds. */
export interface Limits {
	maxConcurrency: number;
	maxRetries: number;
	maxWait: number;
	timeout: number;
}

/** What may have been sent so far, so that errors promise only what is certain. */
export interface Progress {
	/** The most that may have been sent for items. */
	sent: 'changes' | 'nothing' | 'reads';
	/** Number of items whose change an earlier attempt applied, or may have. */
	sentBefore: number;
	/** Effects of commands before the changes, certain or possible, in whole sentences. */
	prepared: readonly string[];
}

export interface DefectLog {
	/** Logs a bug with its stack at level error. `step` describes the current step. */
	unexpected: (step: string, error: unknown, request?: HttpRequest) => void;
}

/** The author of a displayed text. */
export type Author = 'api' | 'node';

/** An input item on its way to a request, with its latest plan. */
export interface InputItem extends Pick<Plan, 'issues' | 'needs' | 'replaces'> {
	itemIndex: number;
	parameters: Parameters;
	/** Paths of fields whose expressions returned nothing. */
	empty: readonly string[];
	/** Paths of fixed texts with an expression that n8n doesn't evaluate. */
	unevaluated: readonly string[];
	/** Names whose IDs aren't known yet. Until then, requests contain example IDs. */
	names: readonly NamedLocator[];
	/** Facts with the IDs that have replaced names. */
	foundIds?: Facts | undefined;
	facts: Facts;
	/** Time of the earliest fact, on the execution's clock. Infinity if nothing was read. */
	readAt: number;
	/** Undefined if no request could be planned. */
	request?: HttpRequest | undefined;
	/** The request planned before any read. It identifies the item in later attempts. */
	inputRequest?: HttpRequest | undefined;
	preparation?: Preparation | undefined;
	/** Replaced record as it was read, even if the facts contain an earlier item's result. */
	base?: unknown;
	/** Set if a read for the plan failed. */
	readError?: ErrorDetails;
}

export interface PlannedItem extends InputItem {
	request: HttpRequest;
	inputRequest: HttpRequest;
}

/** A locator that contains a record's name instead of its ID. */
export interface NamedLocator {
	/** Path of the locator in the item's parameters. */
	keys: readonly string[];
	/** Method that fills the locator's list. */
	listMethod: string;
	name: string;
	/** Well-formed placeholder for the ID. */
	exampleId: string;
}

/** An item's output with hints for the user, or its error. */
export type ItemResult = { items: INodeExecutionData[]; hint?: string } | { error: ErrorDetails };

/** An item's result, with the payload as the API sent it if later items build on it. */
export type SentResult = ItemResult & { payload?: unknown };

export type ItemResults = Map<InputItem, ItemResult>;
