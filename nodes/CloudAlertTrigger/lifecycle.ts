import type { IHookFunctions } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';
import { alertRecord, webhookRecord } from '../clickStack/records';
import { inputError, messageOfError } from '../engine/errors/nodeErrors';
import { hashOf, isJsonObject, textMember } from '../engine/json';
import { addToAlert, alertsThatNotify, checkAlerts, takeOutOfAlert } from './alerts';
import { alertName, notifies } from './channels';
import { readChoice } from './fields';
import type { Registration } from './ownWebhook';
import {
	findForRemoval,
	findOwn,
	isCurrent,
	leftByTests,
	nameEnding,
	webhookBody,
} from './ownWebhook';
import type { Calls, Session } from './session';
import { storeRegistration, withSession } from './session';

/** Returns whether the webhook and all chosen alerts are up to date. Only sends reads. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	readChoice(context);
	return await withSession(context, async (session) => {
		const { calls, listener, secret, registration } = session;
		const webhooks = await calls.list(webhookRecord);
		const own = findOwn(webhooks, listener, registration);
		const wanted = webhookBody(listener, secret);
		if (own === undefined || !isCurrent(own, wanted, secret, registration)) return false;
		if (leftByTests(webhooks, listener).length > 0) return false;
		const chosen = session.alertIds();
		const { alertIds = [] } = registration ?? {};
		if (chosen.length + alertIds.length === 0) return true;
		const notifying = alertsThatNotify(await calls.list(alertRecord), idOf(own));
		const hasLeft = alertIds.every((id) => chosen.includes(id) || !notifying.includes(id));
		return hasLeft && chosen.every((id) => notifying.includes(id));
	});
}

/**
 * Creates the webhook, or adopts an existing one, and adds it to the chosen alerts. Throws n8n's errors; n8n then calls
 * `unregister`.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	readChoice(context);
	return await withSession(context, async (session) => {
		const { calls, listener, secret } = session;
		const present = await readPresent(session);
		const { webhooks, alerts, left, chosen } = present;
		const known = new Set<unknown>(webhooks.map(({ id }) => id));
		const at = { calls, node: context.getNode() };
		await checkAlerts(at, chosen, alerts, { webhookId: present.webhookId, known });
		const webhookId = await writeWebhook(context, session, present.webhookId);
		const { url } = listener;
		const stored = { ending: nameEnding(listener), webhookId, url, secretHash: hashOf(secret) };
		for (const { id } of left) {
			const alertIds = alertsThatNotify(alerts, String(id));
			await removeWebhook(context, calls, { webhookId: String(id), isListed: true, alertIds });
		}
		const former = await takeOut(context, calls, formerAlerts(session, present), webhookId);
		storeRegistration(context, { ...stored, alertIds: [...chosen, ...former] });
		for (const id of chosen) await addToAlert(at, id, webhookId, known.add(webhookId));
		return true;
	});
}

/** Returns everything that a starting trigger finds: all webhooks, its own, leftovers from tests, and alerts. */
async function readPresent(session: Session) {
	const { calls, listener, registration } = session;
	const chosen = session.alertIds();
	const webhooks = await calls.list(webhookRecord);
	const webhookId = idOf(findOwn(webhooks, listener, registration));
	const left = leftByTests(webhooks, listener);
	const mayHaveFormer = webhookId !== undefined && (listener.isTest || registration !== undefined);
	const needsAlerts = chosen.length + left.length > 0 || mayHaveFormer;
	const alerts = needsAlerts ? await calls.list(alertRecord) : [];
	return { webhooks, alerts, webhookId, left, chosen };
}

/** Returns the alerts that still notify the webhook although no longer chosen. People chose the other webhooks. */
function formerAlerts(
	{ listener, registration }: Session,
	{ webhookId, alerts, chosen }: Awaited<ReturnType<typeof readPresent>>,
): string[] {
	// Nobody chooses a test's webhook by hand, and n8n forgets tests.
	const isAdded = (id: string): boolean =>
		listener.isTest ||
		(registration?.webhookId === webhookId && registration?.alertIds.includes(id) === true);
	return alertsThatNotify(alerts, webhookId).filter((id) => !chosen.includes(id) && isAdded(id));
}

