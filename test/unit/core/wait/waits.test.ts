import type { Operation, WaitRule } from '../../../../nodes/core/operation';
import type { FakeNode, Respond } from '../fakes';
import { CREDENTIAL, execute, GET, json, like, OPTIONS_FIELD, shown } from '../fakes';
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
		return json({ requestId: 'r', result: { id, state: found, token: 'abc', more: BYSTANDER } });
	};
	return { reads, respond };
}

let keys = 0;

/** How a service that is played answers otherwise than by its scripts. */
type Otherwise = (played: ReturnType<typeof service> & { clock: PlayedClock }) => Respond;

/** Waits for things. A key of its own for each run: what is known of its rate limit is kept beyond a run. */
async function run(scripts: Record<string, Script>, setup: FakeNode = {}, otherwise?: Otherwise) {
	const clock = new PlayedClock();
	const { reads, respond } = service(scripts, clock);
	keys += 1;
	const credentials = { testApi: { ...CREDENTIAL, keyId: `key-${String(keys)}` } };
	const all: FakeNode = {
		fields: { thingId: 'a' },
		logged: [],
		credentials,
		respond: otherwise?.({ reads, respond, clock }) ?? respond,
		...setup,
	};
	const began = clock.now();
	const result = await clock.play(execute(all, { thing: { get: WAIT } }, clock));
	return { ...result, reads, logged: all.logged, took: clock.now() - began };
}

/** Waits for one thing by a rule. */
const runRule = async (a: Script, rule: Partial<WaitRule>, otherwise?: Otherwise) =>
	await run({ a }, { fields: { thingId: 'a', rule } }, otherwise);

const things =
	(...ids: string[]) =>
	(itemIndex: number): string =>
		ids[itemIndex % ids.length] ?? '';

