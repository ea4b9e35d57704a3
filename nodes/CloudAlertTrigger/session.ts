import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { apiPath, chosenApi, isManaged } from '../clickStack/authentication';
import { serviceIdField } from '../clickhouseCloud/identifiers';
import { inputError, requestError } from '../engine/errors/nodeErrors';
import { readCompletedCredential } from '../engine/execution/completion';
import { withReader } from '../engine/execution/reader';
import { pathSegment } from '../engine/issues/checks';
import { throwIssues } from '../engine/issues/issueTexts';
import type { Api, Parameters } from '../engine/operation';
import { coerceValue, emptyExpressionIssue, emptyTriggerFields } from '../engine/parameters/read';
import { asObject, textList, textListIssues } from '../engine/parameters/values';
import { SYSTEM_CLOCK } from '../engine/time';
import type { Calls } from './calls';
import { callsTo } from './calls';
import { ALERT_IDS, alertIdsField, OPTIONS, properties } from './fields';
import type { Listener, Registration } from './ownWebhook';
import { secretOf } from './ownWebhook';
import { storedRegistration } from './registration';

/** Self-hosted ClickStack allows a hundred requests a minute, so many alerts take longer than a minute. */
const LIMITS = { timeout: 60_000, maxWait: 180_000, maxRetries: 2, maxConcurrency: 1 };

/** The webhook's name in the node's description. */
export const WEBHOOK = 'default';

/** The context that a node's start and stop share. */
export interface Session {
	calls: Calls;
	listener: Listener;
	secret: string;
	isManaged: boolean;
	/** The data that n8n had stored before. */
	registration: Registration | undefined;
	/** Returns the chosen alerts, each once. Throws a `NodeOperationError` if the field can't be read. */
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
	const secret = secretOf(listener, secretsOf(api, credential));
	const opening = { api, credential, clock: SYSTEM_CLOCK, limits: LIMITS, secrets: [secret] };
	const purpose = 'setting up the webhook';
	return await withReader(context, { ...opening, purpose }, async ({ read, send }) => {
		return await task({
			calls: callsTo({ node, parameters, credential, read, send }),
			listener,
			secret,
			isManaged: isManaged(parameters),
			registration: storedRegistration(context),
			alertIds: () => chosenAlerts(context),
		});
	});
}

/** Returns the credential's values from which a webhook's secret is calculated. */
export function secretsOf(api: Api, credential: ICredentialDataDecryptedObject): unknown[] {
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
