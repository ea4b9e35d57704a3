import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { asObject } from '../../nodes/engine/parameters/values';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	hintsOf,
	loopWorkflow,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

// test/unit/core/journal tests which history leads to resending. This tests the journal in n8n's engine.
const emulator = withEmulator();

const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
const [ada, ben, cleo] = PEOPLE.map(({ email }) => email);
const INVITE: INodeParameters = {
	resource: 'invitation',
	operation: 'create',
	email: '={{ $json.email }}',
	role: 'developer',
};
const RETRIES: Partial<NodeUnderTest> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 20 };

const inviting = (node: Partial<NodeUnderTest> = {}): NodeUnderTest => ({
	type: MANAGEMENT,
	parameters: INVITE,
	...node,
});
const workflow = (node: Partial<NodeUnderTest> = {}) => workflowOf(inviting(node), PEOPLE);

/** Refuses the second write, or carries it out but responds with 504. */
function failSecond(kind: 'refused' | 'unknown'): void {
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	const status = kind === 'refused' ? 409 : 504;
	emulator.faults.add({ kind: 'status', status, times: 1, actAnyway: kind === 'unknown' });
}

/** Lists the invited email addresses in request order. */
function invited(): unknown[] {
	return emulator.requests.map(({ body }) =>
		typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined,
	);
}

const emails = (items: Array<{ json: IDataObject }>): unknown[] =>
	items.map(({ json }) => json['email']);

describe('Retry On Fail', () => {
	it('continues after the last completed item', async () => {
		const email = '={{ $json.email.replace("@", "+" + $now.toMillis() + "@") }}';
		failSecond('refused');
		const result = await emulator.run(workflow({ ...RETRIES, parameters: { ...INVITE, email } }));
		expect(result.error).toBeUndefined();
		expect(invited().map((to) => String(to).split('+')[0])).toEqual(['ada', 'ben', 'ben', 'cleo']);
		const [first, refused, second, third] = invited();
		expect(refused).not.toBe(second);
		expect(emails(result.items(NODE))).toEqual([first, second, third]);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(/^1 of 3 items was already done at .*Edits since then/),
		]);
		expect(JSON.stringify(result.run.data.executionData?.contextData)).not.toContain('cloudWrites');
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'resends only refused items with On Error %s',
		async (onError) => {
			emulator.faults.add({ kind: 'status', status: 409, times: 2, match: { method: 'POST' } });
			const result = await emulator.run(workflow({ ...RETRIES, onError }));
			expect(invited()).toEqual([ada, ben, cleo, ada, ben]);
			expect(emails(result.items(NODE))).toEqual([ada, ben, cleo]);
			expect(result.items(NODE, 1)).toEqual([]);
		},
	);

	it('remembers each run of a loop separately', async () => {
		failSecond('refused');
		const { error } = await emulator.run(loopWorkflow(inviting(RETRIES), PEOPLE));
		expect(error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo, ada, ben, cleo]);
	});

	it('completes a delete if its second attempt returns a 404', async () => {
		emulator.loseResponse('DELETE');
		const sample = sampleOf('member delete');
		const file = workflowOf({ ...sampleNode(sample, emulator.ids), ...RETRIES });
		const { error, items } = await emulator.run(file);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests.map(({ status }) => status)).toEqual([504, 404]);
		const [item] = items(NODE);
		expect(item?.json).toMatchObject(sample.output(emulator.ids));
		expect(item?.json['summary']).toMatch(/^Removed .* from the organization permanently$/);
	});

	it("reports the earlier attempt's changes if the later one is refused", async () => {
		failSecond('refused');
		const isFirst = '$runIndex === 0 && $now.toMillis() < ' + String(Date.now() + 1500);
		const email = `={{ ${isFirst} ? $json.email : '' }}`;
		const node = { ...RETRIES, maxTries: 2, waitBetweenTries: 2500 };
		const { error } = await emulator.run(workflow({ ...node, parameters: { ...INVITE, email } }));
		expect(invited()).toEqual([ada, ben]);
		expect(error).toMatchObject({
			message: 'Items 1–3: Email is empty. Enter a value.',
			description: 'Nothing more was sent. An earlier attempt sent 1 item.',
		});
	});

	// n8n may treat this output as a failure: 1.x for any value, later versions for all except null and false.
	it('sends a change once if its output contains a top-level error', async () => {
		const body = { result: { id: 'k', error: 'quota is low' } };
		emulator.faults.add({ kind: 'status', status: 200, body, actAnyway: true });
		const result = await emulator.run(workflow(RETRIES));
		expect(result.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, cleo]);
		expect(result.items(NODE).map(({ json }) => json['error'])).toEqual(
			PEOPLE.map(() => 'quota is low'),
		);
	});
});

