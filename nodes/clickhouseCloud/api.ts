import { memoized } from '../engine/caching';
import type { JsonBody, JsonObject } from '../engine/json';
import { isAbsent, isJsonObject, textMember } from '../engine/json';
import { hostOf } from '../engine/credentials/baseUrl';
import type { Api } from '../engine/operation';
import { byCursor } from '../engine/http/pages';
import type { HttpRequest, Paging } from '../engine/request';
import { CREATED, FORBIDDEN, NO_CONTENT } from '../engine/request';
import type { ErrorText } from '../engine/errorDetails';
import type { WithIssues } from '../engine/issue';
import { capitalized, counted, nearestKnown, UUID } from '../engine/text';
import { emptyToUndefined, isName } from '../engine/parameters/values';
import { pathSegment } from '../engine/parameters/pathSegment';
import { noPermissionHeadline, PERMISSION_PREFIX } from './permissions';

/** The node itself uses this spelling of the path segment for pipes, and this prefix of engine settings. */
export const NEUTRAL = { pipesSegment: 'pipes', engineSettingPrefix: 'engine_' };

const NEUTRAL_VERSION_MEMBER = 'engineVersion';

/** A dialect decides how paths and settings are spelled, and which operations are known. */
export type Dialect = 'standard' | 'clickhouseCloud' | 'custom';

/** If `apiDialect` contains this value, the host decides. */
export const AUTOMATIC_DIALECT = 'automatic';

/** Labels in the credential. With Custom, the credential sets the spellings. */
export const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
	standard: 'Standard',
	clickhouseCloud: 'ClickHouse Cloud',
	custom: 'Custom',
};

const CLICKHOUSE_CLOUD: typeof NEUTRAL = {
	pipesSegment: 'clickpipes',
	engineSettingPrefix: 'clickhouse_',
};
const API_HOST = 'api.clickhouse.cloud';
const CLICKHOUSE_CLOUD_HOST = /\.clickhouse\.cloud$/;
/** Also covers the console, the website, and services' own hosts. */
const CLICKHOUSE_DOMAIN = /(?:^|\.)clickhouse\.(?:cloud|com)$/;
/** Hosts such as api.staging or console-api may serve the API. */
const API_LABEL = /^(?:[\w-]+-)?api\./;
const CONSOLE_LABEL = /^console\./;

/**
 * A stored dialect wins over the host's dialect. Cached, because each item's plan asks several times, and parsing a URL
 * is slow.
 */
export const dialectOf = memoized(({ apiDialect, baseUrl }: Readonly<JsonObject>): Dialect =>
	isDialect(apiDialect) ? apiDialect : dialectOfHost(baseUrl),
);

/** Unknown hosts use the standard dialect. */
export function dialectOfHost(baseUrl: unknown): Dialect {
	return CLICKHOUSE_CLOUD_HOST.test(hostOf(baseUrl) ?? '') ? 'clickhouseCloud' : 'standard';
}

/** Catches a typo or the console's address, unless the user chose a dialect, which shows that the host is right. */
function hostIssue({ apiDialect, baseUrl }: Readonly<JsonObject>): string | undefined {
	if (isDialect(apiDialect)) return undefined;
	const host = hostOf(baseUrl) ?? '';
	if (isCloudHost(host, API_LABEL)) return undefined;
	const isNear = CLICKHOUSE_DOMAIN.test(host) || nearestKnown(host, [API_HOST]) !== undefined;
	if (!isNear) return undefined;
	return `Base URL is ${host}. Did you mean ${API_HOST}? If the host is right, choose its API Dialect.`;
}

function isCloudHost(host: string, label: RegExp): boolean {
	return CLICKHOUSE_CLOUD_HOST.test(host) && label.test(host);
}

/** ClickStack in ClickHouse Cloud takes a management key at these hosts. Its app's host isn't one of them. */
export function clickStackHostIssue({ baseUrl }: Readonly<JsonObject>): string | undefined {
	const host = hostOf(baseUrl) ?? '';
	if (![API_LABEL, CONSOLE_LABEL].some((label) => isCloudHost(host, label))) return undefined;
	return `Base URL is ${host}. ClickStack in ClickHouse Cloud uses a ClickHouse Cloud Management API credential. Select one in the node instead.`;
}

