import type { Fault } from '../../emulator';

/** What one kind of request does under a permanent fault. Max Retries is 1. */
export interface Expected {
	/** How many requests reach the service. */
	requests: number;
	/** The error's message, or undefined if the run succeeds. `{host}` stands for the other host. */
	message?: string;
	/** The error's description; "unknown" is the operation's own text on how to find out what happened. A request ID may follow. */
	description?: string;
	/** Its description from the dashboard node, where it differs. */
	dashboardDescription?: string;
}

/** One fault, and its expected outcome. */
export interface FaultExpectation {
	/** Its name in the docs. */
	name: string;
	/** What the emulator does; "refused" is a port on which nobody listens. `{url}` is the other host. */
	fault: Fault | 'refused';
	reads: Expected;
	writes: Expected;
	/** The difference for operations whose success needs no data: every Delete, and API Request → Send. */
	withoutData?: Expected;
	/** The difference for Create, which needs no data as long as the response says that the request was carried out. */
	creations?: Expected;
	/** The advice of API Request, which knows only the path. */
	anyEndpoint?: string;
}

const CHECK_CONNECTION =
	'Check the Base URL of the credential and the network, or try again later.';
const CHECK_BASE_URL = 'Check the Base URL of the credential.';
const TWICE = 'The request was sent 2 times.';
const RETRY_AFTER = { 'retry-after': '1' };
const SERVICE_FAILED = 'The API failed to handle the request. Try again later.';

function refused(
	status: number,
	words: string,
	description: string,
	dashboardDescription: string,
): FaultExpectation {
	const message = `The API refused the request with status ${String(status)}: ${words}`;
	const expected = { requests: 1, message, description, dashboardDescription };
	const body = { error: words, message: words, status };
	return {
		name: `Status ${String(status)}`,
		fault: { kind: 'status', status, body },
		reads: expected,
		writes: expected,
	};
}

function limited(name: string, headers: Record<string, string>): FaultExpectation {
	const words = 'TOO_MANY_REQUESTS: slow down';
	const expected = {
		requests: 2,
		message: `The API limits the rate, and the wait would be longer than Max Wait allows (2 seconds): ${words}`,
		description:
			'The request was not carried out. Raise Max Wait in the options, send fewer items at a time, or run the workflow later.',
	};
	const body = { error: words, message: words, status: 429 };
	return {
		name: `Status 429, ${name}`,
		fault: { kind: 'status', status: 429, body, headers },
		reads: expected,
		writes: expected,
	};
}

/** An answer that leaves open whether the request was carried out. */
function unclear(
	name: string,
	fault: Fault,
	message: string,
	advice = CHECK_BASE_URL,
): FaultExpectation {
	return {
		name,
		fault: { ...fault, actAnyway: true },
		reads: { requests: 2, message, description: `${TWICE} ${advice}` },
		writes: { requests: 1, message, description: 'unknown' },
	};
}

function failed(status: number, headers: Record<string, string> = {}): FaultExpectation {
	const words = 'INTERNAL_ERROR: something broke';
	const body = { error: words, message: words, status };
	const named = 'retry-after' in headers ? ' with Retry-After' : '';
	return unclear(
		`Status ${String(status)}${named}`,
		{ kind: 'status', status, body, headers },
		`The API failed (status ${String(status)}): ${words}`,
		SERVICE_FAILED,
	);
}

/** A service that is temporarily out of room: a read is worth another attempt. */
function tooLargeForNow(): FaultExpectation {
	const message = 'The API refused the request with status 413: no room';
	const expected = {
		message,
		description: 'The request is too large for the API. Send less at a time.',
	};
	return {
		name: 'Status 413 with Retry-After',
		fault: { kind: 'status', status: 413, body: 'no room', headers: RETRY_AFTER },
		reads: { requests: 2, ...expected },
		writes: { requests: 1, ...expected },
	};
}