// test/n8n/journal.suite.ts tests the original workflow.
describe('Retry in the executions list', () => {
	/** Runs until the second of three items fails. The result retries with edited fields. */
	async function failing(kind: 'refused' | 'unknown') {
		failSecond(kind);
		const failed = await emulator.run(workflow());
		return async (changes: INodeParameters) => {
			const saved = workflow({ parameters: { ...INVITE, ...changes } });
			return await emulator.retry(failed, saved);
		};
	}

	it("mentions a request that wasn't in the first attempt", async () => {
		const retry = await failing('refused');
		const retried = await retry({ email: '={{ $json.email.replace("ada", "adam") }}' });
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, 'adam@example.com', ben, cleo]);
		expect(hintsOf(retried)).toEqual([expect.stringMatching(/^1 of 3 items was sent as new: /)]);
	});

	it('resends unknown outcomes only with Resend Unknown Outcomes', async () => {
		const retry = await failing('unknown');
		expect((await retry({})).error).toMatchObject({
			context: { details: { item: 2, reason: 'outcomeUnknown' } },
		});
		expect(invited()).toEqual([ada, ben]);
		expect((await retry({ options: { resendUnknown: true } })).error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
	});
});

describe("a source's secret that is corrected before Retry", () => {
	const source = { method: 'usernamePassword', username: 'loader', password: 'mistyped-1' };

	/** Creates two pipes, fails the second, and retries with another password. */
	async function retried(kind: 'refused' | 'unknown') {
		failSecond(kind);
		const node = sampleNode(sampleOf('pipe create'), emulator.ids, { name: '={{ $json.name }}' });
		const file = workflowOf(node, [{ name: 'one' }, { name: 'two' }]);
		const failed = await emulator.run(file, { source });
		emulator.clearLog();
		const corrected = { ...source, password: 'corrected-2' };
		const result = await emulator.retry(failed, file, { source: corrected });
		expect(JSON.stringify(result.run.data.resultData)).not.toMatch(/mistyped|corrected/);
		return { ...result, bodies: emulator.requests.map(({ rawBody }) => rawBody) };
	}

	it('sends refused items with the corrected secret', async () => {
		const result = await retried('refused');
		expect(result.error).toBeUndefined();
		expect(result.bodies).toEqual([expect.stringMatching(/"two".*corrected-2/)]);
		expect(result.items(NODE)).toHaveLength(2);
		expect(hintsOf(result)).toContainEqual(
			expect.stringMatching(/^1 of 2 items was already done .* To send them, start a new/),
		);
	});

	it("doesn't resend an item with an unknown outcome", async () => {
		const { bodies, error } = await retried('unknown');
		expect(error).toMatchObject({ context: { details: { reason: 'outcomeUnknown' } } });
		expect(bodies).toEqual([]);
	});
});

it("an agent's tool doesn't repeat a create of unknown outcome with another setting", async () => {
	const parameters = { name: '={{ $json.name }}', postgresDatabase: '={{ $json.database }}' };
	const node = sampleNode(sampleOf('pipe create'), emulator.ids, parameters);
	emulator.loseResponse('POST');
	const calls = [
		{ name: 'one', database: 'orders' },
		{ name: 'one', database: 'orders2' },
		{ name: 'two', database: 'orders' },
	];
	const file = agentWorkflow({ ...node, onError: 'continueRegularOutput' }, calls);
	await emulator.run(file, { source: SAMPLE_SOURCE });
	const created = emulator.requests.map(({ body }) => asObject(body)['name']);
	expect(created).toEqual(['one', 'two']);
});

it("an agent's tool creates alerts of other names after an unknown outcome", async () => {
	await emulator.start({ dashboardApi: 'clickstack' });
	const parameters = { name: '={{ $json.name }}', threshold: '={{ $json.threshold }}' };
	const node = sampleNode(sampleOf('alert create'), emulator.ids, parameters);
	emulator.loseResponse('POST', 2);
	const calls = [
		{ name: 'Errors', threshold: 5 },
		{ name: 'Errors', threshold: 6 },
		{ threshold: 5 },
		{ threshold: 6 },
		{ name: 'Latency', threshold: 5 },
	];
	await emulator.run(agentWorkflow({ ...node, onError: 'continueRegularOutput' }, calls));
	const created = emulator.requests.filter(({ method }) => method === 'POST');
	expect(created.map(({ body }) => asObject(body)['name'])).toEqual([
		'Errors',
		undefined,
		'Latency',
	]);
});

it("an agent's tool repeats only calls with a known outcome", async () => {
	failSecond('unknown');
	const calls = [{ email: ada }, { email: ben }, { email: ada }, { email: ben }];
	await emulator.run(agentWorkflow(inviting({ onError: 'continueRegularOutput' }), calls));
	expect(invited()).toEqual([ada, ben, ada]);
});
