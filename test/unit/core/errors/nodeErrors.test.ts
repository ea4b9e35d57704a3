import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { dashboardApi } from '../../../../nodes/clickStack/api';
import { managementApi } from '../../../../nodes/clickhouseCloud/api';
import type { Failure } from '../../../../nodes/engine/http/response';
import { parseResponse } from '../../../../nodes/engine/http/response';
import { classifyNetworkError, DeadlineExceeded } from '../../../../nodes/engine/http/networkError';
import type { HttpMethod } from '../../../../nodes/engine/request';
import type { ErrorText } from '../../../../nodes/engine/errorDetails';
import {
	failureDetails,
	inputError,
	invalidInput,
	withItemNumber,
	requestError,
} from '../../../../nodes/engine/errors/nodeErrors';
import type { FailureContext } from '../../../../nodes/engine/errors/headlines';
import { API, CREATE, fakeContext } from '../fakes';
import { messageOfError } from '../../../../nodes/engine/text';

const PIPE = 'pipe "Orders" (0c8f)';
const BASE_URL = 'https://canary.example.com:8443/api';
const HEADLINES: Readonly<Record<number, string>> = { 403: 'The key lacks the permission' };

function detailsOf(
	failure: Failure,
	method: HttpMethod = 'POST',
	more: Partial<FailureContext> = {},
) {
	const redact = (text: string) => text.replaceAll(/canary/gi, '***');
	const api = { ...API, headlineFor: (status: number) => HEADLINES[status] };
	const context = { api, operation: CREATE, request: { method }, baseUrl: BASE_URL, redact };
	return failureDetails(failure, { ...context, ...more });
}

function responseOf(status: number, headers: Record<string, string> = {}) {
	return parseResponse({ status, headers, body: { error: 'no canary', requestId: 'r-1' } });
}

function timeoutOf(reason: 'incompleteResponse' | 'timeout'): Failure {
	const error = classifyNetworkError(new DeadlineExceeded(reason, 60_000));
	return { kind: 'network', error, attempts: 1, maybeSent: true };
}

const ONCE = { attempts: 1, maybeSent: false } as const;

