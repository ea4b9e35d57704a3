import type { IHookFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { isManaged } from '../clickStack/authentication';
import { alertRecord, webhookRecord } from '../clickStack/records';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import { isJsonObject, textMember } from '../engine/json';
import { hashOf } from '../engine/crypto';
import { redactSecrets } from '../engine/redaction/redact';
import type { ErrorText } from '../engine/errorDetails';
import {
	addToAlerts,
	alertsThatNotify,
	latestAddition,
	noAlert,
	removeFromAlerts,
	retireWebhook,
} from './alertChanges';
import { readChoice } from './parameters';
import type { Registration } from './ownWebhook';
import {
	findOwn,
	hasValues,
	webhooksAtFormerUrls,
	leftByTests,
	webhookBody,
	warningAbout,
} from './ownWebhook';
import { notShown } from '../engine/text';
import type { OpenTrigger } from './openTrigger';
import {
	isRestarting,
	ownRegistration,
	readAlertIds,
	storeRegistration,
	withOpenTrigger,
	errorText,
	warn,
} from './openTrigger';

/** Only reads are sent. False makes n8n call `register`. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await keptAtRestart(context, async (trigger) => {
		const inventory = await readInventory(trigger);
		const { webhooks, webhookId, alerts, chosenIds, testWebhooks, isWorking } = inventory;
		const { listener, secret, registration } = trigger;
		const webhook = webhooks.find(({ id }) => id === webhookId);
		const isCurrent = webhook && hasValues(webhook, webhookBody(listener, secret, webhooks));
		if (!isCurrent || !isWorking || testWebhooks.length > 0) return false;
		// Somebody may have acted on the warning since, so `register` checks again.
		if (registration?.warning !== undefined) return false;
		const notifying = alertsThatNotify(alerts, webhookId);
		const haveWebhook = chosenIds.every((id) => notifying.includes(id));
		return haveWebhook && idsOfDroppedAlerts(trigger, inventory).length === 0;
	});
}

/**
 * Creates or adopts the webhook and adds it to the chosen alerts. If this throws, n8n calls `unregister`.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await keptAtRestart(context, async (trigger) => {
		const inventory = await readInventory(trigger);
		const { alerts, testWebhooks, chosenIds } = inventory;
		// Without a working webhook, any failure must stop the start.
		if (!inventory.isWorking) storeRegistration(context, undefined);
		await throwIfRefused(trigger, inventory);
		const webhookId = await writeWebhook(trigger, inventory);
		const droppedAlertIds = idsOfDroppedAlerts(trigger, inventory);
		const warning = warningAbout(inventory.formerWebhooks);
		if (warning !== undefined) warn(context, warning);
		const { listener, secret } = trigger;
		const registration = { webhookId, url: listener.url, secretHash: hashOf(secret), warning };
		storeRegistration(context, { ...registration, alertIds: [...chosenIds, ...droppedAlertIds] });
		await addToAlerts(trigger, chosenIds, { ...inventory, webhookId }, alerts);
		const unremovedIds = await removeFromAlerts(trigger, droppedAlertIds, webhookId);
		storeRegistration(context, { ...registration, alertIds: [...chosenIds, ...unremovedIds] });
		for (const { id } of testWebhooks) {
			const alertIds = alertsThatNotify(alerts, String(id));
			// The webhook in use already works, so a leftover isn't worth a failed start.
			await retireWebhook(trigger, String(id), alertIds, true).catch((error: unknown) => {
				warn(context, `A test's webhook ${String(id)} stays in ClickStack. ${errorText(error)}`);
			});
		}
		return true;
	});
}

/**
 * Turns failures at a restart into warnings, because the earlier webhook still works. Throwing would make n8n stop
 * listening and call `unregister`.
 */
async function keptAtRestart(
	context: IHookFunctions,
	task: (trigger: OpenTrigger) => Promise<boolean>,
): Promise<boolean> {
	const runTask = async (): Promise<boolean> => {
		readChoice(context);
		return await withOpenTrigger(context, 'setting up the webhook', task);
	};
	return await runTask().catch((error: unknown) => {
		if (!isRestarting(context) || ownRegistration(context) === undefined) throw error;
		warn(
			context,
			`The node couldn't check its webhook in ClickStack and kept it. ${errorText(error)}`,
		);
		return true;
	});
}

/** A test's webhook exists for two minutes, so nobody adds it to an alert manually. */
const NO_TEST_ALERT: ErrorText = {
	message: 'Choose an alert. Without one, nothing would arrive during the test.',
	description:
		"In Alert Names or IDs, choose a firing alert with a one-minute interval. You can also pin the sample event from the node's documentation, or publish the workflow and add its webhook to an alert in ClickStack.",
};

async function readInventory(trigger: OpenTrigger) {
	const { context, client, listener, secret, registration } = trigger;
	const chosenIds = readAlertIds(context);
	if (listener.isTest && chosenIds.length === 0) throw inputError(context.getNode(), NO_TEST_ALERT);
	const webhooks = await client.list(webhookRecord);
	const alerts = await client.list(alertRecord);
	const webhookId = webhookIdOf(findOwn(webhooks, listener, registration));
	const testWebhooks = leftByTests(webhooks, listener);
	const formerWebhooks = webhooksAtFormerUrls(webhooks, listener);
	// A deleted webhook blocks changes to alerts that still list it.
	const deletedId = deletedWebhook(webhooks, registration) ?? [];
	const removableIds = new Set([testWebhooks.map(({ id }) => id), deletedId].flat());
	const isWorking = webhookId !== undefined && registration?.secretHash === hashOf(secret);
	return {
		webhooks,
		alerts,
		webhookId,
		testWebhooks,
		formerWebhooks,
		chosenIds,
		removableIds,
		isWorking,
	};
}

type Inventory = Awaited<ReturnType<typeof readInventory>>;

const MAX_REFUSALS = 10;

/** Fails the start before any change if a chosen alert can't get the webhook. A restart only warns, see `addToAlerts`. */
async function throwIfRefused(trigger: OpenTrigger, inventory: Inventory): Promise<void> {
	const { context } = trigger;
	const { chosenIds, alerts } = inventory;
	if (isRestarting(context)) return;
	const refusals: ErrorText[] = [];
	for (const id of chosenIds) {
		const alert = alerts.find((record) => record['id'] === id);
		const change = alert
			? await latestAddition(trigger, alert, inventory)
			: { refusal: noAlert(id) };
		if (change !== undefined && 'refusal' in change) refusals.push(change.refusal);
	}
	const [refusal, ...furtherRefusals] = refusals;
	if (refusal === undefined) return;
	if (furtherRefusals.length === 0) {
		const description = `Nothing was changed. ${refusal.description}`;
		throw inputError(context.getNode(), { ...refusal, description });
	}
	const reasons = refusals
		.slice(0, MAX_REFUSALS)
		.map(({ message, description }) => `• ${message} ${description}`);
	const omitted = notShown(refusals.length - reasons.length, 'alert');
	throw inputError(context.getNode(), {
		message: `${String(refusals.length)} of the chosen alerts can't get the webhook.`,
		description: ['Nothing was changed.', ...reasons, ...omitted].join('\n'),
	});
}

/** Alerts that got the webhook from this node and are no longer chosen. Additions by people stay. */
function idsOfDroppedAlerts(
	{ listener, registration }: OpenTrigger,
	{ webhookId, alerts, chosenIds }: Inventory,
): string[] {
	// Nobody chooses a test's webhook manually, and n8n forgets tests.
	const isAdded = (id: string): boolean =>
		listener.isTest ||
		(registration?.webhookId === webhookId && registration?.alertIds.includes(id) === true);
	return alertsThatNotify(alerts, webhookId).filter((id) => !chosenIds.includes(id) && isAdded(id));
}

async function writeWebhook(
	trigger: OpenTrigger,
	{ webhookId, webhooks }: Pick<Inventory, 'webhookId' | 'webhooks'>,
): Promise<string> {
	const { client, listener, secret } = trigger;
	const body = webhookBody(listener, secret, webhooks);
	const advice = { 400: addressAdvice(trigger) };
	const writing = client.write(webhookRecord, webhookId, body, advice);
	const written = await writing.catch(async (error: unknown) => {
		const isRefused = error instanceof NodeApiError && error.httpCode === '400';
		if (webhookId !== undefined || !isRefused) throw error;
		// Another n8n instance may just have created this webhook or used its name.
		const latestWebhooks = await client.list(webhookRecord);
		const existingId = webhookIdOf(findOwn(latestWebhooks, listener, undefined));
		const isRenamed = webhookBody(listener, secret, latestWebhooks).name !== body.name;
		if (existingId === undefined && !isRenamed) throw error;
		return { id: await writeWebhook(trigger, { webhookId: existingId, webhooks: latestWebhooks }) };
	});
	return webhookId ?? webhookIdOf(written) ?? (await ownOrFail(trigger));
}

/** Finds the new webhook in the list, because the response may lack its ID. */
async function ownOrFail({ context, client, listener }: OpenTrigger): Promise<string> {
	const created = webhookIdOf(findOwn(await client.list(webhookRecord), listener, undefined));
	if (created !== undefined) return created;
	throw inputError(context.getNode(), {
		message: "ClickStack created a webhook, but doesn't list it.",
		description: "Try again. Then delete this workflow's unused webhooks in ClickStack.",
	});
}

function addressAdvice({ context, listener }: OpenTrigger): string {
	const allowed = isManaged(context.getNode().parameters)
		? ''
		: ", or add its host to WEBHOOK_HOSTNAME_ALLOWLIST in ClickStack's environment";
	return `If ClickStack refused the URL, it can't reach n8n at ${redactSecrets(listener.url)}. In n8n's environment, set WEBHOOK_URL to an address ClickStack can reach${allowed}.`;
}

/**
 * Removes the webhook from its alerts, and deletes it unless other alerts notify it. Logs failures, because n8n
 * couldn't unpublish the workflow if this threw.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	try {
		return await withOpenTrigger(context, 'removing the webhook', removeOwnWebhook);
	} catch (error) {
		warn(context, `The webhook in ClickStack couldn't be removed. ${errorText(error)}`);
		return false;
	}
}

async function removeOwnWebhook(trigger: OpenTrigger): Promise<boolean> {
	const { context, client, listener, registration } = trigger;
	const webhooks = await client.list(webhookRecord);
	const listedId = webhookIdOf(findOwn(webhooks, listener, registration));
	const webhookId = listedId ?? deletedWebhook(webhooks, registration);
	if (webhookId === undefined) return true;
	const isStored = registration?.webhookId === webhookId;
	const alertIds = isStored ? registration.alertIds : readAlertIds(context);
	const isListed = listedId !== undefined;
	const notifying = await retireWebhook(trigger, webhookId, alertIds, isListed);
	const remainingIds = alertIds.filter((id) => notifying.includes(id));
	// The next start adopts a webhook that is left.
	if (notifying.length === 0) storeRegistration(context, undefined);
	else if (isStored) storeRegistration(context, { ...registration, alertIds: remainingIds });
	return notifying.length === 0;
}

/** n8n may still store the ID of a webhook that ClickStack no longer lists. */
function deletedWebhook(
	webhooks: readonly JsonObject[],
	registration: Registration | undefined,
): string | undefined {
	const webhookId = registration?.webhookId;
	return webhooks.some(({ id }) => id === webhookId) ? undefined : webhookId;
}

function webhookIdOf(record: unknown): string | undefined {
	return isJsonObject(record) ? textMember(record, 'id') : undefined;
}