/** Replaces or creates the webhook. Returns its ID. Throws n8n's errors. */
async function writeWebhook(
	context: IHookFunctions,
	session: Session,
	id: string | undefined,
): Promise<string> {
	const { calls, listener, secret } = session;
	const body = webhookBody(listener, secret);
	const result = await calls.write(webhookRecord, id, body, { 400: addressAdvice(session) });
	const hasFailed = 'failure' in result;
	const isNameTaken = hasFailed && id === undefined && result.error.httpCode === '400';
	if (hasFailed && !isNameTaken) return calls.fail(result);
	const written = hasFailed ? undefined : (id ?? idOf(result.payload));
	if (written !== undefined) return written;
	// Another n8n instance may have been faster.
	const webhooks = await calls.list(webhookRecord);
	const other = idOf(findOwn(webhooks, listener, undefined));
	if (other !== undefined) return await writeWebhook(context, session, other);
	if (hasFailed && !webhooks.some(({ name }) => name === body.name)) return calls.fail(result);
	throw inputError(context.getNode(), {
		message: `ClickStack has a webhook with the name "${body.name}" that leads to another URL.`,
		description: 'If nothing else uses it, delete it in ClickStack, then try again.',
	});
}

function addressAdvice({ listener, isManaged }: Session): string {
	const allowed = isManaged
		? ''
		: ', or add its host to WEBHOOK_HOSTNAME_ALLOWLIST in the environment of ClickStack';
	return `If it's about the URL: ClickStack must reach n8n at ${listener.url}. Set WEBHOOK_URL in the environment of n8n to an address that it can reach${allowed}.`;
}

/**
 * Removes the webhook from the alerts that it was added to, and deletes it unless others notify it. Logs failures
 * instead of throwing: otherwise n8n couldn't unpublish the workflow.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	try {
		return await withSession(context, async (session) => {
			const { calls, listener, registration } = session;
			const webhooks = await calls.list(webhookRecord);
			const found = idOf(findForRemoval(webhooks, listener, registration));
			const webhookId = found ?? ownRegistration(session)?.webhookId;
			if (webhookId === undefined) return true;
			const isStored = registration?.webhookId === webhookId;
			const alertIds = isStored ? registration.alertIds : session.alertIds();
			const webhook = { webhookId, isListed: found !== undefined, alertIds };
			const notifying = await removeWebhook(context, calls, webhook);
			const left = alertIds.filter((id) => notifying.includes(id));
			// The next start adopts the leftovers.
			if (notifying.length === 0) storeRegistration(context, undefined);
			else if (isStored) storeRegistration(context, { ...registration, alertIds: left });
			return notifying.length === 0;
		});
	} catch (error) {
		warn(context, `The webhook in ClickStack couldn't be removed. ${textOf(error)}`);
		return false;
	}
}

/** Returns the stored registration if it belongs to this node. It may be a copy of another node's data. */
function ownRegistration({ listener, registration }: Session): Registration | undefined {
	const isOwn = [false, true].some(
		(isTest) => registration?.ending === nameEnding({ ...listener, isTest }),
	);
	return isOwn ? registration : undefined;
}

/** A webhook to delete, and the alerts to remove it from. */
interface Removal {
	webhookId: string;
	isListed: boolean;
	alertIds: readonly string[];
}

/**
 * Removes a webhook from alerts, and deletes it if no alert notifies it any more: a deleted webhook in a further
 * channel would block all changes of its alert. Returns the alerts that still notify it. Throws n8n's errors.
 */
async function removeWebhook(
	context: IHookFunctions,
	calls: Calls,
	{ webhookId, isListed, alertIds }: Removal,
): Promise<string[]> {
	await takeOut(context, calls, alertIds, webhookId);
	const alerts = await calls.list(alertRecord);
	const notifying = alertsThatNotify(alerts, webhookId);
	if (notifying.length === 0) {
		if (isListed) await calls.remove(webhookRecord, webhookId);
		return [];
	}
	const names = alerts.filter((alert) => notifies(alert, webhookId)).map(alertName);
	warn(context, `The webhook ${webhookId} stays in ClickStack: ${names.join(', ')} notify it.`);
	return notifying;
}

/** Removes the webhook from alerts. Returns the alerts for which that failed. Throws nothing. */
async function takeOut(
	context: IHookFunctions,
	calls: Calls,
	alertIds: readonly string[],
	webhookId: string,
): Promise<string[]> {
	const left: string[] = [];
	for (const id of alertIds) {
		const reason = await takeOutOfAlert(calls, id, webhookId).catch(textOf);
		if (reason === undefined) continue;
		left.push(id);
		warn(context, `The webhook stays in an alert. ${reason}`);
	}
	return left;
}

/** Only n8n's own errors have a description. */
function textOf(error: unknown): string {
	const description = error instanceof NodeError ? (error.description ?? '') : '';
	return `${messageOfError(error)} ${description}`.trim();
}

function warn(context: IHookFunctions, text: string): void {
	context.logger.warn(`ClickStack Alert Trigger: ${text}`);
}

function idOf(record: unknown): string | undefined {
	return isJsonObject(record) ? textMember(record, 'id') : undefined;
}
