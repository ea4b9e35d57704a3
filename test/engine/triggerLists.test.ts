import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { activated, polledNode } from './harness/polledNode';
import { credentialsOf } from './harness/workflow';

const ADDED = '00000030-0000-4000-8000-0000000000aa';

let emulator: Emulator;

startForEachTest(
	(started) => {
		emulator = started;
	},
	{ dialect: 'clickhouseCloud' },
);

function pipeOf(id: string) {
	const pipe = emulator.state.pipes.get(id);
	if (pipe === undefined) throw new Error('There is no such pipe.');
	return pipe;
}

function become(id: string, state: string): void {
	emulator.state.pipes.set({ ...pipeOf(id), state });
}

function statesOf(items: IDataObject[] | undefined): unknown[] | undefined {
	return items?.map(({ previousState, state }) => [previousState, state]);
}

describe('Pipe State Changed', () => {
	it('reads one list a poll, and emits each change once, what is new and what is gone', async () => {
		const { serviceId, kafkaPipeId } = emulator.ids;
		const pipe = pipeOf(kafkaPipeId);
		const trigger = await activated(
			{ event: 'pipeStateChanged', serviceId },
			credentialsOf(emulator),
		);
		emulator.clearLog();
		become(kafkaPipeId, 'Failed');
		expect(await trigger.poll()).toMatchObject([
			{ previousState: pipe.state, state: 'Failed', pipe: { id: kafkaPipeId, state: 'Failed' } },
		]);
		emulator.state.pipes.set({ ...pipe, id: ADDED, state: 'Running' });
		expect(statesOf(await trigger.poll())).toEqual([['', 'Running']]);
		emulator.state.pipes.delete(ADDED);
		trigger.restart();
		expect(statesOf(await trigger.poll())).toEqual([['Running', 'gone']]);
		expect(await trigger.poll()).toBeUndefined();
		expect(emulator.requests.map(({ path }) => path)).toEqual(
			Array.from({ length: 4 }, () => expect.stringMatching(/clickpipes$/) as unknown),
		);
	});

	it('tells only what is wanted, and loses nothing to a failed poll', async () => {
		const { serviceId, kafkaPipeId } = emulator.ids;
		const parameters = { serviceId, pipeIds: [kafkaPipeId], states: 'Failed, InternalError' };
		const trigger = await activated(
			{ event: 'pipeStateChanged', ...parameters },
			credentialsOf(emulator),
		);
		become(kafkaPipeId, 'Failed');
		const fault = emulator.faults.add({ kind: 'status', status: 500 });
		await expect(trigger.poll()).rejects.toHaveProperty('httpCode', '500');
		fault.remove();
		expect(await trigger.poll()).toHaveLength(1);
		become(kafkaPipeId, 'Running');
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('Pipe State Changed of all services', () => {
	it('reads the list of services and each list of pipes, with nothing but a credential', async () => {
		const { serviceId, kafkaPipeId } = emulator.ids;
		const known = emulator.state.services.get(serviceId);
		if (known === undefined) throw new Error('There is no such service.');
		emulator.state.services.set({ ...known, id: ADDED, name: 'Added' });
		const match = { path: new RegExp(`${ADDED}/`) };
		const fault = emulator.faults.add({ kind: 'status', status: 403, match });
		const trigger = await activated({ event: 'pipeStateChanged' }, credentialsOf(emulator));
		become(kafkaPipeId, 'Failed');
		const service = { id: serviceId, name: known.name };
		expect(await trigger.poll()).toMatchObject([
			{ state: 'Failed', pipe: { id: kafkaPipeId, state: 'Failed' }, service },
		]);
		const report = /^All services: 1 service couldn't be read .*: Added \(/;
		expect(trigger.reported.map(({ message }) => message)).toEqual([expect.stringMatching(report)]);
		fault.remove();
		trigger.restart();
		expect(await trigger.poll()).toBeUndefined();
		expect(emulator.requests).toHaveLength(3 * 3);
	});
});

describe('without IDs', () => {
	it.each<[string, (ids: Emulator['ids']) => INodeParameters, number]>([
		['serviceStateChanged', () => ({}), 1],
		['reversePrivateEndpointStatusChanged', ({ serviceId }) => ({ serviceId }), 1],
	])('%s watches all that one list has', async (event, parameters, requests) => {
		const own = { event, ...parameters(emulator.ids) };
		const trigger = await activated(own, credentialsOf(emulator));
		expect(emulator.requests).toHaveLength(requests);
		expect(await trigger.poll()).toBeUndefined();
		const [service] = emulator.state.services.all();
		const [endpoint] = emulator.state.reversePrivateEndpoints.all();
		if (service !== undefined) emulator.state.services.set({ ...service, state: 'failed' });
		if (endpoint !== undefined) {
			emulator.state.reversePrivateEndpoints.set({ ...endpoint, status: 'Failed' });
		}
		expect(await trigger.poll()).toHaveLength(1);
		expect(emulator.requests).toHaveLength(3 * requests);
	});
});

describe('New Activity', () => {
	it('asks for no more than may be new', async () => {
		const parameters = { event: 'newActivity', output: 'raw' };
		const trigger = await polledNode(parameters, credentialsOf(emulator));
		await trigger.poll();
		const pushed = emulator.state.activities.push({ id: 'a-new-activity-of-this-test' });
		expect(await trigger.poll()).toEqual([pushed]);
		const urls = emulator.requests.map(({ url }) => url.split('/activities')[1]);
		expect(urls).toEqual(['', expect.stringMatching(/^\?from_date=\d{4}-\d\d-\d\dT/)]);
	});
});
