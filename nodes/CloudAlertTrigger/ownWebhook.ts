import { z } from 'zod';
import type { JsonObject } from '../engine/json';
import { hashOf, keyedHash, keyOf } from '../engine/json';
import { shortened, wordsOf } from '../engine/text';

/** The header with the secret. Header names ignore case. */
export const SECRET_HEADER = 'x-n8n-token';
const SERVICE = 'generic';
const KEY_PURPOSE = 'webhook of the alert trigger';
const LONGEST_NAME = 200;

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

/** n8n's stored data about the webhook. */
export const registrationSchema = z.object({
	/** The end of the webhook's name: it shows data that was copied from another node. */
	ending: z.string(),
	webhookId: z.string(),
	url: z.string(),
	/** A hash of the secret, which shows whether the credential has changed. */
	secretHash: z.string(),
	alertIds: z.array(z.string()),
});
export type Registration = z.infer<typeof registrationSchema>;

/** Returns the end of the webhook's name. Names are unique in a team. */
export function nameEnding({
	workflowId,
	nodeId,
	isTest,
}: Pick<Listener, 'isTest' | 'nodeId' | 'workflowId'>): string {
	return ` ${workflowId} ${nodeId}${isTest ? ' test' : ''}`;
}

/** Returns a webhook's secret. Nobody stores it: it can be calculated from the credential alone. */
export function secretOf(
	{ workflowId, nodeId, url }: Pick<Listener, 'nodeId' | 'url' | 'workflowId'>,
	secrets: readonly unknown[],
): string {
	return keyedHash(JSON.stringify([workflowId, nodeId, url]), keyOf(secrets, KEY_PURPOSE));
}

/** Returns the whole webhook. An update clears omitted fields. */
export function webhookBody(listener: Listener, secret: string): JsonObject & { name: string } {
	const { workflowName, url } = listener;
	const workflow = shortened(workflowName.replace(/\s+/g, ' ').trim(), LONGEST_NAME);
	return {
		// Two n8n instances can have the same workflow.
		name: `n8n: ${workflow} on ${hostIn(url)}${nameEnding(listener)}`,
		service: SERVICE,
		url,
		description: 'n8n creates and deletes this webhook with its workflow.',
		headers: { [SECRET_HEADER]: secret },
		body: TEMPLATE,
	};
}

/** Returns a listener's webhook: the one with its name and URL, or else the registered one. */
export function findOwn(
	webhooks: readonly JsonObject[],
	listener: Listener,
	registration: Registration | undefined,
): JsonObject | undefined {
	const { url, isTest } = listener;
	const ending = nameEnding(listener);
	// n8n forgets a test's webhook with the test.
	const isOwn = isTest ? leadsToNode(url) : (other: unknown) => other === url;
	const named = webhooks.find((one) => endsWith(one, ending) && isOwn(one['url']));
	if (named !== undefined || registration?.ending !== ending) return named;
	return webhooks.find(({ id }) => id === registration.webhookId);
}

/** Returns the webhook to remove. n8n doesn't tell here whether it was a test: its URL does. */
export function findForRemoval(
	webhooks: readonly JsonObject[],
	listener: Listener,
	registration: Registration | undefined,
): JsonObject | undefined {
	return [false, true]
		.map((isTest) => findOwn(webhooks, { ...listener, isTest }, registration))
		.find((found) => found?.['url'] === listener.url || isRegistered(found, registration));
}

function isRegistered(webhook: JsonObject | undefined, registration: Registration | undefined) {
	return webhook !== undefined && webhook['id'] === registration?.webhookId;
}

/** Returns the webhooks that tests have left behind, unless the listener is a test. */
export function leftByTests(webhooks: readonly JsonObject[], listener: Listener): JsonObject[] {
	if (listener.isTest) return [];
	const ending = nameEnding({ ...listener, isTest: true });
	const isOwn = leadsToNode(listener.url);
	return webhooks.filter((one) => endsWith(one, ending) && isOwn(one['url']));
}

/** Returns whether a webhook is up to date, as far as the API shows it. It never shows headers. */
export function isCurrent(
	webhook: JsonObject,
	wanted: JsonObject,
	secret: string,
	registration: Registration | undefined,
): boolean {
	const { name, service, url, body } = wanted;
	const isSame = Object.entries({ name, service, url }).every(
		([key, value]) => webhook[key] === value,
	);
	const hasBody = webhook['body'] === undefined || webhook['body'] === body;
	return isSame && hasBody && registration?.secretHash === hashOf(secret);
}

function endsWith({ name, service }: JsonObject, ending: string): boolean {
	return service === SERVICE && typeof name === 'string' && name.endsWith(ending);
}

function hostIn(url: string): string {
	return URL.canParse(url) ? new URL(url).host : url;
}

/** Returns a function that tells whether two URLs lead to the same node, for tests or not. */
function leadsToNode(url: string): (other: unknown) => boolean {
	const nodeIn = (text: string): string => [hostIn(text), ...text.split('/').slice(-2)].join('/');
	const own = nodeIn(url);
	return (other) => typeof other === 'string' && nodeIn(other) === own;
}