describe('a wait', () => {
	it('checks at once, then after pauses, and last a little before its time is up', async () => {
		const { reads, took } = await runRule(['starting'], {});
		const [first, second = 0] = reads.map(({ at }) => at);
		expect(first).toBe(0);
		expect(second).toBeGreaterThanOrEqual(1600);
		expect(second).toBeLessThanOrEqual(2400);
		expect([took, reads.at(-1)?.at]).toEqual([59_000, 59_000]);
	});

	const output = { outputOnTimeout: true };
	const record = { id: 'a', state: 'running', token: '***', more: BYSTANDER };

	it.each<[string, Script, Partial<WaitRule>, object, object]>([
		['the record like the read', ['starting', 'Running'], {}, {}, { id: 'a', state: 'Running' }],
		[
			'the complete response',
			['running'],
			output,
			{ fullResponse: true },
			{ requestId: 'r', result: record, reached: true },
		],
		[
			'the last record when the time is up',
			['starting', 503, 'awaking', 503],
			{ ...output, timeout: 20_000 },
			{},
			{ id: 'a', state: 'awaking', reached: false },
		],
		[
			'no record of what does not exist when the time is up',
			[404],
			{ ...output, waitForExistence: true },
			{},
			{ reached: false },
		],
	])('outputs %s', async (_case, script, rule, options, item) => {
		const { items } = await run({ a: script }, { fields: { thingId: 'a', rule, options } });
		expect(items).toEqual([{ json: item, pairedItem: { item: 0 } }]);
	});

	const advice = new Map([['idle', 'An idle thing sleeps. Wake it up.']]);
	const value = { noun: 'value', resource: 'resource', waitFor: ['kept'] } as const;
	const STARTING: Script = ['starting'];

	/** What it finds, by which rule, and the message, the description and the facts of its error. */
	interface Failing {
		it: string;
		found: Script;
		rule?: Partial<WaitRule>;
		message: RegExp;
		description?: RegExp;
		details?: object;
	}

	it.each<Failing>([
		{
			it: 'when the time is up',
			found: ['starting', 'awaking'],
			rule: { waitFor: ['running', 'idle'], advice },
			message:
				/^The thing didn't become "running" or "idle" in 60 seconds \(\d+ checks\)\. Its last state was "awaking"\.$/,
			description:
				/^The thing may still get there\. Raise Wait Limit \(Seconds\), or check the thing\.$/,
			details: { outcome: 'unknown', reason: 'unavailable' },
		},
		{
			it: 'in a state that does not change by itself',
			found: ['starting', ' Idle'],
			rule: { advice },
			message: /didn't become/,
			description: /^An idle thing sleeps\. Wake it up\.$/,
		},
		{
			it: 'in a state that was not stable',
			found: ['starting', 'running'],
			rule: { stableFor: 50 },
			message: /Its last state was "running", seen in \d of 50 consecutive checks\.$/,
		},
		{
			it: 'without existence',
			found: [404],
			rule: { advice, waitForExistence: true },
			message: /\. No state was read\.$/,
			description:
				/^The last check failed: The API refused .* 404.* The thing may still get there\./,
			details: { reason: 'notFound' },
		},
		{
			it: 'in a state to give up on',
			found: ['starting', 'Failed'],
			message:
				/^The wait for the thing to become "running" ended after 2 seconds \(2 checks\)\. Its last state was "Failed"\.$/,
			description:
				/^This state is in Give Up On\. Check the thing, .* remove the state from Give Up On\.$/,
			details: { outcome: 'refused', reason: 'conflict', attempts: 2 },
		},
		{
			it: 'in one that does not change by itself',
			found: ['idle'],
			rule: { advice, giveUpOn: ['idle'] },
			message: /ended after 0 seconds/,
			description: /^This state is in Give Up On\. An idle thing sleeps\./,
		},
		{
			it: 'after five failed checks in a row',
			found: ['starting', 503],
			message: /^The API failed \(status 503\): not now$/,
			description:
				/ The wait ended after \d+ seconds \(6 checks\), the last 5 of which failed\. Its last state was "starting"\.$/,
			details: { httpCode: '503', outcome: 'unknown', reason: 'unavailable', attempts: 6 },
		},
		{
			it: 'of what does not exist yet',
			found: [404, 'running'],
			message: /404/,
			description:
				/^Advice for 404\. The wait ended after 0 seconds \(1 check\)\. No state was read\. If it's still being created, turn on Wait for It to Exist\.$/,
			details: { httpCode: '404', reason: 'notFound', attempts: 1 },
		},
		{
			it: 'with a secret for a state',
			found: ['is canary/secret'],
			message: /Its last state was "is \*\*\*"\.$/,
		},
		{
			it: 'with a value whose name is that of a secret, however short',
			found: STARTING,
			rule: { ...value, valuePath: 'result.token' },
			message: /Its last value was "\*\*\*"\.$/,
		},
		{
			it: 'without a value, which is read as empty',
			found: STARTING,
			rule: { ...value, valuePath: 'result.phase', timeout: 20_000 },
			message: /^The resource didn't become "kept" in .*\. Its last value was empty\.$/,
		},
		{
			it: 'with a path that leads nowhere',
			found: STARTING,
			rule: { ...value, valuePath: 'result.more.state.x' },
			message: /^The response has no "result\.more\.state"\. "result\.more" contains seen\.$/,
			description: /^Correct Value Path\. The wait ended .*\. No value was read\.$/,
			details: { outcome: 'unknown', reason: 'unavailable', attempts: 5 },
		},
	])(
		'has an error with the last state, how long it took and how many checks: $it',
		async ({ found, rule = {}, message, description = /may still get there/, details }) => {
			const { error, reads } = await runRule(found, rule);
			expect(shown(error)).toMatchObject({
				message: like(message),
				description: like(description),
				itemIndex: 0,
				details: { attempts: reads.length, ...details },
			});
		},
	);

	it('names no field that is the key', async () => {
		const respond: Respond = () => json({ result: { 'canary/secret': 1, seen: 2 } });
		for (const valuePath of ['result.state.x', 'result']) {
			const { error } = await runRule([], { ...value, valuePath }, () => respond);
			expect(shown(error).message).toContain('"result" contains ***, seen.');
			expect(JSON.stringify(shown(error))).not.toContain('canary');
		}
	});
});

