import { UserError } from 'n8n-workflow';

import type { Clock } from '../../../../nodes/core/clock';
import { failureDetails } from '../../../../nodes/core/errors/failureDetails';
import type { ClientEvent, Result } from '../../../../nodes/core/http/client';
import { Client } from '../../../../nodes/core/http/client';
import { ResponseTooLarge } from '../../../../nodes/core/http/networkError';
import type { HttpMethod } from '../../../../nodes/core/http/request';
import { RequestQueue } from '../../../../nodes/core/http/requestQueue';
import type { RawResponse } from '../../../../nodes/core/http/response';
import { SharedLimiter } from '../../../../nodes/core/http/requestQueue';
import type { Transport } from '../../../../nodes/core/http/transport';
import type { JsonObject } from '../../../../nodes/core/json';
import type { Operation } from '../../../../nodes/core/operation';
import { successBody } from '../../../../nodes/core/execution/output';
import { API, CREATE, FakeTime, json, REMOVE, text } from '../fakes';
import { PlayedClock } from './playedClock';

interface Setup {
	method?: HttpMethod;
	operation?: Operation;
	maxRetries?: number;
	maxWait?: number;
	maxConcurrency?: number;
	budget?: number;
	clock?: Clock;
	controller?: AbortController;
}

type Step = RawResponse | Error | ((signal: AbortSignal) => Promise<RawResponse>);

/** Opens a client that sends to a service which responds step by step, the last step forever. */
function clientFor(steps: Step[], setup: Setup = {}, limiter = new SharedLimiter()) {
	const time = new FakeTime();
	const events: ClientEvent[] = [];
	const count = { sent: 0 };
	const transport: Transport = async (_request, own) => {
		const step = steps[Math.min(count.sent, steps.length - 1)];
		count.sent += 1;
		if (typeof step === 'function') return await step(own.signal);
		if (step === undefined || step instanceof Error) throw step ?? new Error('no step');
		return await Promise.resolve(step);
	};
	const client = new Client({
		...{ transport, limiter, clock: setup.clock ?? time, random: () => 0.5 },
		signal: setup.controller?.signal,
		observe: (event) => events.push(event),
		...{ maxWait: setup.maxWait ?? 300_000, maxRetries: setup.maxRetries ?? 3 },
		...(setup.budget === undefined ? {} : { budget: setup.budget }),
		maxConcurrency: setup.maxConcurrency ?? 50,
	});
	const send = async (index = 0, method: HttpMethod = setup.method ?? 'POST') =>
		await client.send(
			{ method, path: '/x' },
			index,
			successBody({ api: API, operation: setup.operation ?? CREATE, credential: {} }),
		);
	return { client, send, time, events, count };
}

/** Returns a result as an execution shows it. */
function shown(result: Result<JsonObject>, setup: Setup = {}) {
	if (result.kind === 'success') return { outcome: { body: result.body }, failure: undefined };
	const error = failureDetails(result, {
		...{ api: API, operation: setup.operation ?? CREATE },
		request: { method: setup.method ?? 'POST' },
		redact: (message) => message.replaceAll(/canary\b|CanaryKey/g, '***'),
	});
	return { outcome: { error }, failure: error };
}

/** Sends one request. */
async function play(steps: Step[], setup: Setup = {}) {
	const { send, time, count } = clientFor(steps, setup);
	return { ...shown(await send(), setup), sent: count.sent, time };
}

function fault(code: string, extra: object = {}): Error {
	// As n8n hands it on: wrapped, the code on the cause.
	return Object.assign(new Error('wrapped'), {
		cause: Object.assign(new Error(code), { code, ...extra }),
	});
}

const OK = json({ result: { id: 1 } });
const LIMITED = json({ error: 'slow down' }, 429, { 'retry-after': '9' });
const REASONS: Readonly<Record<number, string>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'conflict',
	424: 'asleep',
};
const UNKNOWN = 'The thing may exist. Look for it by name.';
const REPORT = "Please report this defect of the node, with its entry in n8n's log.";

