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
import { API, CREATE, FakeTime, json, like, text } from '../fakes';
import { PlayedClock } from './playedClock';

interface Setup {
	method?: HttpMethod;
	operation?: Pick<Operation, 'unknownOutcome'>;
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
			successBody({ api: API, operation: CREATE, credential: {} }),
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

/** Aborts, as a request does that is under way when the execution is stopped. */
const aborting = (controller: AbortController) => async () => {
	controller.abort();
	return await Promise.reject(new Error('aborted'));
};

const noTimers = async () => {
	await Promise.reject(new Error('no timers'));
};
const asleep = async () => {
	await new Promise(() => undefined);
};
const stuckClock = (sleep: Clock['sleep']): Clock => ({ now: () => 0, sleep });

function fault(code: string, extra: object = {}): Error {
	// As n8n hands it on: wrapped, the code on the cause.
	return Object.assign(new Error('wrapped'), {
		cause: Object.assign(new Error(code), { code, ...extra }),
	});
}

const OK = json({ result: { id: 1 } });
const LIMITED = json({ error: 'slow down' }, 429, { 'retry-after': '9' });
const MAY_EXIST = 'The thing may exist.';
const UNKNOWN = 'Look for it by name.';
const REPORT = "This is a bug. Please report it, with its entry in n8n's log.";

const redirect = (status: number, location = 'https://a.example/') =>
	json({}, status, { location });

describe('a response that ends a request', () => {
	it.each(['GET', 'POST'] as const)('is a success: %s', async (method) => {
		const { outcome, sent } = await play([OK], { method });
		expect([outcome, sent]).toEqual([{ body: { result: { id: 1 } } }, 1]);
	});

	it.each([
		[400, 'refused'],
		[401, 'unauthorized'],
		[403, 'forbidden'],
		[404, 'notFound'],
		[409, 'conflict'],
		[424, 'asleep'],
		[499, 'refused'],
	])('rejects it with status %i, and it is never sent again', async (status, reason) => {
		const response = json({ error: 'no canary', requestId: 'r-1' }, status);
		for (const method of ['GET', 'PATCH'] as const) {
			const { failure, sent } = await play([response, OK], { method });
			expect(sent).toBe(1);
			expect(failure).toEqual({
				message: `The API refused the request with status ${String(status)}: no ***`,
				description: `Advice for ${String(status)}. Request ID: r-1.`,
				...{ httpCode: String(status), requestId: 'r-1', outcome: 'refused', reason, attempts: 1 },
			});
		}
	});

	it.each([
		['https://evil.example:8443/x?key=1', 'evil.example:8443'],
		['//login.example.com/x', 'login.example.com'],
		['\\\\login.example.com/x', 'login.example.com'],
		['/elsewhere', 'another path of the same host'],
		['https://CanaryKey.example.com', '***.example.com'],
	])('does not follow a redirect to %s', async (location, host) => {
		const { failure, sent } = await play([redirect(307, location), OK]);
		expect(sent).toBe(1);
		expect(failure).toMatchObject({
			message: `The API redirects to ${host} (status 307), and redirects aren't followed.`,
			description: 'The key was not sent there. Check the Base URL of the credential.',
			outcome: 'refused',
		});
	});

	it.each([
		['GET', redirect(302), 'refused', /^The API redirects to a\.example/],
		['POST', redirect(302), 'unknown', /^The thing may exist\. The API redirects to a\.example/],
		['GET', text('', 304), 'refused', /^The API refused the request with status 304\.$/],
		[
			'POST',
			text('', 304),
			'unknown',
			/ The API neither confirmed nor refused .* \(status 304\)\.$/,
		],
	] as const)('ends a %s that redirects: %j', async (method, response, outcome, message) => {
		const { failure, sent } = await play([response, OK], { method });
		expect([sent, failure]).toMatchObject([1, { outcome, message: like(message) }]);
	});
});

describe('a response that leaves open what happened', () => {
	it.each([
		[json({ error: 'oops' }, 500), 'The API failed (status 500): oops'],
		[json({ error: 'slow' }, 408), 'The API timed out waiting for the request (status 408): slow'],
		[text('', 503), 'The API failed (status 503).'],
		[text('<title>504 Gateway</title><b>x</b>', 504), 'The API failed (status 504): 504 Gateway'],
		[
			text('<title>Log in</title>'),
			'The response is a web page instead of JSON (status 200): Log in',
		],
		[text('{"a', 200, 'application/json'), 'The response is incomplete or not JSON (status 200).'],
		[json([{ id: 1 }]), 'The response is a list instead of an object (status 200).'],
		[json(null), 'The response is a single value instead of an object (status 200).'],
		[text(''), 'The response is empty (status 200).'],
		[json({ status: 200 }), 'The response has no "result" (status 200).'],
	])(
		'%#: a write is sent once and says so, a read again until it ends',
		async (answer, message) => {
			const { status } = answer;
			const write = await play([answer, OK]);
			expect([write.sent, write.failure]).toEqual([
				1,
				{
					message: `${MAY_EXIST} ${message}`,
					...{ description: UNKNOWN, httpCode: String(status) },
					...{ outcome: 'unknown', reason: 'outcomeUnknown', attempts: 1 },
				},
			]);
			const read = await play([answer], { method: 'GET' });
			expect([read.sent, ...read.time.slept]).toEqual([4, 1000, 2000, 4000]);
			const advice = status >= 400 ? `Advice for ${String(status)}.` : 'Check the Base URL';
			expect(read.failure).toMatchObject({
				...{ message, outcome: 'unknown', reason: 'unavailable', attempts: 4 },
				description: expect.stringContaining(`The request was sent 4 times. ${advice}`) as unknown,
			});
		},
	);

	it('is awaited again as Max Retries allows, for no longer than half a minute each time', async () => {
		const none = await play([json({}, 500)], { method: 'GET', maxRetries: 0 });
		expect([none.sent, none.failure?.description]).toEqual([
			...[1, 'The request was sent once. Advice for 500.'],
		]);
		const many = await play([json({}, 500)], { method: 'GET', maxRetries: 7 });
		expect(many.time.slept.slice(-2)).toEqual([30_000, 30_000]);
	});

	const LATER = { 'retry-after': '6' };
	const RESET = { 'x-ratelimit-reset': '20', 'ratelimit-reset': '20' };

	it.each([
		['GET', 503, LATER, [2, 6000]],
		['GET', 408, LATER, [2, 6000]],
		['GET', 413, LATER, [2, 6000]],
		['GET', 503, { 'retry-after': '0' }, [2, 1000]],
		['GET', 503, RESET, [2, 1000]],
		['GET', 413, RESET, [1]],
		['GET', 413, {}, [1]],
		['GET', 400, LATER, [1]],
		['POST', 503, LATER, [1]],
		['POST', 413, LATER, [1]],
	] as const)('keeps the time that the service names: %s, %i, %j', async (...given) => {
		const [method, status, headers, expected] = given;
		const { sent, time } = await play([json({}, status, headers), OK], { method });
		expect([sent, ...time.slept]).toEqual(expected);
	});

	it.each([
		[503, 'The request was sent once. Advice for 503. '],
		[413, 'Advice for 413. '],
	])('ends a read at once with %i where Max Wait is shorter than that', async (status, advice) => {
		const busy = json({ error: 'busy' }, status, LATER);
		const { sent, failure } = await play([busy, OK], { method: 'GET', maxWait: 5000 });
		expect([sent, failure?.description]).toEqual([
			1,
			`${advice}The API asks to wait longer than Max Wait. Raise Max Wait in the options.`,
		]);
		expect((await play([busy, OK], { method: 'GET', maxWait: 6000 })).sent).toBe(2);
	});

	it.each([
		['nested too deep', '['.repeat(101), 'The response is nested too deeply'],
		['of too many lists', `[${'[],'.repeat(1_000_000)}[]]`, 'The response has too many values'],
	])('and is %s ends a read as well, whatever its status', async (_case, body, message) => {
		const write = await play([text(body, 200), OK]);
		expect([write.sent, write.failure?.message]).toEqual([
			1,
			like(new RegExp(`^${MAY_EXIST} ${message}.* 200\\)\\.$`)),
		]);
		expect(write.failure).toMatchObject({ description: UNKNOWN, outcome: 'unknown' });
		for (const response of [text(body), text(body, 408), { ...text(body, 503), headers: LATER }]) {
			const { failure, sent } = await play([response, OK], { method: 'GET' });
			expect([sent, failure]).toMatchObject([1, { reason: 'unavailable', attempts: 1 }]);
		}
		const refused = await play([text(body, 400), OK]);
		expect([refused.sent, refused.failure?.outcome]).toEqual([1, 'refused']);
	});

	it.each([json({}, 500), fault('ECONNRESET')])('is told in own words: %s', async (step) => {
		const { failure } = await play([step], { operation: {} });
		expect(failure?.message).toMatch(/^The change may have been made\. The /);
		expect(failure?.description).toMatch(/^Check the result in the console before/);
	});
});

describe('no response', () => {
	const refused = fault('ECONNREFUSED', { syscall: 'connect' });

	// How often a write and a read are sent.
	it.each([
		[refused, 4, 4, 'notSent', /^Nothing was sent\. Check the Base URL/],
		[fault('EHOSTUNREACH', { syscall: 'read' }), 1, 4, 'unknown', /sent 4 times\. Check the Base/],
		[fault('ECONNRESET'), 1, 4, 'unknown', /sent 4 times\. Check the Base URL/],
		[fault('ETIMEDOUT'), 1, 4, 'unknown', /sent 4 times\. Raise Request Timeout/],
		[fault('CERT_HAS_EXPIRED'), 1, 1, 'notSent', /^Nothing was sent\. Check the Base URL/],
		[new ResponseTooLarge(), 1, 1, 'unknown', /sent once\. Request less data at a time/],
		[new UserError('Not there, canary'), 1, 1, 'notSent', /^Nothing was sent\.$/],
	])(
		'%#: a write is sent %i times, a read %i times',
		async (error, writes, reads, outcome, says) => {
			const write = await play([error]);
			expect([write.sent, write.failure?.outcome]).toEqual([writes, outcome]);
			if (outcome === 'unknown') expect(write.failure?.description).toBe(UNKNOWN);
			const read = await play([error], { method: 'GET' });
			expect([read.sent, read.failure?.outcome]).toEqual([reads, outcome]);
			expect(read.failure?.description).toMatch(says);
			expect(read.failure?.message).not.toContain('canary');
		},
	);

	it('where nothing was sent lets a write be sent again', async () => {
		expect(await play([refused, OK])).toMatchObject({ sent: 2, failure: undefined });
	});
});

describe('rate limits', () => {
	it.each([
		['GET', { 'retry-after': '9' }, 9000],
		['POST', { 'x-ratelimit-reset': '4.5' }, 4500],
		['DELETE', { 'ratelimit-reset': '4.5' }, 4500],
	] as const)('%s is sent again after the time in %j', async (method, headers, ms) => {
		const { sent, time, failure } = await play([json({}, 429, headers), OK], { method });
		expect([failure, sent, ...time.slept]).toEqual([undefined, 2, ms]);
	});

	it('is no fault: it goes on as long as Max Wait allows, whatever Max Retries says', async () => {
		const steps = [LIMITED, LIMITED, LIMITED, OK];
		const { sent, time, failure } = await play(steps, { maxRetries: 0 });
		expect([failure, sent, ...time.slept]).toEqual([undefined, 4, 9000, 9000, 9000]);
	});

	it('waits longer and longer where no time is named, or one that is not kept', async () => {
		const unnamed = await play([json({}, 429)], { maxWait: 130_000 });
		expect(unnamed.time.slept).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]);
		const atOnce = await play([json({}, 429, { 'retry-after': '0' })], { maxWait: 30_000 });
		expect([atOnce.sent, ...atOnce.time.slept]).toEqual([5, 1000, 2000, 4000, 8000]);
	});

