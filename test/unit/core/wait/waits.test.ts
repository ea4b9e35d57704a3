import type { WaitRule } from '../../../../nodes/engine/operation';
import { Waits } from '../../../../nodes/engine/wait/waits';
import { planOnThings, Things } from '../execution/things';
import type { Respond } from '../fakes';
import { json, like, shown } from '../fakes';
import { openClient } from '../http/openClient';
import type { Otherwise, Script } from './playedWait';
import { BYSTANDER, RULE, run, runRule, things } from './playedWait';

describe('Waits', () => {
	it('checks immediately, after each pause, and just before its time is up', async () => {
		const { reads, took } = await runRule(['starting'], {});
		const [first, second = 0] = reads.map(({ at }) => at);
		expect(first).toBe(0);
		expect(second).toBeGreaterThanOrEqual(1600);
		expect(second).toBeLessThanOrEqual(2400);
		expect([took, reads.at(-1)?.at]).toEqual([59_000, 59_000]);
	});

	it.each([
		{ random: 0, pause: 1600 },
		{ random: 0.5, pause: 2000 },
		{ random: 1, pause: 2400 },
	])("pauses $pause ms if the client's random number is $random", async ({ random, pause }) => {
		const { valid, execution } = await planOnThings([{ thingId: 'a' }], new Things({ a: {} }));
		const answers = ['starting', 'running'].map((state) => json({ result: { state } }));
		const { client, clock, sentAt } = openClient(answers, { random: () => random });
		const waits = new Waits({ ...execution, clock }, client, () => RULE);
		const [item] = valid;
		if (item === undefined) throw new Error('no item');
		await waits.waitFor({ ...item, request: { method: 'GET', path: '/things/a' } });
		expect(sentAt).toEqual([0, pause]);
	});

	interface Case {
		outputs: string;
		script: Script;
		rule?: Partial<WaitRule>;
		options?: object;
		item: object;
	}

	it.each<Case>([
		{
			outputs: 'the record like the read',
			script: ['starting', 'Running'],
			item: { id: 'a', state: 'Running' },
		},
		{
			outputs: 'the complete response',
			script: ['running'],
			rule: { outputOnTimeout: true },
			options: { fullResponse: true },
			item: {
				requestId: 'r',
				result: { id: 'a', state: 'running', token: '***', more: BYSTANDER },
				reached: true,
			},
		},
		{
			outputs: 'the last record when the time is up',
			script: ['starting', 503, 'awaking', 503],
			rule: { outputOnTimeout: true, timeout: 20_000 },
			item: { id: 'a', state: 'awaking', reached: false },
		},
		{
			outputs: 'no record of what does not exist when the time is up',
			script: [404],
			rule: { outputOnTimeout: true, waitForExistence: true },
			item: { reached: false },
		},
	])('outputs $outputs: $item', async ({ script, rule = {}, options = {}, item }) => {
		const { items } = await run({ a: script }, { fields: { thingId: 'a', rule, options } });
		expect(items).toEqual([{ json: item, pairedItem: { item: 0 } }]);
	});
});

describe('Waits (API unavailable)', () => {
	const unavailable =
		(times: number, headers: Record<string, string>): Otherwise =>
		({ reads, respond }) =>
		async (options, sent) => {
			const response = await respond(options, sent);
			return reads.length <= times ? json({ error: 'busy' }, 503, headers) : response;
		};
	const timeout = 300_000;

	it.each([
		{ unit: 'seconds', retryAfter: '20', times: 8 },
		{ unit: 'a date', retryAfter: new Date(1_800_000_020_000).toUTCString(), times: 1 },
	])('waits as long as the API asks for in $unit', async (asked) => {
		const other = unavailable(asked.times, { 'retry-after': asked.retryAfter });
		const { items, reads } = await runRule(['starting', 'running'], { timeout }, other);
		expect(items[0]?.json).toEqual({ id: 'a', state: 'running' });
		expect(reads.slice(0, asked.times + 1).map(({ at }) => at)).toEqual(
			Array.from({ length: asked.times + 1 }, (_, check) => check * 20_000),
		);
	});

	const limited =
		(times: number, seconds: string): Otherwise =>
		({ reads, respond }) =>
		async (options, sent) => {
			const answer = respond(options, sent);
			if (reads.length > times) return await answer;
			return json({ error: 'slow down' }, 429, { 'retry-after': seconds });
		};

	it('waits out a rate limit that exceeds Max Wait', async () => {
		const scripts = { a: ['running'], b: ['running'] };
		const fields = {
			thingId: things('a', 'b'),
			rule: { timeout: 3_300_000 },
			options: { maxConcurrency: 1 },
		};
		const { items, reads } = await run(scripts, { count: 2, fields }, limited(1, '400'));
		expect(items.map(({ json: { state } }) => state)).toEqual(['running', 'running']);
		expect(reads.map(({ at }) => at)).toEqual([0, 400_000, 400_000]);
	});

	it('ends with a rate limit that exceeds its time', async () => {
		const { error, reads, took } = await runRule([], { timeout }, limited(9, '400'));
		expect([reads.length, took]).toEqual([1, timeout]);
		const { message, description } = shown(error);
		expect(message).toMatch(/in 300 seconds \(1 check\)\. No state was read\.$/);
		expect(description).toMatch(/^The last check failed: The API rate-limits requests/);
	});

	it('counts every sending of a check', async () => {
		const { error, reads } = await runRule([503], { timeout }, limited(2, '5'));
		expect(reads).toHaveLength(7);
		const { description, details } = shown(error);
		expect(description).toMatch(/The request was sent 7 times\..* \(5 checks\)/);
		expect(details).toMatchObject({ attempts: 7 });
	});

	it('ends if the API asks to wait for more than the time left', async () => {
		const { error, reads, took } = await runRule([], {}, unavailable(9, { 'retry-after': '90' }));
		expect([reads.length, took]).toEqual([1, 60_000]);
		const { message, description } = shown(error);
		expect(message).toMatch(/in 60 seconds \(1 check\)\. No state was read\.$/);
		expect(description).toMatch(
			/^The last check failed: The API is unavailable \(503 for GET \/things\/a\): busy /,
		);
	});
});