describe('when the time is up', () => {
	it('a check under way is aborted, and what was never read is an error', async () => {
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

	it.each([
		['from the first on', 0, 3, 'No state was read'],
		['after two that were answered', 2, 5, 'Its last state was "starting"'],
	])('checks that were throttled %s count', async (_, answered, checks, state) => {
		const throttled: Otherwise =
			({ reads, respond }) =>
			(options, sent) =>
				reads.length < answered
					? respond(options, sent)
					: json({ error: 'slow down' }, 429, { 'retry-after': '20' });
		const { error, hints } = await runRule(['starting'], {}, throttled);
		expect(shown(error)).toMatchObject({
			message: expect.stringContaining(` (${String(checks)} checks). ${state}.`) as unknown,
			details: { outcome: 'unknown', reason: 'unavailable', attempts: checks },
		});
		expect(hints.join()).toMatch('The API limits the rate of requests: the node waited');
	});

	it('all items end, with one deadline for all: the first item’s', async () => {
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

describe('several items', () => {
	it('that name the same share its checks, and each ends by its own rule', async () => {
		const rules = [
			{ waitFor: ['starting'] },
			{},
			{ noun: 'value', valuePath: 'requestId', waitFor: ['r'] },
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

	it('that name the same get a copy of the record each', async () => {
		const fields = { thingId: 'a', options: { fullResponse: true } };
		const { items } = await run({ a: ['running'] }, { count: 2, fields });
		expect(items[0]?.json).toEqual(items[1]?.json);
		expect(items[0]?.json.result).not.toBe(items[1]?.json.result);
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
		const { items, reads, took } = await run(
			Object.fromEntries(ids.map((id) => [id, script])),
			{
				count: 40,
				fields: {
					thingId: things(...ids),
					rule: { timeout: 600_000 },
					// A pause occupies no slot: one at a time is enough.
					options: { maxConcurrency: 1 },
				},
			},
			limited,
		);
		expect(items.map(({ json: { state } }) => state)).toEqual(ids.map(() => 'running'));
		// A hundred and twenty checks at one a second.
		expect(reads).toHaveLength(120);
		expect(took).toBeLessThan(150_000);
		expect(refused).toBeLessThan(20);
	});

	it('end with the first that fails, and the log has the item of each check', async () => {
		const scripts = { a: ['starting'], b: ['starting', 'failed'] };
		const { error, took, logged } = await run(scripts, {
			count: 2,
			fields: { thingId: things('a', 'b') },
		});
		expect(shown(error).itemIndex).toBe(1);
		expect(took).toBeLessThan(2500);
		expect(logged?.slice(0, 2).map(([, , facts]) => facts)).toMatchObject([
			{ item: 0 },
			{ item: 1 },
		]);
	});
});

describe('stopping the execution', () => {
	// It stops so many checks after those that were answered: in the pause after a check, or within one.
	it.each([
		['in a pause', 3, true],
		['in its first check', 0, false],
		['in a later check', 2, false],
	])('%s ends the wait at once, and leaves open what was read', async (_, answered, inPause) => {
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const stopper = new AbortController();
			const stop = (): void => {
				stopper.abort();
			};
			const stopping: Otherwise =
				({ reads, respond }) =>
				async (options, sent) => {
					if (inPause && reads.length === answered - 1) setImmediate(stop);
					if (reads.length < answered) return await respond(options, sent);
					stop();
					return await Promise.reject(new Error('aborted'));
				};
			const setup = { cancel: stopper.signal, ...(onError && { onError }) };
			const { error, reads } = await run({ a: ['starting'] }, setup, stopping);
			expect(reads).toHaveLength(answered);
			const { details } = shown(error);
			expect(details).toMatchObject({ outcome: 'unknown', reason: 'stopped' });
			const attempts = answered + (inPause ? 0 : 1);
			if (onError === undefined) expect(details).toMatchObject({ attempts });
		}
	});
});

it.each([
	['after two that were answered', 2, 'unknown', /^The request was sent 7 times\. .* \(7 checks\)/],
	['from the first on', 0, 'notSent', /^Nothing was sent\. .* \(5 checks\)/],
])('without a connection %s: what may have been read is said', async (...row) => {
	const [, answered, outcome, description] = row;
	const refusing: Otherwise =
		({ reads, respond }) =>
		(options, sent) => {
			if (reads.length < answered) return respond(options, sent);
			throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
		};
	const { error } = await runRule(['starting'], {}, refusing);
	expect(shown(error)).toMatchObject({
		description: like(description),
		details: { outcome, reason: 'noConnection', attempts: answered + 5 },
	});
});
