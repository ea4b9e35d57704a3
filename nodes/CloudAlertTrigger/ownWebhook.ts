import { z } from 'zod';
import type { JsonObject } from '../engine/json';
import { hashOf, keyedHash, keyOf } from '../engine/json';
import { shortened, wordsOf } from '../engine/text';

/** The header with the secret. Header names ignore case. */
export const SECRET_HEADER = 'x-n8n-token';
const SERVICE = 'generic';
const KEY_PURPOSE = 'webhook of the alert trigger';
const LONGEST_NAME = 200;
const LONGEST_ADDRESS = 500;
/** The scheme, nothing and the host: `https://n8n.example.com`, split at slashes. */
const ORIGIN_PARTS = 3;

/** The properties that every server delivers, and the ones that only newer servers deliver. */
export const DELIVERED = wordsOf('state title body link startTime endTime eventId');
export const DELIVERED_BY_NEWER = wordsOf(
	'alertId status alertType comparator threshold thresholdMax value groupKey sourceQuery teamId note',
);

/** In quotes, each is valid JSON, although older servers leave it empty. Three braces in a row wouldn't compile. */
const TEMPLATE = `{${[...DELIVERED, ...DELIVERED_BY_NEWER]
	.map((name) => `"${name}":"{{${name}}}"`)
	.join(',')}}`;

/** The URL on which n8n waits for a node's deliveries. */
export interface Listener {
	workflowId: string;
	workflowName: string;
	nodeId: string;
	url: string;
	/** Whether it's the editor's test URL, which has its own webhook. */
	isTest: boolean;
}

/** n8n's stored data about the webhook. A copy of n8n's database has another n8n's: its URL tells. */
export const registrationSchema = z.object({
	webhookId: z.string(),
	url: z.string(),
	/** A hash of the secret, which shows whether the credential has changed. */
	secretHash: z.string(),
	alertIds: z.array(z.string()),
	/** A warning about this node's webhooks that lead elsewhere, for the items. */
	warning: z.string().optional(),
});
export type Registration = z.infer<typeof registrationSchema>;

/** The end of the webhook's name. Names are unique in a team. */
function nameEnding({
	workflowId,
	nodeId,
	isTest,
}: Pick<Listener, 'isTest' | 'nodeId' | 'workflowId'>): string {
	return ` ${workflowId} ${nodeId}${isTest ? ' test' : ''}`;
}

/** A webhook's secret. Nobody stores it: it can be calculated from the credential alone. */
export function secretOf(
	{ workflowId, nodeId, url }: Pick<Listener, 'nodeId' | 'url' | 'workflowId'>,
	secrets: readonly unknown[],
): string {
	return keyedHash(JSON.stringify([workflowId, nodeId, url]), keyOf(secrets, KEY_PURPOSE));
}

/** The whole webhook: an update clears omitted fields. `webhooks` are the existing ones, which may use its name. */
export function webhookBody(
	listener: Listener,
	secret: string,
	webhooks: readonly JsonObject[],
): JsonObject & { name: string } {
	const { url } = listener;
	return {
		name: freeName(listener, webhooks),
		service: SERVICE,
		url,
		description: 'n8n creates and deletes this webhook with its workflow.',
		headers: { [SECRET_HEADER]: secret },
		body: TEMPLATE,
	};
}

/** Names the host, since several n8n instances can have the same workflow, or the whole URL if that name is taken. */
function freeName(listener: Listener, webhooks: readonly JsonObject[]): string {
	const { workflowName, url } = listener;
	const workflow = shortened(workflowName.replace(/\s+/g, ' ').trim(), LONGEST_NAME);
	const nameAt = (address: string): string =>
		`n8n: ${workflow} on ${shortened(address, LONGEST_ADDRESS)}${nameEnding(listener)}`;
	const short = nameAt(shortAddress(url));
	const isTaken = webhooks.some(
		(webhook) => isGeneric(webhook) && webhook['name'] === short && webhook['url'] !== url,
	);
	return isTaken ? nameAt(url) : short;
}

/** A listener's own webhook leads to its URL, whatever n8n has stored. Its name may have been changed since. */
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

/** Webhooks that tests of this node have left behind on this n8n. The next test adopts its own. */
export function leftByTests(webhooks: readonly JsonObject[], listener: Listener): JsonObject[] {
	if (listener.isTest) return [];
	const ending = nameEnding({ ...listener, isTest: true });
	return webhooks.filter(
		(webhook) => endsWith(webhook, ending) && isTestUrlOf(listener.url, webhook['url']),
	);
}

/**
 * Webhooks of this node at another URL: n8n had that address before, or another n8n has a copy of the workflow. Nobody
 * can tell which from here, so they aren't changed.
 */
export function leadingElsewhere(
	webhooks: readonly JsonObject[],
	listener: Listener,
	storedId: string | undefined,
): JsonObject[] {
	const leftovers = leftByTests(webhooks, listener);
	// A test runs beside the published workflow, whose webhook is none of its business.
	const isOfNode = (webhook: JsonObject): boolean =>
		listener.isTest
			? endsWith(webhook, nameEnding(listener))
			: isNamedFor(webhook, listener) || (isGeneric(webhook) && webhook['id'] === storedId);
	return webhooks.filter(
		(webhook) =>
			isOfNode(webhook) && webhook['url'] !== listener.url && !leftovers.includes(webhook),
	);
}

/** True if a webhook is up to date, as far as the API shows it. It never shows headers. */
export function isCurrent(
	webhook: JsonObject,
	expected: JsonObject,
	secret: string,
	registration: Registration | undefined,
): boolean {
	const { name, service, url, body } = expected;
	const isSame = Object.entries({ name, service, url }).every(
		([key, value]) => webhook[key] === value,
	);
	const hasBody = webhook['body'] === undefined || webhook['body'] === body;
	return isSame && hasBody && registration?.secretHash === hashOf(secret);
}

/** At the end, n8n doesn't tell whether it was a test, so both names count. */
function isNamedFor(webhook: JsonObject, listener: Listener): boolean {
	return [false, true].some((isTest) => endsWith(webhook, nameEnding({ ...listener, isTest })));
}

function endsWith(webhook: JsonObject, ending: string): boolean {
	const { name } = webhook;
	return isGeneric(webhook) && typeof name === 'string' && name.endsWith(ending);
}

function isGeneric({ service }: JsonObject): boolean {
	return service === SERVICE;
}

function shortAddress(url: string): string {
	return URL.canParse(url) ? new URL(url).host : url;
}

/** n8n's URLs for tests differ from the others in one part of the path: webhook-test instead of webhook, by default. */
function isTestUrlOf(url: string, otherUrl: unknown): boolean {
	if (typeof otherUrl !== 'string') return false;
	const [parts, otherParts] = [url.split('/'), otherUrl.split('/')];
	const differing = [...parts.keys()].filter((index) => parts[index] !== otherParts[index]);
	const [index = 0] = differing;
	return parts.length === otherParts.length && differing.length === 1 && index >= ORIGIN_PARTS;
}