describe('answers that end a request', () => {
	it.each(['GET', 'POST'] as const)('%s: success', async (method) => {
		const { outcome, sent } = await play([OK], { method });
		expect(outcome).toEqual({ body: { result: { id: 1 } } });
		expect(sent).toBe(1);
	});

	it.each([400, 401, 403, 404, 409, 424, 499])('status %i is never sent again', async (status) => {
		for (const method of ['GET', 'PATCH'] as const) {
			const { failure, sent } = await play([json({ error: 'no canary' }, status)], { method });
			expect(sent).toBe(1);
			expect(failure).toEqual({
				message: `The API refused the request with status ${String(status)}: no ***`,
				description: `Advice for ${String(status)}.`,
				httpCode: String(status),
				outcome: 'refused',
				reason: REASONS[status] ?? 'refused',
				attempts: 1,
			});
		}
	});

	it('quotes the request ID', async () => {
		const { failure } = await play([json({ error: 'no', requestId: 'r-1' }, 400)]);
		expect(failure).toMatchObject({
			description: 'Advice for 400. Request ID: r-1.',
			requestId: 'r-1',
		});
	});

	it.each([
		['https://evil.example:8443/x?key=1', 'evil.example:8443'],
		['//login.example.com/x', 'login.example.com'],
		['\\\\login.example.com/x', 'login.example.com'],
		['/elsewhere', 'another path of the same host'],
		['https://CanaryKey.example.com', '***.example.com'],
	])('does not follow a redirect to %s', async (location, host) => {
		const { failure, sent } = await play([json({}, 307, { location })]);
		expect(sent).toBe(1);
		expect(failure).toEqual({
			message: `The API redirects to ${host} (status 307), which is not followed.`,
			description: 'The key was not sent there. Check the Base URL of the credential.',
			httpCode: '307',
			outcome: 'refused',
			reason: 'refused',
			attempts: 1,
		});
	});

	it.each([301, 302, 303])(
		'does not know what a change did that redirects with %i',
		async (status) => {
			const { failure, sent } = await play([
				json({}, status, { location: 'https://a.example/' }),
				OK,
			]);
			expect(sent).toBe(1);
			expect(failure).toEqual({
				message: `The API redirects to a.example (status ${String(status)}), which is not followed.`,
				description: UNKNOWN,
				httpCode: String(status),
				outcome: 'unknown',
				reason: 'outcomeUnknown',
				attempts: 1,
			});
		},
	);

	it.each([301, 302, 303, 307])('refuses a read that redirects with %i', async (status) => {
		const redirect = json({}, status, { location: 'https://a.example/' });
		const { failure, sent } = await play([redirect, OK], { method: 'GET' });
		expect(sent).toBe(1);
		expect(failure).toMatchObject({
			message: `The API redirects to a.example (status ${String(status)}), which is not followed.`,
			outcome: 'refused',
		});
	});

	it('has no other host to name where a redirect has no location', async () => {
		const read = await play([text('', 304)], { method: 'GET' });
		expect(read.failure?.message).toBe('The API refused the request with status 304.');
		const write = await play([text('', 304)]);
		expect(write.failure).toMatchObject({
			message: 'The API neither confirmed nor refused the request (status 304).',
			outcome: 'unknown',
		});
	});

	it('takes an empty body for a delete', async () => {
		const { outcome } = await play([text('', 204)], { method: 'DELETE', operation: REMOVE });
		expect(outcome).toEqual({ body: {} });
	});
});

