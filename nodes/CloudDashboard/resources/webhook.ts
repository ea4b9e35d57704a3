import type { Issue } from '../../engine/issue';
import { onlyForText, sentenceHint, sentText, unusual } from '../../engine/issue';
import { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { asWritten, joinPhrases, phrase, phraseList, UNTOLD } from '../../engine/phrase';
import { otherFields } from '../../engine/summary/sentences';
import { choice, describeFields, FILLED, text } from '../../engine/body/fields';
import { secretMap } from '../../engine/body/rowLists';
import type { JsonObject } from '../../engine/json';
import {
	withoutAbsent,
	withoutUndefined,
	isAbsent,
	isJsonObject,
	parsedJson,
} from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { asObject } from '../../engine/parameters/values';
import { NEVER_EMPTY } from '../../engine/parameters/properties';
import { resource } from '../../engine/resource';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { getMany } from '../../features/record/record';
import { ADDED_FIELDS_LABEL } from '../../engine/parameterNames';
import type { Replacement } from '../../features/record/replacement';
import { NO_CHANGE, replacementText } from '../../features/record/replacement';
import { parseUrl } from '../../engine/credentials/baseUrl';
import { CORRECT_FIELDS } from '../../clickhouseCloud/api';
import { DELIVERED, DELIVERED_BY_NEWER } from '../../clickStack/alerts';
import { enumerated, nearestKnown } from '../../engine/text';
import { isManaged } from '../../clickStack/authentication';
import { STORED, webhookRecord } from '../../clickStack/records';

const SERVICES = { generic: 'Generic', incidentio: 'incident.io', slack: 'Slack' };
/** ClickStack accepts header names of this form. */
const HEADER_NAME = /^[A-Za-z!#$%&'*+.^_`|~-][\w!#$%&'*+.^`|~-]{0,255}$/;
const NO_CONTROL = /^[^\p{Cc}]*$/u;

/** URL parsers interpret backslashes differently, and the calling server refuses logins. */
const WEB_ADDRESS = z
	.string()
	.trim()
	.max(2048)
	.regex(/^https?:\/\/[^\s/]/i, "isn't a web address. Enter one that starts with https://.")
	.regex(/^[^\\]*$/, 'contains a backslash. Separate the parts with "/".')
	.refine((value) => parseUrl(value) !== undefined, "isn't a web address. Check its host and port.")
	.refine(hasNoLogin, 'contains a login, which ClickStack refuses. Enter it in Headers instead.');

function hasNoLogin(value: string): boolean {
	const url = parseUrl(value);
	return url === undefined || url.username + url.password === '';
}

const headerValue = z
	.string()
	.max(4096)
	.regex(NO_CONTROL, 'contains a control character, such as a line break. Remove it.');

const ADDRESS = 'Address that receives the notifications. Everyone in the team can see it.';
const CLEARS = 'If it changes, ClickStack clears headers and query parameters that you leave out.';

/**
 * A new webhook's fields depend on the service. An update's fields can't, because n8n can't resolve conditions in a
 * collection on fields outside of it.
 */
function webhookDescription(isNew: boolean) {
	const afterwards = (name: string) =>
		isNew
			? 'ClickStack never returns them.'
			: `They replace all current values, which ClickStack never returns. To remove all, enter { "${name}": {} } in ${ADDED_FIELDS_LABEL}.`;
	// An update would replace a stored secret with an empty text.
	const valueOptions = isNew ? {} : NEVER_EMPTY;
	const notForSlack = isNew ? { when: { service: ['generic', 'incidentio'] } } : {};
	return describeFields(
		'',
		{
			name: text('Name', {
				required: true,
				schema: FILLED.max(1024),
				placeholder: 'e.g. On-call workflow',
				description: 'Webhook name, unique among webhooks of the same service',
			}),
			service: choice('Service', SERVICES, {
				selects: true,
				required: true,
				description: isNew ? 'Receives the notifications' : `Receives the notifications. ${CLEARS}`,
			}),
			url: text('URL', {
				required: true,
				schema: WEB_ADDRESS,
				placeholder: 'e.g. https://n8n.example.com/webhook/alerts',
				description: isNew ? ADDRESS : `${ADDRESS} ${CLEARS}`,
			}),
			headers: secretMap('Headers', 'Header', {
				...notForSlack,
				valueOptions,
				ignoresCase: true,
				schema: z.record(
					z
						.string()
						.regex(
							HEADER_NAME,
							'contains an invalid header name. Start with a letter, then use letters, digits, and hyphens.',
						),
					headerValue,
				),
				description: `Headers of each notification, such as a secret. ${afterwards('headers')}`,
			}),
			body: text('Body', {
				...notForSlack,
				rows: 4,
				schema: z.string().max(16_384),
				placeholder: 'e.g. {"title":"{{title}}","state":"{{state}}"}',
				description: `Notification body, as a Handlebars template. Put quotes around every variable. ${
					isNew
						? 'Leave empty for a single text with all variables.'
						: 'Every update of an incident.io webhook needs it, because the API never returns it.'
				}`,
			}),
			description: text('Description', { schema: z.string().max(2048) }),
			queryParams: secretMap('Query Parameters', 'Parameter', {
				...notForSlack,
				valueOptions,
				schema: z.record(z.string().min(1).max(1024).regex(NO_CONTROL), headerValue),
				description: `Parameters of the URL. ${afterwards('queryParams')}`,
			}),
		},
		{ mainFields: ['name', 'service', 'url', 'headers', 'body'] },
	);
}

const VARIABLES = [...DELIVERED, ...DELIVERED_BY_NEWER, 'startTimeISO', 'endTimeISO'];

/** Reports likely slips in variables, which ClickStack would leave empty. Newer servers may know more variables. */
function* variableIssues({ body }: JsonObject): Iterable<Issue> {
	if (typeof body !== 'string') return;
	for (const [, name = ''] of body.matchAll(/\{\{\s*(\w+)\s*\}\}/g)) {
		const similarName = VARIABLES.includes(name) ? undefined : nearestKnown(name, VARIABLES);
		if (similarName === undefined) continue;
		const problem = `contains {{${name}}} (did you mean {{${similarName}}}?)`;
		yield { path: 'body', ...unusual(problem, 'Correct the variable.') };
	}
}

/** Handlebars reads `}}}` only after `{{{`. */
const VARIABLE = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}(?!\})/g;
/** What remains of a block, such as {{#if state}}, or of a comment depends on the notification. */
const BLOCK = /\{\{~?\s*[#^/!]/;

/** "[{{state}}] {{title}}" and "[Alert] {{title}}" look like JSON lists but are text. */
const JSON_TEMPLATE_START = /^\s*(?:\{(?!\{)|\[(?!\{\{[^{}]*\}\}\])\s*["{[])/;

/** Warns about broken JSON. ClickStack stores any text, so it shows only when a notification doesn't arrive. */
function* jsonIssues({ body }: JsonObject): Iterable<Issue> {
	if (typeof body !== 'string' || !JSON_TEMPLATE_START.test(body) || BLOCK.test(body)) return;
	if (parsedJson(body.replaceAll(VARIABLE, '0')) !== undefined) return;
	const problem =
		"isn't valid JSON with its variables filled in, so the receiver may reject it. Check quotes, commas, and brackets, and put a space between }} and }";
	yield { path: 'body', verdict: 'hint', text: sentText(problem) };
}

/** Warns about hosts without a dot, which are usual only in a self-hosted server's own cluster. */
function* hostIssues(
	{ url }: JsonObject,
	_context: PlanContext,
	parameters: ParameterValues,
): Iterable<Issue> {
	const host = parseUrl(String(url))?.host;
	if (!isManaged(parameters) || host === undefined || /[.[]|^localhost\b/.test(host)) return;
	const problem = "has a host without a dot, which ClickStack in ClickHouse Cloud can't find";
	yield { path: 'url', verdict: 'hint', text: sentText(problem) };
}

/** Warns about empty values, which ClickStack accepts, although they rarely make sense for a secret. */
function* emptySecrets(body: JsonObject): Iterable<Issue> {
	for (const path of SECRET_KEYS) {
		for (const [name, value] of Object.entries(body[path] ?? {})) {
			if (typeof value !== 'string' || value.trim() !== '') continue;
			yield { path, verdict: 'hint', text: sentText(`has an empty value for "${name}"`) };
		}
	}
}

const RULES = [variableIssues, jsonIssues, hostIssues, emptySecrets];

const PRIVATE_ADDRESS = `${CORRECT_FIELDS} ClickStack refuses localhost and private addresses, so enter an address it can reach. n8n's URLs start with its WEBHOOK_URL. Your own ClickStack allows more hosts with WEBHOOK_HOSTNAME_ALLOWLIST.`;

const SECRET_KEYS = ['headers', 'queryParams'];
/** Managed ClickStack has these webhooks, but its API can't change them. */
const ONLY_IN_CONSOLE = ['slack_api', 'pagerduty_api'];

/** Shows only a URL's host and the names of headers and parameters, because everything else may be secret. */
function withoutSecrets({ headers, queryParams, ...webhook }: JsonObject): JsonObject {
	const namesIn = (values: unknown) => (isJsonObject(values) ? Object.keys(values) : values);
	return withoutUndefined({
		...webhook,
		url: parseUrl(String(webhook.url))?.host,
		headers: namesIn(headers),
		queryParams: namesIn(queryParams),
	});
}

function keepsSecrets(body: JsonObject, { url, service }: JsonObject): boolean {
	return body.url === url && body.service === service;
}

/** ClickStack clears these secrets when the URL or the service changes. */
function lostSecrets(body: JsonObject, stored: JsonObject): string[] {
	if (keepsSecrets(body, stored)) return [];
	return SECRET_KEYS.filter((key) => body.service === 'slack' || isAbsent(body[key]));
}

/** The node can't add to these secrets, because the API never returns them. */
function replacedSecrets(body: JsonObject): string[] {
	return SECRET_KEYS.filter((key) => Object.keys(asObject(body[key])).length > 0);
}

function secretNouns(keys: readonly string[]): string {
	const nouns = keys.map((key) => key.replace('queryParams', 'query parameters'));
	return enumerated(nouns, 'and');
}

const HIDDEN_BODY =
	"is needed for incident.io webhooks. The API doesn't return it, so an update without it would clear it. Enter it again, or {{ null }} to remove it.";

const WEBHOOK_REPLACEMENT: Replacement = {
	...STORED,
	// The API never returns headers and parameters, and keeps them unless URL or service changes.
	keptKeys: { headers: { clearedBy: {} }, queryParams: { clearedBy: {} } },
	drops: ({ service }, stored) => ((service ?? stored.service) === 'slack' ? ['body'] : []),
	adjust: (merged, change, stored) => {
		// The API refuses these keys for Slack, even if empty.
		const body = merged.service === 'slack' ? withoutAbsent(merged, SECRET_KEYS) : merged;
		return { body, issues: [...refusals(change, stored), ...lossHints(body, stored)] };
	},
};

function* refusals(change: JsonObject, stored: JsonObject): Iterable<Issue> {
	const { service = stored.service } = change;
	const kind = ONLY_IN_CONSOLE.find((consoleKind) => consoleKind === stored.service);
	if (kind !== undefined) {
		const problem = `is a ${kind} webhook, which you can't update through the API. Edit it in ClickHouse Cloud.`;
		yield { path: 'webhookId', text: problem };
	}
	if (service === 'slack') {
		for (const path of ['body', ...SECRET_KEYS]) {
			if (isAbsent(change[path])) continue;
			const use = 'generic and incident.io webhooks';
			yield { path, text: onlyForText(use) };
		}
	} else if (stored.service === 'incidentio' && !Object.hasOwn(change, 'body')) {
		yield { path: 'body', text: HIDDEN_BODY };
	}
}

function lossHints(body: JsonObject, stored: JsonObject): Issue[] {
	if (keepsSecrets(body, stored)) {
		const replaced = replacedSecrets(body);
		if (replaced.length === 0) return [];
		const text = `The entered ${secretNouns(replaced)} replace all current ${secretNouns(replaced)}. To keep a current value, enter it again.`;
		return [sentenceHint(text)];
	}
	const lost = lostSecrets(body, stored);
	if (lost.length === 0) return [];
	const remedy = body.service === 'slack' ? '' : ' To keep them, enter them again.';
	return [
		sentenceHint(
			`Because URL or Service changes, ClickStack clears the webhook's ${secretNouns(lost)}.${remedy}`,
		),
	];
}

/** Describes what an update changes. Removals come first, and a URL is shown only by its host. */
function changesOfWebhook(body: JsonObject, stored: JsonObject): Phrase {
	const lost = lostSecrets(body, stored);
	const replaced = replacedSecrets(body);
	const after = withoutSecrets(withoutAbsent(body, replaced));
	const before = { url: after.url, ...withoutSecrets(stored) };
	const isSameHost = body.url !== stored.url && after.url === before.url;
	const changes = replacementText(after, before, WEBHOOK_REPLACEMENT);
	const clauses = [
		...(lost.length === 0 ? [] : [`clears any ${secretNouns(lost)}`]),
		...replaced.map(
			(key) =>
				phrase`replaces all ${secretNouns([key])} with ${phraseList(Object.keys(asObject(body[key])))}`,
		),
		...(changes === NO_CHANGE && (isSameHost || replaced.length > 0) ? [] : [changes]),
		...(isSameHost ? [phrase`a different URL at ${asWritten(after.url)}`] : []),
	];
	return [joinPhrases(clauses, '; '), body.url === stored.url ? '' : UNTOLD];
}

const example = '{ "headers": {} }';

/** The API can't read a single webhook, only the list. */
export const webhook = resource('Webhook', 'An address that receives alerts', {
	create: create(webhookRecord, {
		description: 'Create a webhook that alerts can notify',
		fields: wholeBodyFields(webhookDescription(true), { example, rules: RULES }),
		offersAllowUnusual: true,
		advice: { 400: PRIVATE_ADDRESS },
		summaryEnd: (body) => [otherFields(withoutSecrets(body)), UNTOLD],
	}),
	delete: remove(webhookRecord, {
		breaks:
			"alerts that also notify another webhook can't be changed until you remove this webhook from them",
		description:
			"Delete a webhook permanently. ClickStack refuses if this webhook is the first in an alert's list.",
		advice: {
			409: "Choose a different webhook in the alerts that use this webhook, then delete it. Alert → Get Many shows each alert's channels.",
		},
	}),
	getAll: getMany(webhookRecord, { description: "Get the team's webhooks" }),
	update: update(webhookRecord, {
		description: 'Change a webhook',
		fields: changedFields(webhookDescription(false), {
			example,
			replacement: WEBHOOK_REPLACEMENT,
			rules: RULES,
		}),
		offersAllowUnusual: true,
		advice: { 400: PRIVATE_ADDRESS },
		describeChanges: changesOfWebhook,
	}),
});
