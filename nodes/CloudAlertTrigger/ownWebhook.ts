import { z } from 'zod';
import type { JsonObject } from '../engine/json';
import { hashOf, keyedHash, keyOf } from '../engine/json';
import { shortened, wordsOf } from '../engine/text';

/** The header with the secret. Names of headers ignore case. */
export const SECRET_HEADER = 'x-n8n-token';
const SERVICE = 'generic';
const KEY_PURPOSE = 'webhook of the alert trigger';
const LONGEST_NAME = 200;

/** What every server delivers, and what only newer ones do. ClickStack, 5 and 7. */
export const DELIVERED = wordsOf('state title body link startTime endTime eventId');
export const DELIVERED_BY_NEWER = wordsOf(
	'alertId status alertType comparator threshold thresholdMax value groupKey sourceQuery teamId note',
);

/** Quoted, each is valid JSON, although older servers leave it empty. Three braces in a row wouldn't compile. */
const TEMPLATE = `{${[...DELIVERED, ...DELIVERED_BY_NEWER]
	.map((name) => `"${name}":"{{${name}}}"`)
	.join(',')}}`;

/** Where n8n listens for deliveries to a node. */
export interface Listener {
	workflowId: string;
	workflowName: string;
	nodeId: string;
	url: string;
	/** Whether the URL is for tests in the editor. It has a webhook of its own. */
	isTest: boolean;
}

/** What n8n stores about the webhook. */
export const registrationSchema = z.object({
	/** With what the webhook's name ends: data that was copied from another node doesn't count. */
	ending: z.string(),
	webhookId: z.string(),
	url: z.string(),
	/** A hash of the secret, which shows whether the credential has changed. */
	secretHash: z.string(),
	/** The alerts that it was added to. */
	alertIds: z.array(z.string()),
});
export type Registration = z.infer<typeof registrationSchema>;

/** Returns with what the webhook's name ends. Names are unique in a team. */
export function nameEnding({
	workflowId,
	nodeId,
	isTest,
}: Pick<Listener, 'isTest' | 'nodeId' | 'workflowId'>): string {
	return ` ${workflowId} ${nodeId}${isTest ? ' test' : ''}`;
}

/** Returns the secret of a webhook: nobody stores it, and it can be calculated from the credential alone. */
export function secretOf(
	{ workflowId, nodeId, url }: Pick<Listener, 'nodeId' | 'url' | 'workflowId'>,
	secrets: readonly unknown[],
): string {
	return keyedHash(JSON.stringify([workflowId, nodeId, url]), keyOf(secrets, KEY_PURPOSE));
}

/** Returns the whole webhook. An update that leaves something out clears it. */
export function webhookBody(listener: Listener, secret: string): JsonObject & { name: string } {
	const { workflowName, url } = listener;
	const workflow = shortened(workflowName.replace(/\s+/g, ' ').trim(), LONGEST_NAME);
	return {
		// Two instances of n8n can have the same workflow.
		name: `n8n: ${workflow} on ${hostIn(url)}${nameEnding(listener)}`,
		service: SERVICE,
		url,
		description: 'n8n creates and deletes this webhook with its workflow.',
		headers: { [SECRET_HEADER]: secret },
		body: TEMPLATE,
	};
}

/** Returns the webhook of a listener: the one with its name and URL, or else the registered one. */
export function findOwn(
	webhooks: readonly JsonObject[],
	listener: Listener,
	registration: Registration | undefined,
): JsonObject | undefined {
	const { url, isTest } = listener;
	const ending = nameEnding(listener);
	// What n8n knows of a test is lost with the test.
	const isOwn = isTest ? leadsToNode(url) : (other: unknown) => other === url;
	const named = webhooks.find((one) => endsWith(one, ending) && isOwn(one['url']));
	if (named !== undefined || registration?.ending !== ending) return named;
	return webhooks.find(({ id }) => id === registration.webhookId);
}

/** Returns the webhook that is to be removed. n8n doesn't tell then whether it was for a test: its URL does. */
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

/** Returns the webhooks that tests have left behind, for a listener that is none. */
export function leftByTests(webhooks: readonly JsonObject[], listener: Listener): JsonObject[] {
	if (listener.isTest) return [];
	const ending = nameEnding({ ...listener, isTest: true });
	const isOwn = leadsToNode(listener.url);
	return webhooks.filter((one) => endsWith(one, ending) && isOwn(one['url']));
}

/** Returns whether a webhook is as it should be, as far as the API shows it. It never shows headers. */
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

/** Returns a function that tells whether a URL leads to the same node as another one, for tests or not. */
function leadsToNode(url: string): (other: unknown) => boolean {
	const nodeIn = (text: string): string => [hostIn(text), ...text.split('/').slice(-2)].join('/');
	const own = nodeIn(url);
	return (other) => typeof other === 'string' && nodeIn(other) === own;
}