	it.each([
		[8999, 1, '8.999 seconds'],
		[18_000, 3, '18 seconds'],
	])('ends at once when all waits would be longer than %i ms', async (maxWait, times, limit) => {
		const { sent, failure } = await play([LIMITED], { maxWait });
		expect([sent, failure]).toEqual([
			times,
			{
				message: `The API limits the rate, and waiting would exceed Max Wait (${limit}): slow down`,
				description:
					'The request was not sent. Raise Max Wait in the options, send fewer items at a time, or run the workflow later.',
				...{ httpCode: '429', outcome: 'refused', reason: 'rateLimited', attempts: times },
			},
		]);
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
		['POST', fault('ECONNREFUSED'), 'The request was not sent.', 'notSent'],
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
			message: like(/ Max Wait \(8 seconds\)\.$/),
			description: like(new RegExp(`^${description} Raise Max Wait`)),
			...{ outcome, reason: 'rateLimited', attempts: 1 },
		});
	});
});

describe('stopping', () => {
	const message = 'The execution was stopped.';
	const STOPPED = { reason: 'stopped', attempts: 1 };

	it.each([
		['POST', `${MAY_EXIST} ${message}`, UNKNOWN],
		['GET', message, 'The node stopped before the response arrived.'],
	] as const)(
		'ends a %s under way, which may have been carried out',
		async (method, says, description) => {
			const controller = new AbortController();
			const { failure, sent } = await play([aborting(controller)], { controller, method });
			expect([sent, failure]).toEqual([
				1,
				{ ...STOPPED, message: says, description, outcome: 'unknown' },
			]);
		},
	);

	it.each([
		['while the rate is limited', LIMITED, 'POST', 'The request was not sent.', 'notSent'],
		[
			'between two attempts',
			json({}, 500),
			'GET',
			'The node stopped before the response arrived.',
			'unknown',
		],
	] as const)('ends the wait at once %s', async (_name, answer, method, description, outcome) => {
		const controller = new AbortController();
		const clock = stuckClock(async (_ms, signal) => {
			await new Promise((_, reject) => {
				signal.addEventListener('abort', reject);
				controller.abort();
			});
		});
		const { failure, sent } = await play([answer, OK], { controller, clock, method });
		expect([sent, failure]).toEqual([1, { ...STOPPED, message, description, outcome }]);
	});

	it('before it was sent sends nothing', async () => {
		const controller = new AbortController();
		controller.abort();
		const { send, count, client } = clientFor([OK], { controller });
		expect(await send()).toEqual({ kind: 'stopped', attempts: 0, maybeSent: false });
		expect([count.sent, client.signal.aborted, client.isOutOfTime]).toEqual([0, true, false]);
	});
});

