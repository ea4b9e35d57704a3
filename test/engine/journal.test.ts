import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { SEEDED_IDS } from '../emulator/state/ids';
import type { WorkflowFile, WorkflowRun } from './harness/runWorkflow';
import { retryWorkflow, runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
});

const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
const INVITE: INodeParameters = {
	resource: 'invitation',
	operation: 'create',
	email: '={{ $json.email }}',
	role: 'developer',
};
const RETRIES: Partial<NodeUnderTest> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

function inviting(node: Partial<NodeUnderTest> = {}, items: IDataObject[] = PEOPLE): WorkflowFile {
	return workflowOf({ type: MANAGEMENT, parameters: INVITE, ...node }, items);
}

async function run(file: WorkflowFile) {
	return await runWorkflow(file, { credentials: credentialsOf(emulator) });
}

/** Refuses the second write that arrives, or carries it out and answers 504. */
function failSecond(kind: 'refused' | 'unknown'): void {
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	emulator.faults.add(
		kind === 'refused'
			? { kind: 'status', status: 409, times: 1 }
			: { kind: 'status', status: 504, times: 1, actAnyway: true },
	);
}

/** The e-mail addresses that were invited, in the order of requests. */
function invited(): unknown[] {
	return emulator.requests.map(({ body }) =>
		typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined,
	);
}

const [ada, ben, cleo] = PEOPLE.map(({ email }) => email);
const emails = (items: Array<{ json: IDataObject }>): unknown[] =>
	items.map(({ json }) => json['email']);

