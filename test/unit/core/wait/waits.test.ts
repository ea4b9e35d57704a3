import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executeOperation } from '../../../../nodes/core/execution/execute';
import type { Operation, WaitRule } from '../../../../nodes/core/operation';
import type { FakeNode, Respond } from '../fakes';
import { API, CREDENTIAL, fakeContext, GET, json, OPTIONS_FIELD } from '../fakes';
import { PlayedClock } from '../http/playedClock';

const RULE: WaitRule = {
	resource: 'thing',
	noun: 'state',
	valuePath: 'result.state',
	waitFor: ['running'],
	giveUpOn: ['failed'],
	stableFor: 1,
	waitForExistence: false,
	timeout: 60_000,
	outputOnTimeout: false,
};

/** The rule comes from a field, so that each item may have its own. */
const WAIT: Operation = {
	...GET,
	properties: [
		...GET.properties,
		{ displayName: 'Rule', name: 'rule', type: 'json', default: {} },
		OPTIONS_FIELD,
	],
	shape: ({ id, state }) => ({ id, state }),
	wait: ({ rule }) => ({ ...RULE, ...(rule as Partial<WaitRule>) }),
};

/** What reads of a thing find, one after another; the last one forever. */
type Script = Array<string | number>;

const BYSTANDER = { seen: ['kept'] };

/** Answers reads by script, and records when each came. */
function service(scripts: Record<string, Script>, clock: PlayedClock) {
	const began = clock.now();
	const reads: Array<{ id: string; at: number }> = [];
	const respond: Respond = ({ url }) => {
		const id = url.split('/').at(-1) ?? '';
		const script = scripts[id] ?? [];
		const before = reads.filter((read) => read.id === id).length;
		reads.push({ id, at: clock.now() - began });
		const found = script[Math.min(before, script.length - 1)] ?? 404;
		if (typeof found === 'number') return json({ error: 'not now' }, found);
		return json({ requestId: 'r', result: { id, state: found, more: BYSTANDER } });
	};
	return { reads, respond };
}

let keys = 0;

/** A key of its own for each run: what is known of its rate limit is kept beyond a run. */
function ownKey() {
	keys += 1;
	return { credentials: { testApi: { ...CREDENTIAL, keyId: `key-${String(keys)}` } } };
}

/** How a service that is played answers otherwise than by its scripts. */
type Otherwise = (played: ReturnType<typeof service> & { clock: PlayedClock }) => Respond;

async function run(scripts: Record<string, Script>, setup: FakeNode = {}, otherwise?: Otherwise) {
	const clock = new PlayedClock();
	const { reads, respond } = service(scripts, clock);
	const played = otherwise?.({ reads, respond, clock }) ?? respond;
	const { context, hints } = fakeContext({ respond: played, ...ownKey(), ...setup });
	const debug = jest.spyOn(context.logger, 'debug');
	const began = clock.now();
	const result = await clock.play(
		executeOperation(context, API, { thing: { get: WAIT } }, clock).then(
			([items]) => ({ items: items ?? [], error: undefined }),
			(error: unknown) => ({ items: [], error }),
		),
	);
	const logged = debug.mock.calls.map(([, facts]) => facts);
	return { ...result, reads, hints, logged, took: clock.now() - began };
}

function shown(error: unknown) {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) {
		throw new Error(`not n8n's error: ${String(error)}`);
	}
	const { message, description, context } = error;
	return { message, description, itemIndex: context.itemIndex, data: context.details };
}

const holding = (members: object): unknown => expect.objectContaining(members);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const things =
	(...ids: string[]) =>
	(itemIndex: number): string =>
		ids[itemIndex % ids.length] ?? '';

describe('a wait', () => {
	it('checks at once, then after pauses, and outputs the record like the read', async () => {
		const { items, reads } = await run(
			{ a: ['starting', 'Running'] },
			{ fields: { thingId: 'a' } },
		);
		expect(items).toEqual([{ json: { id: 'a', state: 'Running' }, pairedItem: { item: 0 } }]);
		const [first, second = 0] = reads.map(({ at }) => at);
		expect(first).toBe(0);
		expect(second).toBeGreaterThanOrEqual(1600);
		expect(second).toBeLessThanOrEqual(2400);
	});

	it('outputs the complete response where that is set', async () => {
		const fields = {
			thingId: 'a',
			options: { fullResponse: true },
			rule: { outputOnTimeout: true },
		};
		const { items } = await run({ a: ['running'] }, { fields });
		expect(items[0]?.json).toEqual({
			requestId: 'r',
			result: { id: 'a', state: 'running', more: BYSTANDER },
			reached: true,
		});
	});

	it('ends on a state to give up on, and names it', async () => {
		const { error, reads } = await run({ a: ['starting', 'Failed'] }, { fields: { thingId: 'a' } });
		expect(reads).toHaveLength(2);
		expect(shown(error)).toEqual({
			message:
				'The wait for the thing to become "running" ended after 2 seconds and 2 checks: its last state is "Failed".',
			description:
				'This state is in Give Up On. Look at the thing, correct what keeps it from getting there, and run the node again; or remove the state from Give Up On.',
			itemIndex: 0,
			data: holding({ outcome: 'refused', reason: 'conflict', attempts: 2 }),
		});
	});
});