describe('answers that leave open what happened', () => {
	const unclear: Array<[string, RawResponse, string]> = [
		['500', json({ error: 'oops' }, 500), 'The API failed (status 500): oops'],
		['502', text('bad gateway', 502, 'text/plain'), 'The API failed (status 502): bad gateway'],
		['408', json({ error: 'slow' }, 408), 'The API gave up waiting (status 408): slow'],
		['503', text('', 503), 'The API failed (status 503).'],
		[
			'504 with HTML',
			text('<html><title>504 Gateway</title><b>x</b></html>', 504),
			'The API failed (status 504): 504 Gateway',
		],
		[
			'200 with HTML',
			text('<!DOCTYPE html><title>Log in</title>'),
			'The response is a web page instead of JSON (status 200): Log in',
		],
		[
			'200 with cut JSON',
			text('{"result": {"id', 200, 'application/json'),
			'The response is incomplete or not JSON (status 200).',
		],
		[
			'200 with a list',
			json([{ id: 1 }]),
			'The response is a list instead of an object (status 200).',
		],
		[
			'200 with a single value',
			json(null),
			'The response is a single value instead of an object (status 200).',
		],
		['200 with an empty body', text(''), 'The response is empty (status 200).'],
		['200 without payload', json({ status: 200 }), 'The response has no "result" (status 200).'],
	];

	it.each(unclear)('%s: a write is sent once and says so', async (_name, answer, message) => {
		const { failure, sent } = await play([answer, OK]);
		expect(sent).toBe(1);
		expect(failure).toEqual({
			message,
			description: UNKNOWN,
			httpCode: String(answer.status),
			outcome: 'unknown',
			reason: 'outcomeUnknown',
			attempts: 1,
		});
	});

	it.each(unclear)('%s: a read is sent again until it ends', async (_name, answer, message) => {
		const { failure, sent, time } = await play([answer], { method: 'GET' });
		expect(sent).toBe(4);
		expect(time.slept).toEqual([1000, 2000, 4000]);
		expect(failure).toMatchObject({
			message,
			outcome: 'unknown',
			reason: 'unavailable',
			attempts: 4,
		});
		const advice =
			answer.status >= 400
				? `Advice for ${String(answer.status)}.`
				: 'Check the Base URL of the credential.';
		expect(failure?.description).toBe(`The request was sent 4 times. ${advice}`);
	});

	it('a read that works the second time is a success', async () => {
		const { outcome, sent } = await play([json({}, 500), OK], { method: 'GET' });
		expect(outcome).toEqual({ body: { result: { id: 1 } } });
		expect(sent).toBe(2);
	});

	it('does not retry with Max Retries 0, and waits no longer than half a minute', async () => {
		const none = await play([json({}, 500)], { method: 'GET', maxRetries: 0 });
		expect(none.sent).toBe(1);
		expect(none.failure?.description).toBe('The request was sent once. Advice for 500.');
		const many = await play([json({}, 500)], { method: 'GET', maxRetries: 7 });
		expect(many.time.slept.slice(-2)).toEqual([30_000, 30_000]);
	});

	it.each([503, 408, 413])(
		'status %i: a read keeps the time that the service names',
		async (status) => {
			const busy = json({ error: 'busy' }, status, { 'retry-after': '6' });
			const { sent, time, outcome } = await play([busy, OK], { method: 'GET' });
			expect(outcome).toHaveProperty('body');
			expect([sent, ...time.slept]).toEqual([2, 6000]);
			const write = await play([busy, OK], { method: 'POST' });
			expect(write.sent).toBe(1);
		},
	);

	it('ends a read at once where the time named is longer than Max Wait allows', async () => {
		const busy = json({ error: 'busy' }, 503, { 'retry-after': '6' });
		const { sent, failure } = await play([busy, OK], { method: 'GET', maxWait: 5000 });
		expect(sent).toBe(1);
		expect(failure).toMatchObject({
			description:
				'The request was sent once. Advice for 503. The API asks to wait longer than Max Wait allows. Raise Max Wait in the options.',
			reason: 'unavailable',
			httpCode: '503',
		});
	});

	it('says so as well of what is too large for a while', async () => {
		const full = json({ error: 'full' }, 413, { 'retry-after': '6' });
		const { failure } = await play([full, OK], { method: 'GET', maxWait: 5000 });
		expect(failure?.description).toBe(
			'Advice for 413. The API asks to wait longer than Max Wait allows. Raise Max Wait in the options.',
		);
	});

	it('waits no shorter than it would by itself', async () => {
		const busy = json({ error: 'busy' }, 503, { 'retry-after': '0' });
		expect((await play([busy, OK], { method: 'GET' })).time.slept).toEqual([1000]);
	});

	it.each(['20', String((FakeTime.START + 1_200_000) / 1000)])(
		'takes no time from X-RateLimit-Reset or RateLimit-Reset after another status than 429: %s',
		async (reset) => {
			const headers = { 'x-ratelimit-reset': reset, 'ratelimit-reset': reset };
			for (const status of [408, 500, 503]) {
				const failed = json({ error: 'busy' }, status, headers);
				const { outcome, sent, time } = await play([failed, OK], { method: 'GET' });
				expect(outcome).toHaveProperty('body');
				expect([sent, ...time.slept]).toEqual([2, 1000]);
			}
			expect((await play([json({}, 413, headers), OK], { method: 'GET' })).sent).toBe(1);
		},
	);

	it('sends no read again that is permanently too large for the API', async () => {
		expect((await play([json({}, 413), OK], { method: 'GET' })).sent).toBe(1);
	});

	describe.each([
		['nested too deep', '['.repeat(101), 'The response is nested too deeply'],
		[
			'of too many lists',
			`[${'[],'.repeat(1_000_000)}[]]`,
			'The response has too many values to be read',
		],
	])('a response %s', (_, body, message) => {
		it('leaves the outcome of a write unknown', async () => {
			for (const operation of [CREATE, { ...REMOVE, unknownOutcome: UNKNOWN }]) {
				const { failure, sent } = await play([text(body, 200), OK], { operation });
				expect(sent).toBe(1);
				expect(failure).toMatchObject({
					message: `${message} (status 200).`,
					description: UNKNOWN,
					outcome: 'unknown',
				});
			}
		});

		it('ends a read without another try, whatever its status', async () => {
			const named = { ...text(body, 503), headers: { 'retry-after': '6' } };
			const failures = [text(body, 200), text(body, 408), text(body, 500), named];
			for (const response of failures) {
				const { failure, sent } = await play([response, OK], { method: 'GET' });
				expect(sent).toBe(1);
				expect(failure).toMatchObject({ reason: 'unavailable', attempts: 1 });
			}
			const { failure } = await play([text(body, 200), OK], { method: 'GET' });
			expect(failure?.message).toBe(`${message} (status 200).`);
		});

		it('that refuses is reported by its status', async () => {
			const { failure, sent } = await play([text(body, 400), OK]);
			expect(sent).toBe(1);
			expect(failure?.message).toBe('The API refused the request with status 400.');
		});
	});

	it('falls back to its own words where the operation has none', async () => {
		const operation: Operation = {
			properties: [],
			plan: (fields, context) => CREATE.plan(fields, context),
		};
		const own =
			'Whether the change was made is not known. Look at the result in the console before you send it again.';
		expect((await play([json({}, 500)], { operation })).failure?.description).toBe(own);
		expect((await play([fault('ECONNRESET')], { operation })).failure?.description).toBe(own);
	});
});

