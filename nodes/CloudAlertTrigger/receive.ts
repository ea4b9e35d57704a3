import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { chosenApi } from '../clickStack/authentication';
import { asObject } from '../engine/parameters/values';
import { receiveNotice } from './delivery';
import { readChoice } from './fields';
import { NodeMemories } from './memory';
import { SECRET_HEADER, secretOf } from './ownWebhook';
import { ownIds, secretValuesOf, storedRegistration, WEBHOOK } from './triggerSession';

/** Nodes remembered besides their static data. More are rare in a process. */
const MAX_NODES = 500;
const memories = new NodeMemories(MAX_NODES);

/** Receives a delivery. A wrong secret gets 401, everything else 200. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await hasSecret(context))) {
		context.logger.warn('ClickStack Alert Trigger: a delivery with a wrong secret was refused.');
		context.getResponseObject().status(401).json({ message: 'The secret is wrong.' });
		return { noWebhookResponse: true };
	}
	const choice = readChoice(context);
	const key = context.getHeaderData()['idempotency-key'];
	const body: unknown = context.getBodyData();
	const delivery = {
		key: typeof key === 'string' ? key : undefined,
		body: asObject(body),
		now: Date.now(),
	};
	// No awaits from here on, so that parallel calls see each other's notes.
	const data = context.getWorkflowStaticData('node');
	const node = nodeKey(context);
	const { item, memory } = receiveNotice(delivery, memories.recall(node, data), choice);
	memories.keep(node, memory);
	Object.assign(data, memory);
	if (item === undefined) return { webhookResponse: { message: 'Nothing to start' } };
	const warning = storedRegistration(context)?.warning;
	return {
		workflowData: [[{ json: { ...item, ...(warning !== undefined && { warnings: [warning] }) } }]],
	};
}

/** A test has its own webhook and its own static data. */
function nodeKey(context: IWebhookFunctions): string {
	const { workflowId, nodeId } = ownIds(context);
	return JSON.stringify([workflowId, nodeId, context.getMode() === 'manual']);
}

/**
 * True if a delivery has the webhook's secret. n8n doesn't reveal its test URL here, so the registered URL's secret
 * also counts.
 */
async function hasSecret(context: IWebhookFunctions): Promise<boolean> {
	const received = context.getHeaderData()[SECRET_HEADER];
	if (typeof received !== 'string') return false;
	const api = chosenApi(context);
	const secrets = secretValuesOf(api, await context.getCredentials(api.credentialType));
	const urls = [storedRegistration(context)?.url, context.getNodeWebhookUrl(WEBHOOK)];
	return urls
		.filter((url) => url !== undefined)
		.map((url) => areEqualTexts(received, secretOf({ ...ownIds(context), url }, secrets)))
		.includes(true);
}

/** Constant-time comparison. */
function areEqualTexts(received: string, expected: string): boolean {
	const [first, second] = [received, expected].map((text) =>
		createHash('sha256').update(text).digest(),
	);
	return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