describe('when the time is up', () => {
	it('the error contains the last state, how long and how many checks', async () => {
		const fields = { thingId: 'a', rule: { waitFor: ['running', 'idle'] } };
		const { error, reads, took } = await run({ a: ['starting', 'awaking'] }, { fields });
		const checks = String(reads.length);
		expect(shown(error)).toEqual({
			message: `The thing did not become "running" or "idle" within 60 seconds and ${checks} checks: its last state is "awaking".`,
			description:
				'The thing may still get there. Raise Wait Limit (Seconds), or look at the thing.',
			itemIndex: 0,
			data: holding({
				outcome: 'unknown',
				reason: 'unavailable',
				attempts: reads.length,
			}),
		});
		expect(took).toBe(59_000);
		expect(reads.at(-1)?.at).toBe(59_000);
	});

	it('the error says what helps in a state that does not change by itself', async () => {
		const advice = new Map([['idle', 'An idle thing sleeps. Wake it up.']]);
		const timedOut = await run(
			{ a: ['starting', ' Idle'] },
			{ fields: { thingId: 'a', rule: { advice } } },
		);
		expect(shown(timedOut.error).description).toBe('An idle thing sleeps. Wake it up.');
		const rule = { advice, giveUpOn: ['idle'] };
		const gaveUp = await run({ a: ['idle'] }, { fields: { thingId: 'a', rule } });
		expect(shown(gaveUp.error).description).toBe(
			'This state is in Give Up On. An idle thing sleeps. Wake it up.',
		);
		const other = await run({ a: ['starting'] }, { fields: { thingId: 'a', rule: { advice } } });
		expect(shown(other.error).description).toContain('The thing may still get there.');
		const unread = { advice, waitForExistence: true };
		const missing = await run({}, { fields: { thingId: 'a', rule: unread } });
		expect(shown(missing.error).description).toContain('The thing may still get there.');
	});

	it('one check was made at least', async () => {
		const fields = { thingId: 'a', rule: { timeout: 1000 } };
		const { error, reads } = await run({ a: ['starting', 'running'] }, { fields });
		expect(reads).toHaveLength(1);
		expect(shown(error).message).toMatch('within 1 second and 1 check: its last state');
	});

	it('the message says how stable the state was', async () => {
		const script = [...Array.from({ length: 5 }, () => 'starting'), 'running'];
		const fields = { thingId: 'a', rule: { stableFor: 50 } };
		const { error } = await run({ a: script }, { fields });
		expect(shown(error).message).toMatch(
			/its last state is "running", found by \d checks in a row in place of 50\.$/,
		);
	});

	it('the last record is output where that is set, and says that it is not reached', async () => {
		const fields = { thingId: 'a', rule: { outputOnTimeout: true, timeout: 20_000 } };
		const { items } = await run({ a: ['starting', 503, 'awaking', 503] }, { fields });
		expect(items).toEqual([
			{ json: { id: 'a', state: 'awaking', reached: false }, pairedItem: { item: 0 } },
		]);
	});

	it('what does not exist is output without a record', async () => {
		const rule = { outputOnTimeout: true, waitForExistence: true };
		const { items } = await run({ a: [404] }, { fields: { thingId: 'a', rule } });
		expect(items).toEqual([{ json: { reached: false }, pairedItem: { item: 0 } }]);
	});

	it('what does not exist is an error otherwise', async () => {
		const fields = { thingId: 'a', rule: { waitForExistence: true } };
		const { error } = await run({ a: [404] }, { fields });
		expect(shown(error)).toMatchObject({
			message: matching(/: no state was read\.$/),
			description: matching(/^The last check failed: The API refused .* 404/),
			data: { reason: 'notFound' },
		});
	});

	it('a check under way is aborted, and what was never read is an error', async () => {
		const respond: Respond = async (_, { signal }) =>
			await new Promise((_resolve, reject) => {
				signal?.addEventListener('abort', () => {
					reject(new Error('aborted'));
				});
			});
		const fields = { thingId: 'a', rule: { outputOnTimeout: true } };
		const { error, took } = await run({}, { fields, respond });
		expect(took).toBe(60_000);
		expect(shown(error)).toMatchObject({
			message:
				'The thing did not become "running" within 60 seconds and 1 check: no state was read.',
			data: { outcome: 'unknown', reason: 'unavailable', attempts: 1 },
		});
	});

	it.each([
		['from the first on', 0, 3, 'no state was read'],
		['after two that were answered', 2, 5, 'its last state is "starting"'],
	])('checks that were throttled %s count', async (_, answered, checks, state) => {
		const throttled: Otherwise =
			({ reads, respond }) =>
			(options, sent) =>
				reads.length < answered
					? respond(options, sent)
					: json({ error: 'slow down' }, 429, { 'retry-after': '20' });
		const { error, hints } = await run(
			{ a: ['starting'] },
			{ fields: { thingId: 'a' } },
			throttled,
		);
		expect(shown(error)).toMatchObject({
			message: `The thing did not become "running" within 60 seconds and ${String(checks)} checks: ${state}.`,
			data: { outcome: 'unknown', reason: 'unavailable', attempts: checks },
		});
		expect(hints.join()).toMatch('The API limits the rate of requests: the node waited');
	});

	it('all items end, with one deadline for all: the first item’s', async () => {
		const { items, took } = await run(
			{ a: ['starting'], b: ['starting'] },
			{
				count: 2,
				onError: 'continueRegularOutput',
				fields: {
					thingId: things('a', 'b'),
					rule: (itemIndex: number) => ({ timeout: itemIndex === 0 ? 20_000 : 500_000 }),
				},
			},
		);
		expect(took).toBeLessThanOrEqual(20_000);
		const ended = { json: { error: { reason: 'unavailable' } } };
		expect(items).toMatchObject([ended, ended]);
	});
});

