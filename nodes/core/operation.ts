import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
} from 'n8n-workflow';

import type { Clock } from './clock';
import type { NodeLog } from './execution/log';
import type { PagedList } from './http/pages';
import type { HttpRequest } from './http/request';
import type { JsonObject } from './json';
import type { ExecutionOptions } from './parameters/options';
import type { ValidationIssue } from './validation/issue';

export type { ValidationIssue } from './validation/issue';

/** The parameters of one item by name, with expressions resolved, hidden ones absent, and names chosen from lists. */
export type Parameters = Readonly<Record<string, unknown>>;

/** What an operation would do for one item. With issues, the request must not be sent. */
export interface Plan {
	request: HttpRequest;
	issues: ValidationIssue[];
	/** Whole sentences about what is sent all the same, shown as execution hints. */
	hints?: string[];
}

/** Who wrote a text that is shown. */
export type Author = 'api' | 'node';

/** Everything besides the item's parameters that a plan may depend on. */
export interface PlanContext {
	/** The start of the execution, in milliseconds. */
	startedAt: number;
	/** The workflow's IANA time zone, for times that carry none. */
	timezone: string;
	/** The decrypted data of the API's credential. */
	credential: Readonly<JsonObject>;
	/** The decrypted data of the operation's optional second credential, if one is selected. */
	extraCredential?: Readonly<JsonObject> | undefined;
	/** The name of that credential in n8n. */
	extraCredentialName?: string | undefined;
}

/** The start of the execution and its time zone, for what reads without a credential. */
export type ReadTime = Pick<PlanContext, 'startedAt' | 'timezone'>;

/** When the wait of one item ends. */
export interface WaitRule {
	/** What is waited for, as messages call it. */
	resource: string;
	/** What messages call the value that is checked. A state is never empty; a value may be. */
	noun: 'state' | 'value';
	/** Where a response has it: `result.state`. */
	valuePath: string;
	/** The states to wait for, whatever the case of their letters. */
	waitFor: readonly string[];
	/** The states that end the wait with an error. A state that is also in `waitFor` ends the wait with success. */
	giveUpOn: readonly string[];
	/** What helps in a state that the resource doesn't leave by itself, in full sentences, by its lower-case name. */
	advice?: ReadonlyMap<string, string> | undefined;
	/** How many checks in a row must find one of the states that are waited for. */
	stableFor: number;
	/** Whether to continue while the record isn't found. */
	waitForExistence: boolean;
	/** Milliseconds from the start of the run. The first item's counts for all. */
	timeout: number;
	/** Whether the last record is output when the time is up, in place of an error. */
	outputOnTimeout: boolean;
}

/** What may have happened, as a sentence without its full stop, and how to find out, in whole sentences. */
export type UnknownOutcome = readonly [happened: string, check: string];

