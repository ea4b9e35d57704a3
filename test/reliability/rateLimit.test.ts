import type { Emulator, RateLimit, RateLimitHeader, RateLimitKind } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, detailsOf, MANAGEMENT, NODE, workflowOf } from '../engine/harness/workflow';

const READS = 100;
const LIMIT = { requests: 10, windowMs: 10_000 };

async function startLimited(rateLimit: RateLimit): Promise<Emulator> {
	const emulator = await startEmulator({ rateLimit });
	emulator.state.activities.generate(READS, (index) => ({ id: `read-${String(index)}` }));
	return emulator;
}

/** Reads a number of different activities in one execution. */
async function readActivities(emulator: Emulator, count: number, first = 0) {
	const parameters = { resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' };
	const items = Array.from({ length: count }, (_, index) => ({
		id: `read-${String(first + index)}`,
	}));
	const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }, items), {
		credentials: credentialsOf(emulator),
	});
	const answers = result.items(NODE).map(({ json }) => json['id']);
	return { error: result.error, asked: items.map(({ id }) => id), answers };
}

describe('A hundred reads finish against ten requests per ten seconds', () => {
	const headers: RateLimitHeader[] = [
		'retry-after-seconds',
		'retry-after-date',
		'x-ratelimit-reset',
	];
	const kinds: RateLimitKind[] = ['first-request', 'fixed-clock', 'sliding-log', 'token-bucket'];
	const header = 'retry-after-seconds';
	const open: Emulator[] = [];
	const started = async (rateLimit: RateLimit): Promise<Emulator> => {
		const emulator = await startLimited(rateLimit);
		open.push(emulator);
		return emulator;
	};

	afterEach(async () => {
		await Promise.all(open.splice(0).map((emulator) => emulator.close()));
	});

	it('in one execution and in twenty, with none lost and few refused', async () => {
		// All at once: each spends most of its time waiting, and the machine has nothing to do meanwhile.
		const one: Emulator[] = [];
		for (const name of headers) one.push(await started({ ...LIMIT, header: name }));
		const twenty: Emulator[] = [];
		for (const kind of kinds) twenty.push(await started({ ...LIMIT, header, kind }));
		const unnamed = await started({ ...LIMIT, header: 'none' });
		const all = [
			...one.map(async (emulator) => await readActivities(emulator, READS)),
			...twenty.flatMap((emulator) =>
				Array.from({ length: 20 }, async (_, run) => await readActivities(emulator, 5, run * 5)),
			),
			readActivities(unnamed, 40),
		];
		for (const { error, asked, answers } of await Promise.all(all)) {
			expect(error).toBeUndefined();
			expect(answers).toEqual(asked);
		}
		// On a busy machine, responses come late and out of order: then no request is refused more than once on average.
		// The tests in simulated time check every kind against the bounds of the limit (rateLimits/).
		for (const emulator of [...one, ...twenty]) {
			const { refused } = emulator.rateLimitStatistics();
			expect(refused).toBeGreaterThan(0);
			expect(refused).toBeLessThanOrEqual(READS);
		}
		// Without a named time, pauses double until the window is over.
		expect(unnamed.rateLimitStatistics().refused).toBeLessThanOrEqual(40);
	}, 300_000);
});

describe('A slow response', () => {
	it('does not delay other reads, in its own execution and in others', async () => {
		const emulator = await startEmulator();
		emulator.state.activities.generate(40, (index) => ({ id: `read-${String(index)}` }));
		emulator.faults.add({ kind: 'delay', ms: 12_000, match: { path: /read-3$/ }, times: 1 });
		const slow = () => emulator.requests.find(({ fault }) => fault === 'delay');
		const runs = Promise.all([readActivities(emulator, 40), readActivities(emulator, 40)]);
		while (emulator.requests.length < 80 && slow()?.status === undefined) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(emulator.requests).toHaveLength(80);
		expect(slow()).toMatchObject({ status: undefined });
		const read = await runs;
		await emulator.close();
		expect(read.map(({ answers }) => answers)).toEqual(read.map(({ asked }) => asked));
	}, 60_000);
});

describe('A wait for the rate limit has an upper bound', () => {
	it('of five minutes, and going over it is a clear error at once', async () => {
		const emulator = await startLimited({
			...{ requests: 1, windowMs: 310_000, header: 'retry-after-seconds' },
		});
		const start = Date.now();
		const { error } = await readActivities(emulator, 2);
		await emulator.close();
		expect(detailsOf(error)).toMatchObject({ outcome: 'refused', reason: 'rateLimited' });
		expect(Date.now() - start).toBeLessThan(60_000);
	}, 70_000);
});
