import { areEqualTexts } from '../engine/crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { chosenApi } from '../clickStack/authentication';
import { secretValuesOf } from '../engine/credentials/readCredential';
import { FIRST_ERROR_STATUS } from '../engine/http/response';
import { asObject } from '../engine/parameters/values';
import { SYSTEM_CLOCK } from '../engine/time';
import { receiveDelivery } from './delivery';
import { readChoice } from './parameters';
import { remember } from './memory';
import { SECRET_HEADER, secretOf } from './ownWebhook';
import { ownIds, storedRegistration, WEBHOOK } from './triggerSetup';

/** Receives a delivery. A wrong secret gets 401, invalid settings of the node 500, everything else 200. */
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
		now: SYSTEM_CLOCK.now(),
	};
	const node = nodeKey(context);
	const data = context.getWorkflowStaticData('node');
	const { item, memory } = receiveDelivery(delivery, remember(node, data), choice);
	Object.assign(data, memory);
	const response = context.getResponseObject();
	// If n8n can't start the workflow, it responds with an error and saves nothing, and ClickStack calls again.
	response.once('finish', () => {
		if (response.statusCode < FIRST_ERROR_STATUS) remember(node, memory);
	});
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
