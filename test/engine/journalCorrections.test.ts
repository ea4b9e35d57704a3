import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import type { WorkflowFile, WorkflowRun } from './harness/runWorkflow';
import { retryWorkflow, runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';
import { sampleNode, sampleOf } from './harness/operationSamples';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
});

/** Lets the first change pass, and fails the second. */
function failSecond(status: 409 | 504): void {
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	emulator.faults.add({ kind: 'status', status, times: 1, actAnyway: status === 504 });
}

const hintsOf = ({ run: { data } }: WorkflowRun) =>
	data.resultData.runData[NODE]?.at(-1)?.hints?.map(({ message }) => message) ?? [];

describe('a secret that was corrected before the Retry', () => {
	const NOTE =
		/made in the try at .+ with other secrets, and not made again\. To use the current ones, update what was made/;
	const credentials = (source: IDataObject) => credentialsOf(emulator, { source });
	const source = { method: 'usernamePassword', username: 'loader', password: 'mistyped-1' };

	/** Creates two pipes with a source credential, of which the second is refused. */
	async function createBoth(
		data: IDataObject,
	): Promise<(now: IDataObject) => Promise<WorkflowRun>> {
		failSecond(409);
		const node = sampleNode(sampleOf('pipe create'), emulator.ids, {
			...{ sourceKind: 'postgres', name: '={{ $json.name }}' },
			...{ postgresHost: 'db.example.com', postgresDatabase: 'shop' },
			...{ destinationDatabase: 'default' },
		});
		const file = workflowOf({ ...node, withSource: true }, [{ name: 'one' }, { name: 'two' }]);
		const failed = await runWorkflow(file, { credentials: credentials(data) });
		expect(failed.error?.message).toContain('409');
		return async (now) => await retryWorkflow(failed, file, { credentials: credentials(now) });
	}

	const created = () => emulator.requests.map(({ rawBody }) => /"name":"(\w+)"/.exec(rawBody)?.[1]);

	it.each([
		['password', { password: 'corrected-2' }],
		['user name', { username: 'loader2' }],
	])('is told: the %s', async (_case, correction) => {
		const retry = await createBoth(source);
		const retried = await retry({ ...source, ...correction });
		expect(retried.error).toBeUndefined();
		expect(created()).toEqual(['one', 'two', 'two']);
		const summaries = retried.items(NODE).map(({ json }) => json['summary']);
		expect(summaries).toEqual([expect.stringMatching(NOTE), expect.not.stringMatching(NOTE)]);
		expect(hintsOf(retried)).toContainEqual(expect.stringMatching(NOTE));
		expect(JSON.stringify(retried.run.data.resultData)).not.toMatch(/mistyped|corrected/);
	});

	it('is nothing to tell while the secrets are the same', async () => {
		const retry = await createBoth(source);
		const retried = await retry(source);
		expect(created()).toEqual(['one', 'two', 'two']);
		expect(JSON.stringify([retried.items(NODE), hintsOf(retried)])).not.toMatch(NOTE);
	});
});

describe('a field that was edited before the Retry', () => {
	const INVITE: INodeParameters = {
		...{ resource: 'invitation', operation: 'create' },
		...{ email: '={{ $json.email }}', role: 'developer' },
	};
	const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
	const [ada, ben, cleo] = PEOPLE.map(({ email }) => email);

	function inviting(parameters: INodeParameters = {}, node: Partial<NodeUnderTest> = {}) {
		const all = { ...INVITE, ...parameters };
		return workflowOf({ type: MANAGEMENT, parameters: all, ...node }, PEOPLE);
	}

	const invited = () =>
		emulator.requests.map(({ body }) =>
			typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined,
		);

	async function failing(file: WorkflowFile, status: 409 | 504) {
		failSecond(status);
		const failed = await runWorkflow(file, { credentials: credentialsOf(emulator) });
		expect(failed.error?.message).toContain(String(status));
		return async (saved: WorkflowFile) =>
			await retryWorkflow(failed, file, { credentials: credentialsOf(emulator), saved });
	}

	it('does not send what may have been made', async () => {
		const retry = await failing(inviting(), 504);
		const email = '={{ $json.email.replace("ben", "benno") }}';
		const { error } = await retry(inviting({ email }));
		expect(invited()).toEqual([ada, ben]);
		expect(error?.message).toMatch(/ Not sent again: it was sent at .* with other content\.$/);
		expect(error?.description).toContain('turn on "Resend Unknown Outcomes"');
		expect(error).toHaveProperty('context.itemIndex', 1);
	});

	it('sends it with Resend Unknown Outcomes', async () => {
		const retry = await failing(inviting(), 504);
		const email = '={{ $json.email.replace("ben", "benno") }}';
		const retried = await retry(inviting({ email, options: { resendUnknown: true } }));
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, 'benno@example.com', cleo]);
	});

	it('sends what was done as new', async () => {
		const retry = await failing(inviting(), 409);
		const email = '={{ $json.email.replace("ada", "adam") }}';
		const retried = await retry(inviting({ email }));
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, 'adam@example.com', ben, cleo]);
		expect(hintsOf(retried)).toEqual([
			expect.stringMatching(/^1 of 3 items was sent as new: the try at .* sent another request\.$/),
		]);
	});

	it('sends what was refused without a hint', async () => {
		const retry = await failing(inviting(), 409);
		const email = '={{ $json.email.replace("ben", "benno") }}';
		const retried = await retry(inviting({ email }));
		expect(invited()).toEqual([ada, ben, 'benno@example.com', cleo]);
		expect(hintsOf(retried).join()).not.toContain('sent as new');
	});
});
