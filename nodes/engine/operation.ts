import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JsonObject } from './json';
import type { Issue } from './issue';
import type { ErrorReason, ErrorText } from './errorDetails';
import type { ErrorForm, HttpRequest, PagedList, RateLimit } from './request';

/** The parameters of one item by name, with expressions resolved, hidden ones absent, and names chosen from lists. */
export type Parameters = Readonly<Record<string, unknown>>;

/** An operation's plan for one item. With issues, the request must not be sent; with needs, it isn't complete yet. */
export interface Plan {
	request: HttpRequest;
	issues: Issue[];
	/** Whole sentences about values that are sent anyway, shown as execution hints. */
	hints?: string[];
	/** The reads without whose facts the request isn't complete. */
	needs?: readonly Need[];
	/** The body that identifies the item in another attempt. Left out: the request's. */
	inputBody?: JsonObject;
	/** Set if the request replaces a record that a need reads. */
	replaces?: ReplacedRecord;
	/** What must come before the request. */
	preparation?: Preparation;
	/** Overrides the operation's, if it depends on what was read. */
	repeatable?: boolean;
}

/** What an item's needs have read, by their names. */
export type Facts = Readonly<Record<string, unknown>>;

/** A read that a plan depends on. Its request changes nothing; equal ones are sent once for all items. */
export interface Need extends Pick<OperationTexts, 'advice' | 'permission'> {
	/** Its name among the facts. */
	fact: string;
	/** Why it is read, as the start of an error's description. */
	purpose: string;
	/** What is read, in an error. */
	subject?: string | undefined;
	request: HttpRequest & ({ method: 'GET' } | { reads: true });
	/** How the pages of a list are read. */
	pages?: PagedList | undefined;
	/** Returns the fact in a payload, or the problem with it. */
	factIn: (payload: unknown) => { value: unknown } | { problem: ErrorText };
	/**
	 * Returns the fact that a failed read stands for; undefined, or left out: the item fails. `hasRead`: whether this
	 * process has read from the same collection with the same key.
	 */
	factOfFailure?: (failure: FailedRead, hasRead: boolean) => unknown;
}

/** A record that a request replaces: items that replace the same one build on each other. */
export interface ReplacedRecord {
	/** The fact with the record. */
	fact: string;
	/** Keys that only the API sets: they don't count as changes. */
	readOnly: readonly string[];
	/** The record after the request, as far as known. The next item that replaces it is planned on this. */
	after?: JsonObject;
}

/** A read that failed, as far as a plan may depend on it. */
export interface FailedRead {
	/** The status with which the API refused it; none if the response isn't clear. */
	refusedWith?: number;
	/** Whether the response is a web page, which no API sends. */
	isWebPage: boolean;
}

/** What has to be done before a change: nothing, a command and then a wait, or only a wait. */
type Step = 'command' | 'none' | 'wait';

/** What must come before a change: a record has to reach a state, by a command or by itself. */
export interface Preparation {
	/** The read of the record, which is waited for once however many items need it. */
	check: HttpRequest;
	/** Returns the step that a record asks for, by the payload of the check. */
	stepIn: (payload: unknown) => Step;
	/** The step that the item's facts ask for. */
	step: Step;
	command: HttpRequest;
	/** The command's name at the start of a sentence, and the permission that it needs. */
	commandName: string;
	permission: string;
	/** Said by a plan, and by every error after the command. */
	dryRunText: string;
	doneText: string;
	/** The wait for the record. */
	waiting: WaitOperation;
}

/** Everything except the item's parameters that a plan may depend on. */
export interface PlanContext {
	/** The start of the execution, in milliseconds. */
	startedAt: number;
	/** The workflow's IANA time zone, for times without a zone. */
	timezone: string;
	/** The decrypted data of the API's credential. */
	credential: Readonly<JsonObject>;
	/** Whether the API is known well enough to stop an item with an unusual value. */
	refusesUnusual?: boolean | undefined;
	/** The decrypted data of the operation's optional second credential, if one is selected. */
	extraCredential?: Readonly<JsonObject> | undefined;
	/** The name of that credential in n8n. */
	extraCredentialName?: string | undefined;
	/** What the item's needs have read. Left out: nothing yet. */
	facts?: Facts;
	/** How long a preparation may take, in milliseconds. Left out: nothing is prepared. */
	maxWait?: number;
}