/** A redirect leaves open what a change did, unless it asks for the same request elsewhere. */
function redirected(name: string, status: 302 | 307, changed?: 'unknown'): FaultExpectation {
	const expected = {
		requests: 1,
		message: `The API redirects to {host} (status ${String(status)}), which is not followed.`,
		description: 'The key was not sent there. Check the Base URL of the credential.',
	};
	return {
		name,
		fault: { kind: 'redirect', location: '{url}', status },
		reads: expected,
		writes: { ...expected, ...(changed && { description: changed }) },
	};
}

const GATEWAY_PAGE =
	'<!DOCTYPE html><html><head><title>504 Gateway Time-out</title></head><body><b>nginx</b></body></html>';

/** Every fault of the promise, with what must be sent and said. Written by hand; the docs show it. */
export const FAULT_EXPECTATIONS: readonly FaultExpectation[] = [
	{
		name: 'Connection refused',
		fault: 'refused',
		reads: {
			requests: 0,
			message: 'The API refused the connection.',
			description: `Nothing was sent. ${CHECK_CONNECTION}`,
		},
		writes: {
			requests: 0,
			message: 'The API refused the connection.',
			description: `Nothing was sent. ${CHECK_CONNECTION}`,
		},
	},
	unclear(
		'Connection reset before the response',
		{ kind: 'resetBeforeHeaders' },
		'The connection broke before the response was complete (ECONNRESET).',
		CHECK_CONNECTION,
	),
	unclear(
		'Connection reset within the response',
		{ kind: 'resetMidBody' },
		'The connection broke before the response was complete (ECONNRESET).',
		CHECK_CONNECTION,
	),
	unclear(
		'No response within the timeout',
		{ kind: 'hang' },
		'The API did not respond within the timeout.',
		'Raise Request Timeout (Milliseconds) in the options, or try again later.',
	),
	refused(
		400,
		'BAD_REQUEST: no such thing',
		'Compare the fields with what the API says, correct them and run the node again.',
		'Correct the fields as the API says, and run the node again.',
	),
	refused(
		401,
		'UNAUTHORIZED: unknown key',
		'Check the key ID and the key secret in the ClickHouse Cloud Management API credential, and that the key is active.',
		'Check the access token in the ClickStack Dashboard API credential: in ClickStack, the personal API access key, not the ingestion key.',
	),
	refused(
		403,
		'FORBIDDEN: not allowed',
		'This key lacks the permission. Give it a role that has it, or use another key.',
		'The token may not do this. Use the token of someone who may.',
	),
	{
		...refused(
			404,
			'NOT_FOUND: no such thing',
			'Check the IDs, and that the organization in the credential or in the node owns them.',
			'Check the ID, and that the token belongs to the team that owns it. If both are right, check the Base URL: through the app of ClickStack, it ends with /api.',
		),
		anyEndpoint:
			'Check the path. Then check the IDs in it, and that the credential has access to what they name.',
	},
	unclear(
		'Status 408 with Retry-After',
		{ kind: 'status', status: 408, body: 'slow', headers: RETRY_AFTER },
		'The API gave up waiting (status 408): slow',
		'The API gave up waiting for the request. Run the node again.',
	),
	refused(
		409,
		'CONFLICT: in use',
		'Something else is changing this resource. Look at its state before you run this again.',
		'Something else uses this, or is changing it. Look at it before you run this again.',
	),
	refused(
		413,
		'PAYLOAD_TOO_LARGE: too much',
		'The request is too large for the API. Send less at a time.',
		'The request is too large for the API. Send less at a time.',
	),
	tooLargeForNow(),
	refused(
		422,
		'UNPROCESSABLE: no such type',
		'Correct the fields as the API says, and run the node again.',
		'Correct the fields as the API says, and run the node again.',
	),
	refused(
		424,
		'FAILED_DEPENDENCY: asleep',
		"The service isn't running. If it is idle, wake it up with Service → Wake, or by a query; if it is stopped, use Service → Start. Then run the node again.",
		'The API is not ready for this. Run the node again later.',
	),
	limited('Retry-After in seconds', { 'retry-after': '2' }),
	limited('Retry-After as a date', { 'retry-after': '{date}' }),
	limited('X-RateLimit-Reset', { 'x-ratelimit-reset': '2' }),
	limited('no time named', {}),
	failed(500),
	failed(502),
	failed(503),
	failed(503, RETRY_AFTER),
	unclear(
		'Status 504 with a web page',
		{ kind: 'status', status: 504, body: GATEWAY_PAGE },
		'The API failed (status 504): 504 Gateway Time-out',
		SERVICE_FAILED,
	),
	unclear(
		'Status 200 with a web page',
		{ kind: 'html200' },
		'The response is a web page instead of JSON (status 200): Sign in',
	),
	unclear(
		'Status 200, JSON cut off',
		{ kind: 'cutJson200' },
		'The response is incomplete or not JSON (status 200).',
	),
	{
		...unclear(
			'Status 200, empty body',
			{ kind: 'empty200' },
			'The response is empty (status 200).',
		),
		withoutData: { requests: 1 },
	},
	{
		...unclear(
			'Status 200 without the data',
			{ kind: 'noResult200' },
			'The response has no "{payload}" (status 200).',
		),
		withoutData: { requests: 1 },
		creations: { requests: 1 },
	},
	{
		...unclear(
			'Status 200 with {}',
			{ kind: 'status', status: 200, body: {} },
			'The response has no "{payload}" (status 200).',
		),
		withoutData: { requests: 1 },
	},
	{
		...unclear(
			'Status 201 with {}',
			{ kind: 'status', status: 201, body: {} },
			'The response has no "{payload}" (status 201).',
		),
		withoutData: { requests: 1 },
		creations: { requests: 1 },
	},
	{
		name: 'Status 200, 10 MB of JSON',
		fault: { kind: 'hugeBody' },
		reads: { requests: 1 },
		writes: { requests: 1 },
	},
	{
		name: 'Status 200, Latin-1 said to be UTF-8',
		fault: { kind: 'wrongCharset' },
		reads: { requests: 1 },
		writes: { requests: 1 },
	},
	unclear(
		'Status 200, UTF-16 said to be UTF-8',
		{ kind: 'wrongCharset', encoding: 'utf16le' },
		'The response is incomplete or not JSON (status 200).',
	),
	redirected('Redirect to another host', 302, 'unknown'),
	redirected('Redirect of the same request (307 or 308)', 307),
];

