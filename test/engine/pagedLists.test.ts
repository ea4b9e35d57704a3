import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import { DASHBOARD, MANAGEMENT, NODE } from '../../tools/engine/workflow';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });

/** Runs Get Many for each item, with additional parameters. */
async function list(parameters: INodeParameters, items: IDataObject[] = [{}]) {
	const isKey = parameters['resource'] === 'apiKey';
	const node = {
		type: isKey ? MANAGEMENT : DASHBOARD,
		parameters: { operation: 'getAll', returnAll: true, ...parameters },
	};
	return (await emulator.runNode(node, items)).items(NODE);
}

const OWN = { authentication: 'accessToken' };
const MANAGED = { authentication: 'cloudApiKey', serviceId: '={{ $json.serviceId }}' };
const { alertId, savedSearchId, webhookId } = CLICKSTACK_IDS;

it.each([
	{ resource: 'alert', collection: 'alerts', id: alertId, access: OWN, last: [] },
	{
		resource: 'savedSearch',
		collection: 'savedSearches',
		id: savedSearchId,
		access: OWN,
		last: [],
	},
	// Without a total, only a page with nothing new ends the list.
	{
		resource: 'webhook',
		collection: 'webhooks',
		id: webhookId,
		access: MANAGED,
		last: ['limit=1000&offset=1197'],
	},
] as const)(
	'Get Many reads every $resource',
	async ({ resource, collection, id, access, last }) => {
		await emulator.start({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });
		const { [collection]: records } = emulator.state.clickStack;
		const record = records.get(id) ?? { id };
		for (let n = records.size; n < 1200; n += 1) {
			records.set({ ...record, id: `${id.slice(0, 16)}${String(n + 1e7)}` });
		}
		const all = await list({ resource, ...access }, [{ serviceId: emulator.ids.serviceId }]);
		expect(all.map(({ json }) => json.id)).toEqual(records.all().map((one) => one.id));
		const queries = emulator.requests.map(({ url }) => url.split('?')[1]);
		expect(queries).toEqual(['limit=1000', 'limit=1000&offset=990', ...last]);
	},
);

describe('API Key → Get Many', () => {
	const KEYS = { resource: 'apiKey', output: 'raw' };

	function addKeys(count: number): void {
		const { apiKeys } = emulator.state;
		const [key] = apiKeys.all();
		for (let n = apiKeys.size; n < count && key !== undefined; n += 1) {
			apiKeys.set({ ...key, id: `00000041-0000-4000-8000-${String(n).padStart(12, '0')}` });
		}
	}

	const sent = (name: string) => emulator.requests.map(({ query }) => query[name]);

	it('follows cursors without sending a limit', async () => {
		await emulator.start({});
		addKeys(300);
		expect(await list(KEYS)).toHaveLength(300);
		expect(sent('cursor')).toEqual([undefined, expect.any(String)]);
		expect(sent('limit')).toEqual([undefined, undefined]);
	});

	it("outputs all pages' records in one full response", async () => {
		addKeys(300);
		const [whole] = await list({ ...KEYS, options: { fullResponse: true } });
		expect(whole?.json).toMatchObject({ totalCount: 300, nextCursor: null });
		expect(whole?.json['result']).toHaveLength(300);
	});

	it('reads each page once for all items', async () => {
		addKeys(300);
		const each = { ...KEYS, returnAll: '={{ $json.all }}', limit: '={{ $json.limit }}' };
		const items = [
			{ all: true },
			{ all: false, limit: 260 },
			{ all: true },
			{ all: false, limit: 9 },
		];
		const output = await list(each, items);
		const counts = items.map(
			(_, item) =>
				output.filter(({ pairedItem }) => JSON.stringify(pairedItem) === JSON.stringify({ item }))
					.length,
		);
		expect(counts).toEqual([300, 260, 300, 9]);
		expect(sent('limit').sort()).toEqual(['10', '250', '250', '9']);
	});
});
