import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator, FaultKind } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import type { RunOptions } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, hintsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

const GET: INodeParameters = {
	...{ resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' },
	options: { organizationId: '={{ $json.organization }}' },
};
const GOOD = { id: 'activity-1', organization: '' };
const GONE = { id: 'gone', organization: '' };
const INVALID = [
	{ id: '', organization: '' },
	{ id: '', organization: 'nowhere' },
];

/** Adds activities to the emulator. Returns items that ask for one each: identical reads are sent once. */
function activities(count: number): IDataObject[] {
	const records = emulator.state.activities.generate(count);
	return records.map(({ id }) => ({ id, organization: '' }));
}

async function run(
	node: Partial<NodeUnderTest>,
	items: IDataObject[] = [GOOD, ...INVALID],
	options: RunOptions = {},
) {
	const workflow = workflowOf({ type: MANAGEMENT, parameters: GET, ...node }, items);
	return await runWorkflow(workflow, { credentials: credentialsOf(emulator), ...options });
}

it('names every issue of every invalid item and sends nothing', async () => {
	const { error } = await run({});
	expect(error?.description?.split('\n').slice(1)).toEqual([
		expect.stringMatching(/^• Activity ID .* \(items 2–3\)$/),
		expect.stringMatching(/^• Organization ID .* \(item 3\)$/),
	]);
	expect(emulator.requests).toHaveLength(0);
});

describe('On Error', () => {
	const facts = { outcome: 'refused', reason: 'notFound', attempts: 1 };

	it('stop: the run ends with the service’s own words and the item', async () => {
		const { error } = await run({}, [GOOD, GONE]);
		expect(error?.message).toMatch(/404.*NOT_FOUND/);
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1, details: facts } });
	});

	it.each([
		['continueRegularOutput', [4, 0], [0, 1, 2, 3]],
		['continueErrorOutput', [1, 3], [0]],
	] as const)(
		'%s: invalid and failed items become error items, the others run',
		async (...given) => {
			const [onError, counts, paired] = given;
			const { items } = await run({ onError }, [GOOD, ...INVALID, GONE]);
			expect([items(NODE, 0), items(NODE, 1)].map(({ length }) => length)).toEqual(counts);
			expect(items(NODE).map(({ pairedItem }) => pairedItem)).toEqual(
				paired.map((item) => ({ item })),
			);
			const failed = [...items(NODE), ...items(NODE, 1)].filter(({ json }) => 'error' in json);
			expect(failed).toHaveLength(3);
			expect(failed[2]?.json['error']).toMatchObject({ ...facts, httpCode: '404' });
			expect(emulator.requests).toHaveLength(2);
		},
	);

	it('a failing write stops those after it, and says how far it came', async () => {
		const update = {
			resource: 'member',
			operation: 'update',
			userId: '={{ $json.id }}',
			role: 'admin',
		};
		const ids = [{ id: emulator.ids.userId }, { id: 'gone' }, { id: emulator.ids.userId }];
		const { error } = await run({ parameters: update }, ids);
		expect(emulator.requests).toHaveLength(2);
		expect(error?.description).toContain('1 of 3 items succeeded before this one;');
	});
});

describe('what is never sent twice', () => {
	const invite: INodeParameters = {
		...{ resource: 'invitation', operation: 'create', email: 'ada@example.com', role: 'admin' },
	};

	it.each<[string, FaultKind, number]>([
		['broken off', { kind: 'resetBeforeHeaders' }, 300_000],
		['cut', { kind: 'cutJson200' }, 300_000],
		['a web page', { kind: 'html200' }, 300_000],
		['empty', { kind: 'empty200' }, 300_000],
		['too late', { kind: 'hang' }, 2000],
	])('a write whose response is %s', async (_case, fault, timeout) => {
		emulator.faults.add({ ...fault, actAnyway: true });
		const { error } = await run({ parameters: { ...invite, options: { timeout } } }, [{}]);
		expect(emulator.requests).toHaveLength(1);
		expect(error).toHaveProperty('context.details.outcome', 'unknown');
	});

	it.each<[string, FaultKind, object]>([
		['200', { kind: 'noResult200' }, { requestId: expect.any(String) as unknown, status: 200 }],
		['201', { kind: 'status', status: 201, body: {} }, {}],
		['201 without a body', { kind: 'status', status: 201, body: '', headers: {} }, {}],
		['204', { kind: 'status', status: 204, body: '', headers: {} }, {}],
	])('a creation whose response has no record, which is done: %s', async (_case, fault, json) => {
		emulator.faults.add({ ...fault, actAnyway: true });
		const result = await run({ parameters: invite, retryOnFail: true }, [{}]);
		expect(result.error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(result.items(NODE)[0]?.json).toEqual({
			...json,
			summary: expect.any(String) as unknown,
		});
		expect(hintsOf(result)).toEqual([expect.stringContaining('the response contains no ID')]);
	});

	it('but a read is tried again', async () => {
		emulator.faults.add({ kind: 'status', status: 503, times: 1 });
		expect((await run({}, [GOOD])).error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(2);
	});
});

describe('rate limit', () => {
	it('pauses the pool: nothing is lost, and what waits is not refused window after window', async () => {
		emulator.rateLimit = { requests: 10, windowMs: 4000, header: 'retry-after-seconds' };
		const items = activities(25);
		const result = await run({}, items);
		expect(result.error?.message).toBeUndefined();
		expect(result.items(NODE)).toHaveLength(25);
		// Without the pause, each window would refuse all that are left. Simulated time is exact.
		expect(emulator.refusedRequests.length).toBeGreaterThan(0);
		expect(emulator.refusedRequests.length).toBeLessThan(items.length / 2);
		expect(hintsOf(result)[0]).toMatch(/^The API limits the rate of requests: the node waited \d/);
	});

	it('ends in a clear error where the wait would be too long', async () => {
		emulator.rateLimit = { requests: 1, windowMs: 60_000, header: 'x-ratelimit-reset' };
		const { error } = await run({ parameters: { ...GET, options: { maxWait: 5 } } }, activities(2));
		expect(error).toHaveProperty('context.details.reason', 'rateLimited');
	});
});

it('a wrong key is a readable error that does not show the key', async () => {
	const credentials = credentialsOf(emulator, { management: { keySecret: 'canary-secret' } });
	const { error } = await run({}, [GOOD], { credentials });
	expect(error).toMatchObject({
		httpCode: '401',
		context: { details: { reason: 'unauthorized' } },
	});
	expect(JSON.stringify(error)).not.toContain('canary');
});
