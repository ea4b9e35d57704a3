import type { IDataObject } from 'n8n-workflow';

import { stateChangeSummary } from '../../../nodes/features/watch/eventSummary';
import { asObject } from '../../../nodes/engine/parameters/values';
import { json } from '../core/fakes';
import { ALERTS, BACKUPS, ENDPOINTS, listed, PIPES, poll, SERVICE_ID, SERVICES } from './fakePoll';

// test/property/trigger.test.ts tests which items are emitted. This tests their content.

const RECORD = { id: 'p', name: 'n', source: { kafka: {} }, dashboardId: 'd', more: 1 };
const IN_STATE = { ...RECORD, state: 'x', status: 'x' };

it.each<{ key: string; parameters: IDataObject; simplified: IDataObject }>([
	{
		key: 'pipe',
		parameters: PIPES,
		simplified: { id: 'p', name: 'n', state: 'x', sourceKind: 'kafka', tables: [] },
	},
	{ key: 'service', parameters: SERVICES, simplified: { id: 'p', name: 'n', state: 'x' } },
	{ key: 'backup', parameters: BACKUPS, simplified: { id: 'p', status: 'x' } },
	{
		key: 'reversePrivateEndpoint',
		parameters: ENDPOINTS,
		simplified: { id: 'p', status: 'x' },
	},
	{
		key: 'alert',
		parameters: ALERTS,
		simplified: { id: 'p', name: 'n', state: 'x', dashboardId: 'd', source: { kafka: {} } },
	},
])("outputs the item's $key simplified or raw", async ({ key, parameters, simplified }) => {
	const respond = () => json({ result: [IN_STATE], data: [IN_STATE] });
	const shown = async (output: string) => {
		const setup = {
			mode: 'manual',
			parameters: { ...parameters, states: 'x', output },
			respond,
		} as const;
		return (await poll(setup)).items?.[0]?.[key];
	};
	const columns = Object.entries(asObject(await shown('simplified')));
	expect(Object.fromEntries(columns.filter(([, value]) => value !== null))).toEqual(simplified);
	expect(await shown('raw')).toEqual(IN_STATE);
});

describe('stateChanged (test event)', () => {
	const EITHER = ['Failed', 'Running'];

	it('shows a deleted record as a real event does', async () => {
		const respond = () => json({ result: [{ ...RECORD, state: 'Running' }] });
		const { items } = await poll({
			mode: 'manual',
			parameters: { ...PIPES, states: 'gone' },
			respond,
		});
		expect(items).toMatchObject([{ state: 'gone' }]);
		expect(items?.[0]?.['summary']).toMatch(/^Sample: Pipe p no longer exists in/);
		expect(items?.[0]?.['pipe']).not.toHaveProperty('name');
	});

	it.each([
		{ states: [], previousStates: [], present: 'Running', from: 'Running', to: 'Failed' },
		{ states: ['stopped'], previousStates: [], present: 'Stopped', from: 'Running', to: 'Stopped' },
		{ states: ['Running'], previousStates: [], present: 'Running', from: 'Failed', to: 'Running' },
		{ states: [], previousStates: ['Paused'], present: 'Failed', from: 'Paused', to: 'Failed' },
		{ states: [], previousStates: ['Failed'], present: 'Running', from: 'Failed', to: 'Running' },
		{ states: EITHER, previousStates: EITHER, present: 'Failed', from: 'Running', to: 'Failed' },
		{
			states: EITHER,
			previousStates: ['Failed'],
			present: 'Failed',
			from: 'Failed',
			to: 'Running',
		},
	])(
		'shows a $present pipe going from $from to $to with $states and $previousStates',
		async (row) => {
			const { present, states, previousStates, from, to } = row;
			const respond = () => json({ result: [{ ...RECORD, state: present }] });
			const parameters = { ...PIPES, states, previousStates };
			const { items } = await poll({ mode: 'manual', parameters, respond });
			const made =
				present === to ? "The pipe's previous state is an example" : 'so both states are examples';
			expect(items).toMatchObject([
				{ state: to, previousState: from, pipe: { name: 'n', state: to } },
			]);
			expect(items?.[0]?.['warnings']).toEqual([expect.stringContaining(made)]);
		},
	);

	it("outputs a sample with a real event's keys", async () => {
		const setup = { parameters: PIPES, staticData: {} };
		await poll({ ...setup, respond: listed({ p: 'Running' }) });
		const respond = listed({ p: 'Failed' });
		const [real] = (await poll({ ...setup, respond })).items ?? [];
		const [sample] = (await poll({ ...setup, respond, mode: 'manual' })).items ?? [];
		const { summary, warnings, ...event } = sample ?? {};
		expect(summary).toMatch(/^Sample: Pipe p failed in/);
		expect(real?.['summary']).toMatch(/^Pipe p failed in/);
		expect({ ...event, summary: '' }).toEqual({ ...real, summary: '' });
		expect(warnings).toHaveLength(1);
		expect(Object.keys(sample ?? {}).slice(0, 2)).toEqual(['summary', 'warnings']);
	});
});

