import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JsonBody, JsonObject } from './json';
import { isJsonObject } from './json';
import type { Issue, UnusualValues } from './issue';
import type { ErrorReason, ErrorText } from './errorDetails';
import type { Phrase } from './phrase';
import type { ErrorForm, HttpRequest, Limits, PagedList, RateLimit } from './request';

/** An item's parameters by name. Expressions are resolved, and hidden parameters are absent. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** What an item would send, as far as the facts are known. Any issue except a hint keeps the node from sending it. */
export interface Plan {
	issues: Issue[];
	request: HttpRequest;
	/** Entered values that the request lacks until its reads are done. They tell items apart in later attempts. */
	identity?: JsonObject | undefined;
	/** Reads that the request depends on. The node sends the request only when all of their facts are known. */
	needs?: readonly Need[];
	/** Marks a request that replaces the record in the facts. Later items then build on its result. */
	replaces?: {
		/** Keys that only the API sets. */
		readOnly: readonly string[];
		/** The record as it should be after the request. */
		expected?: JsonObject | undefined;
	};
	preparation?: Preparation | undefined;
}

/** Results of the item's needs, by name. If a read fails, that can be a fact too. */
export type Facts = Readonly<Record<string, unknown>>;

/** Name of the need for the record that a request changes. */
export const RECORD = 'record';

/**
 * The record to change, as the API returned it or as an earlier item should leave it. Undefined before it's read, and
 * if it can't be read.
 */
export function currentRecord({ [RECORD]: record }: Facts): JsonObject | undefined {
	return isJsonObject(record) ? record : undefined;
}

/** A read that a plan depends on. It changes nothing. If several items have the same need, the node reads once. */
export interface Need extends Pick<OperationTexts, 'advice' | 'permission'> {
	fact: string;
	/** Why the node reads: the start of an error's description. */
	purpose: string;
	/** What the node reads, for errors. */
	subject?: Phrase | undefined;
	request: HttpRequest & ({ method: 'GET' } | { onlyReads: true });
	pages?: PagedList | undefined;
	/** Finds the fact in a payload, or the problem. */
	factIn: (payload: unknown) => { value: unknown } | { problem: ErrorText };
	/** Turns a failed read into a fact. If omitted, or if it returns undefined, the item fails. */
	factOfFailure?: (failure: FailedRead) => unknown;
}

/** Facts about a failed read that a plan may depend on. */
export interface FailedRead {
	/** Status of the API's refusal. Absent if the response isn't clear. */
	refusedWith?: number;
	/**
	 * True if the API itself seems to have refused. Routers in front of the API use 404 too, so a 404 counts only in the
	 * API's own form. A web page never counts.
	 */
	isOwn: boolean;
	/** True if the API offers the collection, because this process has read it with the same key. */
	hasRead: boolean;
}

/** The state that a record needs before a change. The node sends a command or waits to reach it. */
export interface Preparation {
	/** The request that reads the record. All items share the wait. */
	check: HttpRequest;
	/** Derives the step from the check's payload. */
	stepIn: (payload: unknown) => Preparation['step'];
	/** What the item's facts require: nothing, a command and then a wait, or only a wait. */
	step: 'command' | 'none' | 'wait';
	command: HttpRequest;
	/** The command's name, as the start of a sentence, and its permission. */
	commandName: string;
	permission: string;
	/** Texts for a plan in which the command or the wait may come first, and for errors after the command. */
	dryRunText?: string | undefined;
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
	/** Depends on the item's option and the API. */
	unusualValues?: UnusualValues;
	/** Decrypted data of the optional second credential, if selected. */
	extraCredential?: Readonly<JsonObject> | undefined;
	/** The second credential's name in n8n. */
	extraCredentialName?: string | undefined;
	facts: Facts;
	/** An AI agent's model reads the texts, so they name no controls of the panel. */
	isTool?: boolean;
	/** The run's limits in milliseconds, from the first item. If omitted, nothing is prepared. */
	limits?: Pick<Limits, 'maxWait' | 'timeout'>;
}

/** The times that filters and periods depend on. */
export type ReadTime = Pick<PlanContext, 'startedAt' | 'timezone'>;