/** What the error of each write says if it is unknown whether it was carried out. Written by hand. */
export const UNKNOWN_OUTCOMES: Readonly<Record<string, string>> = {
	'apiRequest send':
		'The request may have been carried out. Look at what it changes before you send it again.',
	'apiRequest send, dashboard':
		'The request may have been carried out. Look at what it changes before you send it again.',
	'apiKey delete':
		'The API key may have been deleted. Look at the API keys of the organization in the console before you run this again.',
	'apiKey update':
		'The API key may have been changed. Look at the API keys of the organization in the console before you run this again.',
	'byocInfrastructure create':
		'The infrastructure may have been created. Look at the BYOC infrastructure of the organization in the console before you run this again.',
	'alert create':
		'The alert may have been created. Look at the alerts of the team before you run this again: the API accepts the same alert twice.',
	'alert delete':
		'The alert may have been deleted. Look at the alerts of the team in the console before you run this again.',
	'alert update':
		'The alert may have been changed. Look at the alerts of the team before you run this again.',
	'dashboard create':
		'The dashboard may have been created. Look at the dashboards of the team before you run this again.',
	'dashboard delete':
		'The dashboard may have been deleted. Look at the dashboards of the team in the console before you run this again.',
	'dashboard validate': 'Nothing is stored by a validation. Run the node again.',
	'dashboard update':
		'The dashboard may have been replaced. Look at it before you run this again: tiles without an ID would be created again.',
	'invitation create':
		'The invitation may have been sent. Look at the invitations of the organization in the console before you run this again.',
	'invitation delete':
		'The invitation may have been deleted. Look at the invitations of the organization in the console before you run this again.',
	'member delete':
		'The member may have been deleted. Look at the members of the organization in the console before you run this again.',
	'member update':
		'The role may have been changed. Look at the members of the organization in the console before you run this again.',
	'pipe create':
		'The pipe may have been created. Look at the pipes of the service in the console before you run this again.',
	'pipe delete':
		'The pipe may have been deleted. Look at the pipes of the service in the console before you run this again.',
	'pipe resync':
		'The resync may have begun. Look at the state of the pipe in the console before you run this again.',
	'pipe scale':
		'The scaling may have been changed. Look at the pipe in the console before you run this again.',
	'pipe start':
		'The pipe may have been started. Look at its state in the console before you run this again.',
	'pipe stop':
		'The pipe may have been stopped. Look at its state in the console before you run this again.',
	'pipe update':
		'The pipe may have been updated. Look at it in the console before you run this again.',
	'pipe updateSettings':
		'The settings may have been changed. Look at the pipe in the console before you run this again.',
	'privateEndpoint create':
		'The private endpoint may have been created. Read the service and look for its ID in privateEndpointIds before you run this again.',
	'service scale':
		'The service may have been scaled. Check its size in the console before you run this again.',
	'service start':
		'The service may have been started. Check its state in the console before you run this again.',
	'service stop':
		'The service may have been stopped. Check its state in the console before you run this again.',
	'service wake':
		'The service may have been woken up. Check its state in the console before you run this again.',
};

