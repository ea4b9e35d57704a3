import { parseUrl } from '../engine/credentials/baseUrl';
import { z } from 'zod';
import { DELIVERED, DELIVERED_BY_NEWER } from '../clickStack/alerts';
import type { JsonObject } from '../engine/json';
import { includesAll } from '../engine/json';
import { keyedHash, keyOf } from '../engine/crypto';
import { address, phrase, quoted, quoteName } from '../engine/phrase';
import { redactSecrets } from '../engine/redaction/redact';
import { summaryText } from '../engine/summary/plainText';
import { shortened, andMore } from '../engine/text';

/** In lower case, because the case of header names doesn't matter. */
export const SECRET_HEADER = 'x-n8n-token';
const WEBHOOK_SERVICE = 'generic';
const WEBHOOK_KEY = 'webhook of the alert trigger';
const LONGEST_WEBHOOK_NAME = 200;
const LONGEST_ADDRESS = 500;
/** Split at slashes, `https://n8n.example.com` has a scheme, an empty part, and a host. */
const ORIGIN_PARTS = 3;

/**
 * Every value is quoted, so that the result is valid JSON even if an older server leaves a value empty. Three braces in
 * a row wouldn't compile.
 */
const TEMPLATE = `{${[...DELIVERED, ...DELIVERED_BY_NEWER]
	.map((name) => `"${name}":"{{${name}}}"`)
	.join(',')}}`;

export interface Listener {
	workflowId: string;
	workflowName: string;
	nodeId: string;
	url: string;
	/** The editor's test URL gets its own webhook. */
	isTest: boolean;
}

/** n8n stores this about the webhook. If the URL differs, the database is a copy, whose data belongs to another n8n. */
export const registrationSchema = z.object({
	webhookId: z.string(),
	url: z.string(),
	/** Differs from the credential's hash if the credential has changed since the registration. */
	secretHash: z.string(),
	alertIds: z.array(z.string()),
	/** Each item carries this warning if webhooks of this node lead to another address. */
	warning: z.string().optional(),
});
export type Registration = z.infer<typeof registrationSchema>;

/** Ends the webhook's name, which must be unique in a team. */
function nameEnding({ workflowId, nodeId, isTest }: Listener): string {
	return ` ${workflowId} ${nodeId}${isTest ? ' test' : ''}`;
}

/** Derives the secret from the credential alone, so that it needn't be stored. */
export function secretOf(
	{ workflowId, nodeId, url }: Pick<Listener, 'nodeId' | 'url' | 'workflowId'>,
	secrets: readonly unknown[],
): string {
	return keyedHash(JSON.stringify([workflowId, nodeId, url]), keyOf(secrets, WEBHOOK_KEY));
}

/**
 * The whole webhook, because an update clears omitted fields. `webhooks` are the existing webhooks, which may use the
 * name.
 */
export function webhookBody(
	listener: Listener,
	secret: string,
	webhooks: readonly JsonObject[],
): JsonObject & { name: string } {
	const { url } = listener;
	return {
		name: freeName(listener, webhooks),
		service: WEBHOOK_SERVICE,
		url,
		description: 'n8n creates and deletes this webhook with its workflow.',
		headers: { [SECRET_HEADER]: secret },
		body: TEMPLATE,
	};
}

/**
 * Several n8n instances can have the same workflow, so the name contains the host. If that name is taken, it contains
 * the URL.
 */
function freeName(listener: Listener, webhooks: readonly JsonObject[]): string {
	const { workflowName, url } = listener;
	const workflow = shortened(workflowName.replace(/\s+/g, ' ').trim(), LONGEST_WEBHOOK_NAME);
	const nameAt = (address: string): string =>
		`n8n: ${workflow} on ${shortened(address, LONGEST_ADDRESS)}${nameEnding(listener)}`;
	const short = nameAt(shortAddress(url));
	const isTaken = webhooks.some(
		(webhook) => isGeneric(webhook) && webhook['name'] === short && webhook['url'] !== url,
	);
	return isTaken ? nameAt(url) : short;
}