export interface WaitRule {
	/** The awaited record's name in messages. */
	resource: string;
	/** The checked value's name in messages. A state is never empty, but other values can be. */
	valueKind: 'state' | 'status' | 'value';
	/** Dotted path in the response, such as `result.state`. */
	valuePath: string;
	/** Awaited states, ignoring case. */
	waitFor: readonly string[];
	/** States that end the wait with an error. `waitFor` takes precedence. */
	giveUpOn: readonly string[];
	/** Whole sentences about states that the resource can't leave by itself, by state in lower case. */
	advice?: Readonly<Record<string, string>> | undefined;
	/** Consecutive checks that must find an awaited state. */
	stableFor: number;
	/** If true, the wait continues while the record doesn't exist. */
	waitForExistence: boolean;
	/** Milliseconds from the run's start. The first item's timeout applies to all. */
	timeout: number;
	/** If true, outputs the last record when the time is up. Otherwise, fails. */
	outputOnTimeout: boolean;
	/** Labels of the fields that set the rule. Advice names no other fields. */
	labels: { timeout: string; giveUpOn?: string; waitForExistence?: string };
}

/** What may have happened, without a period, and how to find out, in whole sentences. */
export type UnknownOutcome = readonly [happened: string, check: string];

export interface OperationTexts {
	/**
	 * The next step, in whole sentences, by the HTTP status of a refusal. Replaces the API's advice. Also used if a
	 * success lacks the expected list.
	 */
	advice?: Readonly<Record<number, string>> | undefined;
	/** The required permission, as the API calls it. */
	permission?: string | undefined;
	/** Describes a valid request's effect for its approver, in a sentence without a period. Facts are redacted. */
	summarize?: (request: HttpRequest, parameters: ParameterValues, facts: Facts) => Phrase;
	/**
	 * Describes what the request is about, such as "thing 0c8f…". Undefined if the input doesn't tell. Never throws.
	 * Defaults to method and path.
	 */
	subjectOf?: (request: HttpRequest, parameters: ParameterValues) => Phrase | undefined;
	/** Marks a request that makes its subject, such as a create. */
	createsSubject?: true;
}

/** Turns a success into items. */
export interface OperationOutput {
	/** Selects the payload's elements to output, in order. Defaults to all. */
	pick?: (elements: IDataObject[], parameters: ParameterValues, time: ReadTime) => IDataObject[];
	/** Makes an element's item. Defaults to the element itself, which Full Response always outputs. */
	toItem?: (element: IDataObject, parameters: ParameterValues, facts: Facts) => IDataObject;
	/** If users choose Raw as an item's Output, the node adds nothing to the item. */
	choosesRaw?: (parameters: ParameterValues) => boolean;
	/** Sends the request as entered and outputs any response as the API sent it, unlike `choosesRaw`. */
	raw?: true;
	/**
	 * Payload keys whose secrets are output, because only this response contains them. A record to write back keeps
	 * all.
	 */
	secrets?: readonly string[] | 'all';
	/**
	 * Makes the item for a success without payload, such as a delete's. If omitted, such a success leaves the outcome
	 * unknown.
	 */
	emptyResult?: (parameters: ParameterValues) => IDataObject;
	/** Decides whether a success without payload proves the change. Gets {} if there's no body. */
	isSuccessWithoutPayload?: (body: JsonObject, status: number, api: Api) => boolean;
	/** A hint to show with a success. Without a payload, it gets an empty object. `redact` also shortens text. */
	successHint?: (
		payload: IDataObject,
		request: HttpRequest,
		redact: (text: string) => string,
	) => string | undefined;
}

interface OperationBase {
	/** Panel fields in order, including `options`. */
	properties: INodeProperties[];
	/**
	 * Plans and checks an item's request as far as the facts allow. Called again after each round of reads. Throws
	 * nothing; problems become `issues`.
	 */
	plan(parameters: ParameterValues, context: PlanContext): Plan;
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
	pages?: (parameters: ParameterValues) => PagedList | undefined;
	/** Hint if the API may have more records than its pages reach, in whole sentences. */
	cutHint?: string;
	/** Key of the list that the payload lacks, which makes the response unclear. */
	missingList?: (payload: unknown, parameters: ParameterValues) => string | undefined;
}

/** Repeats a read until its rule is met. Items with the same request share responses. */
export interface WaitOperation extends OperationBase {
	kind: 'wait';
	rule: (parameters: ParameterValues) => WaitRule;
}

