import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JsonObject } from './json';
import type { Issue } from './issue';
import type { ErrorReason, ErrorText } from './errorDetails';
import type { ErrorForm, HttpRequest, PagedList, RateLimit } from './request';

/** An item's parameters by name: expressions resolved, hidden parameters absent, names of chosen records added. */
export type Parameters = Readonly<Record<string, unknown>>;

/** An operation's plan for an item. Needs make the request incomplete. */
export interface Plan {
	request: HttpRequest;
	/** Hints are shown, and all other issues forbid sending. */
	issues: Issue[];
	/** Reads that complete the request. */
	needs?: readonly Need[];
	/** The body that identifies the item in later attempts. Defaults to the request's body. */
	inputBody?: JsonObject;
	/** Set if the request replaces a record, so that items build on each other. */
	replaces?: {
		/** Fact with the record. */
		fact: string;
		/** Keys that only the API sets. */
		readOnly: readonly string[];
		/** The record as it should be after the request. */
		after?: JsonObject | undefined;
	};
	/** Step before the request. */
	preparation?: Preparation;
}

/** Facts by name, from the item's needs. */
export type Facts = Readonly<Record<string, unknown>>;

/** A read that a plan depends on. It changes nothing, and equal needs are sent once for all items. */
export interface Need extends Pick<OperationTexts, 'advice' | 'permission'> {
	/** Name of the fact. */
	fact: string;
	/** Purpose of the read, which starts an error's description. */
	purpose: string;
	/** Subject of the read, in an error. */
	subject?: string | undefined;
	request: HttpRequest & ({ method: 'GET' } | { reads: true });
	/** Pages of a list. */
	pages?: PagedList | undefined;
	/** Finds the fact in a payload, or the problem. */
	factIn: (payload: unknown) => { value: unknown } | { problem: ErrorText };
	/**
	 * Turns a failed read into a fact. Without it, or with undefined, the item fails. `hasRead`: this process has read
	 * the collection with the same key.
	 */
	factOfFailure?: (failure: FailedRead, hasRead: boolean) => unknown;
}

/** Facts about a failed read that a plan may depend on. */
export interface FailedRead {
	/** Status of the API's refusal. Absent if the response isn't clear. */
	refusedWith?: number;
	/** True for a web page, which no API sends. */
	isWebPage: boolean;
}

/** A step before a change: nothing, a command followed by a wait, or only a wait. */
type Step = 'command' | 'none' | 'wait';

/** A record's state that a change requires, reached by a command or by waiting. */
export interface Preparation {
	/** Reads the record. All items share the wait. */
	check: HttpRequest;
	/** Derives the step from the check's payload. */
	stepIn: (payload: unknown) => Step;
	/** Step that the item's facts require. */
	step: Step;
	command: HttpRequest;
	/** The command's name at the start of a sentence, and its permission. */
	commandName: string;
	permission: string;
	/** Texts for the plan, and for errors after the command. */
	dryRunText: string;
	doneText: string;
	waiting: WaitOperation;
}

/** Everything a plan may depend on besides the item's parameters. */
export interface PlanContext {
	/** Start of the execution in milliseconds. */
	startedAt: number;
	/** The workflow's IANA time zone, for times without a zone. */
	timezone: string;
	/** Decrypted data of the API's credential. */
	credential: Readonly<JsonObject>;
	/** True if the API is known well enough to refuse unusual values. */
	refusesUnusual?: boolean | undefined;
	/** Decrypted data of the optional second credential, if selected. */
	extraCredential?: Readonly<JsonObject> | undefined;
	/** That credential's name in n8n. */
	extraCredentialName?: string | undefined;
	/** Facts read so far. */
	facts?: Facts;
	/** Milliseconds for a preparation. If omitted, nothing is prepared. */
	limits?: { maxWait: number };
}

/** Start and time zone of an execution, for reads without a credential. */
export type ReadTime = Pick<PlanContext, 'startedAt' | 'timezone'>;