describe('Backup Status Changed', () => {
	const startedAt = '2026-01-05T06:00:00.000Z';

	it.each([
		{ record: { backupName: 'daily', startedAt }, called: 'Backup "daily"' },
		{ record: { startedAt }, called: `Backup started at ${startedAt}` },
		{ record: {}, called: 'Backup b' },
	])('names the backup $record in the summary: $called', async ({ record, called }) => {
		const setup = { parameters: BACKUPS, staticData: {} };
		const backup = (status: string) => () => json({ result: [{ id: 'b', status, ...record }] });
		await poll({ ...setup, respond: backup('in_progress') });
		const { items } = await poll({ ...setup, respond: backup('error') });
		expect(items?.[0]?.['summary']).toMatch(
			new RegExp(`^${called} failed in service .*, was in progress$`),
		);
	});
});

describe('stateChangeSummary', () => {
	const PIPE = { title: 'pipe', name: 'Orders', id: 'p' };
	const SHOP = { title: 'service', name: '', id: 's' };

	const there = (state: string, previousState: string) => ({ state, previousState, record: {} });

	it.each([
		[there('Failed', 'Running'), SHOP, 'Pipe "Orders" failed in service s, was Running'],
		[there('Stopped', ''), undefined, 'Pipe "Orders" is Stopped (new)'],
		[there('error', 'in_progress'), SHOP, 'Pipe "Orders" failed in service s, was in progress'],
		[there('done', 'in_progress'), undefined, 'Pipe "Orders" finished, was in progress'],
		[there('gone', 'Running'), undefined, 'Pipe "Orders" is gone, was Running'],
		[
			{ state: 'gone', previousState: 'Running' },
			undefined,
			'Pipe "Orders" no longer exists, was Running',
		],
	])('describes the state %j of a record of %j: %s', (change, parent, summary) => {
		expect(stateChangeSummary(PIPE, change, parent)).toBe(summary);
	});

	it.each([
		[{ unnamed: 'backup of Monday' }, 'Backup of Monday failed, was Running'],
		[{ unnamed: undefined }, 'Pipe p failed, was Running'],
	])('identifies a pipe without a name by %j: %s', (words, summary) => {
		const record = { ...PIPE, name: ' ', ...words };
		expect(stateChangeSummary(record, there('Failed', 'Running'))).toBe(summary);
	});

	it('makes links in a name unclickable', () => {
		const record = { ...PIPE, name: "x' https://evil.example" };
		expect(stateChangeSummary(record, there('Failed', 'Running'))).toBe(
			'Pipe "x\' https[:]//evil[.]example" failed, was Running',
		);
	});
});

it.each([
	{ mode: 'list', label: 'Shop\u00a0(running, eu)', called: 'service "Shop"' },
	{ mode: 'list', label: 'Shop (EU)\u00a0(idle)', called: 'service "Shop (EU)"' },
	{ mode: 'list', label: undefined, called: `service ${SERVICE_ID}` },
	{ mode: 'id', label: 'Shop\u00a0(running, eu)', called: `service ${SERVICE_ID}` },
])('calls a service chosen by $mode $called', async ({ mode, label, called }) => {
	const locator = { __rl: true, mode, value: SERVICE_ID };
	const serviceId = label === undefined ? locator : { ...locator, cachedResultName: label };
	const respond = () => json({ result: [{ id: 'p', name: 'Orders', state: 'Failed' }] });
	const { items } = await poll({ mode: 'manual', parameters: { ...PIPES, serviceId }, respond });
	expect(items?.[0]?.['summary']).toContain(`Pipe "Orders" failed in ${called}`);
	expect(items?.[0]?.['service']).toMatchObject({ id: SERVICE_ID });
});

it('watches all services if Service is empty', async () => {
	const chosen = async (mode: string, value: string) => {
		const parameters = { ...PIPES, serviceId: { __rl: true, mode, value } };
		return (await poll({ parameters, staticData: {} })).paths;
	};
	const url = `https://console.example.com/services/${SERVICE_ID}/pipes`;
	expect(await chosen('url', url)).toEqual([`/services/${SERVICE_ID}/pipes`]);
	expect(await chosen('list', '')).toEqual(['/services']);
});