/** Creates, updates, deletes, commands, or checks something. Each request says whether it only reads. */
export interface ChangeOperation extends OperationBase {
	kind: 'change';
	/** Texts for an unclear response. */
	unknownOutcome?: UnknownOutcome;
	/**
	 * Set if sending the request twice is harmless. After an unknown outcome, another attempt may then resend it; the
	 * same run never does. The body is the request's.
	 */
	repeatable?: true | ((body: JsonObject, facts: Facts) => boolean) | undefined;
	/** Marks a change that the API only accepts and applies later. */
	followsLater?: true;
	idParameter?: string | undefined;
}

/** Fields, texts, and the pure function from an item's parameters to a request. */
export type Operation = ChangeOperation | ListOperation | ReadOperation | WaitOperation;

/** Operations by the selectors' values. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * The next read that turns a name into an ID, or an ID into a name: first the parent's, then the record's. Undefined
 * until the parent is known.
 */
export type NameRead = (
	name: string,
	parameters: ParameterValues,
	context: PlanContext,
) => (Omit<Need, 'fact'> & Partial<Pick<Need, 'fact'>>) | undefined;

/** The read that lists the names, or undefined until their parent is known. */
export type NamesRead = (parameters: ParameterValues, context: PlanContext) => Need | undefined;

/** How to look up the names and IDs of the records in a field's list. The reads for a summary never fail. */
export interface ListLookup {
	/** Operation that lists names and IDs. */
	listedBy: string;
	/** Finds the ID that a locator's name stands for. */
	idOf?: NameRead;
	/** Finds the name of a locator's ID. The fact is null if the name can't be read. */
	nameOf?: NameRead;
	/** Find the names of a multi-select's IDs. */
	namesOf?: readonly NamesRead[];
	/** Field that chooses the parent, which both `idOf` and `nameOf` need. */
	parentField?: string | undefined;
}

/** Keyed by the methods that fill the lists. */
export type NameLookups = ReadonlyMap<string, ListLookup>;

/** Starts the name of a fact whose value is an object with names by ID, or null if they can't be read. */
export const NAMES_OF = 'names of ';

/** An API as the engine needs to know it. */
export interface Api extends ErrorForm {
	credentialType: string;
	/** Credential properties that must never be shown. */
	secretCredentialProperties: readonly string[];
	/** Labels of the credential properties that form the Authorization header, by name. */
	authorizationProperties: Readonly<Record<string, string>>;
	/** A whole sentence if the credential's host is probably a typo. Such a host never gets the key. */
	hostIssue?: (credential: Readonly<JsonObject>) => string | undefined;
	/** Shown to users whose Base URL is missing or invalid. */
	exampleBaseUrl?: string;
	/** Start of the paths of requests, which people often paste with the Base URL. */
	versionPath: string;
	/** Key of the payload in a success body. */
	payloadKey: string;
	idKey: string;
	/** Key of the request's ID in a response. */
	requestIdKey: string;
	expectedLimit: RateLimit;
	/** Reasons for statuses with a meaning specific to this API. */
	reasons: Readonly<Record<number, ErrorReason>>;
	/** A sentence that follows the advice to check the Base URL. */
	baseUrlHint?: string;
	/** Matches a 404's message if an ID before the record's path is wrong. The operation's advice has other causes. */
	missingParent?: RegExp;
	/** Next step after a refusal, in whole sentences. The API's message may narrow it down. */
	adviceFor(status: number, permission?: string, message?: string): string;
	/** Headline for a status with a meaning specific to this API, without a period. */
	headlineFor?(status: number, permission?: string): string | undefined;
	/** Spells a request as the deployment does. This spelling is shown, hashed, journaled, and sent. */
	toWire<Request extends HttpRequest>(request: Request, credential: Readonly<JsonObject>): Request;
	/** Spells a success's payload, or a request's body, as the node does. `path` is the one that is sent. */
	fromWire(payload: JsonBody, credential: Readonly<JsonObject>, path: string): JsonBody;
	/** The credential's API is known well enough to call unusual values mistakes. */
	refusesUnusual?: (credential: Readonly<JsonObject>) => boolean;
	/**
	 * Says if a success without payload shows that a record was created. If omitted, only an empty body may show it.
	 */
	confirmsCreate?: (body: JsonObject, status: number) => boolean;
	/** Asks the API for a value that a credential may lack. */
	credentialLookup?: {
		isNeeded: (credential: Readonly<JsonObject>) => boolean;
		/** Its fact has the name of the credential's field. */
		need: Need;
		/** Stands for the value until it's known. A path that contains it needs the lookup. */
		example: string;
		/** The read's name in the log. */
		purpose: string;
	};
}
