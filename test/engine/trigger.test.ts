import type { INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import { polledNode } from '../../tools/engine/polledNode';
import { credentialsOf } from '../../tools/engine/workflow';

const DASHBOARD = 'cloudDashboardTrigger';
const ACTIVITIES = { event: 'newActivity', output: 'raw' };
const ALERTS = { event: 'alertStateChanged' };
const { alertId: FIRST } = CLICKSTACK_IDS;
const ADDED = '00000030-0000-4000-8000-0000000000aa';

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack', seed: {} });

/** Activates a workflow with the trigger. n8n polls once and stores the state. */
async function activate(parameters: INodeParameters) {
	const polled = await polledNode(parameters, credentialsOf(emulator));
	await polled.poll();
	return polled;
}

function known<T>(record: T | undefined): T {
	if (record === undefined) throw new Error('There is no such record.');
	return record;
}

describe('CloudManagementTrigger (restarts of n8n)', () => {
	it('emits each activity once, oldest first', async () => {
		const trigger = await activate(ACTIVITIES);
		const { activities } = emulator.state;
		expect(await trigger.poll()).toBeUndefined();
		const second = activities.push({ id: 'second' });
		const createdAt = new Date(Date.now() - 1000).toISOString();
		const first = activities.push({ id: 'first', createdAt });
		expect(await trigger.poll()).toEqual([first, second]);
		trigger.restart();
		const third = activities.push({ id: 'third' });
		expect(await trigger.poll()).toEqual([third]);
		trigger.restart();
		expect(await trigger.poll()).toBeUndefined();
		const [atFirst, ...then] = emulator.requests.map(({ url }) => url.split('/activities')[1]);
		expect(atFirst).toBe('');
		const since: unknown = expect.stringMatching(/^\?from_date=\d{4}-\d\d-\d\dT/);
		expect(then).toEqual(Array.from({ length: 4 }, () => since));
	});

	it("watches all services' pipes with only a credential", async () => {
		const { serviceId, kafkaPipeId } = emulator.ids;
		const { services, pipes } = emulator.state;
		const service = known(services.get(serviceId));
		services.set({ ...service, id: ADDED, name: 'Added' });
		const match = { path: new RegExp(`${ADDED}/`) };
		const fault = emulator.faults.add({ kind: 'status', status: 403, match });
		const trigger = await activate({ event: 'pipeStateChanged' });
		pipes.set({ ...known(pipes.get(kafkaPipeId)), state: 'Failed' });
		expect(await trigger.poll()).toMatchObject([
			{
				pipe: { id: kafkaPipeId, state: 'Failed' },
				service: { id: serviceId, name: service.name },
			},
		]);
		const report = /^All services: 1 service couldn't be read .*: Added \(/;
		expect(trigger.reported.map(({ message }) => message)).toEqual([expect.stringMatching(report)]);
		fault.remove();
		trigger.restart();
		expect(await trigger.poll()).toBeUndefined();
		expect(emulator.requests).toHaveLength(3 * 3);
	});
});

it("doesn't store a state in a test", async () => {
	const trigger = await polledNode(
		{ ...ALERTS, output: 'raw' },
		credentialsOf(emulator),
		DASHBOARD,
	);
	const alert = emulator.state.clickStack.alerts.get(FIRST);
	expect(await trigger.poll('manual')).toMatchObject([
		{
			summary: 'Sample: Alert "Errors over time in Errors" fires, was OK',
			state: 'ALERT',
			previousState: 'OK',
			alert: { ...alert, state: 'ALERT' },
		},
	]);
	expect(trigger.stored()).toEqual({});
});

it('rejects an empty expression before it reads anything', async () => {
	const parameters = { ...ACTIVITIES, filters: { types: '={{ null }}' } };
	const { poll } = await polledNode(parameters, credentialsOf(emulator));
	for (const mode of ['trigger', 'manual'] as const) {
		await expect(poll(mode)).rejects.toThrow(/^Types is empty: the expression/);
	}
	expect(emulator.requests).toEqual([]);
});
