import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import { hostOf } from '../engine/credentials/authorization';
import type { Api, ErrorText } from '../engine/operation';
import { counted } from '../engine/text';
import { emptyToUndefined, isText } from '../engine/parameters/values';

/** The neutral prefix of the settings; a deployment may have its own. */
export const ENGINE_SETTING_PREFIX = 'engine_';

/** The neutral spelling of the path segment. */
export const PIPES_SEGMENT = 'pipes';

const NEUTRAL_VERSION_MEMBER = 'engineVersion';

/** An API's spelling of paths and settings, and its known operations. */
export type Dialect = 'standard' | 'clickhouseCloud' | 'custom';

/** The stored value of `apiDialect` with which the host decides. */
export const AUTOMATIC_DIALECT = 'automatic';

/** The dialects, by their labels in the credential. With Custom, the credential's own spellings count. */
export const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
	standard: 'Standard',
	clickhouseCloud: 'ClickHouse Cloud',
	custom: 'Custom',
};

const CLICKHOUSE_CLOUD = { pipesSegment: 'clickpipes', engineSettingPrefix: 'clickhouse_' };
const CLICKHOUSE_CLOUD_HOST = /\.clickhouse\.cloud$/;

/** The API's dialect: the stored one, or else its host's known one. */
export function dialectOf({ apiDialect, baseUrl }: Readonly<JsonObject>): Dialect {
	return isDialect(apiDialect) ? apiDialect : dialectOfHost(baseUrl);
}

/** A known host has a dialect; all others use the standard one. */
export function dialectOfHost(baseUrl: unknown): Dialect {
	return CLICKHOUSE_CLOUD_HOST.test(hostOf(baseUrl) ?? '') ? 'clickhouseCloud' : 'standard';
}

function isDialect(value: unknown): value is Dialect {
	return typeof value === 'string' && Object.hasOwn(DIALECT_NAMES, value);
}

/** This deployment's spelling of the path segment `pipes`, from the credential. */
export function pipesSegmentOf(credential: Readonly<JsonObject>): string {
	return spelling(credential, 'pipesSegment', PIPES_SEGMENT);
}

/** This deployment's spelling of the prefix `engine_`, from the credential. */
export function engineSettingPrefixOf(credential: Readonly<JsonObject>): string {
	return spelling(credential, 'engineSettingPrefix', ENGINE_SETTING_PREFIX);
}

/** The neutral spelling, unless the credential's dialect has another, or is custom and sets another. */
function spelling(
	credential: Readonly<JsonObject>,
	member: keyof typeof CLICKHOUSE_CLOUD,
	neutral: string,
): string {
	const dialect = dialectOf(credential);
	if (dialect === 'clickhouseCloud') return CLICKHOUSE_CLOUD[member];
	const value = dialect === 'custom' ? credential[member] : undefined;
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : neutral;
}

/**
 * Turns a record from the API into the neutral spelling: settings, and a service's engine version, including a new
 * service's, which is next to its password.
 */
function normalizeRecord(payload: JsonObject, prefix: string): JsonObject {
	const { service } = payload;
	const isNew = isJsonObject(service);
	const record = isNew ? { ...payload, service: normalizeRecord(service, prefix) } : payload;
	if (isSettings(record)) return renameSettings(record, prefix, ENGINE_SETTING_PREFIX);
	const versionMember = `${prefix.replace(/(?<!_)_+$/, '')}Version`;
	const renamed = withSettings(record, prefix, ENGINE_SETTING_PREFIX);
	if (!(versionMember in renamed) || NEUTRAL_VERSION_MEMBER in renamed) return renamed;
	return Object.fromEntries(
		Object.entries(renamed).map(([name, value]) => [
			name === versionMember ? NEUTRAL_VERSION_MEMBER : name,
			value,
		]),
	);
}

/** Whether a record is settings itself: only these are all in snake case. */
function isSettings(record: JsonObject): boolean {
	return Object.keys(record).every((name) => name.includes('_'));
}

/** Gives a record's settings another prefix. */
export function withSettings(record: JsonObject, from: string, to: string): JsonObject {
	const { settings } = record;
	if (from === to || !isJsonObject(settings)) return record;
	return { ...record, settings: renameSettings(settings, from, to) };
}

/** The same if the settings are the whole record. */
export function renameSettings(settings: JsonObject, from: string, to: string): JsonObject {
	const repeated = repeatedSettings(settings, from === ENGINE_SETTING_PREFIX ? to : from);
	const renamed = Object.entries(settings)
		.filter(([name]) => !repeated.has(name))
		.map(([name, value]): [string, unknown] => [renameSetting(name, from, to), value]);
	return Object.fromEntries(renamed);
}

function renameSetting(name: string, from: string, to: string): string {
	return name.startsWith(from) ? to + name.slice(from.length) : name;
}

