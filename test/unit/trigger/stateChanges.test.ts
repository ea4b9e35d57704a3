import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CloudManagementTrigger } from '../../../nodes/CloudManagementTrigger/CloudManagementTrigger.node';
import { json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import {
	ENDPOINTS,
	failure,
	listed,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
	watching,
} from './fakePoll';

// test/property/trigger.test.ts tests emissions, content, and reports of every event.

const OTHER = SERVICE_ID.replace(/2$/, 'a');

it('reads chosen records five at a time', async () => {
	let [open, most] = [0, 0];
	const respond = async () => {
		open += 1;
		most = Math.max(most, open);
		await new Promise(setImmediate);
		open -= 1;
		return json({ result: { id: 'p', state: 'idle' } });
	};
	const serviceIds = Array.from({ length: 50 }, (_, n) =>
		SERVICE_ID.replace(/..$/, String(n).padStart(2, '0')),
	);
	const { paths } = await watching({ ...SERVICES, serviceIds })(respond);
	expect(new Set(paths)).toEqual(new Set(serviceIds.map((id) => `/services/${id}`)));
	expect(most).toBe(5);
});

it.each([
	{ label: 'Pipe Names or IDs', event: PIPES },
	{ label: 'Endpoint Names or IDs', event: ENDPOINTS },
])('points to $label if its records belong to another service', async ({ label, event }) => {
	const staticData: IDataObject = {};
	const chosen = { ...event, pipeIds: ['p', 'q'], reversePrivateEndpointIds: ['p', 'q'] };
	await watching(chosen, staticData)({ p: 'Running', q: 'Running' });
	for (const mode of ['trigger', 'manual'] as const) {
		const parameters = { ...chosen, serviceId: OTHER };
		const error = await failure({
			parameters,
			staticData,
			mode,
			respond: listed({ r: 'Running' }),
		});
		expect(error.message).toBe(`${label}: 2 IDs can't be read: p, q`);
		expect(error.description).toMatch(/^Correct or remove these IDs/);
	}
});

it.each([
	{ event: PIPES, title: 'pipes' },
	{ event: SERVICES, title: 'services' },
])("doesn't report a $title as gone if no listed record has an ID", async (row) => {
	const { event: parameters, title } = row;
	const staticData: IDataObject = {};
	const emitted = watching(parameters, staticData);
	await emitted({ p: 'Running', q: 'Running' });
	for (const result of [[null, 1, 'a'], [{ id: null, state: 'Running' }], [{ ID: 'p' }], {}]) {
		const respond = () => json({ result });
		const { message } = await failure({ parameters, staticData, respond });
		expect(message).toBe(`The response contains no list of ${title}.`);
	}
	const respond = () => json({ result: [null, { id: 'p', state: 'Running' }] });
	const { items } = await poll({ parameters, staticData, respond });
	expect(items).toMatchObject([{ state: 'gone' }]);
});

it('finds entered IDs in the list whatever their case', async () => {
	const parameters = { ...PIPES, pipeIds: ['A-PIPE'] };
	const respond = listed({ 'a-pipe': 'Failed' });
	const { items } = await poll({ mode: 'manual', parameters, respond });
	expect(items).toMatchObject([{ state: 'Failed', pipe: { state: 'Failed' } }]);
});

it.each([
	{ ids: ['A-PIPE', 'a-pipe', ' A-pipe '], count: 1 },
	{ ids: ['A-PIPE', 'b-pipe'], count: 2 },
])('reports a change once for each record of $ids', async ({ ids, count }) => {
	const parameters = { ...PIPES, pipeIds: ids };
	const emitted = watching(parameters);
	await emitted({ 'a-pipe': 'Running', 'b-pipe': 'Running' });
	const { changes } = await emitted({ 'a-pipe': 'Failed', 'b-pipe': 'Failed' });
	expect(changes).toHaveLength(count);
});

it('reads a record once for all spellings of its ID', async () => {
	const serviceIds = [SERVICE_ID, SERVICE_ID.toUpperCase(), OTHER];
	const services = { [SERVICE_ID]: 'idle', [OTHER]: 'idle' };
	const { paths } = await watching({ ...SERVICES, serviceIds })(services);
	expect(paths).toEqual([`/services/${SERVICE_ID}`, `/services/${OTHER}`]);
});

it('suggests a known state for a nearly known state', async () => {
	const parameters = { ...PIPES, states: 'Faild' };
	const setup: FakePoll = { mode: 'manual', respond: listed({ p: 'Running' }) };
	const error = await failure({ ...setup, parameters });
	expect(error.message).toMatch(/Did you mean Failed\?/);
	for (const allowUnlisted of [true, 'true']) {
		const options = { allowUnlisted };
		const { items } = await poll({ ...setup, parameters: { ...parameters, options } });
		expect(items).toMatchObject([{ state: 'Faild' }]);
	}
	const options = { allowUnlisted: 'false' };
	const refusal = await failure({ ...setup, parameters: { ...parameters, options } });
	expect(refusal.message).toBe(error.message);
});

it('replaces Any Problem with the problem states', async () => {
	const respond = listed({ p: 'Running', q: 'Degraded' });
	const { items } = await poll({
		mode: 'manual',
		respond,
		parameters: { ...PIPES, states: ['anyProblem'] },
	});
	expect(items).toMatchObject([{ state: 'Degraded' }]);
});

describe('CloudManagementTrigger (panel)', () => {
	const { properties } = new CloudManagementTrigger().description;
	/** When a field changes, n8n's editor drops defaults, then adds the defaults of the fields it shows. */
	const shown = (parameters: INodeParameters, change: INodeParameters = {}) => {
		const kept = NodeHelpers.getNodeParameters(properties, parameters, false, false, null, null);
		const changed = { ...kept, ...change };
		return NodeHelpers.getNodeParameters(properties, changed, true, false, null, null) ?? {};
	};

	it('starts with pipes and Any Problem', () => {
		expect(shown({})).toMatchObject({ event: 'pipeStateChanged', states: ['anyProblem'] });
	});

	it.each(['backupStatusChanged', 'serviceStateChanged', 'valueChanged'])(
		'lets %s start with all states',
		(event) => {
			expect(shown(shown({}), { event })).toHaveProperty(
				'states',
				event === 'valueChanged' ? '' : [],
			);
		},
	);

	it('sends an emptied choice', () => {
		expect(shown(shown({}), { states: [] })).toHaveProperty('states', []);
	});
});

it.each([
	{ name: 'an empty list', parameters: PIPES, respond: listed({}), message: /^The list is empty/ },
	{
		name: 'services without pipes',
		parameters: { event: PIPES.event },
		respond: servicesWith({ [SERVICE_ID]: {} }),
		message: /^The list is empty/,
	},
	{
		name: 'a service that refuses',
		parameters: { event: PIPES.event },
		respond: servicesWith({ [SERVICE_ID]: json({}, 403), [OTHER]: {} }),
		message: /403/,
	},
	{
		name: 'a service with an invalid ID',
		parameters: { event: PIPES.event },
		respond: servicesWith({ 'no UUID': {} }),
		message: /^The ID isn't valid/,
	},
	{
		name: 'a record without a state',
		parameters: { ...ENDPOINTS, reversePrivateEndpointIds: 'p' },
		respond: () => json({ result: { id: 'p' } }),
		message: /"result\.status"/,
	},
])('explains in a test why $name shows nothing', async ({ message, ...setup }) => {
	const error = await failure({ mode: 'manual', ...setup });
	expect(error.message).toMatch(message);
});