describe('no answer', () => {
	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'%s: nothing was sent, so a write is sent again',
		async (code) => {
			const { sent, outcome } = await play([fault(code, { syscall: 'connect' }), OK]);
			expect(sent).toBe(2);
			expect(outcome).toHaveProperty('body');
			const end = await play([fault(code)]);
			expect(end.sent).toBe(4);
			expect(end.failure?.description).toMatch(/^Nothing was sent\. Check the Base URL/);
			expect(end.failure).toMatchObject({ outcome: 'notSent', reason: 'noConnection' });
		},
	);

	it.each(['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'ERR_BAD_RESPONSE', ''])(
		'"%s": a write is sent once, a read again',
		async (code) => {
			const write = await play([fault(code), OK]);
			expect(write.sent).toBe(1);
			expect(write.failure?.description).toBe(UNKNOWN);
			expect(write.failure).toMatchObject({ outcome: 'unknown', reason: 'outcomeUnknown' });
			const read = await play([fault(code)], { method: 'GET' });
			expect(read.sent).toBe(4);
			expect(read.failure?.description).toMatch(
				/^The request was sent 4 times\. (?:Check the Base URL|Raise Request Timeout \(Milliseconds\))/,
			);
			expect(read.failure).toMatchObject({ outcome: 'unknown', reason: 'noConnection' });
		},
	);

	it('a response that is too large says to request less', async () => {
		const { failure } = await play([new ResponseTooLarge()], { method: 'GET' });
		expect(failure).toMatchObject({
			message: 'The response is larger than 50 MB, and was not read further.',
			description:
				'The request was sent once. Request less data at a time, for example by API Request with Query Parameters that narrow the response.',
			outcome: 'unknown',
			reason: 'unavailable',
		});
	});

	it('a host that became unreachable while reading leaves the outcome open', async () => {
		const { sent } = await play([fault('EHOSTUNREACH', { syscall: 'read' }), OK]);
		expect(sent).toBe(1);
	});
});

