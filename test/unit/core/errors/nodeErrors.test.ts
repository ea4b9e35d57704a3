import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { Failure } from '../../../../nodes/engine/http/response';
import { parseResponse } from '../../../../nodes/engine/http/response';
import type { HttpMethod } from '../../../../nodes/engine/request';
import type { ErrorText } from '../../../../nodes/engine/errorDetails';
import {
	failureDetails,
	inputError,
	invalidInput,
	requestError,
} from '../../../../nodes/engine/errors/nodeErrors';
import { API, CREATE, fakeContext } from '../fakes';
import { messageOfError } from '../../../../nodes/engine/text';

function detailsOf(failure: Failure, method: HttpMethod = 'POST') {
	const redact = (text: string) => text.replaceAll(/canary/gi, '***');
	return failureDetails(failure, { api: API, operation: CREATE, request: { method }, redact });
}

function responseOf(status: number, headers: Record<string, string> = {}) {
	return parseResponse({ status, headers, body: { error: 'no canary', requestId: 'r-1' } });
}

const ONCE = { attempts: 1, maybeSent: false } as const;

describe('a failure', () => {
	it.each([
		{ status: 400, reason: 'refused' },
		{ status: 401, reason: 'unauthorized' },
		{ status: 403, reason: 'forbidden' },
		{ status: 404, reason: 'notFound' },
		{ status: 409, reason: 'conflict' },
		{ status: 424, reason: 'asleep' },
	])('with status $status has the reason $reason, and quotes the API', ({ status, reason }) => {
		expect(detailsOf({ kind: 'rejected', response: responseOf(status), ...ONCE })).toEqual({
			message: `The API refused the request with status ${String(status)}: no ***`,
			description: `Advice for ${String(status)}. Request ID: r-1.`,
			httpCode: String(status),
			outcome: 'refused',
			reason,
			requestId: 'r-1',
			attempts: 1,
		});
	});

	it.each([
		{ from: 'a wrong host', body: '<title>No</title>', isElsewhere: true },
		{ from: 'a router', body: { message: 'no Route matched' }, isElsewhere: true },
		{ from: 'the API', body: { error: 'NO' }, isElsewhere: false },
	])('by a 404 of $from calls the Base URL wrong: $isElsewhere', ({ body, isElsewhere }) => {
		const response = parseResponse({ status: 404, headers: {}, body });
		const { description } = detailsOf({ kind: 'rejected', response, ...ONCE });
		expect(description.includes('the Base URL of the credential is probably wrong')).toBe(
			isElsewhere,
		);
		expect(description).toContain('Advice for 404.');
	});

	it.each([
		{ location: 'https://evil.example:8443/x?key=1', host: 'evil.example:8443' },
		{ location: '//login.example.com/x', host: 'login.example.com' },
		{ location: '\\\\login.example.com/x', host: 'login.example.com' },
		{ location: '/elsewhere', host: 'another path of the same host' },
		{ location: 'https://Canary.example.com', host: '***.example.com' },
	])('by a redirect to $location names its host', ({ location, host }) => {
		const response = responseOf(307, { location });
		const { message } = detailsOf({ kind: 'rejected', response, ...ONCE });
		expect(message).toBe(
			`The API redirects to ${host} (status 307), and redirects aren't followed.`,
		);
	});

	it.each(['rejected', 'unclear'] as const)('is %s, and Max Wait is too short', (kind) => {
		const response = responseOf(kind === 'rejected' ? 413 : 503);
		const { description } = detailsOf({ kind, response, pauseTooLong: true, ...ONCE }, 'GET');
		expect(description).toContain(
			`Advice for ${String(response.status)}. The API asks to wait longer than Max Wait.`,
		);
	});

	it.each([
		{ body: ' ', is: 'empty' },
		{ body: '<!DOCTYPE html>', is: 'a web page instead of JSON' },
		{ body: '{"cut', is: 'incomplete or not JSON' },
		{ body: '[]', is: 'a list instead of an object' },
		{ body: 'null', is: 'a single value instead of an object' },
	])('by an unclear success says that the response is $is', ({ body, is }) => {
		const headers = { 'content-type': 'application/json' };
		const response = parseResponse({ status: 200, headers, body: Buffer.from(body) });
		const { message } = detailsOf({ kind: 'unclear', response, ...ONCE }, 'GET');
		expect(message).toBe(`The response is ${is} (status 200).`);
	});

	const maxWait = 8000;

	it.each<{ failure: Failure; method?: HttpMethod; facts: string; says: string }>([
		{
			failure: { kind: 'throttled', response: responseOf(429), maxWait, ...ONCE },
			facts: '429 refused rateLimited',
			says: "Max Wait (8 seconds): no *** | The API didn't accept the request. Raise Max Wait",
		},
		{
			failure: { kind: 'blocked', maxWait, attempts: 2, maybeSent: false },
			facts: '429 notSent rateLimited',
			says: "Max Wait (8 seconds). | The API didn't accept the request in 2 attempts. Raise Max Wait",
		},
		{
			failure: { kind: 'blocked', maxWait, attempts: 0, maybeSent: false },
			facts: '429 notSent rateLimited',
			says: 'Max Wait (8 seconds). | The request was not sent. Raise Max Wait',
		},
		{
			failure: { kind: 'blocked', maxWait, attempts: 2, maybeSent: true },
			method: 'GET',
			facts: '429 unknown rateLimited',
			says: 'Max Wait (8 seconds). | The request was sent 2 times. Raise Max Wait',
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
			says: 'The connection closed before the response was complete (EPIPE). | Nothing was sent. Check the Base URL',
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
	])('is explained, $failure.kind with $facts', ({ failure, method, facts, says }) => {
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
		errorOf: (node: INode, text: ErrorText) => requestError(node, invalidInput(text), 0),
	},
])("n8n's error of $of", ({ errorOf }) => {
	const TEXT = {
		message: 'EPERM by <Name>, and 1 more issue',
		description: 'Nothing was sent.\n• <a> & [f](g.h)',
	};
	const message = 'EPERM by ‹Name›, and 1 more issue';
	const description = 'Nothing was sent.\n• ‹a› ＆ [f](g.h)';

	it('has its texts without HTML, whatever code they contain, and the original in its data', () => {
		const error = errorOf(nodeOf('package.cloudManagement'), TEXT);
		expect(error).toMatchObject({ message, description });
		expect(error.context.details).toMatchObject({ message: TEXT.message, outcome: 'notSent' });
	});

	it("puts everything into a tool's message, the only part that n8n passes to the model", () => {
		const error = errorOf(nodeOf('package.cloudManagementTool'), TEXT);
		expect(error.message).toBe(`${message}\n${description}`);
		expect(error.description).toBe(description);
		expect(error.context.details).toMatchObject({ message: TEXT.message });
	});
});

it("n8n's error of a request has its status and item", () => {
	const node = fakeContext().context.getNode();
	const text = { message: 'No.', description: 'Do this.' };
	const failed = { ...text, outcome: 'refused', reason: 'unavailable', attempts: 2 } as const;
	const error = requestError(node, { ...failed, httpCode: '502' }, 4);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ httpCode: '502', context: { itemIndex: 4 } });
	expect(requestError(node, invalidInput(text), 0).httpCode).toBeNull();
});

it('the message of anything thrown is its text', () => {
	expect([new Error('words'), 'words'].map(messageOfError)).toEqual(['words', 'words']);
});
