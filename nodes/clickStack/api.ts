import type { Api } from '../engine/operation';
import {
	clickStackHostIssue,
	CORRECT_FIELDS,
	managementApi,
	SERVICE_ASLEEP,
} from '../clickhouseCloud/api';
import {
	noPermissionHeadline,
	PERMISSION_PREFIX,
	BETA_PERMISSIONS,
} from '../clickhouseCloud/permissions';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import { FORBIDDEN } from '../engine/request';

export const ACCESS_TOKEN = { accessToken: 'Personal API Access Key' };
/** ClickStack shows both keys on the same page. */
export const NOT_INGESTION_KEY = "Don't use the Ingestion API Key.";

export const THROUGH_APP = "Through ClickStack's app, it ends with /api.";

const ADVICE: Readonly<Record<number, string>> = {
	400: CORRECT_FIELDS,
	401: `Check ${ACCESS_TOKEN.accessToken} in the node's ClickStack credential. ${NOT_INGESTION_KEY}`,
	[FORBIDDEN]: 'Use a key whose owner has the permission.',
	404: `Check the ID, and make sure the key belongs to the same team. If both are right, check the Base URL. ${THROUGH_APP}`,
	408: 'Try again.',
	409: 'Check the record and what uses it. When nothing blocks the change anymore, retry.',
	413: 'Send less data at a time.',
	422: CORRECT_FIELDS,
	[SERVICE_ASLEEP]: 'Try again later.',
};

/** Errors of charts have their message under this key. */
const CHART_ERROR_KEY = 'error';
/** For a missing dashboard, ClickStack's whole response is this text. */
const NOT_FOUND_TEXTS = ['Not Found'];

export const dashboardApi: Api = {
	credentialType: 'cloudDashboardApi',
	secretCredentialProperties: ['accessToken'],
	authorizationProperties: ACCESS_TOKEN,
	versionPath: '/api/v2',
	exampleBaseUrl: 'https://dashboards.example.com',
	hostIssue: clickStackHostIssue,
	payloadKey: 'data',
	errorKey: 'message',
	idKey: 'id',
	requestIdKey: 'requestId',
	// A self-hosted server limits each key to 100 requests a minute.
	expectedLimit: { requests: 100, ms: 60_000 },
	reasons: managementApi.reasons,
	ownErrors: { commonKeys: [CHART_ERROR_KEY], texts: NOT_FOUND_TEXTS },
	baseUrlHint: THROUGH_APP,
	missingParent: /\bteam (?:(?:was )?not found|does(?: not|n't) exist)\b/i,
	adviceFor: dashboardAdvice,
	toWire: (request) => request,
	headlineFor: (status) =>
		status === FORBIDDEN ? "The key doesn't have permission for this operation" : undefined,
	fromWire: (payload) => payload,
};

function dashboardAdvice(status: number): string {
	if (status >= 500) return 'Try again later.';
	return ADVICE[status] ?? "Check the Base URL in the node's ClickStack credential.";
}

const OWN_ADVICE: Readonly<Record<number, string>> = {
	401: `${managementApi.adviceFor(401)} Its role must include the permission to manage the ClickStack API.`,
	[FORBIDDEN]: `Give the key a role with the ${PERMISSION_PREFIX}${BETA_PERMISSIONS.clickstack.change} permission, or use a different key.`,
	404: `${managementApi.adviceFor(404)} Then check that the chosen Service has ClickStack.`,
};

/** ClickStack in ClickHouse Cloud uses the management API's key and envelope. */
export const managedApi: Api = {
	...managementApi,
	ownErrors: { keys: [dashboardApi.errorKey], texts: NOT_FOUND_TEXTS },
	adviceFor: (status, permission, message) =>
		OWN_ADVICE[status] ?? managementApi.adviceFor(status, permission, message),
	headlineFor: (status) =>
		status === FORBIDDEN
			? noPermissionHeadline(BETA_PERMISSIONS.clickstack.change)
			: managementApi.headlineFor?.(status),
	fromWire: (payload) => payload,
};

/** The management API and your own ClickStack use different payload keys. */
export function recordInResponse(response: JsonObject): JsonObject | undefined {
	return [dashboardApi, managedApi]
		.map(({ payloadKey }) => response[payloadKey])
		.find(isJsonObject);
}
