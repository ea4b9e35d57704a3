import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS as IDS } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { credentialsOf, DASHBOARD, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator({ dashboardApi: 'clickstack' });

async function run(
	parameters: INodeParameters,
	item: IDataObject = {},
	settings: Partial<NodeUnderTest> = {},
) {
	const node = { type: DASHBOARD, ...settings, parameters };
	return await runWorkflow(workflowOf(node, [item]), { credentials: credentialsOf(emulator) });
}

const { alertId, dashboardId, tileId, secondTileId, savedSearchId, webhookId } = IDS;
const GET_ALERT = { resource: 'alert', operation: 'get', alertId };
const GET_DASHBOARD = { resource: 'dashboard', operation: 'get', dashboardId };

/** An update that would be valid without its current record: all needed values are entered. */
const WHOLE_ALERT = {
	...GET_ALERT,
	operation: 'update',
	source: 'saved_search',
	savedSearchId,
	threshold: 1,
	thresholdType: 'above',
	interval: '5m',
	webhookIds: webhookId,
};
const WHOLE_DASHBOARD = {
	...GET_DASHBOARD,
	operation: 'update',
	name: 'Shop',
	tags: '',
	tiles: { values: [{ name: 'Notes', chart: 'markdown', markdown: '# Notes' }] },
};
const CURRENT: Array<[string, INodeParameters]> = [
	['currentAlert', WHOLE_ALERT],
	['currentDashboard', WHOLE_DASHBOARD],
];

/** Reads a record by its Get, as the item of the next node. */
async function got(get: INodeParameters): Promise<IDataObject> {
	const { error, items } = await run(get);
	expect(error).toBeUndefined();
	return items(NODE)[0]?.json ?? {};
}

const storedAlert = () => emulator.state.clickStack.alerts.get(alertId);
const storedTiles = () => emulator.state.clickStack.dashboards.get(dashboardId)?.tiles ?? [];

describe.each(CURRENT)('%s', (field, whole) => {
	it.each(['={{ "  " }}', '={{ $json.none }}'])(
		'sends nothing if its expression returns nothing: %s',
		async (expression) => {
			const { error } = await run({ ...whole, [field]: expression });
			expect(error?.message).toMatch(/^Current \w+ is empty: the expression returned nothing/);
			expect(emulator.requests).toEqual([]);
		},
	);

	it('sends nothing for the error item of a failed Get, or for an empty item', async () => {
		const missing = { alertId: tileId, dashboardId: tileId };
		const get = whole === WHOLE_ALERT ? GET_ALERT : GET_DASHBOARD;
		const failed = await run({ ...get, ...missing }, {}, { onError: 'continueRegularOutput' });
		const [item] = failed.items(NODE);
		expect(item?.json).toHaveProperty('error');
		for (const json of [item?.json ?? {}, {}]) {
			const { error } = await run({ ...whole, [field]: '={{ $json }}' }, json);
			expect(error?.message).toMatch(/^Current \w+ isn't a record: it has no ID/);
		}
		expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('can be empty, and is then not used', async () => {
		const { error } = await run({ ...whole, [field]: '' });
		expect(error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
	});
});

describe('Dashboard → Update with the output of Get', () => {
	const merge = { ...WHOLE_DASHBOARD, currentDashboard: '={{ $json }}' };
	it('merges by fields: it renames a tile, and keeps everything else', async () => {
		const before = await got(GET_DASHBOARD);
		const renamed = { values: [{ id: tileId, name: 'Faults' }] };
		const { error, items } = await run({ ...merge, name: '', tiles: renamed }, before);
		expect(error).toBeUndefined();
		expect(items(NODE)[0]?.json).toMatchObject({
			summary: `Updated dashboard ${dashboardId}: 2 tiles; changed: 'Errors over time' (now 'Faults')`,
		});
		const [first, second] = [before.tiles].flat();
		expect(await got(GET_DASHBOARD)).toEqual({
			...before,
			tiles: [{ ...Object(first), name: 'Faults' }, second],
		});
		expect(storedAlert()).toBeDefined();
	});

	it('removes by fields the tiles in Tiles to Remove, by an expression, and no other', async () => {
		const before = await got(GET_DASHBOARD);
		const tilesToRemove = '={{ [$json.tiles[0].name] }}';
		const removal = { ...merge, name: '', tiles: {}, tilesToRemove };
		const planned = await run({ ...removal, options: { dryRun: true } }, before);
		const [dry] = planned.items(NODE).map(({ json }) => json);
		expect(dry?.['summary']).toBe(
			`Update dashboard ${dashboardId}: 1 tile; removed with their alerts: 'Errors over time'`,
		);
		expect(storedTiles()).toHaveLength(2);
		const { error } = await run(removal, before);
		expect(error).toBeUndefined();
		expect(storedTiles().map(({ id }) => id)).toEqual([secondTileId]);
	});
});

describe('Dashboard → Update under Retry On Fail, with an unknown outcome', () => {
	const RETRIES: Partial<NodeUnderTest> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const NOTES = { name: 'Notes', x: 0, y: 0, w: 1, h: 1, config: { displayType: 'markdown' } };

	async function updateTile(id: string, currentDashboard: string) {
		const current = await got(GET_DASHBOARD);
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const dashboardJson = JSON.stringify({ name: 'S', tiles: [{ ...NOTES, id }] });
		const json = { ...WHOLE_DASHBOARD, dashboardInput: 'json', dashboardJson, currentDashboard };
		const { error } = await run(json, current, RETRIES);
		return { error, sent: emulator.requests.filter(({ method }) => method === 'PUT').length };
	}

	it('is sent again if Current Dashboard has every tile', async () => {
		expect(await updateTile(secondTileId, '={{ $json }}')).toEqual({ error: undefined, sent: 2 });
		expect(storedTiles().map(({ id }) => id)).toEqual([secondTileId]);
	});

	it.each([
		{
			tile: 'a tile that the dashboard does not have',
			id: 'invented',
			currentDashboard: '={{ $json }}',
		},
		{ tile: 'a tile of which nothing is known', id: secondTileId, currentDashboard: '' },
	])('is not sent again with $tile', async ({ id, currentDashboard }) => {
		const { error, sent } = await updateTile(id, currentDashboard);
		expect(error?.message).toContain('Not sent again');
		expect(sent).toBe(1);
	});
});
