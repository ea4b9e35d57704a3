import type { IDataObject, INodeProperties } from 'n8n-workflow';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON object as it travels in a request or an answer. */
export type JsonObject = Record<string, unknown>;

/** The values of one item's fields: parameter name to value, expressions resolved, hidden fields absent. */
export type Parameters = Readonly<Record<string, unknown>>;

/** One HTTP request, as planned. `path` is encoded and relative to the credential's base URL. */
export interface PlannedRequest {
	method: HttpMethod;
	path: string;
	body?: JsonObject;
}

/** One fault in one item's input: the field as the user sees it, what is wrong and how to mend it. */
export interface Issue {
	field: string;
	message: string;
}

/** What an operation would do for one item. With issues, the request must not be sent. */
export interface Plan {
	request: PlannedRequest;
	issues: Issue[];
}

/** Everything besides the item's fields that a plan may depend on. */
export interface PlanContext {
	/** The decrypted data of the API's credential. */
	credential: Readonly<JsonObject>;
	/** The decrypted data of the operation's optional second credential, where one is selected. */
	extraCredential?: Readonly<JsonObject> | undefined;
	/** The workflow's IANA time zone, for times that carry none. */
	timezone: string;
}

/** One operation: its fields, and the pure function from one item's fields to one request. */
export interface Operation {
	/** The fields of the panel, in order, `options` included. */
	properties: INodeProperties[];
	/** A credential type, besides the API's, that the operation uses where the node has one selected. */
	extraCredentialType?: string;
	/**
	 * For writes: what may have happened when no clear answer came, and how to find out.
	 * One or two whole sentences.
	 */
	unknownOutcome?: string;
	/** The item to give when success carries no payload, as for a delete. */
	emptyResult?: IDataObject;
	/** Builds and checks one item's request. Throws nothing; faults are `issues`. */
	plan(parameters: Parameters, context: PlanContext): Plan;
	/**
	 * Shapes the payload's elements before they become items (simplify, limit).
	 * Left out: the elements as they are.
	 */
	select?(elements: IDataObject[], parameters: Parameters): IDataObject[];
}

/** Operations by resource and by operation name, as the node's two selectors give them. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** What the shared engine must know of one API. */
export interface Api {
	credentialType: string;
	/** Names of the credential's members that must never be shown. */
	secretCredentialMembers: readonly string[];
	/** Names of body members whose content must never be shown, at any depth. */
	secretBodyMembers: readonly string[];
	/** The member of a success body that holds the payload. */
	payloadMember: string;
	/** The member of an error body that holds the service's own words. */
	errorMember: string;
	/** What to do next after a refused request with this HTTP status, in whole sentences. */
	adviceFor(status: number): string;
	/** Turns a success body from the deployment's spelling to the neutral one. */
	toNeutral(body: JsonObject, credential: Readonly<JsonObject>): JsonObject;
}
