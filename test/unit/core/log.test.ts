import type { Logger } from 'n8n-workflow';

import type { ClientEvent } from '../../../nodes/core/http/client';
import type { HttpRequest } from '../../../nodes/core/http/request';
import { nodeLog } from '../../../nodes/core/execution/log';

const ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const REQUEST = { method: 'GET', path: '/things/canary?search=private' } as const;
const FACTS = { request: REQUEST, index: 7, attempt: 2 };

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
	return { logged, log: nodeLog(logger, redactorFor) };
}

function observed(event: ClientEvent) {
	const { logged, log } = openLog();
	log.observe(event);
	return logged;
}

describe('what a client writes to the log of n8n', () => {
	const head = { status: 503, headers: {}, text: '' };

	it('is each response, with the request ID of the API, and neither query nor secrets', () => {
		const response = { ...head, json: { requestId: ID } };
		expect(observed({ ...FACTS, kind: 'response', response, ms: 12 })).toEqual([
			[
				'debug',
				'GET /things/*** responded 503',
				{ item: 7, attempt: 2, status: 503, ms: 12, requestId: ID },
			],
		]);
	});

	it.each([undefined, {}, { requestId: 5 }])('is a response without a request ID: %j', (json) => {
		const response = { ...head, ...(json === undefined ? {} : { json }) };
		const [[, , facts] = []] = observed({ ...FACTS, kind: 'response', response, ms: 12 });
		expect(facts).toEqual({ item: 7, attempt: 2, status: 503, ms: 12, requestId: undefined });
	});

	it('is why no response came', () => {
		const error = { kind: 'brokenOff', code: 'ECONNRESET' } as const;
		expect(observed({ ...FACTS, kind: 'networkError', error, ms: 12 })).toEqual([
			[
				'debug',
				'GET /things/*** got no response: brokenOff',
				{ item: 7, attempt: 2, ms: 12, code: 'ECONNRESET' },
			],
		]);
	});

	it('is each retry, and at the level info each pause', () => {
		const facts = { item: 7, attempt: 2 };
		expect(observed({ ...FACTS, kind: 'retry', ms: 1500 })).toEqual([
			['debug', 'GET /things/*** is sent again in 1500 ms', facts],
		]);
		expect(observed({ ...FACTS, kind: 'pause', ms: 1500 })).toEqual([
			['info', 'GET /things/*** was throttled: requests with this credential wait for 2 s', facts],
		]);
	});

	it('is a defect, with its stack and without secrets, at the level error', () => {
		const [[level, message] = []] = observed({
			...FACTS,
			kind: 'unexpected',
			error: new RangeError('canary and secret of a body in a stack'),
		});
		expect(level).toBe('error');
		expect(message).toMatch(
			/^Cloud Management: GET \/things\/\*\*\* failed unexpectedly\. RangeError: \*\*\* and \*\*\* in a stack\n\s+at /,
		);
	});
});

describe('a defect that is logged', () => {
	it.each([
		['no error', 'thrown canary', 'thrown ***'],
		['an error without a stack', Object.assign(new Error('canary'), { stack: undefined }), '***'],
	])('is named where what was thrown is %s', (_, thrown, text) => {
		const { logged, log } = openLog();
		log.unexpected('an execution', thrown);
		expect(logged).toEqual([
			['error', `Cloud Management: an execution failed unexpectedly. ${text}`, undefined],
		]);
	});
});

describe('the ID of a request', () => {
	it.each([{ requestId: 'a canary' }, { requestId: 'other text' }, { requestId: 5 }, {}])(
		'is not taken from %j, which may repeat what was sent',
		(json) => {
			const response = { status: 401, headers: {}, text: '', json };
			const [[, , facts] = []] = observed({ ...FACTS, kind: 'response', response, ms: 1 });
			expect(facts).toEqual({ item: 7, attempt: 2, status: 401, ms: 1, requestId: undefined });
		},
	);
});