describe('Retry On Fail', () => {
	it('continues where the try before has stopped', async () => {
		failSecond('refused');
		const result = await run(inviting(RETRIES));
		expect(result.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
		expect(emails(result.items(NODE))).toEqual([ada, ben, cleo]);
		expect(result.run.data.resultData.runData[NODE]?.[0]?.hints).toEqual([
			{
				location: 'outputPane',
				message: expect.stringMatching(
					/^1 of 3 items was sent in the try at .* and not repeated/,
				) as unknown,
			},
		]);
		expect(JSON.stringify(result.run.data.executionData?.contextData)).not.toContain('cloudWrites');
	});

	it('sends nothing twice in five tries', async () => {
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
		emulator.faults.add({ kind: 'status', status: 400 });
		const result = await run(inviting(RETRIES));
		expect(result.error?.message).toContain('400');
		expect(invited()).toEqual([ada, ben, ben, ben, ben, ben]);
	});

	it('does not invite again where the outcome is unknown', async () => {
		failSecond('unknown');
		const { error } = await run(inviting(RETRIES));
		expect(invited()).toEqual([ada, ben]);
		expect(error?.message).toContain('Not sent again: it was sent at');
		expect(error?.message).toContain('The invitation may have been sent.');
		expect(error).toHaveProperty('context.itemIndex', 1);
		expect(error).toHaveProperty('context.details.outcome', 'unknown');
	});

	it('does so where Resend Unknown Outcomes is on', async () => {
		failSecond('unknown');
		const parameters = { ...INVITE, options: { resendUnknown: true } };
		const { error } = await run(inviting({ ...RETRIES, parameters }));
		expect(error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
	});

	it('stops a pipe again where the outcome is unknown', async () => {
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const parameters = {
			resource: 'pipe',
			operation: 'stop',
			serviceId: emulator.ids.serviceId,
			pipeId: emulator.ids.postgresPipeId,
		};
		const { error, items } = await run(inviting({ ...RETRIES, parameters }, [{}]));
		expect(error).toBeUndefined();
		expect(emulator.requests).toHaveLength(2);
		expect(items(NODE)).toHaveLength(1);
	});

	it.each([
		['with an ID', true, 2],
		['without an ID', false, 1],
	])('updates a dashboard whose tiles are %s accordingly', async (_case, withId, times) => {
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const place = { x: 0, y: 0, w: 12, h: 6 };
		const tile = { name: 'Errors', ...place, ...(withId ? { id: emulator.ids.tileId } : {}) };
		const parameters = {
			resource: 'dashboard',
			operation: 'update',
			dashboardId: emulator.ids.dashboardId,
			name: 'Shop',
			tiles: { values: [tile] },
		};
		await run(inviting({ ...RETRIES, type: DASHBOARD, parameters }, [{}]));
		expect(emulator.requests).toHaveLength(times);
	});

	it('makes no second pipe where an expression gives another name at every try', async () => {
		const email = '={{ $json.email.replace("@", "+" + $now.toMillis() + "@") }}';
		failSecond('refused');
		const parameters = { ...INVITE, email };
		const result = await run(inviting({ ...RETRIES, waitBetweenTries: 20, parameters }));
		expect(result.error).toBeUndefined();
		expect(invited()).toHaveLength(4);
		expect(invited().filter((to) => String(to).startsWith('ada'))).toHaveLength(1);
		expect(new Set(invited()).size).toBe(4);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with On Error %s sends only what was refused again',
		async (onError) => {
			emulator.faults.add({ kind: 'status', status: 409, times: 2, match: { method: 'POST' } });
			const result = await run(inviting({ ...RETRIES, onError }));
			expect(invited()).toEqual([ada, ben, cleo, ada, ben]);
			expect(emails(result.items(NODE))).toEqual([ada, ben, cleo]);
			expect(result.items(NODE, 1)).toEqual([]);
		},
	);

	it('with On Error continue ends with the error where the outcome stays unknown', async () => {
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const result = await run(inviting({ ...RETRIES, onError: 'continueErrorOutput' }));
		expect(invited()).toEqual([ada, ben, cleo]);
		expect(emails(result.items(NODE))).toEqual([ben, cleo]);
		expect(result.items(NODE, 1)).toHaveLength(1);
	});

	it('keeps runs of a loop apart', async () => {
		const file = inviting(RETRIES);
		const again = { ...file.nodes[1], id: 'again', name: 'Again' };
		const looped: WorkflowFile = {
			nodes: [...file.nodes, { ...file.nodes[1], ...again } as (typeof file.nodes)[number]],
			connections: {
				...file.connections,
				Start: {
					main: [
						[
							{ node: 'Items', type: 'main', index: 0 },
							{ node: 'Again', type: 'main', index: 0 },
						],
					],
				},
				Again: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
			},
		};
		failSecond('refused');
		const result = await run(looped);
		expect(result.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo, ada, ben, cleo]);
	});

	it('leaves pinned data alone', async () => {
		const file = inviting(RETRIES);
		const result = await runWorkflow(file, {
			credentials: credentialsOf(emulator),
			pinData: { [NODE]: [{ json: { email: 'pinned' } }] },
		});
		expect(emails(result.items(NODE))).toEqual(['pinned']);
		expect(invited()).toEqual([]);
	});
});

describe('Retry in the list of executions', () => {
	const credentials = () => credentialsOf(emulator);

	it('with the original workflow continues where the execution has stopped', async () => {
		failSecond('refused');
		const file = inviting();
		const failed = await run(file);
		expect(failed.error?.message).toContain('409');
		const retried = await retryWorkflow(failed, file, { credentials: credentials() });
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
		expect(emails(retried.items(NODE))).toEqual([ada, ben, cleo]);
	});

	it('stores the output of what was done only encrypted', async () => {
		failSecond('refused');
		const { run: failed } = await run(inviting());
		const stored = JSON.stringify(failed.data.executionData?.contextData);
		expect(stored).toContain('"done"');
		expect(stored).not.toContain(ada);
	});

	it('with the saved workflow goes by the request', async () => {
		failSecond('refused');
		const file = inviting();
		const failed = await run(file);
		const email = '={{ $json.email.replace("ben", "benno") }}';
		const saved = inviting({ parameters: { ...INVITE, email } });
		const retried = await retryWorkflow(failed, file, { credentials: credentials(), saved });
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, 'benno@example.com', cleo]);
	});

	it('sends what may have been made only when the user turns the option on', async () => {
		failSecond('unknown');
		const file = inviting();
		const failed = await run(file);
		const blocked = await retryWorkflow(failed, file, { credentials: credentials() });
		expect(blocked.error?.message).toContain('Not sent again');
		const saved = inviting({ parameters: { ...INVITE, options: { resendUnknown: true } } });
		const retried = await retryWorkflow(blocked, file, { credentials: credentials(), saved });
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
	});

	it('sends nothing where the secret has changed since', async () => {
		failSecond('refused');
		const file = inviting();
		const failed = await run(file);
		const rotated = credentialsOf(emulator, { management: { keySecret: 'another-key-secret' } });
		const { error } = await retryWorkflow(failed, file, { credentials: rotated });
		expect(error?.message).toContain('cannot be decrypted any more');
		expect(error?.message).toMatch(/\(ID [\da-f-]{36}\)/);
		expect(invited()).toEqual([ada, ben]);
	});

	it('a run that was started by hand finds no journal', async () => {
		failSecond('refused');
		await run(inviting());
		await run(inviting());
		expect(invited()).toEqual([ada, ben, ada, ben, cleo]);
	});
});

