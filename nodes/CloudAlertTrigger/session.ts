import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	INode,
	IWebhookFunctions,
} from 'n8n-workflow';
import { apiPath, chosenApi, isManaged } from '../clickStack/authentication';
import { serviceIdField } from '../clickhouseCloud/identifiers';
import { errorDetails, inputError, requestError } from '../engine/errors/nodeErrors';
import { readCompletedCredential } from '../engine/execution/completion';
import type { PayloadReader, PayloadResult } from '../engine/execution/reader';
import { withReader } from '../engine/execution/reader';
import { pathSegment } from '../engine/issues/checks';
import { throwIssues } from '../engine/issues/issueTexts';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { Api, OperationTexts, Parameters } from '../engine/operation';
import type { HttpRequest } from '../engine/request';
import { coerceValue, emptyExpressionIssue, emptyTriggerFields } from '../engine/parameters/read';
import { asObject, textList, textListIssues } from '../engine/parameters/values';
import { SYSTEM_CLOCK } from '../engine/time';
import type { ApiRecord } from '../features/record/record';
import { readList } from '../features/record/record';
import { ALERT_IDS, alertIdsField, OPTIONS, properties } from './fields';
import type { Listener, Registration } from './ownWebhook';
import { registrationSchema, secretOf } from './ownWebhook';

/** Self-hosted ClickStack allows a hundred requests a minute, so many alerts take longer than a minute. */
const LIMITS = { timeout: 60_000, maxWait: 180_000, maxRetries: 2, maxConcurrency: 1 };

/** The webhook's name in the node's description. */
export const WEBHOOK = 'default';

/** The key under which n8n stores the webhook's data. */
const REGISTRATION = 'registration';

/** The context that a node's start and stop share. */
export interface Session {
	calls: Calls;
	listener: Listener;
	secret: string;
	isManaged: boolean;
	/** The data that n8n had stored for this URL. */
	registration: Registration | undefined;
	/** The ID that n8n had stored for any URL. */
	storedId: string | undefined;
	/** The chosen alerts, each once. Throws a `NodeOperationError` if the field can't be read. */
	alertIds: () => string[];
}

/** Opens access to the API for a task. Throws n8n's errors. */
export async function withSession<Result>(
	context: IHookFunctions,
	task: (session: Session) => Promise<Result>,
): Promise<Result> {
	const node = context.getNode();
	const api = chosenApi(context);
	const parameters = readParameters(context);
	const { options } = parameters;
	const completed = await readCompletedCredential(context, { api, clock: SYSTEM_CLOCK, options });
	if ('error' in completed) throw requestError(node, completed.error, 0);
	const { credential } = completed;
	throwIssues({ node, properties }, apiPath(parameters, credential).issues);
	const listener = listenerOf(context);
	const secret = secretOf(listener, secretValuesOf(api, credential));
	const opening = { api, credential, clock: SYSTEM_CLOCK, limits: LIMITS, secrets: [secret] };
	const purpose = 'setting up the webhook';
	return await withReader(context, { ...opening, purpose }, async ({ read, send }) => {
		return await task({
			calls: callsTo({ node, parameters, credential, read, send }),
			listener,
			secret,
			isManaged: isManaged(parameters),
			registration: ownRegistration(context),
			storedId: storedRegistration(context)?.webhookId,
			alertIds: () => chosenAlerts(context),
		});
	});
}

/** The credential's values from which a webhook's secret is calculated. */
export function secretValuesOf(api: Api, credential: ICredentialDataDecryptedObject): unknown[] {
	return api.secretCredentialProperties.map((name) => credential[name]);
}

export function ownIds(context: IHookFunctions | IWebhookFunctions) {
	const { id } = context.getWorkflow();
	return { workflowId: String(id), nodeId: context.getNode().id };
}

function readParameters(context: IHookFunctions): Parameters {
	const { authentication } = context.getNode().parameters;
	const serviceId = coerceValue(serviceIdField, context.getNodeParameter(serviceIdField.name, ''));
	const options = asObject(context.getNodeParameter(OPTIONS, {}));
	return { authentication, serviceId, options };
}

function listenerOf(context: IHookFunctions): Listener {
	const url = context.getNodeWebhookUrl(WEBHOOK);
	const { name = '' } = context.getWorkflow();
	const isTest = context.getActivationMode() === 'manual';
	if (url !== undefined) return { ...ownIds(context), workflowName: name, url, isTest };
	throw inputError(context.getNode(), {
		message: 'n8n has no webhook URL for this node.',
		description: 'Save the workflow, then try again.',
	});
}

function chosenAlerts(context: IHookFunctions): string[] {
	const value: unknown = context.getNodeParameter(ALERT_IDS, []);
	const stored = context.getNode().parameters[ALERT_IDS];
	const empty = emptyTriggerFields(alertIdsField, stored, value).map(emptyExpressionIssue);
	const ids = textList(value);
	const unreadable = [...empty, ...textListIssues(ALERT_IDS, value)];
	const ofIds = unreadable.length > 0 ? [] : ids.flatMap((id) => pathSegment(ALERT_IDS, id).issues);
	throwIssues({ node: context.getNode(), properties }, [...unreadable, ...ofIds]);
	return [...new Set(ids.map(String))];
}