describe('a defect', () => {
	const unreadable = {
		...{ status: 200, body: '' },
		get headers(): never {
			throw new RangeError('Maximum call stack size exceeded');
		},
	};
	const broken = stuckClock(noTimers);

	it.each([
		['GET', fault('ECONNREFUSED'), broken, 'notSent', 'unavailable', `Nothing was sent. ${REPORT}`],
		[
			'POST',
			fault('ECONNREFUSED'),
			broken,
			'notSent',
			'unavailable',
			`Nothing was sent. ${REPORT}`,
		],
		['GET', unreadable, undefined, 'unknown', 'unavailable', REPORT],
		['POST', unreadable, undefined, 'unknown', 'outcomeUnknown', UNKNOWN],
	] as const)(
		'of a %s says what is known: %#',
		async (method, step, clock, outcome, reason, says) => {
			const { failure } = await play([step], { method, ...(clock && { clock }) });
			const name = clock === undefined ? 'RangeError' : 'Error';
			expect(failure).toEqual({
				message: like(new RegExp(`The request couldn't be completed \\(${name}\\)\\.$`)),
				...{ description: says, outcome, reason, attempts: 1 },
			});
		},
	);

	it('is not taken for a failure of the network, and is told for the log', async () => {
		const defect = Object.assign(new Error('wrapped'), { cause: new TypeError('not a function') });
		const { send, count, events } = clientFor([defect], { method: 'GET' });
		expect(await send()).toMatchObject({ kind: 'unexpected', error: defect, maybeSent: true });
		expect([count.sent, ...events.map(({ kind }) => kind)]).toEqual([1, 'unexpected']);
		const network = clientFor([Object.assign(new TypeError('failed'), { code: 'ECONNRESET' })]);
		expect((await network.send()).kind).toBe('network');
	});

	it('is named by its type where it is no error', () => {
		const failure = { kind: 'unexpected', error: 'text', attempts: 0, maybeSent: false } as const;
		expect(shown(failure).failure?.message).toMatch(/ \(string\)\.$/);
	});
});

