import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import type { RunOptions } from '../../tools/engine/runWorkflow';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });

const ALL = { returnAll: true };
const FULL = { options: { fullResponse: true } };

/** Runs Get Many for each item, with more parameters or expressions. */
async function list(
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	options: RunOptions = {},
) {
	const isKey = parameters['resource'] === 'apiKey';
	const node = {
		type: isKey ? MANAGEMENT : DASHBOARD,
		parameters: { operation: 'getAll', ...parameters },
	};
	return await runWorkflow(workflowOf(node, items), {
		credentials: credentialsOf(emulator),
		...options,
	});
}

const queries = () => emulator.requests.map(({ url }) => url.split('?')[1] ?? '');

describe.each([
	['of your own', { authentication: 'accessToken' }],
	['managed', { authentication: 'cloudApiKey', serviceId: '={{ $json.serviceId }}' }],
])('Get Many in a ClickStack %s', (_, access) => {
	beforeEach(() => emulator.start({ dashboardApi: 'clickstack' }));

	const items = () => [{ serviceId: emulator.ids.serviceId }];

	it.each([
		['alert', 'alerts', CLICKSTACK_IDS.alertId],
		['savedSearch', 'savedSearches', CLICKSTACK_IDS.savedSearchId],
		['webhook', 'webhooks', CLICKSTACK_IDS.webhookId],
	] as const)('reads every %s, or as many as wanted', async (resource, collection, id) => {
		const { [collection]: records } = emulator.state.clickStack;
		const record = records.get(id) ?? { id };
		for (let n = records.size; n < 1200; n += 1)
			records.set({ ...record, id: `${id.slice(0, 16)}${String(n + 1e7)}` });
		const all = await list({ resource, ...access, ...ALL }, items());
		const ids = all.items(NODE).map(({ json }) => json.id);
		expect(ids).toEqual(records.all().map((one) => one.id));
		expect(queries()).toEqual(['limit=1000', 'limit=1000&offset=990']);
		emulator.clearLog();
		const some = await list({ resource, ...access, limit: 1100 }, items());
		expect(some.items(NODE).map(({ json }) => json.id)).toEqual(ids.slice(0, 1100));
		expect(queries()).toEqual(['limit=1000', 'limit=110&offset=990']);
		emulator.clearLog();
		expect((await list({ resource, ...access }, items())).items(NODE)).toHaveLength(50);
		expect(queries()).toEqual(['limit=50']);
	});
});

describe('Get Many of API keys', () => {
	const KEYS = { resource: 'apiKey', output: 'raw' };

	function addKeys(count: number): void {
		const { apiKeys } = emulator.state;
		const [key] = apiKeys.all();
		for (let n = apiKeys.size; n < count && key !== undefined; n += 1) {
			apiKeys.set({ ...key, id: `00000041-0000-4000-8000-${String(n).padStart(12, '0')}` });
		}
	}

	const cursors = () => emulator.requests.map(({ query }) => 'cursor' in query);

	it('follows the cursors of ClickHouse Cloud to the end', async () => {
		addKeys(600);
		const { items } = await list({ ...KEYS, ...ALL });
		expect(items(NODE).map(({ json }) => json.id)).toEqual(
			emulator.state.apiKeys.all().map(({ id }) => id),
		);
		expect(cursors()).toEqual([false, true, true]);
		emulator.clearLog();
		expect((await list({ ...KEYS, limit: 260 })).items(NODE)).toHaveLength(260);
		expect(emulator.requests.map(({ query }) => query['limit'])).toEqual(['250', '10']);
	});

	it("sends no limit to an API that isn't known to read it, and follows its cursors", async () => {
		await emulator.start({ cloudOperations: true });
		addKeys(300);
		expect((await list({ ...KEYS, ...ALL })).items(NODE)).toHaveLength(300);
		expect(cursors()).toEqual([false, true]);
		expect(emulator.requests.map(({ query }) => 'limit' in query)).toEqual([false, false]);
	});

	it('outputs one response with the records of all pages, and the cursor after the last', async () => {
		addKeys(300);
		const [whole] = (await list({ ...KEYS, ...ALL, ...FULL })).items(NODE);
		expect(whole?.json).toMatchObject({
			totalCount: 300,
			nextCursor: null,
			result: { length: 300 },
		});
		const [part] = (await list({ ...KEYS, limit: 260, ...FULL })).items(NODE);
		expect(part?.json).toMatchObject({
			nextCursor: expect.any(String) as string,
			result: { length: 260 },
		});
	});

	it('shares each page that several items read', async () => {
		addKeys(300);
		const each = { ...KEYS, returnAll: '={{ $json.all }}', limit: '={{ $json.limit }}' };
		const items = [
			{ all: true },
			{ all: false, limit: 260 },
			{ all: true },
			{ all: false, limit: 9 },
		];
		const output = (await list(each, items)).items(NODE);
		const countOf = (item: number) =>
			output.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${String(item)}}`);
		const counts = items.map((_, item) => countOf(item).length);
		expect(counts).toEqual([300, 260, 300, 9]);
		expect(emulator.requests.map(({ query }) => query['limit']).sort()).toEqual([
			'10',
			'250',
			'250',
			'9',
		]);
	});

	it('shows the request of the first page in a dry run', async () => {
		const { items } = await list({ ...KEYS, limit: 30, options: { dryRun: true } });
		const url = expect.stringMatching(/\/keys\?limit=30$/) as string;
		expect(items(NODE)[0]?.json).toMatchObject({ dryRun: true, url });
		expect(emulator.requests).toEqual([]);
	});
});