describe('rate limits', () => {
	it.each(['GET', 'POST', 'DELETE'] as const)(
		'%s is sent again after the time named',
		async (method) => {
			const { sent, time, outcome } = await play([LIMITED, OK], { method });
			expect(sent).toBe(2);
			expect(time.slept).toEqual([9000]);
			expect(outcome).toEqual({ body: { result: { id: 1 } } });
		},
	);

	it.each(['x-ratelimit-reset', 'ratelimit-reset'])(
		'sends again after the time in %s, fractions of seconds included',
		async (name) => {
			const { sent, time } = await play([json({}, 429, { [name]: '4.5' }), OK]);
			expect([sent, ...time.slept]).toEqual([2, 4500]);
		},
	);

	it('is no fault: it goes on as long as Max Wait allows, whatever Max Retries says', async () => {
		const { sent, time, outcome } = await play([LIMITED, LIMITED, LIMITED, OK], { maxRetries: 0 });
		expect(sent).toBe(4);
		expect(time.slept).toEqual([9000, 9000, 9000]);
		expect(outcome).toEqual({ body: { result: { id: 1 } } });
	});

	it('waits longer and longer where no time is named, or one that is not kept', async () => {
		const unnamed = await play([json({}, 429)], { maxWait: 130_000 });
		expect(unnamed.time.slept).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]);
		const atOnce = await play([json({}, 429, { 'retry-after': '0' })], { maxWait: 30_000 });
		expect(atOnce.time.slept).toEqual([1000, 2000, 4000, 8000]);
		expect(atOnce.sent).toBe(5);
	});

	it('ends at once when the wait would be longer than allowed', async () => {
		const { sent, failure, time } = await play([LIMITED], { maxWait: 8999 });
		expect(sent).toBe(1);
		expect(time.slept).toEqual([]);
		expect(failure).toEqual({
			message:
				'The API limits the rate, and the wait would be longer than Max Wait allows (8.999 seconds): slow down',
			description:
				'The request was not carried out. Raise Max Wait in the options, send fewer items at a time, or run the workflow later.',
			httpCode: '429',
			outcome: 'refused',
			reason: 'rateLimited',
			attempts: 1,
		});
	});

	it('sends what was throttled before what came later, whatever their item order', async () => {
		const order: number[] = [];
		let later: Promise<unknown> | undefined;
		const { send, time } = clientFor([LIMITED, OK], { maxRetries: 0 });
		const sleep = time.sleep.bind(time);
		time.sleep = async (ms, ended) => {
			later ??= send(0).then(() => order.push(0));
			await sleep(ms, ended);
		};
		await send(5).then(() => order.push(5));
		await later;
		expect(order).toEqual([5, 0]);
	});

	it.each([
		['GET', json({}, 503), 'The request was sent once.', 'unknown'],
		['POST', fault('ECONNREFUSED'), 'The request was not carried out.', 'notSent'],
	] as const)('of others mention the attempts before them (%s)', async (...given) => {
		const [method, answer, description, outcome] = given;
		const limiter = new SharedLimiter();
		const maxWait = 8000;
		const step = async () => {
			queue.throttled(other, time.now() + 60_000);
			if (answer instanceof Error) throw answer;
			return await Promise.resolve(answer);
		};
		const { send, time } = clientFor([step], { method, maxWait }, limiter);
		const { signal } = new AbortController();
		const queue = new RequestQueue(limiter, time, { maxWait, maxConcurrency: 50 }, signal);
		const other = await queue.acquire({ order: 1, throttledBefore: false, waited: 0 });
		expect(shown(await send(), { method }).failure).toMatchObject({
			message:
				'The API limits the rate, and the wait would be longer than Max Wait allows (8 seconds).',
			description: expect.stringMatching(new RegExp(`^${description} Raise Max Wait`)) as unknown,
			outcome,
			reason: 'rateLimited',
			attempts: 1,
		});
	});

	it('adds up the waits of one request', async () => {
		const { sent } = await play([LIMITED], { maxWait: 18_000 });
		expect(sent).toBe(3);
	});
});

