import type { IDataObject } from 'n8n-workflow';

import { json } from '../core/fakes';
import { ALERTS, BACKUPS, ENDPOINTS, PIPES, poll, SERVICE_ID, SERVICES } from './fakePoll';

// test/property/trigger.test.ts says which items there are; here is what they show of a record.

const RECORD = { id: 'p', name: 'n', source: { kafka: {} }, dashboardId: 'd', more: 1 };
const IN_STATE = { ...RECORD, state: 'x', status: 'x' };

it.each<{ key: string; parameters: IDataObject; simplified: IDataObject }>([
	{
		key: 'pipe',
		parameters: PIPES,
		simplified: { id: 'p', name: 'n', state: 'x', sourceKind: 'kafka' },
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
])('an item shows its $key simplified or whole', async ({ key, parameters, simplified }) => {
	const respond = () => json({ result: [IN_STATE], data: [IN_STATE] });
	const shown = async (output: string) => {
		const setup = { mode: 'manual', parameters: { ...parameters, output }, respond } as const;
		return (await poll(setup)).items?.[0]?.[key];
	};
	expect(await shown('simplified')).toEqual(simplified);
	expect(await shown('raw')).toEqual(IN_STATE);
});

it('a service can be chosen by its URL, and by an empty choice all of them', async () => {
	const chosen = async (mode: string, value: string) => {
		const parameters = { ...PIPES, serviceId: { __rl: true, mode, value } };
		return (await poll({ parameters, staticData: {} })).paths;
	};
	const url = `https://console.example.com/services/${SERVICE_ID}/pipes`;
	expect(await chosen('url', url)).toEqual([`/services/${SERVICE_ID}/pipes`]);
	expect(await chosen('list', '')).toEqual(['/services']);
});
