import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { OPERATION_SAMPLES, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import { retryWorkflow, runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	credentialsOf,
	hintsOf,
	loopWorkflow,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator();

const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
const [ada, ben, cleo] = PEOPLE.map(({ email }) => email);
const INVITE: INodeParameters = {
	resource: 'invitation',
	operation: 'create',
	email: '={{ $json.email }}',
	role: 'developer',
};
const RETRIES: Partial<NodeUnderTest> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

const inviting = (node: Partial<NodeUnderTest> = {}): NodeUnderTest => ({
	type: MANAGEMENT,
	parameters: INVITE,
	...node,
});
const workflow = (node: Partial<NodeUnderTest> = {}, items: IDataObject[] = PEOPLE) =>
	workflowOf(inviting(node), items);

async function run(file: WorkflowFile) {
	return await runWorkflow(file, { credentials: credentialsOf(emulator) });
}

/** Refuses the second write that arrives, or carries it out and answers 504. */
function failSecond(kind: 'refused' | 'unknown'): void {
	emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
	const status = kind === 'refused' ? 409 : 504;
	emulator.faults.add({ kind: 'status', status, times: 1, actAnyway: kind === 'unknown' });
}

/** The invited e-mail addresses, in the order of requests. */
function invited(): unknown[] {
	return emulator.requests.map(({ body }) =>
		typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined,
	);
}

const emails = (items: Array<{ json: IDataObject }>): unknown[] =>
	items.map(({ json }) => json['email']);

describe('Retry On Fail', () => {
	it('continues after the last completed item of the earlier attempt', async () => {
		failSecond('refused');
		const result = await run(workflow(RETRIES));
		expect(result.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
		expect(emails(result.items(NODE))).toEqual([ada, ben, cleo]);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(/^1 of 3 items was sent in the attempt at .* and not repeated/),
		]);
		expect(JSON.stringify(result.run.data.executionData?.contextData)).not.toContain('cloudWrites');
	});

	it('invites nobody twice if an expression returns another address at every attempt', async () => {
		const email = '={{ $json.email.replace("@", "+" + $now.toMillis() + "@") }}';
		failSecond('refused');
		const parameters = { ...INVITE, email };
		const { error } = await run(workflow({ ...RETRIES, waitBetweenTries: 20, parameters }));
		expect(error).toBeUndefined();
		expect(invited().map((to) => String(to).split('+')[0])).toEqual(['ada', 'ben', 'ben', 'cleo']);
		expect(new Set(invited()).size).toBe(4);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'resends only refused items with On Error %s',
		async (onError) => {
			emulator.faults.add({ kind: 'status', status: 409, times: 2, match: { method: 'POST' } });
			const result = await run(workflow({ ...RETRIES, onError }));
			expect(invited()).toEqual([ada, ben, cleo, ada, ben]);
			expect(emails(result.items(NODE))).toEqual([ada, ben, cleo]);
			expect(result.items(NODE, 1)).toEqual([]);
		},
	);

	it('keeps runs of a loop apart', async () => {
		failSecond('refused');
		const { error } = await run(loopWorkflow(inviting(RETRIES), PEOPLE));
		expect(error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo, ada, ben, cleo]);
	});

	it.each([
		{ status: 303, meaning: 'may follow a change', sent: [ada] },
		{ status: 307, meaning: 'asks for the same request elsewhere', sent: [ada, ada] },
	] as const)(
		'resends only unfinished items after a redirect ($status $meaning)',
		async ({ status, sent }) => {
			const location = 'https://console.example.com/done';
			emulator.faults.add({ kind: 'redirect', location, status, times: 1, actAnyway: true });
			const { error } = await run(workflow(RETRIES, PEOPLE.slice(0, 1)));
			expect(invited()).toEqual(sent);
			expect(error?.message.includes('Not sent again') ?? false).toBe(sent.length === 1);
		},
	);
});

describe('a delete under Retry On Fail', () => {
	const deletes = Object.keys(OPERATION_SAMPLES).filter(
		(name) => name.endsWith(' delete') && sampleOf(name).type === MANAGEMENT,
	);
	const deleting = (name: string) =>
		workflowOf({ ...sampleNode(sampleOf(name), emulator.ids), ...RETRIES });

	it.each(deletes)('%s succeeds if the second attempt finds nothing', async (name) => {
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const { error, items } = await run(deleting(name));
		expect(error?.message).toBeUndefined();
		expect(emulator.requests.map(({ status }) => status)).toEqual([504, 404]);
		const json = items(NODE)[0]?.json;
		expect(json).toMatchObject(sampleOf(name).output(emulator.ids));
		expect(json?.['summary']).toMatch(
			/^(?:Deleted .* permanently|Removed .* from the organization)$/,
		);
	});
});

// The values that n8n may treat as a failure of the node: 1.x any value, later ones all except null and false.
describe('under Retry On Fail, a success whose output has a top-level error', () => {
	/** Has every change carried out and answered with this body. */
	function answer(body: object): void {
		emulator.faults.add({ kind: 'status', status: 200, body, actAnyway: true });
	}

	it.each([null, 0, 'quota is low'])('is sent once with %j', async (error) => {
		answer({ result: { id: 'k', error } });
		const result = await run(workflow(RETRIES));
		expect(result.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, cleo]);
		expect(result.items(NODE).map(({ json }) => json['error'])).toEqual([error, error, error]);
	});
});