describe('a refusal by n8n or by the credential', () => {
	it('is reported in its own words, redacted, and never sent again', async () => {
		const refusal = new UserError('The request goes elsewhere, canary');
		const { failure, sent } = await play([refusal, OK]);
		expect(sent).toBe(1);
		expect(failure?.message).toBe('The request goes elsewhere, ***');
		expect(failure?.description).toBe('Nothing was sent.');
		expect(failure).toMatchObject({ outcome: 'notSent', reason: 'invalidInput' });
	});
});

describe('stopping', () => {
	const stopped = 'The execution was stopped.';

	it('says that a write under way may have been carried out', async () => {
		const controller = new AbortController();
		const { failure, sent } = await play(
			[
				async () => {
					controller.abort();
					return await Promise.reject(new Error('aborted'));
				},
			],
			{ controller },
		);
		expect(sent).toBe(1);
		expect(failure).toEqual({
			message: stopped,
			description: UNKNOWN,
			outcome: 'unknown',
			reason: 'stopped',
			attempts: 1,
		});
	});

	it('ends a read under way without sending it again', async () => {
		const controller = new AbortController();
		const { failure, sent } = await play(
			[
				async () => {
					controller.abort();
					return await Promise.reject(new Error('aborted'));
				},
			],
			{ controller, method: 'GET' },
		);
		expect(sent).toBe(1);
		expect(failure).toEqual({
			message: stopped,
			description: 'Its response was not awaited.',
			outcome: 'unknown',
			reason: 'stopped',
			attempts: 1,
		});
	});

	it.each([
		['while the rate is limited', LIMITED, 'POST', 'The request was not carried out.', 'notSent'],
		['between two attempts', json({}, 500), 'GET', 'Its response was not awaited.', 'unknown'],
	] as const)('ends the wait at once %s', async (_name, answer, method, description, outcome) => {
		const controller = new AbortController();
		const clock: Clock = {
			now: () => 0,
			sleep: async (_ms, signal) => {
				await new Promise((_, reject) => {
					signal.addEventListener('abort', () => {
						reject(new Error('aborted'));
					});
					controller.abort();
				});
			},
		};
		const { failure, sent } = await play([answer, OK], { controller, clock, method });
		expect(sent).toBe(1);
		expect(failure).toEqual({
			...{ message: stopped, description, outcome, reason: 'stopped', attempts: 1 },
		});
	});

	it.each(['GET', 'POST'] as const)(
		'says that nothing was sent where %s fails unexpectedly before it is sent',
		async (method) => {
			const clock: Clock = {
				now: () => 0,
				sleep: async () => {
					await Promise.reject(new Error('no timers'));
				},
			};
			const { failure } = await play([fault('ECONNREFUSED')], { clock, method });
			expect(failure).toEqual({
				message: 'The request could not be completed (Error).',
				description: `Nothing was sent. ${REPORT}`,
				outcome: 'notSent',
				reason: 'unavailable',
				attempts: 1,
			});
		},
	);

	it('does not take a defect for a failure of the network, and tells it for the log', async () => {
		const defect = Object.assign(new Error('wrapped'), { cause: new TypeError('not a function') });
		const { send, count, events } = clientFor([defect], { method: 'GET' });
		expect(await send()).toMatchObject({ kind: 'unexpected', error: defect, maybeSent: true });
		expect(count.sent).toBe(1);
		expect(events.map(({ kind }) => kind)).toEqual(['unexpected']);
		const broken = clientFor([Object.assign(new TypeError('failed'), { code: 'ECONNRESET' })]);
		expect((await broken.send()).kind).toBe('network');
	});

	it.each([
		['GET', REPORT, 'unknown', 'unavailable'],
		['POST', UNKNOWN, 'unknown', 'outcomeUnknown'],
	] as const)(
		'says what is known where reading the response of %s fails unexpectedly',
		async (method, description, outcome, reason) => {
			const unreadable = {
				status: 200,
				body: '',
				get headers(): never {
					throw new RangeError('Maximum call stack size exceeded');
				},
			};
			const { failure } = await play([unreadable], { method });
			expect(failure).toEqual({
				message: 'The request could not be completed (RangeError).',
				description,
				outcome,
				reason,
				attempts: 1,
			});
		},
	);
});