const NO_LIST =
	'Check the IDs, and that the organization in the credential or in the node owns them. If they are right, this API may not have this list.';
const NO_DASHBOARD_LIST =
	'Check the Base URL of the credential and, with a Cloud API Key, Service ID. If they are right, this API may not have this list.';
const NO_SETTINGS =
	'Check the IDs, and that the organization in the credential or in the node owns them. Pipes of databases have no settings here: use Pipe → Update, with its settings in Additional Fields (JSON), such as source.postgres.settings.';

/** What operations advise in place of the API, by the row of the table. */
export const OWN_ADVICE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'Status 400': {
		'apiKey delete':
			'A key cannot delete itself. If this is the key in the credential, use another one to delete it. Otherwise compare the ID with what the API says.',
		'pipe scale':
			'Correct the fields as the API says, and run the node again. Pipes of databases are scaled together: send PATCH …/clickpipesCdcScaling by API Request.',
		'pipe update':
			'Correct the fields as the API says, and run the node again. Table mappings can only be changed while the pipe is paused: use Stop, wait for Paused, and update it then. If the connection cannot be tested, turn on Send Source Secrets.',
		'service wake': 'Wake is for idle services. If this one is stopped, use Service → Start.',
	},
	'Status 404': {
		'activity getAll': NO_LIST,
		'alert getAll': NO_DASHBOARD_LIST,
		'apiKey getAll': NO_LIST,
		'backup getAll': NO_LIST,
		'dashboard getAll': NO_DASHBOARD_LIST,
		'invitation getAll': NO_LIST,
		'member getAll': NO_LIST,
		'pipe getAll': NO_LIST,
		'pipe getSettings': NO_SETTINGS,
		'pipe updateSettings': NO_SETTINGS,
		'reversePrivateEndpoint getAll': NO_LIST,
		'role getAll': NO_LIST,
		'savedSearch getAll': NO_DASHBOARD_LIST,
		'service getAll': NO_LIST,
		'source getAll': NO_DASHBOARD_LIST,
		'usageCost get':
			'Check that the organization in the credential or in the node is yours. If it is, this API may not have usage costs.',
		'webhook getAll': NO_DASHBOARD_LIST,
	},
};
