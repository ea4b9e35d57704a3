import { withEmulator } from '../withEmulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

// test/unit/core/wait and test/unit/management/waits.test.ts test the rules that end a wait.
it('Wait for State outputs the chosen fields once the state is right', async () => {
	const { serviceId, reversePrivateEndpointId } = emulator.ids;
	const endpoints = emulator.state.recordsOf('management', 'reversePrivateEndpoints');
	endpoints.set({ ...endpoints.get(reversePrivateEndpointId), status: 'READY' });
	emulator.faults.add({ kind: 'status', status: 404, times: 1 });
	const parameters = {
		resource: 'reversePrivateEndpoint',
		operation: 'wait',
		serviceId,
		reversePrivateEndpointId,
		waitFor: '={{ ["Ready", "Active"] }}',
		output: 'selectedFields',
		outputFields: ['status'],
		onTimeout: 'output',
		options: { waitForExistence: true },
	};
	const began = Date.now();
	const { error, items } = await emulator.runNode({ type: MANAGEMENT, parameters });
	expect(error).toBeUndefined();
	expect(emulator.requests.map(({ status }) => status)).toEqual([404, 200]);
	expect(Date.now() - began).toBeGreaterThan(1500);
	const warnings = ['"Active" isn\'t a known status. The node waits for it anyway.'];
	expect(items(NODE).map(({ json }) => json)).toEqual([
		{ status: 'READY', reached: true, warnings },
	]);
});

it('Wait for State ends a check immediately when the execution is stopped', async () => {
	const { serviceId } = emulator.ids;
	const check = emulator.faults.add({ kind: 'hang' });
	const stopper = new AbortController();
	const watch = setInterval(() => {
		if (check.given > 0) stopper.abort();
	}, 20);
	const parameters = { resource: 'service', operation: 'wait', serviceId };
	await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
		credentials: credentialsOf(emulator),
		cancel: stopper.signal,
	});
	clearInterval(watch);
	expect(check.given).toBe(1);
});