/** The webhook's data that n8n has stored, if it's complete. */
export function storedRegistration(
	context: IHookFunctions | IWebhookFunctions,
): Registration | undefined {
	return registrationSchema.safeParse(context.getWorkflowStaticData('node')[REGISTRATION]).data;
}

/** The stored data, unless it's of another URL: n8n's address has changed, or its database is a copy of another n8n's. */
export function ownRegistration(context: IHookFunctions): Registration | undefined {
	const registration = storedRegistration(context);
	return registration?.url === context.getNodeWebhookUrl(WEBHOOK) ? registration : undefined;
}

/** Whether n8n starts a workflow that was published before, rather than for somebody who waits for the outcome. */
export function isRestart(context: IHookFunctions): boolean {
	const mode = context.getActivationMode();
	return mode === 'init' || mode === 'leadershipChange';
}

/** Stores or removes the registration. n8n saves it only if all webhooks of the workflow could be created. */
export function storeRegistration(
	context: IHookFunctions,
	registration: Registration | undefined,
): void {
	const data: IDataObject = context.getWorkflowStaticData('node');
	if (registration === undefined) Reflect.deleteProperty(data, REGISTRATION);
	else data[REGISTRATION] = { ...registration };
}

type Failed = Extract<PayloadResult, { failure: unknown }>;

/** The requests that start and stop a trigger. They return records exactly as the API sent them. */
export interface Calls {
	/** All records of a kind. Throws a `NodeApiError` if any couldn't be read. */
	list: (kind: ApiRecord) => Promise<JsonObject[]>;
	/** A record, or undefined if the API has none with this ID. Throws a `NodeApiError`. */
	get: (kind: ApiRecord, id: string) => Promise<JsonObject | undefined>;
	/** Creates a record, or replaces the one with the ID. */
	write: (
		kind: ApiRecord,
		id: string | undefined,
		body: JsonObject,
		advice?: OperationTexts['advice'],
	) => Promise<PayloadResult>;
	/** Deletes a record. A missing record counts as deleted. Throws a `NodeApiError`. */
	remove: (kind: ApiRecord, id: string) => Promise<void>;
	/** Throws the `NodeApiError` of a failed request. */
	fail: (failed: Failed) => never;
}

/** The senders of the calls, with the parameters and the credential that form their paths. */
interface Target extends Pick<PayloadReader, 'read' | 'send'> {
	node: INode;
	parameters: Parameters;
	credential: Readonly<JsonObject>;
}

/** A record that is written back must not be redacted. */
const UNREDACTED = { output: { raw: true } } as const;

function callsTo({ node, parameters, credential, read, send }: Target): Calls {
	const pathOf = (kind: ApiRecord, id?: string): string => {
		const { path } = kind.collection(parameters, credential);
		return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
	};
	const fail = ({ error }: Failed): never => {
		throw requestError(node, error, 0);
	};
	return {
		list: async (kind) => {
			const operation = { ...readList(kind), ...UNREDACTED, properties: [] };
			const result = await read(operation, { ...parameters, returnAll: true });
			if ('failure' in result) return fail(result);
			if (Array.isArray(result.payload)) return result.payload.filter(isJsonObject);
			const message = `The response contains no list of ${kind.title}s.`;
			const details = errorDetails('unavailable', 'unknown', message, 'Try again later.', 1);
			throw requestError(node, details, 0);
		},
		get: async (kind, id) => {
			const request: HttpRequest = { method: 'GET', path: pathOf(kind, id) };
			const plan = () => ({ request, issues: [] });
			const result = await read({ kind: 'read', ...UNREDACTED, properties: [], plan }, parameters);
			if (!('failure' in result)) return isJsonObject(result.payload) ? result.payload : undefined;
			return isMissing(result) ? undefined : fail(result);
		},
		write: async (kind, id, body, advice) => {
			const method = id === undefined ? 'POST' : 'PUT';
			const request = { method, path: pathOf(kind, id), body } as const;
			return await send(request, { ...UNREDACTED, ...(advice && { texts: { advice } }) });
		},
		remove: async (kind, id) => {
			const request = { method: 'DELETE', path: pathOf(kind, id) } as const;
			const result = await send(request, { output: { emptyResult: () => ({}) } });
			if ('failure' in result && !isMissing(result)) fail(result);
		},
		fail,
	};
}

/** ClickStack answers in JSON, and for dashboards with these two words. Any other 404 comes from a gateway. */
function isMissing({ failure }: Failed): boolean {
	if (failure.kind !== 'rejected' || failure.response.status !== 404) return false;
	const { json, text } = failure.response;
	return json !== undefined || text.trim() === 'Not Found';
}