describe('a series of reads', () => {
	const down = json({}, 503);
	const times = (count: number): RawResponse[] => Array.from({ length: count }, () => down);

	it('gives each read one attempt after ten have failed in all theirs, until one succeeds', async () => {
		const { send, count } = clientFor([...times(42), OK, down], { method: 'GET' });
		const sent: number[] = [];
		for (let read = 0; read < 14; read += 1) {
			await send();
			sent.push(count.sent);
		}
		expect(sent.slice(9)).toEqual([40, 41, 42, 43, 47]);
	});

	it('gives all attempts again after a read that the API rejects', async () => {
		const { send, count } = clientFor([...times(20), json({}, 404), down], {
			...{ method: 'GET', maxRetries: 1 },
		});
		for (let read = 0; read < 11; read += 1) await send();
		expect(count.sent).toBe(21);
		await send();
		expect(count.sent).toBe(23);
	});

	it('counts no write, and no read that the API rejects', async () => {
		const { send, count } = clientFor([json({}, 404), fault('ECONNREFUSED')], { maxRetries: 1 });
		await send(0, 'GET');
		for (let write = 0; write < 12; write += 1) await send(0, 'POST');
		expect(count.sent).toBe(25);
		await send(0, 'GET');
		expect(count.sent).toBe(27);
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
});

describe('what a client logs', () => {
	it('is each response, network error and retry', async () => {
		const steps = [fault('ECONNRESET'), json({ requestId: 'r-1' }, 503), OK];
		const { send, events } = clientFor(steps, { method: 'GET' });
		await send(7);
		expect(events).toMatchObject([
			{ kind: 'networkError', index: 7, attempt: 1, ms: 0, error: { code: 'ECONNRESET' } },
			{ kind: 'retry', index: 7, attempt: 1, ms: 1000 },
			{ kind: 'response', index: 7, attempt: 2, ms: 0, response: { status: 503 } },
			{ kind: 'retry', index: 7, attempt: 2, ms: 2000, request: { method: 'GET', path: '/x' } },
			{ kind: 'response', index: 7, attempt: 3, response: { status: 200 } },
		]);
	});

	it('is each pause once, with its length', async () => {
		const { send, events } = clientFor([LIMITED, LIMITED, OK]);
		await Promise.all([send(0), send(1)]);
		const pauses = events.filter(({ kind }) => kind === 'pause');
		expect(pauses).toMatchObject([{ index: 0, attempt: 1, ms: 9000 }]);
	});
});

describe('closing', () => {
	it('ends what is in progress when the budget is spent, by the clock of the machine', async () => {
		const untilAborted = async (signal: AbortSignal) =>
			await new Promise<RawResponse>((_, reject) => {
				signal.addEventListener('abort', reject);
			});
		const { client, send } = clientFor([untilAborted], { budget: 5 });
		expect(client.isOutOfTime).toBe(false);
		expect(await send()).toEqual({ kind: 'stopped', attempts: 1, maybeSent: true });
		expect(client.isOutOfTime).toBe(true);
	});

	it('is out of time from the end of its time on, also before the timer has run', () => {
		const time = { now: 999 };
		const clock = {
			...stuckClock(asleep),
			now: () => time.now,
		};
		const { client } = clientFor([OK], { clock });
		time.now = 0;
		client.closeAfter(1000);
		time.now = 999;
		expect(client.isOutOfTime).toBe(false);
		time.now = 1000;
		expect(client.isOutOfTime).toBe(true);
	});

	it('ends when the time for all requests is up, and says so', async () => {
		const { client, send } = clientFor([OK]);
		client.closeAfter(1000);
		for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
		expect([client.isOutOfTime, (await send()).kind]).toEqual([true, 'stopped']);
	});

	it('is not out of time when it was closed before, and begins no wait', async () => {
		const { client } = clientFor([OK], {
			clock: stuckClock(noTimers),
		});
		client.closeAfter(1000);
		client.close();
		await new Promise(setImmediate);
		expect(client.isOutOfTime).toBe(false);
		const other = clientFor([OK]).client;
		other.close();
		await expect(other.sleep(5)).rejects.toThrow('aborted');
	});
});
