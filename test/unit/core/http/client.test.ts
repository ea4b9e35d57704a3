import { UserError } from 'n8n-workflow';
import type { Clock } from '../../../../nodes/engine/time';
import { failureDetails } from '../../../../nodes/engine/errors/nodeErrors';
import type { ClientOptions, Result } from '../../../../nodes/engine/http/client';
import { Client } from '../../../../nodes/engine/http/client';
import { ResponseTooLarge } from '../../../../nodes/engine/http/response';
import type { HttpMethod, Operation } from '../../../../nodes/engine/operation';
import { RequestQueue, SharedLimiter } from '../../../../nodes/engine/http/requestQueue';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { Transport } from '../../../../nodes/engine/http/transport';
import type { JsonObject } from '../../../../nodes/engine/json';
import { successBody } from '../../../../nodes/engine/output/output';
import { API, CREATE, FakeTime, json, like, text } from '../fakes';
import { PlayedClock } from './playedClock';

type Sent = Parameters<ClientOptions['observe']>[0];
type Event = Parameters<ClientOptions['observe']>[1];

interface Setup {
	method?: HttpMethod;
	operation?: Pick<Operation, 'unknownOutcome'>;
	maxRetries?: number;
	maxWait?: number;
	maxConcurrency?: number;
	budget?: number;
	random?: () => number;
	clock?: Clock;
	controller?: AbortController;
}

/** An attempt's result, as text: '503', '503 +9' with a Retry-After, or 'ECONNREFUSED:connect'. */
type Known = string | RawResponse | Error;
type Step = Known | ((signal: AbortSignal) => Promise<Known>);
type Steps = Step | Step[];

function read(step: Known): RawResponse | Error {
	if (typeof step !== 'string') return step;
	const [code = '', ...headers] = step.replace('+', 'retry-after=').split(' ');
	const [name, syscall] = code.split(':');
	if (!/^\d/.test(code)) {
		// As n8n passes it on: wrapped, the code on the cause.
		const cause = Object.assign(new Error(name), { code: name, syscall });
		return Object.assign(new Error('wrapped'), { cause });
	}
	const body = code === '200' ? { result: { id: 1 } } : { error: 'oops' };
	return json(body, Number(code), Object.fromEntries(new URLSearchParams(headers.join('&'))));
}

/** Opens a client that sends to a service which responds step by step, the last step forever. */
function clientFor(story: Steps, setup: Setup = {}, limiter = new SharedLimiter()) {
	const steps = (Array.isArray(story) ? story : [story]).flatMap((step): Step[] =>
		typeof step === 'string' ? step.split(', ') : [step],
	);
	const time = new FakeTime();
	const events: Array<Event & Sent> = [];
	const count = { sent: 0 };
	const transport: Transport = async (_request, own) => {
		const step = steps[Math.min(count.sent, steps.length - 1)] ?? '';
		count.sent += 1;
		const found = read(typeof step === 'function' ? await step(own.signal) : step);
		if (found instanceof Error) throw found;
		return found;
	};
	const { controller, method: usual = 'POST', ...limits } = setup;
	const client = new Client({
		...{ transport, limiter, clock: time, random: () => 0.5, signal: controller?.signal },
		observe: ({ request, index, attempts }, event) =>
			events.push({ ...event, request, index, attempts }),
		...{ maxWait: 300_000, maxRetries: 3, maxConcurrency: 50, ...limits },
	});
	const bodyOf = successBody({ api: API, operation: CREATE, credential: {} });
	const send = async (index = 0, method = usual) =>
		await client.send({ method, path: '/x' }, index, bodyOf);
	return { client, send, time, events, count };
}

/** Returns a result as an execution shows it: its texts as 'message | description'. */
function shown(result: Result<JsonObject>, setup: Setup = {}) {
	if (result.kind === 'success') return { body: result.body, ended: 'success', says: '' };
	const error = failureDetails(result, {
		...{ api: API, operation: setup.operation ?? CREATE },
		request: { method: setup.method ?? 'POST' },
		redact: (text) => text.replaceAll(/canary\b|CanaryKey/g, '***'),
	});
	const { message, description, httpCode = '-', outcome, reason, attempts, requestId } = error;
	const facts = [httpCode, outcome, reason, attempts, requestId ?? []].flat();
	return { body: undefined, ended: facts.join(' '), says: `${message} | ${description}` };
}

