import type { IDataObject } from 'n8n-workflow';

import { json } from '../core/fakes';
import type { Respond } from './fakePoll';
import {
	ALERTS,
	BACKUPS,
	ENDPOINTS,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
} from './fakePoll';

const HOME = `/services/${SERVICE_ID}`;
const service = { id: SERVICE_ID };
const gone = { id: 'p', serviceId: SERVICE_ID };
const RECORD = { id: 'p', name: 'n', source: { kafka: {} }, dashboardId: 'd', more: 1 };

/** An event, its request, and the items after a change from x to y, and after the record is gone. */
interface ItemCase {
	name: string;
	parameters: IDataObject;
	path: string;
	changed: IDataObject;
	missing: IDataObject;
}

const CASES: ItemCase[] = [
	{
		name: 'a pipe',
		parameters: PIPES,
		path: `${HOME}/pipes`,
		changed: {
			previousState: 'x',
			state: 'y',
			pipe: { id: 'p', name: 'n', state: 'y', sourceKind: 'kafka' },
			service,
		},
		missing: { previousState: 'y', state: 'gone', pipe: gone, service },
	},
	{
		name: 'a service',
		parameters: SERVICES,
		path: '/services',
		changed: { previousState: 'x', state: 'y', service: { id: 'p', name: 'n', state: 'y' } },
		missing: { previousState: 'y', state: 'gone', service: { id: 'p' } },
	},
	{
		name: 'a chosen service',
		parameters: { ...SERVICES, serviceIds: SERVICE_ID },
		path: HOME,
		changed: { previousState: 'x', state: 'y', service: { id: 'p', name: 'n', state: 'y' } },
		missing: { previousState: 'y', state: 'gone', service },
	},
	{
		name: 'a backup',
		parameters: BACKUPS,
		path: `${HOME}/backups`,
		changed: { previousStatus: 'x', status: 'y', backup: { id: 'p', status: 'y' }, service },
		missing: { previousStatus: 'y', status: 'gone', backup: gone, service },
	},
	{
		name: 'an endpoint',
		parameters: ENDPOINTS,
		path: `${HOME}/pipesReversePrivateEndpoints`,
		changed: {
			previousStatus: 'x',
			status: 'y',
			reversePrivateEndpoint: { id: 'p', status: 'y' },
			service,
		},
		missing: { previousStatus: 'y', status: 'gone', reversePrivateEndpoint: gone, service },
	},
	{
		name: 'a chosen endpoint',
		parameters: { ...ENDPOINTS, reversePrivateEndpointIds: 'p' },
		path: `${HOME}/pipesReversePrivateEndpoints/p`,
		changed: {
			previousStatus: 'x',
			status: 'y',
			reversePrivateEndpoint: { id: 'p', status: 'y' },
			service,
		},
		missing: { previousStatus: 'y', status: 'gone', reversePrivateEndpoint: gone, service },
	},
	{
		name: 'an alert',
		parameters: ALERTS,
		path: 'https://api.example.com/api/v2/alerts?limit=1000',
		changed: {
			previousState: 'x',
			state: 'y',
			alert: { id: 'p', name: 'n', state: 'y', dashboardId: 'd', source: { kafka: {} } },
		},
		missing: { previousState: 'y', state: 'gone', alert: { id: 'p' } },
	},
];

/** Responds with a record in a state, in a list or alone. */
function inState(state: string): Respond {
	const record = { ...RECORD, state, status: state };
	return (path) => json(isOne(path) ? { result: record } : { result: [record], data: [record] });
}

const isOne = (path: string): boolean => path === HOME || path.endsWith('/p');
const missing: Respond = (path) => (isOne(path) ? json({}, 404) : json({ result: [], data: [] }));

it.each(CASES)('$name is output with its states', async (one) => {
	const setup = { parameters: { ...one.parameters, output: 'simplified' }, staticData: {} };
	await poll({ ...setup, respond: inState('x') });
	const changed = await poll({ ...setup, respond: inState('y') });
	expect(changed.paths).toEqual([one.path]);
	expect(changed.items).toEqual([one.changed]);
	expect((await poll({ ...setup, respond: missing })).items).toEqual([one.missing]);
});

it('a pipe of all services is output with the name of its service, even if it was deleted', async () => {
	const parameters = { event: PIPES.event, serviceId: { __rl: true, mode: 'list', value: '' } };
	const setup = { parameters, staticData: {} };
	const named = { id: SERVICE_ID, name: '2' };
	await poll({ ...setup, respond: servicesWith({ [SERVICE_ID]: { p: 'x' } }) });
	const { items, paths } = await poll({ ...setup, respond: servicesWith({ [SERVICE_ID]: {} }) });
	expect(paths).toEqual(['/services', `${HOME}/pipes`]);
	expect(items).toEqual([{ previousState: 'x', state: 'gone', pipe: gone, service: named }]);
});

it('a service can be chosen by its URL', async () => {
	const value = `https://console.example.com/services/${SERVICE_ID}/pipes`;
	const parameters = { ...PIPES, serviceId: { __rl: true, mode: 'url', value } };
	const { paths } = await poll({ parameters, staticData: {} });
	expect(paths).toEqual([`${HOME}/pipes`]);
});