describe('failureDetails', () => {
	it.each([
		{ status: 400, reason: 'refused', start: 'The API refused the request for pipe "Orders"' },
		{ status: 401, reason: 'unauthorized', start: "The API doesn't accept the key" },
		{ status: 403, reason: 'forbidden', start: 'The key lacks the permission' },
		{ status: 404, reason: 'notFound', start: 'The API can\'t find pipe "Orders"' },
		{ status: 409, reason: 'conflict', start: 'Pipe "Orders" is in use, changing, or' },
		{ status: 413, reason: 'refused', start: 'The request for pipe "Orders" is too large' },
		{ status: 424, reason: 'asleep', start: "The API isn't ready for this request" },
	])(`shows "$start" with the API's text after status $status`, ({ status, reason, start }) => {
		const failure = { kind: 'rejected', response: responseOf(status), ...ONCE } as const;
		const { message, ...facts } = detailsOf(failure, 'POST', { target: PIPE });
		expect(message.startsWith(start)).toBe(true);
		expect(message.endsWith(` (${String(status)}): no ***`)).toBe(true);
		expect(facts).toEqual({
			description: `Advice for ${String(status)}. Request ID: r-1.`,
			httpCode: String(status),
			outcome: 'refused',
			reason,
			apiWords: ['no ***'],
			requestId: 'r-1',
			target: PIPE,
			attempts: 1,
		});
	});

	it.each([
		{ status: 404, texts: {}, says: "The API can't find the record (404): no ***" },
		{
			status: 404,
			texts: { createsSubject: true },
			says: "The API can't find where the record belongs",
		},
		{
			status: 409,
			texts: { createsSubject: true },
			says: 'The record conflicts with something that exists',
		},
		{ status: 403, texts: { advice: { 403: 'A.' } }, says: "The key isn't allowed to access" },
		{ status: 400, texts: {}, says: 'The API refused the request (400): no ***' },
	] as const)(
		'shows "$says" after status $status with the texts $texts',
		({ status, texts, says }) => {
			const failure = { kind: 'rejected', response: responseOf(status), ...ONCE } as const;
			expect(detailsOf(failure, 'POST', { operation: { texts } }).message).toContain(says);
		},
	);

	it.each([
		{ from: 'a wrong host', status: 404, body: '<title>No</title>', says: ', or a proxy' },
		{ from: 'a sign-in page', status: 403, body: '<html>', says: ', or a proxy intervened' },
		{ from: 'a router', status: 404, body: { message: 'no Route' }, says: ', or the API has no' },
		{ from: 'the API', status: 404, body: { error: 'NO' } },
		{ from: 'a gateway', status: 502, body: '<html>' },
	])('blames the Base URL for a $status from $from: $says', ({ status, body, says }) => {
		const response = parseResponse({ status, headers: {}, body });
		const kind = status < 500 ? 'rejected' : 'unclear';
		const api = { ...API, baseUrlHint: 'It ends with /api.' };
		const { message, description } = detailsOf({ kind, response, ...ONCE }, 'GET', { api });
		const start = 'The Base URL is probably wrong';
		if (says === undefined) expect(message).not.toContain(start);
		else expect(message.startsWith(start + says)).toBe(true);
		expect(description.includes("Check the credential's Base URL.")).toBe(says !== undefined);
		// A web page has a single cause.
		const isPage = says?.includes('proxy') === true;
		expect(description.includes(`Advice for ${String(status)}.`)).toBe(!isPage);
		expect(description.includes('It ends with /api.')).toBe(isPage);
	});

	it.each([
		{ error: 'NOT_FOUND: organization not found', advice: 'Advice for 404.' },
		{ error: `Service ${'0c8f'.repeat(6)} does not exist`, advice: 'Advice for 404.' },
		{ error: 'Team was not found', advice: 'Advice for 404.', from: dashboardApi },
		{ error: 'NOT_FOUND: service schedule not found', advice: 'No such list?' },
		{ error: 'Cannot GET /v1/organizations', advice: 'No such list?' },
		{ error: 'NOT_FOUND: pipe not found', advice: 'No such list?' },
	])("advises after the API's 404 with $error: $advice", ({ error, advice, from }) => {
		const response = parseResponse({ status: 404, headers: {}, body: { error } });
		const operation = { texts: { advice: { 404: 'No such list?' } } };
		const { missingParent = /$^/ } = from ?? managementApi;
		const { description } = detailsOf({ kind: 'rejected', response, ...ONCE }, 'GET', {
			api: { ...API, missingParent },
			operation,
		});
		expect(description).toBe(advice);
	});

	it.each([
		{ location: 'https://evil.example:8443/x?key=1', host: 'evil.example:8443' },
		{ location: '//login.example.com/x', host: 'login.example.com' },
		{ location: '\\\\login.example.com/x', host: 'login.example.com' },
		{ location: '/elsewhere', host: 'a different path on the same host' },
		{ location: 'https://Canary.example.com', host: '***.example.com' },
	])('shows the host that a redirect to $location leads to', ({ location, host }) => {
		const response = responseOf(307, { location });
		const { message } = detailsOf({ kind: 'rejected', response, ...ONCE });
		expect(message).toBe(`The Base URL is probably wrong: it redirects to ${host} (307).`);
	});

	it("shows a redirected change's wrong address before its possible outcome", () => {
		const response = responseOf(302, { location: 'https://login.example.com' });
		const failure = { kind: 'unclear', response, attempts: 1, maybeSent: true } as const;
		const host = { label: 'Query Base URL', baseUrl: 'https://q.example.com', headers: {} };
		const { message, description } = detailsOf(failure, 'POST', {
			request: { method: 'POST', host },
		});
		expect(message).toBe(
			'The Query Base URL is probably wrong: it redirects to login.example.com (302). The thing may exist.',
		);
		expect(description).toContain("Check the credential's Base URL. Look for it by name.");
	});

	it.each([
		{ happened: 'The pipe may have been stopped', says: 'Pipe "Orders" may have been stopped' },
		{ happened: "The pipe's login may be new", says: "The pipe's login may be new" },
	])('shows "$says" after an unknown outcome', ({ happened, says }) => {
		const failure = { kind: 'stopped', attempts: 1, maybeSent: true } as const;
		const operation = { unknownOutcome: [happened, 'Look.'] } as const;
		const { message } = detailsOf(failure, 'POST', { operation, target: PIPE });
		expect(message).toBe(`${says}. The execution was stopped.`);
	});

	it.each([
		{ status: 408, says: 'The API timed out waiting for the request (408)' },
		{ status: 500, says: 'The API failed to read pipe "Orders" (500)' },
		{ status: 503, says: 'The API is unavailable (503)' },
		{ status: 504, says: 'The API took too long (504)' },
	])('shows "$says" after status $status', ({ status, says }) => {
		const failure = { kind: 'unclear', response: responseOf(status), ...ONCE } as const;
		const { message } = detailsOf(failure, 'GET', { target: PIPE });
		expect(message).toBe(`${says}: no ***`);
	});

	it.each([
		{ method: 'POST', texts: { createsSubject: true }, says: 'create' },
		{ method: 'PUT', texts: {}, says: 'change' },
		{ method: 'DELETE', texts: {}, says: 'delete' },
	] as const)('says that the API failed to $says after a 500 for $method', (example) => {
		const { method, texts, says } = example;
		const failure = { kind: 'unclear', response: responseOf(500), ...ONCE } as const;
		const { message } = detailsOf(failure, method, { operation: { texts }, target: PIPE });
		expect(message).toContain(`The API failed to ${says} pipe "Orders" (500)`);
	});

	it.each(['rejected', 'unclear'] as const)(
		'advises to raise Max Wait if a %s request has to wait too long',
		(kind) => {
			const response = responseOf(kind === 'rejected' ? 413 : 503);
			const { description } = detailsOf({ kind, response, maxWait: 5000, ...ONCE }, 'GET');
			expect(description).toContain(
				`Advice for ${String(response.status)}. Waiting as long as the API asks would exceed Max Wait.`,
			);
		},
	);

	describe.each([
		{ where: 'an execution', interruptions: undefined, names: true },
		{ where: 'a trigger', interruptions: { timedOut: 'The next poll reads again.' }, names: false },
	])('in $where', ({ interruptions, names }) => {
		const response = responseOf(200);
		const sent = { attempts: 1, maybeSent: true };
		it.each([
			{ what: 'timeout', failure: timeoutOf('timeout') },
			{ what: 'incomplete response', failure: timeoutOf('incompleteResponse') },
			{ what: 'long pause', failure: { kind: 'unclear', response, maxWait: 5000, ...sent } },
			{
				what: 'repeated page',
				failure: { kind: 'unclear', response, flaw: 'incompleteList', ...sent },
			},
			{ what: 'long list', failure: { kind: 'unclear', response, flaw: 'listTooLarge', ...sent } },
		] as const)(
			`${names ? 'suggests' : 'never suggests'} an option after a $what`,
			({ failure }) => {
				const { description } = detailsOf(failure, 'GET', { interruptions });
				expect(/Request Timeout|Max Wait|Limit/.test(description)).toBe(names);
			},
		);
	});

	const own = { label: 'Query Base URL', baseUrl: 'https://q.example.com', headers: {} };

	it.each<{ more?: Partial<FailureContext>; names: string; checks: string }>([
		{ names: '***.example.com:8443', checks: 'Base URL' },
		{ more: { baseUrl: ' localhost:8123 ' }, names: 'localhost:8123', checks: 'Base URL' },
		{ more: { baseUrl: 'https://a:b@c.example/d' }, names: 'c.example', checks: 'Base URL' },
		{ more: { baseUrl: 'canary' }, names: 'the host of the Base URL', checks: 'Base URL' },
		{
			more: { request: { method: 'POST', host: own } },
			names: 'q.example.com',
			checks: 'Query Base URL',
		},
	])('names $names after a refused connection', ({ more, names, checks }) => {
		const error = classifyNetworkError(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
		const details = detailsOf({ kind: 'network', error, ...ONCE }, 'POST', more);
		expect(details).toMatchObject({
			message: `The connection to ${names} was refused.`,
			description: `Nothing was sent. Check the credential's ${checks} and the network, or try again later.`,
		});
	});

	it.each([
		{ body: ' ', is: 'empty' },
		{ body: '{"cut', is: 'incomplete or not JSON' },
		{ body: '[]', is: 'a list instead of an object' },
		{ body: 'null', is: 'a single value instead of an object' },
	])('explains that an unclear success is $is', ({ body, is }) => {
		const headers = { 'content-type': 'application/json' };
		const response = parseResponse({ status: 200, headers, body: Buffer.from(body) });
		const { message } = detailsOf({ kind: 'unclear', response, ...ONCE }, 'GET');
		expect(message).toBe(`The response is ${is} (200).`);
	});

	it.each([
		{ body: { status: 403, error: 'NO' }, says: 'The response reports an error (200): NO' },
		{ body: { status: 200, error: null }, says: 'The response has no "result" (200).' },
		{ body: { status: 1404 }, says: 'The response has no "result" (200).' },
	])('describes the unclear success $body: $says', ({ body, says }) => {
		const response = parseResponse({ status: 200, headers: {}, body });
		expect(detailsOf({ kind: 'unclear', response, ...ONCE }, 'GET').message).toBe(says);
	});

	const maxWait = 8000;

	it.each<{ failure: Failure; method?: HttpMethod; facts: string; says: string }>([
		{
			failure: { kind: 'rateLimited', response: responseOf(429), maxWait, ...ONCE },
			facts: '429 refused rateLimited',
			says: "Max Wait (8 seconds): no *** | The API didn't accept the request. Send fewer items at a time, or run the workflow later. You can also raise Max Wait in the options.",
		},
		{
			failure: { kind: 'rateLimited', maxWait, attempts: 2, maybeSent: false },
			facts: '429 notSent rateLimited',
			says: "Max Wait (8 seconds). | The API didn't accept the request in 2 attempts. Send fewer items",
		},
		{
			failure: { kind: 'rateLimited', maxWait, attempts: 0, maybeSent: false },
			facts: '429 notSent rateLimited',
			says: "Max Wait (8 seconds). | The request wasn't sent. Send fewer items",
		},
		{
			failure: { kind: 'rateLimited', maxWait, attempts: 2, maybeSent: true },
			method: 'GET',
			facts: '429 unknown rateLimited',
			says: 'Max Wait (8 seconds). | The request was sent 2 times. Send fewer items',
		},
		{
			failure: { kind: 'stopped', attempts: 1, maybeSent: true },
			method: 'GET',
			facts: '- unknown stopped',
			says: 'The execution was stopped. | The node stopped before the response arrived.',
		},
		{
			failure: { kind: 'stopped', attempts: 1, maybeSent: true },
			facts: '- unknown stopped',
			says: 'The thing may exist. The execution was stopped. | Look for it by name.',
		},
		{
			failure: { kind: 'unexpected', error: new RangeError('canary'), ...ONCE },
			facts: '- notSent defect',
			says: "The request couldn't be completed (RangeError). | Nothing was sent. This is a bug.",
		},
		{
			failure: { kind: 'unexpected', error: new RangeError(), attempts: 1, maybeSent: true },
			facts: '- unknown outcomeUnknown',
			says: "The thing may exist. The request couldn't be completed (RangeError). | Look for it by name. This is a bug.",
		},
		{
			failure: { kind: 'network', error: { kind: 'connectionClosed', code: 'EPIPE' }, ...ONCE },
			facts: '- notSent noConnection',
			says: "The connection to ***.example.com:8443 closed before the response was complete (EPIPE). | Nothing was sent. Check the credential's Base URL",
		},
		{
			failure: {
				kind: 'network',
				error: { kind: 'hostNotFound', code: 'ENOTFOUND', host: 'canary.example.clud' },
				...ONCE,
			},
			facts: '- notSent noConnection',
			says: "Couldn't find ***.example.clud (ENOTFOUND). | Nothing was",
		},
		{
			failure: {
				kind: 'network',
				error: { kind: 'timeout', code: '', timeout: 1500 },
				attempts: 1,
				maybeSent: true,
			},
			method: 'GET',
			facts: '- unknown noConnection',
			says: 'No response arrived from ***.example.com:8443 within 1.5 seconds. | The request was sent once. Try again later. You can also raise Request',
		},
		{
			failure: {
				kind: 'network',
				error: { kind: 'notAllowed', code: '', message: 'No canary.' },
				...ONCE,
			},
			facts: '- notSent invalidInput',
			says: 'No ***. | Nothing was sent.',
		},
	])('turns $failure.kind into $facts', ({ failure, method, facts, says }) => {
		const details = detailsOf(failure, method);
		const { message, description, httpCode = '-', outcome, reason } = details;
		expect(`${httpCode} ${outcome} ${reason}`).toBe(facts);
		expect(`${message} | ${description}`).toContain(says);
		expect(details.attempts).toBe(failure.attempts);
	});
});

function nodeOf(type: string): INode {
	return { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters: {} };
}

describe.each([
	{ of: 'input', errorOf: inputError },
	{
		of: 'a request',
		errorOf: (node: INode, text: ErrorText) => requestError(node, invalidInput(text)),
	},
])('nodeErrors (error for $of)', ({ errorOf }) => {
	const TEXT = {
		message: 'EPERM by <Name>, and 1 more issue',
		description: 'Nothing was sent.\n• <a> & [f](g.h)',
	};
	const message = 'EPERM by ‹Name›, and 1 more issue';
	const description = 'Nothing was sent.\n• ‹a› ＆ [f](g.h)';

	it('shows plain text without HTML', () => {
		const error = errorOf(nodeOf('package.cloudManagement'), TEXT);
		expect(error).toMatchObject({ message, description });
		expect(error.context.details).toMatchObject({ message: TEXT.message, outcome: 'notSent' });
	});

	it("puts all texts into a tool's message, because the model gets nothing else", () => {
		const error = errorOf(nodeOf('package.cloudManagementTool'), TEXT);
		expect(error.message).toBe(`${message}\n${description}`);
		expect(error.context.details).toMatchObject({ message: TEXT.message });
	});

	it("shows a tool's texts once, because n8n shows a message and its description", () => {
		const { context, ...error } = errorOf(nodeOf('package.cloudManagementTool'), TEXT);
		expect(error.description ?? '').toBe('');
		expect(context).not.toHaveProperty('descriptionTemplate');
	});

	it("ends a tool's message without a line break if there's no description", () => {
		const text = { message: 'No.', description: '' };
		expect(errorOf(nodeOf('package.cloudManagementTool'), text).message).toBe('No.');
	});
});

describe('a refusal, told to a model', () => {
	const long = 'region: choose one from the list; '.concat('x'.repeat(200), '. Turn on Y.');

	it.each([
		{
			error: 'region: choose one from the list.',
			says: '(400): region: choose one from the list.',
		},
		{ error: 'Wrong. Turn on X. Use Y', says: '(400): Wrong. Turn on X. Use Y' },
		{ error: long, says: 'choose one from the list, and 1 more issue' },
		{ error: long, says: 'Turn on Y.' },
	])("keeps the API's words $says", ({ error, says }) => {
		const response = parseResponse({ status: 400, headers: {}, body: { error } });
		const details = detailsOf({ kind: 'rejected', response, ...ONCE }, 'POST', { target: PIPE });
		const description = `${details.description} Turn on Wake Service.`;
		const shown = requestError(nodeOf('package.cloudManagementTool'), { ...details, description });
		expect(shown.message).toContain('The API refused the request for pipe "Orders" (400): ');
		expect(shown.message).toContain(says);
		expect(shown.message).toContain('Advice for 400.');
		expect(shown.message).not.toContain('Wake Service');
	});
});

describe('requestError', () => {
	const node = fakeContext().context.getNode();
	const text = { message: 'No.', description: 'Do this.' };
	const failed = { ...text, outcome: 'refused', reason: 'unavailable', attempts: 2 } as const;

	it("includes the status if there's a response", () => {
		const error = requestError(node, { ...failed, httpCode: '502' });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.httpCode).toBe('502');
		expect(requestError(node, invalidInput(text)).httpCode).toBeNull();
	});

	it('counts items from 1', () => {
		const third = requestError(node, withItemNumber(failed, 2, 3));
		expect(third.message).toBe('Item 3: No.');
		expect(third.context.details).toMatchObject({ item: 3 });
		expect(third.context.itemIndex).toBeUndefined();
	});

	it('omits the number of a single item', () => {
		const only = requestError(node, withItemNumber(failed, 0, 1));
		expect(only.message).toBe('No.');
		expect(only.context.details).not.toHaveProperty('item');
		expect(only.context.itemIndex).toBeUndefined();
	});

	it.each([
		{ message: 'No.', description: 'Do this. Target: the pipe.' },
		{ message: 'The pipe is in use.', description: 'Do this.' },
	])("shows the request's target once: $message", ({ message, description }) => {
		const error = requestError(node, { ...failed, message, target: 'the pipe' });
		expect(error.description).toBe(description);
	});
});

it('finds the text of any thrown value', () => {
	expect([new Error('words'), 'words'].map(messageOfError)).toEqual(['words', 'words']);
});
