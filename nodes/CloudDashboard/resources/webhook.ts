import { z } from 'zod';
import { asWritten, changesText, listed, quoteName } from '../../engine/approval/sentences';
import { choice, description, FILLED, text } from '../../engine/body/fields';
import { secretMap } from '../../engine/body/rows';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isJsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import { resource } from '../../engine/resource';
import { changedFields, newFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { getMany, ofParent, recordName } from '../../features/record/record';
import { webhookRecord } from '../../clickStack/records';
import { replaced } from './current';

const SERVICES = { generic: 'Generic', incidentio: 'incident.io', slack: 'Slack' };
/** A header name that ClickStack accepts. */
const HEADER_NAME = /^[A-Za-z!#$%&'*+.^_`|~-][\w!#$%&'*+.^`|~-]{0,255}$/;
const NO_CONTROL = /^[^\p{Cc}]*$/u;

const values = z
	.string()
	.max(4096)
	.regex(NO_CONTROL, 'contains a control character, such as a line break. Remove it.');

/** A collection can't show values for a field that isn't in it. */
function describe(isNew: boolean) {
	const notForSlack = isNew ? { when: { service: ['generic', 'incidentio'] } } : {};
	return description(
		'',
		{
			name: text('Name', {
				required: true,
				schema: FILLED.max(1024),
				placeholder: 'e.g. On-call workflow',
				description: 'The name of the webhook: only one of each service can have it',
			}),
			service: choice('Service', SERVICES, {
				selects: true,
				required: true,
				description: 'The receiver of the notifications',
			}),
			url: text('URL', {
				required: true,
				schema: z
					.string()
					.trim()
					.max(2048)
					.regex(
						/^https?:\/\/[^\s/]/i,
						"isn't a web address. Enter one that starts with https://.",
					),
				placeholder: 'e.g. https://n8n.example.com/webhook/alerts',
				description:
					'Where notifications are sent. Lists of webhooks show it to everyone in the team.',
			}),
			headers: secretMap('Headers', 'Header', {
				...notForSlack,
				schema: z.record(
					z.string().regex(HEADER_NAME, "contains a name that headers can't have. Correct it."),
					values,
				),
				description:
					'Headers of each notification, such as a secret. ClickStack never returns them.',
			}),
			body: text('Body', {
				...notForSlack,
				rows: 4,
				schema: z.string().max(16_384),
				placeholder: 'e.g. {"title":"{{title}}","state":"{{state}}"}',
				description:
					'The body of each notification, as a Handlebars template. Put quotes around every variable. Leave empty for a single text with all of them.',
			}),
			description: text('Description', { schema: z.string().max(2048) }),
			queryParams: secretMap('Query Parameters', 'Parameter', {
				...notForSlack,
				schema: z.record(z.string().min(1).max(1024).regex(NO_CONTROL), values),
				description: 'Parameters to add to the URL. ClickStack never returns them.',
			}),
		},
		{ panel: ['name', 'service', 'url', 'headers', 'body'] },
	);
}

const PRIVATE_ADDRESS =
	"Correct the fields as the API's message explains. ClickStack refuses localhost and private addresses: enter one that it can reach. The URLs of n8n start with its WEBHOOK_URL. A ClickStack of your own allows more hosts by WEBHOOK_HOSTNAME_ALLOWLIST.";

/** The host of a URL, without a login. */
const HOST = /^https?:\/\/(?:[^/?#]*@)?([^/?#]+)/i;
const SECRETS = ['headers', 'queryParams'];

/** Describes a webhook without possible secrets: only its URL's host, and the names of headers and parameters. */
function contentText(body: JsonObject): string {
	const { name, service, url, headers, queryParams, ...others } = body;
	const [, host = '?'] = HOST.exec(String(url)) ?? [];
	const named = [headers, queryParams].map((map, index) =>
		isJsonObject(map) ? [`; ${SECRETS[index] ?? ''}: ${listed(Object.keys(map)) || 'none'}`] : [],
	);
	const more = changesText(others);
	const rest = more === '' ? '' : ` (other fields: ${more})`;
	return `${quoteName(name)} (${quoteName(service)}) to ${asWritten(host)}${named.flat().join('')}${rest}`;
}

const replaces = replaced(
	'currentWebhook',
	webhookRecord,
	'Get Many',
	' Headers and query parameters stay if neither URL nor Service changes.',
);

/** Describes the values that an update loses because the API doesn't return them. */
function updateHints(body: JsonObject, _context: unknown, parameters: Parameters): string[] {
	const { url, service } = replaces.read(parameters).current ?? {};
	if (isAbsent(url) || (body.url === url && body.service === service)) return [];
	const lost = SECRETS.filter((key) => isAbsent(body[key]));
	return lost.length === 0
		? []
		: [
				`URL or Service changes, so ClickStack clears ${lost.join(' and ')} of the webhook, if it has any. Enter them again to keep them.`,
			];
}

const example = '{ "headers": {} }';

/** The API can't read a single webhook. */
export const webhook = resource(
	'Webhook',
	'Where alerts are sent, in ClickStack',
	{
		create: create(webhookRecord, {
			description: 'Create a webhook that alerts can notify',
			fields: newFields(describe(true), { example }),
			allowUnlisted: true,
			target: ['webhook', 'name'],
			advice: { 400: PRIVATE_ADDRESS },
			unknownOutcome: [
				'The webhook may have been created',
				'Check the webhooks of the team before you run the node again: the API refuses a second one with the same name.',
			],
			summarize: (body, parameters) =>
				`Create webhook ${contentText(body)}${ofParent(webhookRecord.parent, parameters, '')}`,
		}),
		delete: remove(webhookRecord, {
			description: "Delete a webhook permanently, unless it's the first one of an alert",
			advice: {
				409: 'Choose another webhook in these alerts: Alert → Get Many shows the channels of each. Then delete this one.',
			},
		}),
		getAll: getMany(webhookRecord, { description: 'Get the webhooks of the team' }),
		update: update(webhookRecord, {
			description: 'Replace the settings of a webhook',
			method: 'PUT',
			fields: changedFields(describe(false), { example, replaces, hints: updateHints }),
			allowUnlisted: true,
			renames: true,
			advice: { 400: PRIVATE_ADDRESS },
			summarize: (body, parameters) =>
				`Replace ${recordName(webhookRecord, parameters)} with ${contentText(body)}`,
		}),
	},
	'getAll',
);