describe('an item whose request is another one in a later try', () => {
	const { kafkaPipeId, postgresPipeId } = SEEDED_IDS;

	/** Stops the pipe that a variable names, for two items of which the second is refused. */
	async function stopBoth() {
		failSecond('refused');
		const file = inviting(
			{
				parameters: {
					resource: 'pipe',
					operation: 'stop',
					serviceId: SEEDED_IDS.serviceId,
					pipeId: '={{ $vars.pipeId }}',
				},
			},
			[{}, {}],
		);
		const credentials = credentialsOf(emulator);
		const variables = { pipeId: kafkaPipeId };
		const failed = await runWorkflow(file, { credentials, variables });
		return async (pipeId: string) =>
			await retryWorkflow(failed, file, { credentials, variables: { pipeId } });
	}

	const stopped = () => emulator.requests.map(({ path }) => path.split('/').at(-2));
	const hintsOf = ({ run: { data } }: WorkflowRun) =>
		data.resultData.runData[NODE]?.[0]?.hints?.map(({ message }) => message);

	it('is sent where the path differs, and a hint says so', async () => {
		const retry = await stopBoth();
		const retried = await retry(postgresPipeId);
		expect(retried.error).toBeUndefined();
		expect(stopped()).toEqual([kafkaPipeId, kafkaPipeId, postgresPipeId, postgresPipeId]);
		expect(retried.items(NODE).map(({ json }) => json['id'])).toEqual([
			postgresPipeId,
			postgresPipeId,
		]);
		expect(hintsOf(retried)).toContainEqual(
			expect.stringMatching(/^1 of 2 items was sent as new: the try at .* sent another request\.$/),
		);
	});

	it('is not sent where the path is the same', async () => {
		const retry = await stopBoth();
		const retried = await retry(kafkaPipeId);
		expect(stopped()).toEqual([kafkaPipeId, kafkaPipeId, kafkaPipeId]);
		expect(hintsOf(retried)).not.toContainEqual(expect.stringContaining('sent as new'));
	});

	it('is not sent where the outcome is unknown and only the query differs', async () => {
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const parameters = {
			resource: 'apiRequest',
			operation: 'send',
			method: 'POST',
			path: '/v1/organizations/{organizationId}/echo',
			query: { values: [{ name: 'ts', value: '={{ $now.toMillis() }}' }] },
		};
		const { error } = await run(inviting({ ...RETRIES, waitBetweenTries: 20, parameters }, [{}]));
		expect(error?.message).toContain('Not sent again');
		expect(emulator.requests).toHaveLength(1);
	});
});

describe('a tool of an AI agent', () => {
	function agent(calls: IDataObject[]): WorkflowFile {
		const file = inviting({ type: `${MANAGEMENT}Tool`, onError: 'continueRegularOutput' });
		const [start, items, tool] = file.nodes;
		if (start === undefined || items === undefined || tool === undefined) throw new Error('nodes');
		return {
			nodes: [
				start,
				items,
				tool,
				{
					...items,
					id: 'Agent',
					name: 'Agent',
					type: 'test.agent',
					parameters: { calls: JSON.stringify(calls) },
				},
			],
			connections: {
				Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
				Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				[NODE]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
			settings: { executionOrder: 'v1' },
		};
	}

	it('does not call again what may have been carried out, and repeats what was done', async () => {
		failSecond('unknown');
		await run(agent([{ email: ada }, { email: ben }, { email: ada }, { email: ben }]));
		expect(invited()).toEqual([ada, ben, ada]);
	});
});