/** The settings present in both spellings, the deployment's and the neutral one. The neutral one counts. */
export function repeatedSettings(
	settings: JsonObject,
	prefix: string,
): ReadonlyMap<string, string> {
	const neutral = Object.keys(settings).map(
		(name) => [name, renameSetting(name, prefix, ENGINE_SETTING_PREFIX)] as const,
	);
	return new Map(
		neutral.filter(
			([name, neutralName]) => name !== neutralName && Object.hasOwn(settings, neutralName),
		),
	);
}

/** How to wake an idle service, as the end of a sentence without its full stop. */
export const WAKE_UP = 'wake it up with Service → Wake, or by a query';

const CHECK_BASE_URL = 'Check the base URL in the ClickHouse Cloud Management API credential.';
const CORRECT_FIELDS = "Correct the fields as the API's message explains, then run the node again.";

const MAX_NAMED = 10;
const FORBIDDEN = 403;
const NO_PERMISSION =
	'This key lacks the permission. Give it a role that has it, or use another key.';
/** The start of all permissions' names. */
const PERMISSION_PREFIX = 'control-plane:';

const ADVICE: Readonly<Record<number, string>> = {
	401: 'Check the key ID and the key secret in the ClickHouse Cloud Management API credential, and that the key is active.',
	[FORBIDDEN]: NO_PERMISSION,
	404: 'Check the IDs, and that they belong to the organization in the credential or the node.',
	405: CHECK_BASE_URL,
	408: 'The API timed out waiting for the request. Run the node again.',
	409: 'Something else is changing this resource. Check its state before you run the node again.',
	413: 'The request is too large for the API. Send less data at a time.',
	424: `The service isn't running. If it's idle, ${WAKE_UP}. Pipe operations can do so themselves with the option Wake Service. If it's stopped, use Service → Start. Then run the node again.`,
};

/** A ClickHouse Cloud key belongs to one organization. */
export const organizationOfKey = {
	issuePath: 'credential.organizationId',
	member: 'organizationId',
	purpose: "the read of the key's organization",
	need: {
		fact: 'organizationId',
		purpose:
			'The credential has no Organization ID, so the node asks the API for the organization of the key. Or enter it in the credential.',
		request: { method: 'GET', path: '/v1/organizations' },
		factIn: (payload) => {
			const { id, problem } = organizationIn(payload);
			return problem === undefined ? { value: id } : { problem };
		},
	},
	isNeeded: (credential, { organizationId }) =>
		dialectOf(credential) === 'clickhouseCloud' &&
		emptyToUndefined(organizationId) === undefined &&
		emptyToUndefined(credential.organizationId) === undefined,
} satisfies Api['completion'];

/** The shared engine's description of the management API. */
export const managementApi: Api = {
	credentialType: 'cloudManagementApi',
	secretCredentialProperties: ['keySecret'],
	authorizationProperties: ['keyId', 'keySecret'],
	payloadKey: 'result',
	errorKey: 'error',
	adviceFor: managementAdvice,
	normalizeNames,
	completion: organizationOfKey,
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The only organization in a list, or why there is none. */
type FoundOrganization =
	| { id: string; name: string | undefined; problem?: undefined }
	| { problem: ErrorText; id?: undefined; name?: undefined };

/** The only organization in a list, with its name if it has one. */
export function organizationIn(payload: unknown): FoundOrganization {
	const all: unknown[] = Array.isArray(payload) ? payload : [];
	const organizations = all.filter(isJsonObject);
	const isWhole =
		Array.isArray(payload) && organizations.length === all.length && organizations.every(hasOwnId);
	if (!isWhole) {
		return {
			problem: {
				message: "The API's list of organizations can't be read.",
				description: 'Enter the Organization ID in the credential, or run the node again.',
			},
		};
	}
	const [only] = organizations;
	if (only !== undefined && organizations.length === 1) {
		return { id: String(only.id), name: typeof only.name === 'string' ? only.name : undefined };
	}
	const names = organizations.map(({ id, name }) =>
		isText(name) ? `${String(name)} (${String(id)})` : String(id),
	);
	const choice = names.length === 0 ? '' : `, one of ${names.slice(0, MAX_NAMED).join(', ')}`;
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

function managementAdvice(status: number, permission?: string): string {
	if (status === FORBIDDEN && permission !== undefined) {
		return `${NO_PERMISSION} ClickHouse Cloud calls it ${PERMISSION_PREFIX}${permission}.`;
	}
	if (status >= 500) return 'The API failed to handle the request. Try again later.';
	return ADVICE[status] ?? (status < 400 ? CHECK_BASE_URL : CORRECT_FIELDS);
}

function normalizeNames(body: JsonObject, credential: Readonly<JsonObject>): JsonObject {
	const prefix = engineSettingPrefixOf(credential);
	const { result } = body;
	const renamed = (element: unknown): unknown =>
		isJsonObject(element) ? normalizeRecord(element, prefix) : element;
	if (Array.isArray(result)) return { ...body, result: result.map(renamed) };
	return isJsonObject(result) ? { ...body, result: renamed(result) } : body;
}