/** Sends one request. */
async function play(story: Steps, setup: Setup = {}) {
	const { send, time, count } = clientFor(story, setup);
	return { ...shown(await send(), setup), sent: count.sent, slept: time.slept };
}

/** Aborts, as a request under way does when the execution is stopped. */
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
const stuckClock = (sleep: Clock['sleep']): Clock => ({ now: () => 0, elapsed: () => 0, sleep });

const UNKNOWN = 'Look for it by name.';

describe('a response that ends a request', () => {
	it.each(['GET', 'POST'] as const)('is a success: %s', async (method) => {
		expect(await play('200', { method })).toMatchObject({ body: { result: { id: 1 } }, sent: 1 });
	});

	it.each([
		...['400 refused', '401 unauthorized', '403 forbidden', '404 notFound', '409 conflict'],
		...['424 asleep', '499 refused'],
	])('rejects it, and it is never sent again: %s', async (row) => {
		const [status = '', reason = ''] = row.split(' ');
		const response = json({ error: 'no canary', requestId: 'r-1' }, Number(status));
		for (const method of ['GET', 'PATCH'] as const) {
			expect(await play([response, '200'], { method })).toMatchObject({
				...{ sent: 1, ended: `${status} refused ${reason} 1 r-1` },
				says: `The API refused the request with status ${status}: no *** | Advice for ${status}. Request ID: r-1.`,
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
		const { sent, ended, says } = await play([json({}, 307, { location }), '200']);
		expect([sent, ended]).toEqual([1, '307 refused refused 1']);
		expect(says).toContain(`The API redirects to ${host} (status 307)`);
	});
});

describe('the wait before a retry', () => {
	const waits = async (story: Steps, setup: Setup = {}) =>
		(await play(story, { method: 'GET', ...setup })).slept;

	it('doubles up to half a minute, a quarter more or less at random', async () => {
		expect(await waits('503', { maxRetries: 7 })).toEqual([
			...[1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
		]);
		expect(await waits('503', { maxRetries: 1, random: () => 0 })).toEqual([750]);
		expect(await waits('503', { maxRetries: 1, random: () => 1 })).toEqual([1250]);
	});

	it('is at least as long as the API asks for', async () => {
		expect(await waits('503 +6, 503 +0.01, 200')).toEqual([6000, 2000]);
	});
});

const TOO_DEEP = '['.repeat(101);
const TOO_DEEP_FOR_NOW = { ...text(TOO_DEEP, 503), headers: { 'retry-after': '6' } };

// How often a write and a read are sent.
it.each<[Step, number, number, string]>([
	['500', 1, 4, '500 unknown'],
	['408', 1, 4, '408 unknown'],
	[text(''), 1, 4, '200 unknown'],
	[json({ status: 200 }), 1, 4, '200 unknown'],
	// A response that was too large to parse would be so again.
	[text(TOO_DEEP), 1, 1, '200 unknown'],
	[TOO_DEEP_FOR_NOW, 1, 1, '503 unknown'],
	[text(TOO_DEEP, 400), 1, 1, '400 refused'],
	['ECONNREFUSED:connect', 4, 4, '- notSent'],
	['EHOSTUNREACH:read', 1, 4, '- unknown'],
	['ECONNRESET', 1, 4, '- unknown'],
	['CERT_HAS_EXPIRED', 1, 1, '- notSent'],
	[new ResponseTooLarge(), 1, 1, '- unknown'],
	[new UserError('Not there, canary'), 1, 1, '- notSent'],
])(
	'after %j, counts how often a write and a read are sent',
	async (step, writes, reads, outcome) => {
		const write = await play(step);
		expect(write).toMatchObject({ sent: writes, ended: like(new RegExp(`^${outcome} `)) });
		const isUnknown = outcome.endsWith('unknown');
		expect(write.ended.includes('outcomeUnknown')).toBe(isUnknown);
		expect(write.says.includes(UNKNOWN)).toBe(isUnknown);
		const read = await play(step, { method: 'GET' });
		expect(read).toMatchObject({ sent: reads, ended: like(new RegExp(`^${outcome} (?!outcome)`)) });
		expect(write.says + read.says).not.toContain('canary');
	},
);

describe('waits', () => {
	const RESET = 'x-ratelimit-reset=20 ratelimit-reset=20';
	const [LIMITED, BUSY] = ['429 refused rateLimited', '503 unknown unavailable'];

	it.each<[HttpMethod, string, string, Setup]>([
		// As Max Retries allows, for no longer than half a minute each time.
		['GET', '500', '500 unknown unavailable 1', { maxRetries: 0 }],
		['GET', '503', `1000 2000 4000 8000 16000 30000 30000 ${BUSY} 8`, { maxRetries: 7 }],
		// The time that the service sets is kept.
		['GET', '503 +6, 200', '6000 success', {}],
		['GET', '408 +6, 200', '6000 success', {}],
		['GET', '413 +6, 200', '6000 success', {}],
		['GET', '503 +0, 200', '1000 success', {}],
		['GET', `503 ${RESET}, 200`, '1000 success', {}],
		['GET', `413 ${RESET}, 200`, '413 refused refused 1', {}],
		['GET', '413, 200', '413 refused refused 1', {}],
		['GET', '400 +6, 200', '400 refused refused 1', {}],
		['POST', '503 +6, 200', '503 unknown outcomeUnknown 1', {}],
		['POST', '413 +6, 200', '413 refused refused 1', {}],
		// Longer than Max Wait is too long.
		['GET', '503 +6, 200', `${BUSY} 1`, { maxWait: 5000 }],
		['GET', '503 +6, 200', '6000 success', { maxWait: 6000 }],
		['GET', '413 +6, 200', '6000 success', { maxWait: 6000 }],
		// The rate limit is no fault: it continues as long as Max Wait allows, whatever Max Retries is.
		['GET', '429 +9, 200', '9000 success', {}],
		['POST', '429 x-ratelimit-reset=4.5, 200', '4500 success', {}],
		['DELETE', '429 ratelimit-reset=4.5, 200', '4500 success', {}],
		['POST', '429 +9, 429 +9, 429 +9, 200', '9000 9000 9000 success', { maxRetries: 0 }],
		['POST', '429 +9', `${LIMITED} 1`, { maxWait: 8999 }],
		['POST', '429 +9', `9000 9000 ${LIMITED} 3`, { maxWait: 18_000 }],
		// It waits longer and longer if no time is set, or one that is not kept.
		['POST', '429', `1000 2000 4000 8000 16000 32000 60000 ${LIMITED} 8`, { maxWait: 130_000 }],
		['POST', '429 +0', `1000 2000 4000 8000 ${LIMITED} 5`, { maxWait: 30_000 }],
		// If nothing was sent, a write may be sent again.
		['POST', 'ECONNREFUSED:connect, 200', '1000 success', {}],
	])('%s %s: waits and ends with %s, %j', async (method, story, expected, setup) => {
		const { sent, slept, ended } = await play(story, { ...setup, method });
		expect([...slept, ended].join(' ')).toBe(expected);
		expect(sent).toBe(slept.length + 1);
	});

	it("don't count towards Max Wait if they are for responses to others", async () => {
		const clock = new PlayedClock();
		const answer = async (): Promise<Known> => {
			await clock.sleep(20);
			return count.sent > 12 ? '200' : '503';
		};
		const { send, count } = clientFor(answer, { method: 'GET', clock, maxWait: 0 });
		const all = Array.from({ length: 12 }, async (_, index) => await send(index));
		const results = await clock.play(Promise.all(all));
		expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['success']));
	});

	it.each(['503', '413'])('longer than allowed are reported: %s', async (status) => {
		const { says } = await play(`${status} +6`, { method: 'GET', maxWait: 5000 });
		expect(says).toContain(`Advice for ${status}. The API asks to wait longer than Max Wait.`);
	});
});

describe('rate limits', () => {
	it('do not count a request without a response', async () => {
		const { send, time } = clientFor('ECONNREFUSED:connect', { maxRetries: 0 });
		for (let index = 0; index < 12; index += 1) await send(index);
		expect(time.slept).toEqual([]);
	});

	it('send throttled requests before later ones, whatever their item order', async () => {
		const order: number[] = [];
		let later: Promise<unknown> | undefined;
		const { send, time } = clientFor('429 +9, 200', { maxRetries: 0 });
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
		['POST', '429 +9', 9, 1, "The API didn't accept the request."],
		['POST', '429 +9', 18, 2, "The API didn't accept the request in 2 attempts."],
		['GET', '503, 429 +9', 9, 2, 'The request was sent 2 times.'],
	] as const)('%s %s: after %i seconds, %i attempts are not denied', async (...given) => {
		const [method, story, seconds, attempts, description] = given;
		const { says, ended } = await play(story, { method, maxWait: seconds * 1000 - 1 });
		expect(says).toContain(`: oops | ${description} Raise Max Wait`);
		expect(ended).toBe(`429 refused rateLimited ${String(attempts)}`);
	});

	it.each([
		['GET', '503', 'The request was sent once.', 'unknown'],
		['POST', 'ECONNREFUSED', "The API didn't accept the request.", 'notSent'],
	] as const)('caused by others mention the attempts before them (%s)', async (...given) => {
		const [method, answer, description, outcome] = given;
		const limiter = new SharedLimiter();
		const maxWait = 8000;
		const step = async () => {
			queue.settle(other, 'throttled', time.elapsed() + 60_000);
			return await Promise.resolve(answer);
		};
		const { send, time } = clientFor(step, { method, maxWait }, limiter);
		const { signal } = new AbortController();
		const queue = new RequestQueue(limiter, time, { maxWait, maxConcurrency: 50 }, signal);
		const other = await queue.acquire({ order: 1, throttledBefore: false, waited: 0 });
		const { says, ended } = shown(await send(), { method });
		expect(says).toContain(` Max Wait (8 seconds). | ${description} Raise Max Wait`);
		expect(ended).toBe(`429 ${outcome} rateLimited 1`);
	});
});

describe('stopping', () => {
	it.each(['POST', 'GET'] as const)(
		'ends a %s under way, which may be carried out',
		async (method) => {
			const controller = new AbortController();
			const { sent, ended } = await play(aborting(controller), { controller, method });
			expect([sent, ended]).toEqual([1, '- unknown stopped 1']);
		},
	);

	it.each([
		['POST', '429 +9', "The API didn't accept the request.", 'notSent'],
		['GET', '500', 'The node stopped before the response arrived.', 'unknown'],
	] as const)(
		'ends the wait of a %s after %s immediately',
		async (method, answer, says, outcome) => {
			const controller = new AbortController();
			const clock = stuckClock(async (_ms, signal) => {
				await new Promise((_, reject) => {
					signal.addEventListener('abort', reject);
					controller.abort();
				});
			});
			const stopped = await play([answer, '200'], { controller, clock, method });
			expect(stopped).toMatchObject({ sent: 1, ended: `- ${outcome} stopped 1` });
			expect(stopped.says).toContain(says);
		},
	);

	it('sends nothing if it is stopped before', async () => {
		const controller = new AbortController();
		controller.abort();
		const { send, count, client } = clientFor('200', { controller });
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

	it.each([
		['GET', 'ECONNREFUSED', 'notSent defect', ' (Error). | Nothing was sent. This is a bug.'],
		['POST', 'ECONNREFUSED', 'notSent defect', ' (Error). | Nothing was sent. This is a bug.'],
		['GET', unreadable, 'unknown defect', ' (RangeError). | This is a bug.'],
		['POST', unreadable, 'unknown outcomeUnknown', ` (RangeError). | ${UNKNOWN} This is a bug.`],
	] as const)('reports the known facts in a %s', async (method, step, facts, expected) => {
		const clock = step === unreadable ? {} : { clock: stuckClock(noTimers) };
		const { ended, says } = await play(step, { method, ...clock });
		expect(ended).toBe(`- ${facts} 1`);
		expect(says).toContain(expected);
	});

	it('is not mistaken for a network failure, and is reported to the log', async () => {
		const defect = Object.assign(new Error('wrapped'), { cause: new TypeError('not a function') });
		const { send, count, events } = clientFor(defect, { method: 'GET' });
		expect(await send()).toMatchObject({ kind: 'unexpected', error: defect, maybeSent: true });
		expect([count.sent, ...events.map(({ kind }) => kind)]).toEqual([1, 'unexpected']);
		const network = clientFor(Object.assign(new TypeError('failed'), { code: 'ECONNRESET' }));
		expect((await network.send()).kind).toBe('network');
	});

	it('is named by its type if it is no error', () => {
		const failure = { kind: 'unexpected', error: 'text', attempts: 0, maybeSent: false } as const;
		expect(shown(failure).says).toContain(' (string). | ');
	});
});

describe('a series of reads', () => {
	/** Sends them, and returns how many attempts were made after each. */
	async function sendAll(story: string, methods: string, maxRetries = 3): Promise<number[]> {
		const { send, count } = clientFor(story, { maxRetries });
		const sent: number[] = [];
		for (const letter of methods) {
			await send(0, letter === 'r' ? 'GET' : 'POST');
			sent.push(count.sent);
		}
		return sent;
	}

	it('allows each read one attempt after ten have failed in all theirs, until one succeeds', async () => {
		const sent = await sendAll(`${'503, '.repeat(42)}200, 503`, 'r'.repeat(14));
		expect(sent.slice(9)).toEqual([40, 41, 42, 43, 47]);
	});

	it('allows all attempts again after a read that the API rejects', async () => {
		const sent = await sendAll(`${'503, '.repeat(20)}404, 503`, 'r'.repeat(12), 1);
		expect(sent.slice(10)).toEqual([21, 23]);
	});

	it('counts no write, and no read that the API rejects', async () => {
		const sent = await sendAll('404, ECONNREFUSED', `r${'w'.repeat(12)}r`, 1);
		expect(sent.slice(12)).toEqual([25, 27]);
	});

	it.each([
		[1, 100, 140],
		[10, 300, 345],
		[50, 1000, 1160],
	])('stops retrying soon if %i of %i are sent at a time', async (maxConcurrency, reads, most) => {
		const clock = new PlayedClock();
		const answer = async (): Promise<RawResponse> => {
			await clock.sleep(20);
			return json({}, 503);
		};
		const { send, count } = clientFor(answer, { method: 'GET', clock, maxConcurrency });
		const all = Array.from({ length: reads }, async (_, index) => await send(index));
		const results = await clock.play(Promise.all(all));
		expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['unclear']));
		expect(count.sent).toBeGreaterThanOrEqual(reads + 30);
		expect(count.sent).toBeLessThanOrEqual(most);
	});
});

describe("a client's log", () => {
	it('contains each response, network error and retry', async () => {
		const { send, events } = clientFor('ECONNRESET, 503, 200', { method: 'GET' });
		await send(7);
		expect(events).toMatchObject([
			{ kind: 'networkError', index: 7, attempts: 1, ms: 0, error: { code: 'ECONNRESET' } },
			{ kind: 'retry', index: 7, attempts: 1, ms: 1000 },
			{ kind: 'response', index: 7, attempts: 2, ms: 0, response: { status: 503 } },
			{ kind: 'retry', index: 7, attempts: 2, ms: 2000, request: { method: 'GET', path: '/x' } },
			{ kind: 'response', index: 7, attempts: 3, response: { status: 200 } },
		]);
	});

	it('contains each pause once, with its length', async () => {
		const { send, events } = clientFor('429 +9, 429 +9, 200');
		await Promise.all([send(0), send(1)]);
		const pauses = events.filter(({ kind }) => kind === 'pause');
		expect(pauses).toMatchObject([{ index: 0, attempts: 1, ms: 9000 }]);
	});
});

describe('closing', () => {
	it("ends all requests in progress when the budget is spent, by the machine's clock", async () => {
		const untilAborted = async (signal: AbortSignal) =>
			await new Promise<RawResponse>((_, reject) => {
				signal.addEventListener('abort', reject);
			});
		const { client, send } = clientFor(untilAborted, { budget: 5 });
		expect(client.isOutOfTime).toBe(false);
		expect(await send()).toEqual({ kind: 'stopped', attempts: 1, maybeSent: true });
		expect(client.isOutOfTime).toBe(true);
	});

	it('is out of time once its time has ended, even before the timer has run', () => {
		const clock = stuckClock(asleep);
		const { client } = clientFor('200', { clock });
		client.closeAfter(1000);
		for (const elapsed of [999, 1000]) {
			clock.elapsed = () => elapsed;
			expect(client.isOutOfTime).toBe(elapsed === 1000);
		}
	});

	it('ends when the time for all requests is up, and reports that', async () => {
		const { client, send } = clientFor('200');
		client.closeAfter(1000);
		for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
		expect([client.isOutOfTime, (await send()).kind]).toEqual([true, 'stopped']);
	});

	it('is not out of time if it was closed before, and starts no wait', async () => {
		const { client } = clientFor('200', { clock: stuckClock(noTimers) });
		client.closeAfter(1000);
		client.close();
		await new Promise(setImmediate);
		expect(client.isOutOfTime).toBe(false);
		const other = clientFor('200').client;
		other.close();
		await expect(other.sleep(5)).rejects.toThrow('aborted');
	});
});