function isDialect(value: unknown): value is Dialect {
	return typeof value === 'string' && Object.hasOwn(DIALECT_NAMES, value);
}

/** The neutral spelling, unless the dialect or a custom credential sets another. */
function spelling(credential: Readonly<JsonObject>, member: keyof typeof NEUTRAL): string {
	const dialect = dialectOf(credential);
	if (dialect === 'clickhouseCloud') return CLICKHOUSE_CLOUD[member];
	const ownSpelling = dialect === 'custom' ? textMember(credential, member)?.trim() : undefined;
	return ownSpelling ?? NEUTRAL[member];
}

/** Only a custom segment can have an issue. */
export function pipesSegment(credential: Readonly<JsonObject>, label?: string): WithIssues<string> {
	return pathSegment('credential.pipesSegment', spelling(credential, 'pipesSegment'), label);
}

const SERVICE_PATH = /^(\/v1\/organizations\/[^/]*\/services\/[^/]*\/)(.*)$/;
/** Matches the rest of the path when the body is a pipe, or a pipe's settings. */
const PIPE_PATH = /^(?:\/[^/]+)?$/;
const SETTINGS_PATH = /^\/[^/]+\/settings$/;

/** Also splits paths of resources whose name starts like that of pipes, such as `pipesCdcScaling`. */
function pipesPathParts(path: string, segment: string) {
	const [, before = '', subpath = ''] = SERVICE_PATH.exec(path) ?? [];
	const after = subpath.slice(segment.length);
	const isOfPipes = subpath.startsWith(segment) && /^(?:[/?A-Z].*)?$/.test(after);
	return isOfPipes ? { before, after } : undefined;
}

/** Replaces the segment of pipes in a path, and the settings' names in the body. */
function toWire<Request extends HttpRequest>(
	request: Request,
	credential: Readonly<JsonObject>,
): Request {
	const { body } = request;
	const parts = pipesPathParts(request.path, NEUTRAL.pipesSegment);
	if (parts === undefined) return request;
	const { before, after } = parts;
	const path = before + pipesSegment(credential).value + after;
	if (!isJsonObject(body)) return { ...request, path };
	const prefix = spelling(credential, 'engineSettingPrefix');
	const spelled = (settings: JsonObject) =>
		respelled(settings, NEUTRAL.engineSettingPrefix, prefix).settings;
	if (SETTINGS_PATH.test(after)) return { ...request, path, body: spelled(body) };
	return { ...request, path, body: PIPE_PATH.test(after) ? withSettings(body, spelled) : body };
}

function withSettings(body: JsonObject, change: (settings: JsonObject) => JsonObject): JsonObject {
	const { settings } = body;
	return isJsonObject(settings) ? { ...body, settings: change(settings) } : body;
}

/** Changes the settings' prefix. `repeated` lists settings that exist with both prefixes; the new prefix wins. */
function respelled(settings: JsonObject, from: string, to: string) {
	const names = Object.keys(settings).map(
		(name) => [name, name.startsWith(from) ? to + name.slice(from.length) : name] as const,
	);
	const repeated = names.filter(([name, next]) => name !== next && Object.hasOwn(settings, next));
	const single = names.filter((pair) => !repeated.includes(pair));
	const entries = single.map(([name, next]) => [next, settings[name]] as const);
	return { settings: Object.fromEntries(entries), repeated };
}

/** Only pipes' settings have a prefix that differs between dialects. */
function fromWire(payload: JsonBody, credential: Readonly<JsonObject>, path: string): JsonBody {
	const prefix = spelling(credential, 'engineSettingPrefix');
	const pathParts = pipesPathParts(path, pipesSegment(credential).value);
	const isOfSettings = pathParts !== undefined && SETTINGS_PATH.test(pathParts.after);
	const spelled = (settings: JsonObject) => neutralSettings(settings, credential).settings;
	const neutral = (record: JsonObject): JsonObject => {
		if (pathParts === undefined) return withNeutralVersion(record, prefix);
		return isOfSettings ? spelled(record) : withSettings(record, spelled);
	};
	if (isJsonObject(payload)) return neutral(payload);
	return payload.map((record) => (isJsonObject(record) ? neutral(record) : record));
}

