import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { apiPath, chosenApi } from '../clickStack/authentication';
import { objectIdIssues } from '../clickStack/records';
import { serviceIdField } from '../clickhouseCloud/identifiers';
import { TRY_LATER } from '../engine/errors/interruptions';
import { inputError, requestError } from '../engine/errors/nodeErrors';
import { normalBaseUrl } from '../engine/credentials/baseUrl';
import { secretValuesOf } from '../engine/credentials/readCredential';
import { openSession } from '../engine/execution/openSession';
import { throwIfInvalid } from '../engine/issues/issueMessages';
import type { ParameterValues } from '../engine/operation';
import type { ErrorDetails } from '../engine/errorDetails';
import { coerceValue } from '../engine/parameters/coercion';
import { emptyExpressionIssue, emptyTriggerFields } from '../engine/parameters/readParameters';
import { asObject, textList, textListIssues } from '../engine/parameters/values';
import { SYSTEM_CLOCK } from '../engine/time';
import { OPTIONS } from '../engine/parameterNames';
import { ALERT_IDS, alertIdsField, properties } from './parameters';
import type { Listener, Registration } from './ownWebhook';
import { registrationSchema, secretOf } from './ownWebhook';
import { RecordClient } from './recordClient';
import { NodeError } from 'n8n-workflow';
import { messageOfError } from '../engine/text';

/** Many alerts take minutes, because ClickStack limits the rate. */
const LIMITS = { timeout: 60_000, maxWait: 180_000, maxRetries: 2, maxConcurrency: 1 };

export const WEBHOOK = 'default';

const REGISTRATION = 'registration';

/** The start and the stop of a trigger both work with this. */
export interface OpenTrigger {
	context: IHookFunctions;
	client: RecordClient;
	listener: Listener;
	secret: string;
	/** n8n stored this for the URL. */
	registration: Registration | undefined;
}

export async function withOpenTrigger<Value>(
	context: IHookFunctions,
	purpose: 'removing the webhook' | 'setting up the webhook',
	task: (trigger: OpenTrigger) => Promise<Value>,
): Promise<Value> {
	const node = context.getNode();
	const api = chosenApi(context);
	const parameters = readAccess(context);
	const listener = listenerOf(context);
	const secretFor = (credential: ICredentialDataDecryptedObject) =>
		secretOf(listener, secretValuesOf(api, credential));
	const opening = {
		api,
		clock: SYSTEM_CLOCK,
		options: parameters[OPTIONS],
		limits: LIMITS,
		interruptions: TRY_LATER,
		purpose,
		secretsOf: (credential: ICredentialDataDecryptedObject) => [secretFor(credential)],
		errorFor: (error: ErrorDetails) => requestError(node, error),
	};
	return await openSession(context, opening, async (session) => {
		const { credential } = session;
		const { value: path, issues } = apiPath(parameters, credential);
		throwIfInvalid({ node, properties }, issues);
		const trigger = {
			context,
			client: new RecordClient(session, parameters, context),
			listener,
			secret: secretFor(credential),
			registration: ownRegistration(context),
		};
		const place = normalBaseUrl(credential['baseUrl'], api) + path;
		return await inTurn(place, async () => await task(trigger));
	});
}

/** The latest start or stop in this process, by ClickStack, and the latest unanswered calls, by delivery or firing. */
const latestTurns = new Map<string, Promise<unknown>>();

/**
 * Starts and stops read and replace the same alerts and webhooks, so they run one after another. So do calls with the
 * same delivery or firing.
 */
export async function inTurn<Value>(queue: string, task: () => Promise<Value>): Promise<Value> {
	const turn = (latestTurns.get(queue) ?? Promise.resolve()).then(task, task);
	latestTurns.set(queue, turn);
	try {
		return await turn;
	} finally {
		if (latestTurns.get(queue) === turn) latestTurns.delete(queue);
	}
}

export function ownIds(context: IHookFunctions | IWebhookFunctions) {
	const { id } = context.getWorkflow();
	return { workflowId: String(id), nodeId: context.getNode().id };
}

function readAccess(context: IHookFunctions): ParameterValues {
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

/** Chosen alerts without duplicates. Throws a `NodeOperationError` if the field is unreadable. */
export function readAlertIds(context: IHookFunctions): string[] {
	const value: unknown = context.getNodeParameter(ALERT_IDS, []);
	const stored = context.getNode().parameters[ALERT_IDS];
	const emptyIssues = emptyTriggerFields(alertIdsField, stored, value).map(emptyExpressionIssue);
	const ids = textList(value);
	const unreadable = [...emptyIssues, ...textListIssues(ALERT_IDS, value)];
	const issues = unreadable.length > 0 ? unreadable : objectIdIssues(ALERT_IDS, ids);
	throwIfInvalid({ node: context.getNode(), properties }, issues);
	// ClickStack spells IDs in lower case.
	return [...new Set(ids.map((id) => String(id).toLowerCase()))];
}

/** Undefined if n8n has stored nothing or something incomplete. */
export function storedRegistration(
	context: IHookFunctions | IWebhookFunctions,
): Registration | undefined {
	return registrationSchema.safeParse(context.getWorkflowStaticData('node')[REGISTRATION]).data;
}

/**
 * Undefined if the stored data belongs to another URL, because n8n's address has changed or its database is a copy.
 */
export function ownRegistration(context: IHookFunctions): Registration | undefined {
	const registration = storedRegistration(context);
	return registration?.url === context.getNodeWebhookUrl(WEBHOOK) ? registration : undefined;
}

/** When n8n restarts a published workflow, nobody waits for the outcome. */
export function isRestarting(context: IHookFunctions): boolean {
	const mode = context.getActivationMode();
	return mode === 'init' || mode === 'leadershipChange';
}

/** n8n saves this only if all of the workflow's webhooks could be created. */
export function storeRegistration(
	context: IHookFunctions,
	registration: Registration | undefined,
): void {
	const data: IDataObject = context.getWorkflowStaticData('node');
	if (registration === undefined) Reflect.deleteProperty(data, REGISTRATION);
	else data[REGISTRATION] = { ...registration };
}

/** Only n8n's own errors have a description. */
export function errorText(error: unknown): string {
	const description = error instanceof NodeError ? (error.description ?? '') : '';
	return `${messageOfError(error)} ${description}`.trim();
}

export function warn(context: IHookFunctions, text: string): void {
	context.logger.warn(`ClickStack Alert Trigger: ${text}`);
}