/** The start of the execution and its time zone, for reads without a credential. */
export type ReadTime = Pick<PlanContext, 'startedAt' | 'timezone'>;

/** When the wait of one item ends. */
export interface WaitRule {
	/** The awaited record's name in messages. */
	resource: string;
	/** The checked value's name in messages. A state is never empty; a value can be. */
	noun: 'state' | 'value';
	/** Its path in a response: `result.state`. */
	valuePath: string;
	/** The states to wait for, ignoring case. */
	waitFor: readonly string[];
	/** The states that end the wait with an error. A state that is also in `waitFor` ends the wait with success. */
	giveUpOn: readonly string[];
	/** Advice for states that the resource doesn't leave by itself, in full sentences, by their lower-case names. */
	advice?: ReadonlyMap<string, string> | undefined;
	/** How many consecutive checks must find one of the awaited states. */
	stableFor: number;
	/** Whether to continue while the record isn't found. */
	waitForExistence: boolean;
	/** Milliseconds from the start of the run. The first item's counts for all. */
	timeout: number;
	/** Whether the last record is output when the time is up, instead of an error. */
	outputOnTimeout: boolean;
	/** The label of the field that sets the timeout. Left out: the field of the wait operations. */
	limit?: string;
}

/** The possible outcome, as a sentence without its full stop, and how to find out, in whole sentences. */
export type UnknownOutcome = readonly [happened: string, check: string];

/** What the node says of an operation and its requests. */
export interface OperationTexts {
	/**
	 * The next step after a refused request, by its HTTP status, in whole sentences, instead of the API's advice; and
	 * after a success that lacks the list to output.
	 */
	advice?: Readonly<Record<number, string>> | undefined;
	/** The permission that the key needs, by the API's name. */
	permission?: string | undefined;
	/**
	 * Describes in one sentence, without its full stop, the effect of a valid request, for the person who approves it. The
	 * facts are redacted.
	 */
	summarize?: (request: HttpRequest, parameters: Parameters, facts: Facts) => string;
	/**
	 * Describes the request's subject, such as "thing 0c8f…"; undefined if the input doesn't show it. Throws nothing. Left
	 * out: its method and path.
	 */
	subjectOf?: (request: HttpRequest, parameters: Parameters) => string | undefined;
	/** Whether the request makes its subject, which doesn't exist before. */
	isNew?: true;
}

/** How a success becomes items. */
export interface OperationOutput {
	/** The payload's elements that become items, in order. Left out: all of them. */
	pick?: (elements: IDataObject[], parameters: Parameters, context: PlanContext) => IDataObject[];
	/** The item for one element. Left out: the element unchanged, which Full Response always outputs. */
	toItem?: (element: IDataObject, parameters: Parameters, facts?: Facts) => IDataObject;
	/** Whether the item chose to get each element unchanged: nothing is added to it. */
	isUnchanged?: (parameters: Parameters) => boolean;
	/** Whether the response is output as the API sent it: not renamed, and nothing redacted. */
	raw?: true;
	/** Keys of the payload with secrets that the API shows only in this response: they are output. */
	secrets?: readonly string[];
	/** The item if a success has no payload, as for a delete. Left out: such a success is unclear. */
	emptyResult?: (parameters: Parameters) => IDataObject;
	/**
	 * A hint about a payload (empty if there was none), although the request succeeded. `quote` redacts and cuts text of
	 * the payload.
	 */
	successHint?: (
		payload: IDataObject,
		request: HttpRequest,
		quote: (text: string) => string,
		parameters?: Parameters,
	) => string | undefined;
}

interface OperationBase {
	/** The panel's fields, in order, including `options`. */
	properties: INodeProperties[];
	/**
	 * Builds and checks one item's request, as far as the facts allow. Called again whenever its needs were read. Throws
	 * nothing; problems are in `issues`.
	 */
	plan(parameters: Parameters, context: PlanContext): Plan;
	texts?: OperationTexts;
	output?: OperationOutput;
	/** A second credential type, which the operation uses if the node has one selected. */
	extraCredentialType?: string | undefined;
}

/** Reads a record, or anything else that isn't a list. */
export interface ReadOperation extends OperationBase {
	kind: 'read';
}