/** One operation: its fields, and the pure function from one item's parameters to one request. */
export interface Operation {
	/** The fields of the panel, in order, `options` included. */
	properties: INodeProperties[];
	/** Returns the panel's label for a key of the body, by its path, if the properties have none. */
	labelOf?: (path: string) => string | undefined;
	/** A credential type, besides the API's, that the operation uses if the node has one selected. */
	extraCredentialType?: string;
	/** For changes: what is said when no clear response came. */
	unknownOutcome?: UnknownOutcome;
	/**
	 * What to do next after a refused request, by its HTTP status, in whole sentences, in place of what the API advises;
	 * and after a success that lacks the list that is to be output.
	 */
	advice?: Readonly<Record<number, string>>;
	/**
	 * For changes: whether sending the request twice does no harm. Then it may go again after an unknown outcome
	 * when n8n runs the node again; within one run it never does.
	 */
	repeatable?: true | ((body: JsonObject, parameters: Parameters) => boolean);
	/**
	 * Returns what the user should know about a payload (empty if none came), although the request succeeded.
	 * `shown` redacts and cuts text of the payload.
	 */
	successHint?: (
		payload: IDataObject,
		request: HttpRequest,
		shown: (text: string) => string,
	) => string | undefined;
	/**
	 * Returns whether a success without a payload confirms that the request was applied, by its body (empty
	 * if none came) and its HTTP status. Left out: never.
	 */
	isDone?: (body: JsonObject, status: number) => boolean;
	/** Returns the item to output when success carries no payload, as for a delete. */
	emptyResult?: (parameters: Parameters) => IDataObject;
	/**
	 * Describes in one sentence, without its full stop, what a valid request does, for the person who approves it.
	 */
	summarize?: (request: HttpRequest, parameters: Parameters) => string;
	/** Whether a success only means that the API accepted the change, which follows later. */
	isOnlyAccepted?: true;
	/** The parameter with the ID of the record that the request is about. */
	record?: string;
	/**
	 * Describes what a request is about, such as "pipe 0c8f…", or returns undefined if the input doesn't show it.
	 * Throws nothing. Left out: its method and path.
	 */
	target?: (request: HttpRequest, parameters: Parameters) => string | undefined;
	/**
	 * For a read that waits: returns when the wait of one item ends. Until then, its request is sent again and again,
	 * and items with the same request share what comes back.
	 */
	wait?: (parameters: Parameters) => WaitRule;
	/** Returns how a paged list is read, and how many records are wanted. */
	pages?: (parameters: Parameters) => PagedList | undefined;
	/** Whether the response is output as the API sent it: not renamed, and nothing redacted. */
	rawResponse?: true;
	/** Builds and checks one item's request. Throws nothing; what is wrong is in `issues`. */
	plan(parameters: Parameters, context: PlanContext): Plan;
	/** Returns the key of a list that is to be output and that the payload lacks: the response is then unclear. */
	missingList?(payload: unknown, parameters: Parameters): string | undefined;
	/** Returns those of the payload's elements that become items, in order. Left out: all of them. */
	select?(elements: IDataObject[], parameters: Parameters, context: PlanContext): IDataObject[];
	/** Returns the item for one element. Left out: the element unchanged, which Full Response always outputs. */
	shape?(element: IDataObject, parameters: Parameters): IDataObject;
}

/** Operations by the values of the node's two selectors. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** What the shared engine must know of one API. */
export interface Api {
	credentialType: string;
	/** Names of the credential's properties that must never be shown. */
	secretCredentialProperties: readonly string[];
	/** Names of the credential's properties that the Authorization header is made of. */
	authorizationProperties: readonly string[];
	/** The property of the credential that a header carries unchanged, and its label. */
	token?: { member: string; label: string };
	/** The key of a success body that contains the payload. */
	payloadMember: string;
	/** The key of an error body that contains the API's message. */
	errorMember: string;
	/** Returns what to do next after a refused request with this HTTP status, in whole sentences. */
	adviceFor(status: number): string;
	/** Turns a success body from the deployment's spelling to the neutral one. */
	normalizeNames(body: JsonObject, credential: Readonly<JsonObject>): JsonObject;
}

/** One input item, with its request if one could be planned. */
export interface InputItem {
	itemIndex: number;
	parameters: Parameters;
	request?: HttpRequest | undefined;
}

/** One item that may be sent. */
export interface PlannedItem extends InputItem {
	request: HttpRequest;
}

/** One execution of a node. */
export interface Execution extends PlanContext {
	context: IExecuteFunctions;
	api: Api;
	operation: Operation;
	credential: ICredentialDataDecryptedObject;
	clock: Clock;
	/** The options that the first item sets for all. */
	options: ExecutionOptions;
	/**
	 * Returns a function that removes the credentials' secrets, and those of one request, from texts of the API. The
	 * node's own texts use ordinary words: a secret of the source or the request that could be one stays there.
	 */
	redactorFor: (request: HttpRequest | undefined, author?: Author) => (text: string) => string;
	log: NodeLog;
	/** Whether requests may have gone out. */
	sending: boolean;
}