/** Conditions that end an item's wait. */
export interface WaitRule {
	/** The awaited record's name in messages. */
	resource: string;
	/** The checked value's name in messages. A state is never empty, but another value can be. */
	valueKind: 'state' | 'value';
	/** Dotted path in the response, such as `result.state`. */
	valuePath: string;
	/** Awaited states, ignoring case. */
	waitFor: readonly string[];
	/** States that end the wait with an error. `waitFor` takes precedence. */
	giveUpOn: readonly string[];
	/** Full sentences by lower-case state, for states that the resource can't leave by itself. */
	advice?: ReadonlyMap<string, string> | undefined;
	/** Consecutive checks that must find an awaited state. */
	stableFor: number;
	/** Continues while the record doesn't exist. */
	waitForExistence: boolean;
	/** Milliseconds from the run's start. The first item's timeout applies to all. */
	timeout: number;
	/** Outputs the last record when the time is up, instead of an error. */
	outputOnTimeout: boolean;
	/** Label of the field that sets the timeout. Defaults to the wait operations' field. */
	timeoutLabel?: string;
}

/** The possible outcome, without a full stop, and the way to find out, in whole sentences. */
export type UnknownOutcome = readonly [happened: string, check: string];

/** Texts about an operation and its requests. */
export interface OperationTexts {
	/**
	 * The next step, in whole sentences, by a refusal's HTTP status. Replaces the API's advice. Also used for a success
	 * without the expected list.
	 */
	advice?: Readonly<Record<number, string>> | undefined;
	/** The required permission, as the API calls it. */
	permission?: string | undefined;
	/** Describes a valid request's effect for its approver, in a sentence without full stop. Facts are redacted. */
	summarize?: (request: HttpRequest, parameters: Parameters, facts: Facts) => string;
	/**
	 * Describes the request's subject, such as "thing 0c8f…". Undefined if the input doesn't show it. Throws nothing.
	 * Defaults to method and path.
	 */
	subjectOf?: (request: HttpRequest, parameters: Parameters) => string | undefined;
	/** Set if the request creates its subject. */
	isNew?: true;
}

/** Turns a success into items. */
export interface OperationOutput {
	/** Selects the payload's elements to output, in order. Defaults to all. */
	pick?: (elements: IDataObject[], parameters: Parameters, context: PlanContext) => IDataObject[];
	/** Makes an element's item. Defaults to the element itself, which Full Response always outputs. */
	toItem?: (element: IDataObject, parameters: Parameters, facts?: Facts) => IDataObject;
	/** True if the item's Output is Raw, so nothing is added. */
	choosesRaw?: (parameters: Parameters) => boolean;
	/** Outputs the response as sent: not renamed, and nothing redacted. */
	raw?: true;
	/** Payload keys whose secrets appear only in this response, so they're output. */
	secrets?: readonly string[];
	/** The item for a success without payload, such as a delete. If omitted, such a success is unclear. */
	emptyResult?: (parameters: Parameters) => IDataObject;
	/** True if a success without payload proves that the request worked. `body` is empty if there was none. */
	isEmptySuccess?: (body: JsonObject, status: number) => boolean;
	/** A hint about a success's payload, which is empty if there was none. `quote` redacts and shortens text. */
	successHint?: (
		payload: IDataObject,
		request: HttpRequest,
		quote: (text: string) => string,
		parameters?: Parameters,
	) => string | undefined;
}

interface OperationBase {
	/** Panel fields in order, including `options`. */
	properties: INodeProperties[];
	/**
	 * Plans and checks an item's request as far as the facts allow. Called again after each round of reads. Throws
	 * nothing; problems become `issues`.
	 */
	plan(parameters: Parameters, context: PlanContext): Plan;
	texts?: OperationTexts;
	output?: OperationOutput;
	/** An optional second credential type, used if the node selects a credential. */
	extraCredentialType?: string | undefined;
}

/** Reads a record, or anything else except a list. */
export interface ReadOperation extends OperationBase {
	kind: 'read';
}