describe('a series of reads', () => {
	const down = json({}, 503);

	it('gives each read one attempt after ten have failed in all theirs, until one succeeds', async () => {
		const steps = [...Array.from({ length: 42 }, () => down), OK, down];
		const { send, count } = clientFor(steps, { method: 'GET' });
		for (let read = 0; read < 10; read += 1) await send();
		expect(count.sent).toBe(40);
		await send();
		await send();
		expect(count.sent).toBe(42);
		expect((await send()).kind).toBe('success');
		await send();
		expect(count.sent).toBe(47);
	});

	it.each([
		[1, 100, 140],
		[10, 300, 345],
		[50, 1000, 1160],
	])(
		'stops retrying soon where %i of %i reads go at a time',
		async (maxConcurrency, reads, most) => {
			const clock = new PlayedClock();
			const answer = async (): Promise<RawResponse> => {
				await clock.sleep(20);
				return down;
			};
			const { send, count } = clientFor([answer], { method: 'GET', clock, maxConcurrency });
			const all = Array.from({ length: reads }, async (_, index) => await send(index));
			const results = await clock.play(Promise.all(all));
			expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['unclear']));
			expect(count.sent).toBeGreaterThanOrEqual(reads + 30);
			expect(count.sent).toBeLessThanOrEqual(most);
		},
	);

	it('counts no write, and no read that the API rejects', async () => {
		const { send, count } = clientFor([json({}, 404), fault('ECONNREFUSED')], { maxRetries: 1 });
		await send(0, 'GET');
		for (let write = 0; write < 12; write += 1) await send(0, 'POST');
		expect(count.sent).toBe(25);
		await send(0, 'GET');
		expect(count.sent).toBe(27);
	});

	it('gives all attempts again after a read that the API rejects', async () => {
		const steps = [...Array.from({ length: 20 }, () => down), json({}, 404), down];
		const { send, count } = clientFor(steps, { method: 'GET', maxRetries: 1 });
		for (let read = 0; read < 11; read += 1) await send();
		expect(count.sent).toBe(21);
		await send();
		expect(count.sent).toBe(23);
	});
});