/** Finds the listener's webhook by its URL, whatever n8n has stored. Its name may have changed. */
export function findOwn(
	webhooks: readonly JsonObject[],
	listener: Listener,
	registration: Registration | undefined,
): JsonObject | undefined {
	const leading = webhooks.filter(
		(webhook) => isGeneric(webhook) && webhook['url'] === listener.url,
	);
	const namedWebhook = leading.find((webhook) => isNamedFor(webhook, listener));
	return namedWebhook ?? leading.find(({ id }) => id === registration?.webhookId);
}

/** Webhooks that a test of this node on this n8n has left. The next test adopts its own. */
export function leftByTests(webhooks: readonly JsonObject[], listener: Listener): JsonObject[] {
	if (listener.isTest) return [];
	const ending = nameEnding({ ...listener, isTest: true });
	return webhooks.filter(
		(webhook) => endsWith(webhook, ending) && isTestUrlOf(listener.url, webhook['url']),
	);
}

/**
 * Webhooks of n8n's former address, or of another n8n with a copy of the workflow. The node leaves them alone, because
 * it can't tell whose they are.
 */
export function webhooksAtFormerUrls(
	webhooks: readonly JsonObject[],
	listener: Listener,
): JsonObject[] {
	const testWebhooks = leftByTests(webhooks, listener);
	// A test must not touch the published workflow's webhook.
	const isOfNode = (webhook: JsonObject): boolean =>
		listener.isTest ? endsWith(webhook, nameEnding(listener)) : isNamedFor(webhook, listener);
	return webhooks.filter(
		(webhook) =>
			isOfNode(webhook) && webhook['url'] !== listener.url && !testWebhooks.includes(webhook),
	);
}

/** True if the webhook is as it should be. The API never shows headers, so they aren't compared. */
export function hasValues(webhook: JsonObject, { name, service, url, body }: JsonObject): boolean {
	const isSame = includesAll(webhook, { name, service, url });
	return isSame && (webhook['body'] === undefined || webhook['body'] === body);
}

/** Checks both names, because n8n doesn't say at the end whether it was a test. */
function isNamedFor(webhook: JsonObject, listener: Listener): boolean {
	return [false, true].some((isTest) => endsWith(webhook, nameEnding({ ...listener, isTest })));
}

function endsWith(webhook: JsonObject, ending: string): boolean {
	const { name } = webhook;
	return isGeneric(webhook) && typeof name === 'string' && name.endsWith(ending);
}

function isGeneric({ service }: JsonObject): boolean {
	return service === WEBHOOK_SERVICE;
}

function shortAddress(url: string): string {
	return parseUrl(url)?.host ?? url;
}

/** n8n's test URLs differ in a single part of the path: webhook-test instead of webhook, by default. */
function isTestUrlOf(url: string, otherUrl: unknown): boolean {
	if (typeof otherUrl !== 'string') return false;
	const [parts, otherParts] = [url.split('/'), otherUrl.split('/')];
	const differing = [...parts.keys()].filter((index) => parts[index] !== otherParts[index]);
	const [index = 0] = differing;
	return parts.length === otherParts.length && differing.length === 1 && index >= ORIGIN_PARTS;
}

/** The warning is stored and attached to every item, so it's bounded. */
const MAX_WEBHOOKS = 3;

export function warningAbout(formerWebhooks: readonly JsonObject[]): string | undefined {
	if (formerWebhooks.length === 0) return undefined;
	const shownWebhooks = formerWebhooks.slice(0, MAX_WEBHOOKS).map(({ name, id, url }) => {
		const webhook = phrase`${quoted(name)} (${quoteName(id)}), leading to ${address(url)}`;
		return summaryText(webhook, redactSecrets, () => undefined).text;
	});
	const omittedText = andMore(formerWebhooks.length - shownWebhooks.length);
	return `ClickStack still lists this node's webhook for another address: ${shownWebhooks.join('; ')}${omittedText}. If n8n has moved, remove that webhook from its alerts and delete it. If another n8n uses it, keep it.`;
}