export interface ListOperation extends OperationBase {
	kind: 'list';
	/** Paging, and the number of records wanted. */
	pages?: (parameters: Parameters) => PagedList | undefined;
	/** Hint if the API may have more records than its pages reach, in whole sentences. */
	cutHint?: string;
	/** Key of the list that the payload lacks, which makes the response unclear. */
	missingList?: (payload: unknown, parameters: Parameters) => string | undefined;
}

/** Repeats a read until its rule is met. Items with the same request share responses. */
export interface WaitOperation extends OperationBase {
	kind: 'wait';
	rule: (parameters: Parameters) => WaitRule;
}

/** Creates, updates, deletes, commands or checks something. Each request says whether it only reads. */
export interface ChangeOperation extends OperationBase {
	kind: 'change';
	/** Texts for an unclear response. */
	unknownOutcome?: UnknownOutcome;
	/**
	 * True if sending the request twice is harmless. After an unknown outcome, another attempt may then resend it; the
	 * same run never does. The body is the request's.
	 */
	repeatable?: true | ((body: JsonObject, facts: Facts) => boolean) | undefined;
	/** Set if a success only means that the API accepted the change and applies it later. */
	followsLater?: true;
	/** Parameter with the record's ID. */
	idParameter?: string | undefined;
}

/** Fields, texts, and the pure function from an item's parameters to a request. */
export type Operation = ChangeOperation | ListOperation | ReadOperation | WaitOperation;

/** Operations by the selectors' values. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * Finds a record's ID by its name. Needs for a parent's name come first. Undefined if the parent isn't known, so
 * nothing can be read yet.
 */
export type NameLookup = (
	name: string,
	parameters: Parameters,
	context: PlanContext,
) => (Omit<Need, 'fact'> & Partial<Pick<Need, 'fact'>>) | undefined;

/**
 * Keyed by the methods that fill the locators' lists. `nameOf` finds the name by the ID. Its need never fails: the fact
 * is null if the name can't be read.
 */
export type NameLookups = ReadonlyMap<string, Record<'idOf' | 'nameOf', NameLookup>>;

/** An API as the engine needs to know it. */
export interface Api extends ErrorForm {
	credentialType: string;
	/** Credential properties that must never be shown. */
	secretCredentialProperties: readonly string[];
	/** Labels of the credential properties that form the Authorization header, by name. */
	authorizationProperties: Readonly<Record<string, string>>;
	/** Key of the payload in a success body. */
	payloadKey: string;
	/** Key of a record's ID. */
	idKey: string;
	/** Key of the request's ID in a response. */
	requestIdKey: string;
	expectedLimit: RateLimit;
	/** Reasons for statuses with a meaning specific to this API. */
	reasons: Readonly<Record<number, ErrorReason>>;
	/** Next step after a refusal, in whole sentences. */
	adviceFor(status: number, permission?: string): string;
	/** Headline for a status with a meaning specific to this API, without a full stop. */
	headlineFor?(status: number, permission?: string): string | undefined;
	/** Spells a request as the deployment does. This spelling is shown, hashed, journaled and sent. */
	toWire<Request extends HttpRequest>(request: Request, credential: Readonly<JsonObject>): Request;
	/** Spells a success body as the node does. `path` is the one that was sent. */
	fromWire(body: JsonObject, credential: Readonly<JsonObject>, path: string): JsonObject;
	/** True if the credential's API is known well enough to call unusual values mistakes. */
	refusesUnusual?: (credential: Readonly<JsonObject>) => boolean;
	/** Set if a credential may lack a value that the API knows. */
	completion?: Completion;
}

/** The value that a credential may lack. */
interface Completion {
	/** True if the credential lacks the value. */
	isNeeded: (credential: Readonly<JsonObject>) => boolean;
	/** The read. Its fact has the name of the credential's field. */
	need: Need;
	/** The read's name in the log. */
	purpose: string;
}
