import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import type { RunOptions } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
});

const GET: INodeParameters = {
	resource: 'activity',
	operation: 'get',
	activityId: '={{ $json.id }}',
	options: { organizationId: '={{ $json.organization }}' },
};

const ITEMS = [
	{ id: 'activity-1', organization: '' },
	{ id: '', organization: '' },
	{ id: '', organization: 'nowhere' },
];

/** Adds activities to the emulator. Returns items that ask for one each: identical reads are sent once. */
function activities(count: number): Array<Record<string, string>> {
	const records = emulator.state.activities.generate(count);
	return records.map(({ id }) => ({ id, organization: '' }));
}

async function run(
	node: Partial<NodeUnderTest>,
	items: Array<Record<string, string>> = ITEMS,
	options: RunOptions = {},
) {
	const workflow = workflowOf({ type: MANAGEMENT, parameters: GET, ...node }, items);
	return await runWorkflow(workflow, { credentials: credentialsOf(emulator), ...options });
}

describe('preflight', () => {
	it('names every issue of every invalid item and sends nothing', async () => {
		const { error } = await run({});
		expect(error?.message).toBe('Activity ID is empty, and 1 more issue');
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			expect.stringMatching(/^• Activity ID is empty.* \(items 2–3\)$/),
			expect.stringMatching(/^• Organization ID is not a UUID.* \(item 3\)$/),
		]);
		expect(emulator.requests).toHaveLength(0);
	});

	it('says it in the message where there is one item with one issue', async () => {
		const { error } = await run({}, [{ id: '', organization: '' }]);
		expect(error?.message).toContain('Activity ID is empty. Enter the ID');
	});
});

describe('On Error', () => {
	it('stop: the run ends with the service’s own words and the item', async () => {
		const { error } = await run({}, [
			{ id: 'activity-1', organization: '' },
			{ id: 'gone', organization: '' },
		]);
		expect(error?.message).toContain('404');
		expect(error?.message).toContain('NOT_FOUND');
		expect(error).toHaveProperty('context.itemIndex', 1);
		expect(error).toMatchObject({
			httpCode: '404',
			context: { details: { outcome: 'refused', reason: 'notFound', attempts: 1 } },
		});
	});

	it('continue: invalid and failed items become error items, the others run', async () => {
		const items = [...ITEMS, { id: 'gone', organization: '' }];
		const result = await run({ onError: 'continueRegularOutput' }, items);
		const outputs = result.items(NODE);
		expect(outputs.map(({ json }) => 'error' in json)).toEqual([false, true, true, true]);
		expect(outputs[3]?.json['error']).toMatchObject({
			outcome: 'refused',
			reason: 'notFound',
			httpCode: '404',
			attempts: 1,
		});
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(emulator.requests).toHaveLength(2);
	});

	it('continue with error output: they go to the second output', async () => {
		const result = await run({ onError: 'continueErrorOutput' });
		expect(result.items(NODE, 0).map(({ json }) => json.id)).toEqual(['activity-1']);
		expect(result.items(NODE, 1)).toHaveLength(2);
	});

	it('a failing write stops those after it, and says how far it came', async () => {
		const parameters = {
			resource: 'member',
			operation: 'update',
			userId: '={{ $json.id }}',
			role: 'admin',
		};
		const ids = [{ id: emulator.ids.userId }, { id: 'gone' }, { id: emulator.ids.userId }];
		const { error } = await run({ parameters }, ids);
		expect(emulator.requests).toHaveLength(2);
		expect(error?.description).toContain(
			'1 of 3 items succeeded before this one; the one after it was not sent.',
		);
	});
});

describe('what is never sent twice', () => {
	const invite: INodeParameters = {
		resource: 'invitation',
		operation: 'create',
		email: 'ada@example.com',
		role: 'admin',
	};

	it.each(['resetBeforeHeaders', 'cutJson200', 'html200', 'empty200'] as const)(
		'a write whose answer is %s',
		async (kind) => {
			emulator.faults.add({ kind, actAnyway: true });
			const { error } = await run({ parameters: invite }, [{}]);
			expect(emulator.requests).toHaveLength(1);
			expect(error?.message).toContain('The invitation may have been sent.');
		},
	);

	it('a creation whose response has no record, which is done', async () => {
		emulator.faults.add({ kind: 'noResult200', actAnyway: true });
		const result = await run({ parameters: invite }, [{}]);
		expect(result.error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(result.items(NODE)[0]?.json).toEqual({
			requestId: expect.any(String) as unknown,
			status: 200,
			summary: "Invited 'ada@example.com' as admin",
		});
		expect(result.run.data.resultData.runData[NODE]?.[0]?.hints).toEqual([
			{
				location: 'outputPane',
				message:
					'The invitation was created, but the response contains no ID. Find it in the console.',
			},
		]);
	});

	it.each([
		[201, '{}'],
		[201, ''],
		[204, ''],
	])('a creation whose response is %i with the body "%s", which is done', async (status, body) => {
		const headers = body === '' ? {} : { 'content-type': 'application/json' };
		emulator.faults.add({ kind: 'status', status, body, headers, actAnyway: true });
		const result = await run({ parameters: invite, retryOnFail: true }, [{}]);
		expect(result.error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(result.items(NODE)[0]?.json).toEqual({
			summary: "Invited 'ada@example.com' as admin",
		});
		expect(result.run.data.resultData.runData[NODE]?.[0]?.hints).toMatchObject([
			{ message: expect.stringContaining('the response contains no ID') as unknown },
		]);
	});

	it('a write that ran into the time limit', async () => {
		emulator.faults.add({ kind: 'hang' });
		const parameters = { ...invite, options: { timeout: 2000 } };
		const { error } = await run({ parameters }, [{}]);
		expect(emulator.requests).toHaveLength(1);
		expect(error?.message).toContain('The invitation may have been sent.');
	});

	it('but a read is tried again', async () => {
		emulator.faults.add({ kind: 'status', status: 503, times: 1 });
		const result = await run({}, [{ id: 'activity-1', organization: '' }]);
		expect(result.error?.message).toBeUndefined();
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
		const [hint] = result.run.data.resultData.runData[NODE]?.[0]?.hints ?? [];
		expect(hint?.message).toMatch(/^The API limits the rate of requests: the node waited \d/);
	});

	it('ends in a clear error where the wait would be too long', async () => {
		emulator.rateLimit = { requests: 1, windowMs: 60_000, header: 'x-ratelimit-reset' };
		const parameters = { ...GET, options: { maxWait: 5 } };
		const { error } = await run({ parameters }, activities(2));
		expect(error?.message).toContain('Max Wait');
	});
});

describe('a wrong key', () => {
	it('gives a readable error that does not show the key', async () => {
		const management = { keySecret: 'canary-secret' };
		const { error } = await run({}, [ITEMS[0] ?? {}], {
			credentials: credentialsOf(emulator, { management }),
		});
		expect(error?.message).toContain('401');
		expect(error?.description).toContain('Check the key ID and the key secret');
		expect(JSON.stringify(error)).not.toContain('canary');
	});
});
