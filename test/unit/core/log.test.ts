import type { Logger } from 'n8n-workflow';
import { nodeLog } from '../../../nodes/engine/execution/log';
import { API } from './fakes';
import type { ClientOptions } from '../../../nodes/engine/http/client';
import type { HttpRequest } from '../../../nodes/engine/request';
import { like } from './fakes';

const ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const REQUEST = { method: 'GET', path: '/things/canary?search=private' } as const;
const SENT = { request: REQUEST, index: 7, attempts: 2 };

function openLog() {
	const logged: Array<[level: string, message: string, facts: unknown]> = [];
	const at = (level: string) => (message: string, facts?: object) =>
		logged.push([level, message, facts]);
	const logger: Logger = {
		debug: at('debug'),
		error: at('error'),
		info: at('info'),
		warn: at('warn'),
	};
	const redactorFor = (request?: HttpRequest) => (text: string) =>
		text.replaceAll(request === undefined ? 'canary' : /canary|secret of a body/g, '***');
	return { logged, log: nodeLog(logger, redactorFor, 'package.thing', API) };
}

describe('nodeLog', () => {
	const facts = { item: 7, attempt: 2 };
	const head = { status: 503, headers: {}, text: '' };
	const broken = { kind: 'connectionClosed', code: 'ECONNRESET' } as const;

	it.each<{ of: string; event: Parameters<ClientOptions['observe']>[1]; logged: unknown[] }>([
		{
			of: 'a failed attempt',
			event: { kind: 'networkError', error: broken, ms: 12 },
			logged: [
				'debug',
				'GET /things/*** got no response: connectionClosed',
				{ ...facts, ms: 12, code: 'ECONNRESET' },
			],
		},
		{
			of: 'a pause for the rate limit',
			event: { kind: 'pause', ms: 1500 },
			logged: [
				'info',
				'GET /things/*** was throttled: requests with this credential wait for 2 s',
				facts,
			],
		},
		{
			of: 'a defect',
			event: { kind: 'unexpected', error: new RangeError('canary and secret of a body') },
			logged: [
				'error',
				like(
					/^package\.thing: GET \/things\/\*\*\* failed unexpectedly\. RangeError: \*\*\* and \*\*\*\n\s+at /,
				),
				undefined,
			],
		},
	])('writes $of without its secrets', ({ event, logged: expected }) => {
		const { logged, log } = openLog();
		log.observe(SENT, event);
		expect(logged).toEqual([expected]);
	});

	// An ID that may repeat parts of the request isn't logged.
	it.each<{ content: object; requestId: string | undefined }>([
		{ content: { json: { requestId: ID } }, requestId: ID },
		{ content: { json: { requestId: 'a canary' } }, requestId: undefined },
	])('writes a response $content with the request ID $requestId', ({ content, requestId }) => {
		const { logged, log } = openLog();
		log.observe(SENT, { kind: 'response', response: { ...head, ...content }, ms: 12 });
		expect(logged).toEqual([
			['debug', 'GET /things/*** responded 503', { ...facts, status: 503, ms: 12, requestId }],
		]);
	});
});