describe('a defect', () => {
	it('is named by its class, or by its type where it is no error', () => {
		const { failure } = shown({ kind: 'unexpected', error: 'text', attempts: 0, maybeSent: false });
		expect(failure?.message).toBe('The request could not be completed (string).');
	});
});

describe('what a client logs', () => {
	it('each response, network error, retry and defect', async () => {
		const unreadable = {
			...{ status: 200, body: '' },
			get headers(): never {
				throw new RangeError('broken');
			},
		};
		const steps = [fault('ECONNRESET'), json({ requestId: 'r-1' }, 503), unreadable];
		const { send, events } = clientFor(steps, { method: 'GET' });
		await send(7);
		expect(events.map(({ kind, index, attempt }) => [kind, index, attempt])).toEqual([
			['networkError', 7, 1],
			['retry', 7, 1],
			['response', 7, 2],
			['retry', 7, 2],
			['unexpected', 7, 3],
		]);
		expect(events[0]).toMatchObject({ ms: 0, error: { code: 'ECONNRESET' } });
		expect(events[2]).toMatchObject({ ms: 0, response: { status: 503 } });
		expect(events[3]).toMatchObject({ ms: 2000, request: { method: 'GET', path: '/x' } });
	});

	it('each pause once, with its length', async () => {
		const { send, events } = clientFor([LIMITED, LIMITED, OK]);
		await Promise.all([send(0), send(1)]);
		const pauses = events.flatMap((event) => (event.kind === 'pause' ? [event] : []));
		expect(pauses.map(({ index, attempt, ms }) => [index, attempt, ms])).toEqual([[0, 1, 9000]]);
	});
});

describe('closing', () => {
	it('ends what is in progress when the budget is spent, by the clock of the machine', async () => {
		const untilAborted = async (signal: AbortSignal) =>
			await new Promise<RawResponse>((_, reject) => {
				signal.addEventListener('abort', () => {
					reject(new Error('aborted'));
				});
			});
		const { client, send } = clientFor([untilAborted], { budget: 5 });
		expect(client.isOutOfTime).toBe(false);
		expect(await send()).toEqual({ kind: 'stopped', attempts: 1, maybeSent: true });
		expect(client.isOutOfTime).toBe(true);
	});

	it('is out of time from the end of its time on, also before the timer has run', () => {
		const time = { now: 0 };
		const clock: Clock = {
			now: () => time.now,
			sleep: async () => {
				await new Promise(() => undefined);
			},
		};
		const { client } = clientFor([OK], { clock });
		client.closeAfter(1000);
		time.now = 999;
		expect(client.isOutOfTime).toBe(false);
		time.now = 1000;
		expect(client.isOutOfTime).toBe(true);
	});

	it('ends a wait that begins later', async () => {
		const { client } = clientFor([OK]);
		client.close();
		await expect(client.sleep(5)).rejects.toThrow('aborted');
	});

	it('sends nothing for a signal that has aborted before', async () => {
		const controller = new AbortController();
		controller.abort();
		const { send, count, client } = clientFor([OK], { controller });
		expect(await send()).toEqual({ kind: 'stopped', attempts: 0, maybeSent: false });
		expect(count.sent).toBe(0);
		expect(client.signal.aborted).toBe(true);
		expect(client.isOutOfTime).toBe(false);
	});

	it('ends when the time for all requests is up, and says so', async () => {
		const { client, send } = clientFor([OK]);
		client.closeAfter(1000);
		await new Promise((resolve) => setImmediate(resolve));
		await new Promise((resolve) => setImmediate(resolve));
		expect(client.isOutOfTime).toBe(true);
		expect((await send()).kind).toBe('stopped');
	});

	it('is not out of time when it was closed before', async () => {
		const clock: Clock = {
			now: () => 0,
			sleep: async () => {
				await Promise.reject(new Error('x'));
			},
		};
		const { client } = clientFor([OK], { clock });
		client.closeAfter(1000);
		client.close();
		await new Promise((resolve) => setImmediate(resolve));
		expect(client.isOutOfTime).toBe(false);
	});
});
