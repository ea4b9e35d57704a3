import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asObject } from '../../nodes/engine/parameters/values';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { agentWorkflow, MANAGEMENT, NODE } from '../../tools/engine/workflow';
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

/** Formats each request as a line. */
function sent(): string[] {
	return emulator.requests.map(({ method, path }) =>
		`${method} ${path.replace(/^.*\/services\/[^/]+/, 'service')}`.replace(
			/clickpipes\/[^/]+/,
			'pipe',
		),
	);
}

/** Lists the steps of a run. All checks of a wait are one step. */
const steps = () => sent().filter((one, index, all) => one !== READ || all[index - 1] !== READ);

describe('Wake Service', () => {
	it('leaves a change to Retry On Fail if the API refuses it after the wake', async () => {
		emulator.play('services', serviceId, 'running', 'idle', 'running');
		const body = { error: "FAILED_DEPENDENCY: The service isn't running. Current state: idle" };
		emulator.faults.add({
			...{ kind: 'status', status: 424, body, times: 1 },
			match: { operationId: 'updatePipeState' },
		});
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await emulator.runNode(starting(retries));
		expect(error).toBeUndefined();
		expect(steps()).toEqual([READ, START, READ, WAKE, READ, START]);
	});

	it("doesn't wake the service in a dry run", async () => {
		emulator.play('services', serviceId, 'idle');
		const { items } = await emulator.runNode(starting({}, { dryRun: true }));
		expect(sent().every((request) => request.startsWith('GET'))).toBe(true);
		const planned = items(NODE)[0]?.json;
		expect(planned?.['summary']).toMatch(/wakes it first, which costs money\./);
		const approvedPlan = String(asObject(planned?.['plan'])['hash']);
		emulator.clearLog();
		emulator.play('services', serviceId, 'running');
		expect((await emulator.runNode(starting({}, { approvedPlan }))).error?.message).toBeUndefined();
		expect(sent()).toEqual([READ, START]);
		const off = starting({}, { approvedPlan, wakeService: false });
		expect((await emulator.runNode(off)).error?.message).toMatch(/differ from the approved plan/);
	});

	it('runs in one call of an agent', async () => {
		emulator.play('services', serviceId, 'idle', 'running');
		const file = agentWorkflow(starting(), [{}]);
		await emulator.run(file);
		expect(steps()).toEqual([READ, WAKE, READ, START]);
	});
});