describe('Retry in the list of executions', () => {
	/** Runs until the second of three fails. Returns the function that retries it, with a field that was edited since. */
	async function failing(kind: 'refused' | 'unknown') {
		failSecond(kind);
		const file = workflow();
		const failed = await run(file);
		expect(failed.error).toHaveProperty('httpCode', kind === 'refused' ? '409' : '504');
		const credentials = credentialsOf(emulator);
		const retry = async (changes?: INodeParameters) => {
			const saved = changes && workflow({ parameters: { ...INVITE, ...changes } });
			return await retryWorkflow(failed, file, { credentials, ...(saved && { saved }) });
		};
		return { failed, retry };
	}

	it('continues with the original workflow after the last completed item', async () => {
		const { failed, retry } = await failing('refused');
		const stored = JSON.stringify(failed.run.data.executionData?.contextData);
		expect(stored).toContain('"done"');
		expect(stored).not.toContain(ada);
		const { error, items } = await retry();
		expect(error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
		expect(emails(items(NODE))).toEqual([ada, ben, cleo]);
	});

	it('compares the requests if the saved workflow runs, with a hint for a new one', async () => {
		const { retry } = await failing('refused');
		const email = '={{ $json.email.replace("ada", "adam") }}';
		const retried = await retry({ email });
		expect(retried.error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, 'adam@example.com', ben, cleo]);
		expect(hintsOf(retried)).toEqual([expect.stringMatching(/^1 of 3 items was sent as new: /)]);
	});

	it('resends items with an unknown outcome only if the user turns the option on', async () => {
		const { retry } = await failing('unknown');
		expect((await retry()).error).toMatchObject({
			context: { itemIndex: 1, details: { reason: 'outcomeUnknown' } },
		});
		expect(invited()).toEqual([ada, ben]);
		expect((await retry({ options: { resendUnknown: true } })).error).toBeUndefined();
		expect(invited()).toEqual([ada, ben, ben, cleo]);
	});
});

describe('a source secret that was corrected before the Retry', () => {
	const NOTE = /made in the attempt at .+ with different secrets, so not repeated\./;
	const SOURCE = { method: 'usernamePassword', username: 'loader', password: 'mistyped-1' };

	it.each([
		{ field: 'the password', correction: { password: 'corrected-2' }, isReported: true },
		{ field: 'the user name', correction: { username: 'loader2' }, isReported: true },
		{ field: 'nothing', correction: {}, isReported: false },
	])('is reported in the item and in a hint: $field', async ({ correction, isReported }) => {
		failSecond('refused');
		const node = sampleNode(sampleOf('pipe create'), emulator.ids, { name: '={{ $json.name }}' });
		const file = workflowOf(node, [{ name: 'one' }, { name: 'two' }]);
		const credentials = (source: IDataObject) => credentialsOf(emulator, { source });
		const failed = await runWorkflow(file, { credentials: credentials(SOURCE) });
		const corrected = credentials({ ...SOURCE, ...correction });
		const retried = await retryWorkflow(failed, file, { credentials: corrected });
		expect(retried.error).toBeUndefined();
		const names = emulator.requests.map(({ rawBody }) => /"name":"(\w+)"/.exec(rawBody)?.[1]);
		expect(names).toEqual(['one', 'two', 'two']);
		const summaries = retried.items(NODE).map(({ json }) => JSON.stringify(json['summary']));
		expect(summaries.map((summary) => NOTE.test(summary))).toEqual([isReported, false]);
		expect(hintsOf(retried).some((hint) => NOTE.test(hint))).toBe(isReported);
		expect(JSON.stringify(retried.run.data.resultData)).not.toMatch(/mistyped|corrected/);
	});
});

it('a tool of an AI agent repeats completed calls, but no calls with an unknown outcome', async () => {
	failSecond('unknown');
	const calls = [{ email: ada }, { email: ben }, { email: ada }, { email: ben }];
	await run(agentWorkflow(inviting({ onError: 'continueRegularOutput' }), calls));
	expect(invited()).toEqual([ada, ben, ada]);
});
