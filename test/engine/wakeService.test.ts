import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asObject } from '../../nodes/engine/parameters/values';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	credentialsOf,
	detailsOf,
	hintsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

// test/unit/management/wakeService.test.ts tests every failing step.
const emulator = withEmulator({ dialect: 'clickhouseCloud' });

const { serviceId, stoppedPipeId } = CLOUD_IDS;
const READ = 'GET service';
const WAKE = 'PATCH service/state';
const START = 'PATCH service/pipe/state';

const starting = (node: Partial<NodeUnderTest> = {}, options: IDataObject = {}): NodeUnderTest => ({
	type: MANAGEMENT,
	...node,
	parameters: {
		resource: 'pipe',
		operation: 'start',
		serviceId,
		pipeId: stoppedPipeId,
		options: { wakeService: true, ...options },
	} satisfies INodeParameters,
});

async function run(node: NodeUnderTest, items: IDataObject[] = [{}]) {
	return await runWorkflow(workflowOf(node, items), { credentials: credentialsOf(emulator) });
}

/** Each request as a line. */
function sent(): string[] {
	return emulator.requests.map(({ method, path }) =>
		`${method} ${path.replace(/^.*\/services\/[^/]+/, 'service')}`.replace(
			/clickpipes\/[^/]+/,
			'pipe',
		),
	);
}

/** Combines a wait's checks into a single line. */
const steps = () => sent().filter((one, index, all) => one !== READ || all[index - 1] !== READ);
const stateOfPipe = () => emulator.stored('pipes', stoppedPipeId)['state'];

describe('Wake Service', () => {
	it.each([
		{ states: ['running'], requests: [READ, START] },
		...['awaking', 'starting', 'partially_running', 'provisioning'].map((state) => ({
			states: [state, 'running'],
			requests: [READ, READ, START],
		})),
	])('starts a pipe if its service shows $states', async ({ states, requests }) => {
		emulator.play('services', serviceId, ...states);
		const { error, items } = await run(starting());
		expect(error?.message).toBeUndefined();
		expect(sent()).toEqual(requests);
		expect(items(NODE)).toMatchObject([{ json: { id: stoppedPipeId, accepted: true } }]);
	});

	it('wakes an idle service, waits until it runs, and starts the pipe once', async () => {
		emulator.play('services', serviceId, 'idle', 'idle', 'awaking', 'running');
		const { error, items } = await run(starting());
		expect(error?.message).toBeUndefined();
		expect(steps()).toEqual([READ, WAKE, READ, START]);
		expect(items(NODE)).toMatchObject([{ json: { id: stoppedPipeId, accepted: true } }]);
	});

	it.each(['stopped', 'stopping', 'failed', 'terminating', 'terminated'])(
		'changes nothing in a service that is %s',
		async (state) => {
			emulator.play('services', serviceId, state);
			const { error } = await run(starting());
			expect(error?.message).toContain(`is ${state}, and Wake Service works only on an idle`);
			expect(sent()).toEqual([READ]);
			expect(stateOfPipe()).toBe('Stopped');
		},
	);

	it('leaves a degraded service to the API, with a warning', async () => {
		emulator.play('services', serviceId, 'degraded');
		const result = await run(starting());
		expect(sent()).toEqual([READ, START]);
		expect(hintsOf(result)).toContain(
			"The service's state is degraded, so the node doesn't wake it.",
		);
	});

	it('sends the change without a wake if the key may not read the service', async () => {
		emulator.faults.add({ kind: 'status', status: 403, match: { operationId: 'getService' } });
		const result = await run(starting());
		expect(result.error).toBeUndefined();
		expect(sent()).toEqual([READ, START]);
		expect(hintsOf(result)[0]).toMatch(/lacks the permission service:view/);
	});

	it('wakes nothing with Max Wait 0', async () => {
		emulator.play('services', serviceId, 'idle');
		const { error } = await run(starting({}, { maxWait: 0 }));
		expect(error?.message).toContain('Max Wait is 0');
		expect(sent()).toEqual([READ]);
	});

	it('wakes once for several items', async () => {
		emulator.play('services', serviceId, 'idle', 'awaking', 'running');
		const { parameters, ...node } = starting();
		const stopping = { ...node, parameters: { ...parameters, operation: 'stop' } };
		const { error } = await run(stopping, [{}, {}, {}]);
		expect(error).toBeUndefined();
		expect(steps()).toEqual([READ, WAKE, READ, ...Array<string>(3).fill(START)]);
	});

	it('leaves a change to Retry On Fail if the API refuses it after the wake', async () => {
		emulator.play('services', serviceId, 'running', 'idle', 'running');
		const body = { error: "FAILED_DEPENDENCY: The service isn't running. Current state: idle" };
		emulator.faults.add({
			...{ kind: 'status', status: 424, body, times: 1 },
			match: { operationId: 'updatePipeState' },
		});
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await run(starting(retries));
		expect(error).toBeUndefined();
		expect(steps()).toEqual([READ, START, READ, WAKE, READ, START]);
	});

	it('wakes nothing in a dry run, whose plan is valid whether or not the service sleeps', async () => {
		emulator.play('services', serviceId, 'idle');
		const { items } = await run(starting({}, { dryRun: true }));
		expect(sent()).toEqual([READ]);
		const planned = items(NODE)[0]?.json;
		expect(planned?.['before']).toMatchObject([{ method: 'PATCH' }, { method: 'GET' }]);
		const approvedPlan = String(asObject(planned?.['plan'])['hash']);
		emulator.clearLog();
		emulator.play('services', serviceId, 'running');
		expect((await run(starting({}, { approvedPlan }))).error?.message).toBeUndefined();
		expect(sent()).toEqual([READ, START]);
		const off = starting({}, { approvedPlan, wakeService: false });
		expect((await run(off)).error?.message).toMatch(/differ from the approved plan/);
	});

	it('is one call of an agent', async () => {
		emulator.play('services', serviceId, 'idle', 'running');
		const file = agentWorkflow(starting(), [{}]);
		await runWorkflow(file, { credentials: credentialsOf(emulator) });
		expect(steps()).toEqual([READ, WAKE, READ, START]);
	});

	it.each([
		{ during: 'the wake', operationId: 'updateServiceState' },
		{ during: 'the wait', operationId: 'getService' },
	])('leaves the change unsent if the execution is stopped during $during', async (step) => {
		emulator.play('services', serviceId, 'idle', 'awaking');
		const stop = new AbortController();
		const file = workflowOf(starting());
		const { operationId } = step;
		if (operationId === 'getService') {
			emulator.faults.add({ kind: 'delay', ms: 0, times: 1, match: { operationId } });
		}
		emulator.faults.add({ kind: 'hang', match: { operationId } });
		const running = runWorkflow(file, {
			credentials: credentialsOf(emulator),
			cancel: stop.signal,
		});
		const last = operationId === 'getService' ? 3 : 2;
		for (let tries = 0; emulator.requests.length < last && tries < 1000; tries += 1) {
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		stop.abort();
		await running;
		expect(sent()).not.toContain(START);
		expect(stateOfPipe()).toBe('Stopped');
	});

	it('says after a failed wait that the service was woken, and that nothing was sent', async () => {
		emulator.play('services', serviceId, 'idle', 'awaking');
		const { error } = await run(starting({}, { maxWait: 1 }));
		expect(detailsOf(error)).toMatchObject({ outcome: 'notSent' });
		expect(error?.description).toContain('The service was woken.');
		expect(sent()).not.toContain(START);
	});
});