describe('Waits (time is up)', () => {
	it('aborts a check in progress at the deadline', async () => {
		const hanging: Respond = async (_, { signal }) =>
			await new Promise((_resolve, reject) => {
				signal?.addEventListener('abort', reject);
			});
		const { error, took } = await runRule([], { outputOnTimeout: true }, () => hanging);
		expect(took).toBe(60_000);
		expect(shown(error)).toMatchObject({
			message: like(/in 60 seconds \(1 check\)\. No state was read\.$/),
			details: { outcome: 'unknown', reason: 'unavailable', attempts: 1 },
		});
	});

	it('reports the duration and the number of throttled checks', async () => {
		const throttled: Otherwise =
			({ reads, respond }) =>
			(options, sent) =>
				reads.length < 2
					? respond(options, sent)
					: json({ error: 'slow down' }, 429, { 'retry-after': '20' });
		const { error, hints } = await runRule(['starting'], {}, throttled);
		expect(shown(error)).toMatchObject({
			message: expect.stringContaining(' (5 checks). Its last state was "starting".') as unknown,
			details: { outcome: 'unknown', reason: 'unavailable', attempts: 5 },
		});
		expect(hints).toEqual(["Requests waited for the API's rate limit 2 times, 40 seconds in all."]);
	});

	it("ends all waits by the first item's deadline", async () => {
		const rule = (item: number) => ({ timeout: item === 0 ? 20_000 : 500_000 });
		const { items, took } = await run(
			{ a: ['starting'], b: ['starting'] },
			{ count: 2, onError: 'continueRegularOutput', fields: { thingId: things('a', 'b'), rule } },
		);
		expect(took).toBeLessThanOrEqual(20_000);
		const ended = { json: { error: { reason: 'unavailable' } } };
		expect(items).toMatchObject([ended, ended]);
	});
});

describe('Waits (several items)', () => {
	it('checks a record once for all items', async () => {
		const rules = [
			{ waitFor: ['starting'] },
			{},
			{ valueKind: 'value', valuePath: 'requestId', waitFor: ['r'] },
		];
		const fields = {
			thingId: things('a', 'a', 'a', 'gone'),
			rule: (item: number) => rules[item] ?? {},
		};
		const scripts = { a: ['starting', 'running'] };
		const setup = { count: 4, fields, onError: 'continueRegularOutput' } as const;
		const { items, reads } = await run(scripts, setup);
		expect(reads.filter(({ id }) => id === 'a')).toHaveLength(2);
		expect(items).toMatchObject([
			{ json: { state: 'starting' }, pairedItem: { item: 0 } },
			{ json: { state: 'running' }, pairedItem: { item: 1 } },
			{ json: { state: 'starting' }, pairedItem: { item: 2 } },
			{ json: { error: { outcome: 'refused', reason: 'notFound' } }, pairedItem: { item: 3 } },
		]);
	});

	it('outputs a separate copy of the record for each item', async () => {
		const fields = { thingId: 'a', options: { fullResponse: true } };
		const { items } = await run({ a: ['running'] }, { count: 2, fields });
		expect(items[0]?.json).toEqual(items[1]?.json);
		expect(items[0]?.json.result).not.toBe(items[1]?.json.result);
	});

	it('frees its slot of Max Concurrency between checks', async () => {
		const script = ['starting', 'running'];
		const fields = { thingId: things('a', 'b'), options: { maxConcurrency: 1 } };
		const { took } = await run({ a: script, b: script }, { count: 2, fields });
		expect(took).toBeLessThan(3000);
	});

	it('ends all waits with the first failed wait', async () => {
		const scripts = { a: ['starting'], b: ['starting', 'failed'] };
		const { error, took, logged } = await run(scripts, {
			count: 2,
			fields: { thingId: things('a', 'b') },
		});
		expect(shown(error).message).toMatch(/^Item 2: The wait for/);
		expect(took).toBeLessThan(2500);
		expect(logged.slice(0, 2).map(([, , facts]) => facts)).toMatchObject([
			{ item: 0 },
			{ item: 1 },
		]);
	});
});

describe('Waits (stopped)', () => {
	// test/engine/wait.test.ts tests a stop during a check.
	it.each([
		{ onError: undefined, outcome: 'unknown' },
		{ onError: 'continueRegularOutput', outcome: 'notSent' },
	] as const)('ends a pause immediately (On Error: $onError)', async ({ onError, outcome }) => {
		const stopper = new AbortController();
		const stopping: Otherwise =
			({ respond }) =>
			(options, sent) => {
				setImmediate(() => {
					stopper.abort();
				});
				return respond(options, sent);
			};
		const setup = { cancel: stopper.signal, ...(onError && { onError }) };
		const { error, reads } = await run({ a: ['starting'] }, setup, stopping);
		expect(reads).toHaveLength(1);
		const { message, details } = shown(error);
		expect(message).toBe('The execution was stopped.');
		expect(details).toMatchObject({ outcome, reason: 'stopped' });
	});
});
