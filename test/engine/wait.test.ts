import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

const MISSING_ID = '00000077-0000-4000-8000-000000000001';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

function waitFor(resource: string, parameters: INodeParameters = {}): INodeParameters {
	const { serviceId, backupId, reversePrivateEndpointId } = emulator.ids;
	const ids = { serviceId, backupId, reversePrivateEndpointId };
	return { resource, operation: 'wait', ...ids, ...parameters };
}

async function run(
	parameters: INodeParameters,
	inputs: IDataObject[] = [{}],
	settings: Partial<NodeUnderTest> = {},
) {
	const began = Date.now();
	const workflow = workflowOf({ type: MANAGEMENT, parameters, ...settings }, inputs);
	const result = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
	const items = [...result.items(NODE), ...result.items(NODE, 1)];
	return { ...result, items, took: Date.now() - began };
}

describe('Wait for State', () => {
	it('of a service ends once the state is there', async () => {
		const steps = [{ state: 'stopped' }, { state: 'running' }];
		const script = emulator.scripts.service(emulator.ids.serviceId, steps);
		const { error, items, took } = await run(waitFor('service'));
		expect(error).toBeUndefined();
		expect(script.reads).toBe(2);
		expect(items[0]?.json).toMatchObject({ id: emulator.ids.serviceId, state: 'running' });
		expect(items[0]?.json).not.toHaveProperty('reached');
		expect(items[0]?.json).not.toHaveProperty('ipAccessList');
		expect(took).toBeGreaterThan(1500);
	});

	it('of a backup ends with an error on a state to give up on, and of a service over faults', async () => {
		const steps = [{ state: 'in_progress' }, { state: 'error' }];
		const script = emulator.scripts.backup(emulator.ids.backupId, steps);
		const { error } = await run(waitFor('backup'));
		expect(script.reads).toBe(2);
		expect(error).toHaveProperty('context.details.reason', 'conflict');
		const faulty = [{ fault: { kind: 'status', status: 503 } } as const, { state: 'running' }];
		emulator.scripts.service(emulator.ids.serviceId, faulty);
		expect((await run(waitFor('service'))).error).toBeUndefined();
	});

	it('of a reverse private endpoint waits for it to exist, for any of a list, with chosen fields', async () => {
		const id = emulator.ids.reversePrivateEndpointId;
		const steps = [{ missing: true } as const, { state: 'READY' }];
		emulator.scripts.reversePrivateEndpoint(id, steps);
		const { error, items } = await run(
			waitFor('reversePrivateEndpoint', {
				waitFor: '={{ ["Ready", "Active"] }}',
				output: 'selectedFields',
				outputFields: ['status'],
				onTimeout: 'output',
				options: { waitForExistence: true },
			}),
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ status: 'READY', reached: true }]);
	});

	it.each(['service', 'apiRequest'])('sends nothing in a dry run: %s', async (resource) => {
		const value = { path: '/v1/x', valuePath: 'result.state', waitFor: 'running' };
		const options = { dryRun: true };
		const { items } = await run(
			waitFor(resource, resource === 'service' ? { options } : { ...value, options }),
		);
		expect(items[0]?.json).toMatchObject({ dryRun: true, method: 'GET' });
		expect(emulator.requests).toEqual([]);
	});
});