/** Also covers a new service, which the API returns next to its password. */
function withNeutralVersion(payload: JsonObject, prefix: string): JsonObject {
	const { service } = payload;
	const record = isJsonObject(service)
		? { ...payload, service: withNeutralVersion(service, prefix) }
		: payload;
	const versionMember = `${prefix.replace(/(?<!_)_+$/, '')}Version`;
	if (!(versionMember in record) || NEUTRAL_VERSION_MEMBER in record) return record;
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name === versionMember ? NEUTRAL_VERSION_MEMBER : name,
			value,
		]),
	);
}

/**
 * Translates the entered settings to the neutral spelling. If a setting exists in both spellings, the neutral spelling
 * wins.
 */
export function neutralSettings(
	settings: JsonObject,
	credential: Readonly<JsonObject>,
): ReturnType<typeof respelled> {
	const prefix = spelling(credential, 'engineSettingPrefix');
	return respelled(settings, prefix, NEUTRAL.engineSettingPrefix);
}

export const KEY_PAIR = { keyId: 'Key ID', keySecret: 'Key Secret' };

/** Advice for an idle service, as the end of a sentence without a period. */
export const WAKE_UP = 'wake it with Service → Wake or a query';

const START_IT = 'use Service → Start';
const OR_TURN_ON = 'For pipe operations, you can turn on Wake Service instead.';

const CHECK_CLOUD_URL = 'Check the Base URL in the ClickHouse Cloud Management API credential.';
/** This advice follows a 400 or 422. Records add what else could be wrong. */
export const CORRECT_FIELDS = "Check what you entered against the API's message, then retry.";

const ID_KEY = 'id';
const MAX_NAMED_ORGANIZATIONS = 10;
/** The API returns this status while the service isn't running. */
export const SERVICE_ASLEEP = 424;

const ADVICE: Readonly<Record<number, string>> = {
	401: 'Check the key ID and key secret in the ClickHouse Cloud Management API credential, and make sure the key is active.',
	[FORBIDDEN]: 'Give the key a role that has the permission, or use a different key.',
	404: 'Check the IDs. They must belong to the organization set in the credential or the node.',
	405: CHECK_CLOUD_URL,
	408: 'Try again.',
	409: 'Check its state. When it allows this, retry.',
	413: 'Send less data at a time.',
	[SERVICE_ASLEEP]: `If the service is idle, ${WAKE_UP}. ${OR_TURN_ON} If it's stopped, ${START_IT}. Then retry.`,
};
const STATED = /\bstate(?::| is) "?(idle|stopped)\b/i;
/** Advice if the API's message names the service's state. */
const ASLEEP_ADVICE = new Map([
	['idle', `${capitalized(WAKE_UP)}. ${OR_TURN_ON} Then retry.`],
	['stopped', `${capitalized(START_IT)}. Then retry.`],
]);

/** A ClickHouse Cloud key belongs to a single organization. */
export const organizationOfKey = {
	purpose: "the read of the key's organization",
	need: {
		fact: 'organizationId',
		purpose:
			'The credential has no Organization ID, so the node looks it up with the key. To skip the lookup, enter the ID in the credential.',
		request: { method: 'GET', path: '/v1/organizations' },
		// The first page may not list all organizations.
		pages: { paging: byNextCursor(), maxRecords: Infinity },
		factIn: (payload) => {
			const organization = organizationIn(payload);
			return 'problem' in organization ? organization : { value: organization.id };
		},
	},
	example: 'c3e8b1f4-5a90-4d27-9b6e-17d2f0a84c35',
	isNeeded: (credential) =>
		dialectOf(credential) === 'clickhouseCloud' &&
		emptyToUndefined(credential.organizationId) === undefined,
} satisfies Api['credentialLookup'];