describe('checks that fail', () => {
	it('end it after five in a row, with what was found before', async () => {
		const { error, reads } = await run({ a: ['starting', 503] }, { fields: { thingId: 'a' } });
		expect(reads).toHaveLength(6);
		expect(shown(error)).toMatchObject({
			message: 'The API failed (status 503): not now',
			description: matching(
				/ The wait ended after \d+ seconds and 6 checks, the last 5 of which failed: its last state is "starting"\.$/,
			),
			data: { httpCode: '503', outcome: 'unknown', reason: 'unavailable', attempts: 6 },
		});
	});

	it('end it at once where the key is refused', async () => {
		const { error, reads } = await run({ a: [401, 'running'] }, { fields: { thingId: 'a' } });
		expect(reads).toHaveLength(1);
		expect(shown(error)).toMatchObject({
			description: 'Advice for 401. The wait ended after 0 seconds and 1 check: no state was read.',
			data: { httpCode: '401', reason: 'unauthorized', attempts: 1 },
		});
	});

	it('name the option for what does not exist yet', async () => {
		const { error, reads } = await run({ a: [404, 'running'] }, { fields: { thingId: 'a' } });
		expect(reads).toHaveLength(1);
		expect(shown(error)).toMatchObject({
			description: matching(/If it is still being created, turn on Wait for It to Exist\.$/),
			data: { reason: 'notFound' },
		});
	});

	it('show no secret that a state repeats', async () => {
		const { error } = await run({ a: ['is canary/secret'] }, { fields: { thingId: 'a' } });
		expect(shown(error).message).not.toContain('canary');
	});
});

describe('a wait for a value', () => {
	const rule = { noun: 'value', resource: 'resource', waitFor: ['kept'] };

	it('reads a missing one as empty and goes on', async () => {
		const valuePath = 'result.phase';
		const fields = { thingId: 'a', rule: { ...rule, valuePath, timeout: 20_000 } };
		const { error, reads } = await run({ a: ['starting'] }, { fields });
		expect(reads.length).toBeGreaterThan(3);
		expect(shown(error).message).toMatch(
			/^The resource did not become "kept" within .*: its last value is empty\.$/,
		);
	});

	it('ends where the path leads nowhere, and says what there is', async () => {
		const fields = { thingId: 'a', rule: { ...rule, valuePath: 'result.more.state.x' } };
		const { error, reads } = await run({ a: ['starting'] }, { fields });
		expect(reads).toHaveLength(5);
		expect(shown(error)).toMatchObject({
			message: 'The response has no "result.more.state". "result.more" contains seen.',
			description: matching(/^Correct Value Path\. The wait ended .*: no value was read\.$/),
			data: { outcome: 'unknown', reason: 'unavailable', attempts: 5 },
		});
	});

	it('names no field that is the key', async () => {
		const respond: Respond = () => json({ result: { 'canary/secret': 1, seen: 2 } });
		for (const valuePath of ['result.state.x', 'result']) {
			const fields = { thingId: 'a', rule: { ...rule, valuePath } };
			const { error } = await run({}, { fields, respond });
			expect(shown(error).message).toContain('"result" contains ***, seen.');
			expect(JSON.stringify(shown(error))).not.toContain('canary');
		}
	});
});