describe('several items', () => {
	it('share the checks of one resource, and each is paired with its own', async () => {
		const { serviceId } = emulator.ids;
		const script = emulator.scripts.service(serviceId, [{ state: 'idle' }, { state: 'running' }]);
		const { items } = await run(waitFor('service', { waitFor: '={{ $json.state }}' }), [
			{ state: 'idle' },
			{ state: 'running' },
			{ state: ['awaking', 'running'] },
		]);
		expect(script.reads).toBe(2);
		expect(items.map(({ json: { state }, pairedItem }) => [state, pairedItem])).toEqual([
			['idle', { item: 0 }],
			['running', { item: 1 }],
			['running', { item: 2 }],
		]);
	});

	it('end as items and as error items, where the node continues', async () => {
		const { serviceId } = emulator.ids;
		const { items } = await run(
			waitFor('service', { serviceId: '={{ $json.id }}' }),
			[{ id: serviceId }, { id: MISSING_ID }],
			{ onError: 'continueErrorOutput' },
		);
		expect(items).toMatchObject([
			{ json: { state: 'running' } },
			{ json: { error: { outcome: 'refused', reason: 'notFound' } } },
		]);
	});

	it('occupy no slot while they wait, and keep to the rate limit', async () => {
		const ids = Array.from(
			{ length: 12 },
			(_, index) => `00000078-0000-4000-8000-0000000000${String(index + 10)}`,
		);
		for (const id of ids) {
			emulator.scripts.service(id, [{ state: 'starting' }, { state: 'running' }]);
		}
		emulator.rateLimit = { requests: 10, windowMs: 2000, header: 'retry-after-seconds' };
		const { error, items } = await run(
			waitFor('service', { serviceId: '={{ $json.id }}', options: { maxConcurrency: 2 } }),
			ids.map((id) => ({ id })),
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json: { id, state } }) => [id, state])).toEqual(
			ids.map((id) => [id, 'running']),
		);
		const accepted = emulator.requests.filter(({ status }) => status === 200);
		expect(accepted).toHaveLength(24);
		expect(emulator.maxInFlight).toBeLessThanOrEqual(2);
		// Without a pause, the second window would refuse all whose first check has passed. Simulated time is exact.
		expect(emulator.refusedRequests.length).toBeLessThan(ids.length);
	});
});

describe('Wait for Value', () => {
	const wait = (parameters: INodeParameters): INodeParameters => ({
		...{ resource: 'apiRequest', operation: 'wait' },
		path: `/v1/organizations/{organizationId}/services/${emulator.ids.serviceId}`,
		valuePath: 'result.state',
		waitFor: 'running',
		...parameters,
	});

	it('ends once the value is there, and outputs the record as the API sent it', async () => {
		const steps = [{ state: 'stopped' }, { state: 'running' }];
		const script = emulator.scripts.service(emulator.ids.serviceId, steps);
		const { error, items } = await run(wait({ options: { maxConcurrency: 1 } }));
		expect(error).toBeUndefined();
		expect(script.reads).toBe(2);
		const { result } = { result: items[0]?.json };
		expect(result).toMatchObject({ id: emulator.ids.serviceId, state: 'running' });
		expect(result).toHaveProperty('ipAccessList');
		expect(result).not.toHaveProperty('reached');
	});

	it('of items with one path but different values and queries mixes nothing', async () => {
		const { items } = await run(
			wait({
				path: '/v1/organizations/{organizationId}/echo',
				query: { values: [{ name: 'n', value: '={{ $json.n }}' }] },
				valuePath: '={{ $json.valuePath }}',
				waitFor: '={{ $json.waitFor }}',
			}),
			[
				{ n: '1', valuePath: 'result.query.n', waitFor: '1' },
				{ n: '2', valuePath: 'result.query.n', waitFor: '2' },
				{ n: '2', valuePath: 'result.method', waitFor: 'GET' },
			],
		);
		expect(items.map(({ json }) => json.query)).toEqual([{ n: '1' }, { n: '2' }, { n: '2' }]);
		expect(emulator.requests).toHaveLength(2);
	});

	it('shows no value whose name says that it is a secret, however short', async () => {
		const { error } = await run(
			wait({
				path: '/v1/organizations/{organizationId}/echo',
				query: { values: [{ name: 'token', value: 'abc' }] },
				...{ valuePath: 'result.query.token', giveUpOn: 'abc' },
			}),
		);
		expect(error?.message).toMatch(/Its last value was "\*\*\*"\.$/);
	});
});

describe('stopping the execution', () => {
	it.each([
		['a pause', { state: 'starting' } as const],
		['a check', { fault: { kind: 'hang' } } as const],
	])('ends %s at once', async (_, step) => {
		const script = emulator.scripts.service(emulator.ids.serviceId, [step]);
		const stopper = new AbortController();
		const watch = setInterval(() => {
			if (script.reads > 0) stopper.abort();
		}, 20);
		await runWorkflow(workflowOf({ type: MANAGEMENT, parameters: waitFor('service') }), {
			credentials: credentialsOf(emulator),
			cancel: stopper.signal,
		});
		clearInterval(watch);
		expect(script.reads).toBe(1);
	});
});