export interface ListOperation extends OperationBase {
	kind: 'list';
	/** How a paged list is read, and how many records are wanted. */
	pages?: (parameters: Parameters) => PagedList | undefined;
	/** The hint if the API may have more than its pages lead to, as whole sentences. */
	cutHint?: string;
	/** The key of a list to output that the payload lacks: the response is then unclear. */
	missingList?: (payload: unknown, parameters: Parameters) => string | undefined;
}

/** A read that is repeated until its rule is met. Items with the same request share the responses. */
export interface WaitOperation extends OperationBase {
	kind: 'wait';
	/** When the wait of one item ends. */
	rule: (parameters: Parameters) => WaitRule;
}

/** Creates, updates, deletes, commands or checks something. Each request says whether it only reads. */
export interface ChangeOperation extends OperationBase {
	kind: 'change';
	/** The text if no clear response arrived. */
	unknownOutcome?: UnknownOutcome;
	/**
	 * Whether sending the request twice does no harm. Then it may be sent again after an unknown outcome when n8n runs the
	 * node again; within one run it never is.
	 */
	repeatable?: true | ((body: JsonObject, parameters: Parameters) => boolean) | undefined;
	/**
	 * Whether a success without a payload confirms that the request was applied, by its body (empty if there was none) and
	 * its HTTP status. Left out: never.
	 */
	isEmptySuccess?: (body: JsonObject, status: number) => boolean;
	/** Whether a success only means that the API accepted the change, which follows later. */
	followsLater?: true;
	/** The parameter with the ID of the request's record. */
	idParameter?: string | undefined;
}

/** One operation: its fields, and the pure function from one item's parameters to one request. */
export type Operation = ChangeOperation | ListOperation | ReadOperation | WaitOperation;

/** Undefined if the operation reads no pages. */
export function pagedListOf(operation: Operation, parameters: Parameters): PagedList | undefined {
	return operation.kind === 'list' ? operation.pages?.(parameters) : undefined;
}

/** Operations by the values of the node's two selectors. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * Finds the ID of a record by its name. A need with a name of its own, among the facts, comes first. Undefined: nothing
 * can be read yet, as the record's parent isn't known.
 */
export type NameLookup = (
	name: string,
	parameters: Parameters,
	context: PlanContext,
) => (Omit<Need, 'fact'> & Partial<Pick<Need, 'fact'>>) | undefined;

/** By the methods that fill the locators' lists. */
export type NameLookups = ReadonlyMap<string, NameLookup>;

/** The shared engine's description of one API. */
export interface Api extends ErrorForm {
	credentialType: string;
	/** Names of the credential's properties that must never be shown. */
	secretCredentialProperties: readonly string[];
	/** The labels of the credential's properties that form the Authorization header, by their names. */
	authorizationProperties: Readonly<Record<string, string>>;
	/** The key of a success body that contains the payload. */
	payloadKey: string;
	/** The key with a record's ID. */
	idKey: string;
	/** The key of a response with the request's ID. */
	requestIdKey: string;
	expectedLimit: RateLimit;
	/** What statuses mean that only this API gives a meaning. */
	reasons: Readonly<Record<number, ErrorReason>>;
	/** Returns the next step after a refused request with this HTTP status, in whole sentences. */
	adviceFor(status: number, permission?: string): string;
	/** Returns what a refusal with this status means that only this API gives a meaning, without its full stop. */
	headlineFor?(status: number, permission?: string): string | undefined;
	/** Spells a planned request as the deployment does: so it is shown, hashed, journalled and sent. */
	toWire<Request extends HttpRequest>(request: Request, credential: Readonly<JsonObject>): Request;
	/** Spells a success body as the node does. */
	fromWire(body: JsonObject, credential: Readonly<JsonObject>): JsonObject;
	/** Whether the API that a credential is for is known well enough to call an unusual value a mistake. */
	refusesUnusual?: (credential: Readonly<JsonObject>) => boolean;
	/** Set if a credential may leave a value open that the API knows. */
	completion?: Completion;
}

/** The value that a credential may leave open. */
interface Completion {
	/** The path of the issue with a credential that isn't complete. */
	issuePath: string;
	/** Whether the credential and the node's options leave the value open. */
	isNeeded: (credential: Readonly<JsonObject>, options: JsonObject) => boolean;
	/** The read whose fact, a text, becomes this member of the credential. */
	need: Need;
	member: string;
	/** The read's name in the log. */
	purpose: string;
}