describe('several items', () => {
	it('that name the same share its checks, and each gets a copy of its own', async () => {
		const { items, reads } = await run(
			{ a: ['starting', 'running'] },
			{ count: 3, fields: { thingId: 'a', options: { fullResponse: true } } },
		);
		expect(reads).toHaveLength(2);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(items[0]?.json).toEqual(items[2]?.json);
		expect(items[0]?.json.result).not.toBe(items[2]?.json.result);
	});

	it('each have their turn, also where the rate limit lets only a few checks through', async () => {
		const ids = Array.from({ length: 40 }, (_, index) => `t${String(index)}`);
		const script = ['starting', 'starting', 'running'];
		let refused = 0;
		let passed: number[] = [];
		const limited: Otherwise =
			({ respond, clock }) =>
			async (options, sent) => {
				passed = passed.filter((at) => at > clock.now() - 10_000);
				if (passed.length < 10) {
					passed.push(clock.now());
					return await respond(options, sent);
				}
				refused += 1;
				return json({ error: 'slow down' }, 429, { 'retry-after': '10' });
			};
		const { items, reads, hints, took } = await run(
			Object.fromEntries(ids.map((id) => [id, script])),
			{ count: 40, fields: { thingId: things(...ids), rule: { timeout: 600_000 } } },
			limited,
		);
		expect(items.map(({ json: { state } }) => state)).toEqual(ids.map(() => 'running'));
		expect(reads).toHaveLength(120);
		// A hundred and twenty checks at one a second.
		expect(took).toBeLessThan(150_000);
		expect(refused).toBeLessThan(20);
		expect(hints.join()).toMatch('The API limits the rate of requests');
	});

	it('end with the first that fails', async () => {
		const { error, took } = await run(
			{ a: ['starting'], b: ['starting', 'failed'] },
			{ count: 2, fields: { thingId: things('a', 'b') } },
		);
		expect(shown(error).itemIndex).toBe(1);
		expect(took).toBeLessThan(2500);
	});
});

describe('stopping the execution', () => {
	it.each([undefined, 'continueRegularOutput'] as const)(
		'ends a pause at once (On Error: %s)',
		async (onError) => {
			const stopper = new AbortController();
			const setup = { cancel: stopper.signal, fields: { thingId: 'a' } };
			const stopping: Otherwise =
				({ reads, respond }) =>
				(options, sent) => {
					if (reads.length === 2)
						setImmediate(() => {
							stopper.abort();
						});
					return respond(options, sent);
				};
			const { error, reads } = await run(
				{ a: ['starting'] },
				{ ...setup, ...(onError === undefined ? {} : { onError }) },
				stopping,
			);
			expect(shown(error).data).toMatchObject({ reason: 'stopped' });
			expect(reads).toHaveLength(3);
		},
	);

	it.each([
		['its first', 0],
		['a later', 2],
	])('within %s check leaves open what that has read', async (_, answered) => {
		const stopper = new AbortController();
		const setup = { cancel: stopper.signal, fields: { thingId: 'a' } };
		const stopping: Otherwise =
			({ reads, respond }) =>
			async (options, sent) => {
				if (reads.length < answered) return await respond(options, sent);
				stopper.abort();
				return await Promise.reject(new Error('aborted'));
			};
		const { error } = await run({ a: ['starting'] }, setup, stopping);
		expect(shown(error).data).toMatchObject({
			...{ outcome: 'unknown', reason: 'stopped', attempts: answered + 1 },
		});
	});
});

it.each([
	['after two that were answered', 2, 'unknown', /^The request was sent 7 times\. .* 7 checks/],
	['from the first on', 0, 'notSent', /^Nothing was sent\. .* 5 checks/],
])('without a connection %s: what may have been read is said', async (...row) => {
	const [, answered, outcome, description] = row;
	const refusing: Otherwise =
		({ reads, respond }) =>
		(options, sent) => {
			if (reads.length < answered) return respond(options, sent);
			throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
		};
	const { error } = await run({ a: ['starting'] }, { fields: { thingId: 'a' } }, refusing);
	expect(shown(error)).toMatchObject({
		description: matching(description),
		data: { outcome, reason: 'noConnection', attempts: answered + 5 },
	});
});

it('the log of a wait names the item of each check', async () => {
	const script = ['starting', 'running'];
	const fields = { thingId: things('a', 'b') };
	const { logged } = await run({ a: script, b: script }, { count: 2, fields });
	const ofItem = (item: number) => logged.filter((facts) => facts?.item === item).length;
	expect([logged.length, ofItem(0), ofItem(1)]).toEqual([4, 2, 2]);
});