export const managementApi: Api = {
	credentialType: 'cloudManagementApi',
	secretCredentialProperties: ['keySecret'],
	authorizationProperties: KEY_PAIR,
	versionPath: '/v1',
	exampleBaseUrl: `https://${API_HOST}`,
	hostIssue,
	payloadKey: 'result',
	errorKey: 'error',
	idKey: ID_KEY,
	requestIdKey: 'requestId',
	// ClickHouse Cloud documents this limit for each key.
	expectedLimit: { requests: 10, ms: 10_000 },
	reasons: { [SERVICE_ASLEEP]: 'asleep' },
	adviceFor: managementAdvice,
	headlineFor: managementHeadline,
	toWire,
	fromWire,
	refusesUnusual: (credential) => dialectOf(credential) === 'clickhouseCloud',
	confirmsCreate,
	credentialLookup: organizationOfKey,
	missingParent:
		/\b(?:organi[sz]ation|service)(?: [\da-f-]{24,36})? (?:(?:was )?not found|does(?: not|n't) exist)\b/i,
};

/**
 * Accepts a success envelope, or any body with 201 or 204, because the neutral contract doesn't define the response to
 * a pipe's creation.
 */
function confirmsCreate({ requestId, status, result }: JsonObject, httpStatus: number): boolean {
	const isEnvelope = emptyToUndefined(requestId) !== undefined || status === 200;
	return isAbsent(result) && (isEnvelope || httpStatus === CREATED || httpStatus === NO_CONTENT);
}

/** A full page of `pageSize` records carries the next page's cursor. */
export function byNextCursor(pageSize = 250): Paging {
	return byCursor(pageSize, 'nextCursor', ID_KEY);
}

export function organizationIn(
	payload: unknown,
): { id: string; name: string | undefined } | { problem: ErrorText } {
	const entries: unknown[] = Array.isArray(payload) ? payload : [];
	const organizations = entries.filter(isJsonObject);
	const isWhole =
		Array.isArray(payload) &&
		organizations.length === entries.length &&
		organizations.every(hasOwnId);
	if (!isWhole) {
		return {
			problem: {
				message: "The API's list of organizations can't be read.",
				description: 'Enter the Organization ID in the credential, or try again.',
			},
		};
	}
	const [organization] = organizations;
	if (organization !== undefined && organizations.length === 1) {
		return {
			id: String(organization.id),
			name: isName(organization.name) ? String(organization.name) : undefined,
		};
	}
	const names = organizations.map(({ id, name }) =>
		isName(name) ? `${String(name)} (${String(id)})` : String(id),
	);
	const choice =
		names.length === 0 ? '' : `, one of ${names.slice(0, MAX_NAMED_ORGANIZATIONS).join(', ')}`;
	const count = names.length === 0 ? 'no organization' : counted(names.length, 'organization');
	return {
		problem: {
			message: `The key belongs to ${count}.`,
			description: `Enter the Organization ID in the credential${choice}.`,
		},
	};
}

function hasOwnId({ id }: JsonObject): boolean {
	return typeof id === 'string' && UUID.test(id);
}

function managementAdvice(status: number, permission?: string, message = ''): string {
	const [, state = ''] = STATED.exec(message) ?? [];
	const stateAdvice = ASLEEP_ADVICE.get(state.toLowerCase());
	if (status === SERVICE_ASLEEP && stateAdvice !== undefined) return stateAdvice;
	if (status === FORBIDDEN && permission !== undefined) {
		return `Give the key a role with the ${PERMISSION_PREFIX}${permission} permission, or use a different key.`;
	}
	if (status >= 500) return 'Try again later.';
	return ADVICE[status] ?? (status < 400 ? CHECK_CLOUD_URL : CORRECT_FIELDS);
}

function managementHeadline(status: number, permission?: string): string | undefined {
	if (status === FORBIDDEN && permission !== undefined) return noPermissionHeadline(permission);
	return status === SERVICE_ASLEEP ? "The service isn't running" : undefined;
}
