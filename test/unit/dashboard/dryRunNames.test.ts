import { lookups } from '../../../nodes/clickStack/lists';
import { operations } from '../../../nodes/CloudDashboard/resources';
import { dashboardApi } from '../../../nodes/clickStack/api';
import type { JsonObject } from '../../../nodes/engine/json';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { FakeClock } from '../core/fakeClock';
import { execute, json, newKey } from '../core/fakes';

const { alertId, dashboardId, tileId } = IDS;
const OTHER_ID = dashboardId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
const TILE_ALERT = alertId.replace(/.$/, '8');
const SEARCH_ALERT = alertId.replace(/.$/, '9');
const RULE = { threshold: 1, thresholdType: 'above', interval: '5m' };
const CHANNEL = { channel: { type: 'webhook', webhookId: IDS.webhookId } };
const RECORDS: Readonly<Record<string, JsonObject>> = {
	[`alerts/${alertId}`]: {
		id: alertId,
		name: 'High',
		source: 'tile',
		dashboardId,
		tileId: 'old',
		threshold: 1,
		thresholdType: 'above',
		interval: '5m',
		channel: { type: 'webhook', webhookId: IDS.webhookId },
	},
	[`alerts/${TILE_ALERT}`]: {
		...{ id: TILE_ALERT, source: 'tile', dashboardId, tileId, ...RULE, ...CHANNEL },
	},
	[`alerts/${SEARCH_ALERT}`]: {
		...{ id: SEARCH_ALERT, source: 'saved_search', savedSearchId: IDS.savedSearchId },
		...{ ...RULE, ...CHANNEL },
	},
	[`saved-searches/${IDS.savedSearchId}`]: { id: IDS.savedSearchId, name: 'Slow requests' },
	[`dashboards/${dashboardId}`]: {
		id: dashboardId,
		name: 'Shop',
		tiles: [{ id: tileId, name: 'Errors' }],
	},
	[`sources/${IDS.sourceId}`]: { id: IDS.sourceId, name: 'Logs' },
};
const LISTS: Readonly<Record<string, JsonObject[]>> = {
	sources: [
		{ id: IDS.sourceId, name: 'Logs' },
		{ id: IDS.traceSourceId, name: 'Traces' },
	],
	connections: [{ id: IDS.connectionId, name: 'Default' }],
	webhooks: [{ id: IDS.webhookId, name: 'On call' }],
};

/** Returns the dry run's summary and reads. */
async function dryRun(updateFields: JsonObject) {
	return await dryRunOf('update', { resource: 'alert', alertId, updateFields });
}

async function dryRunOf(operation: string, fields: Record<string, unknown>) {
	const credential = { baseUrl: 'https://clickstack.example.com', accessToken: newKey() };
	const { items, error, sent } = await execute(
		{
			operation,
			fields: { ...fields, options: { dryRun: true } },
			credentials: { cloudDashboardApi: credential },
			respond: ({ url }) => {
				const [path = ''] = (url.split('/api/v2/')[1] ?? '').split('?');
				const record = RECORDS[path] ?? LISTS[path];
				return record ? json({ data: record }) : json({ error: 'none' }, 404);
			},
		},
		operations,
		new FakeClock(),
		dashboardApi,
		lookups,
	);
	expect(error).toBeUndefined();
	const reads = sent.map(({ options: { url } }) => url.split('/api/v2/')[1]);
	return { summary: items[0]?.json['summary'], reads: new Set(reads) };
}

describe('Alert → Update (dry run)', () => {
	it.each<{ fields: JsonObject; place: string }>([
		{
			fields: { dashboardId, tileId },
			place: `tile "Errors" (0000…0001) of dashboard "Shop" (0000…0001)`,
		},
		// The alert says which dashboard has the tile.
		{ fields: { tileId }, place: `tile "Errors" (0000…0001) of dashboard "Shop" (0000…0001)` },
		{
			fields: { dashboardId: OTHER_ID, tileId },
			place: `tile ${tileId} of dashboard ${OTHER_ID}`,
		},
	])('shows the records in $fields as far as the API returns them', async ({ fields, place }) => {
		const { summary } = await dryRun(fields);
		expect(summary).toEqual(expect.stringContaining(` on ${place}; `));
	});

	it("reads only the names of the alert's watched records", async () => {
		const { reads } = await dryRun({ threshold: 2 });
		expect([...reads]).toEqual([`alerts/${alertId}`, `dashboards/${dashboardId}`]);
	});
});

describe("an unnamed alert's dry run", () => {
	const unnamed = (id: string) => ({ resource: 'alert', alertId: id });

	it.each([
		{ id: TILE_ALERT, title: '"Errors in Shop"' },
		{ id: SEARCH_ALERT, title: '"Slow requests"' },
	])('calls the alert $title by what it watches', async ({ id, title }) => {
		const { summary } = await dryRunOf('delete', unnamed(id));
		expect(summary).toMatch(new RegExp(`^Delete alert ${title} \\(\\w+…\\w+\\) permanently`));
	});

	it("keeps the alert's ID if its name is unknown", async () => {
		const { summary } = await dryRunOf('delete', unnamed(OTHER_ID));
		expect(summary).toBe(`Delete alert ${OTHER_ID} permanently`);
	});

	it('names the tile and the dashboard of an update', async () => {
		const { summary } = await dryRunOf('update', {
			...unnamed(TILE_ALERT),
			updateFields: { threshold: 5 },
		});
		expect(summary).toContain(' on tile "Errors" (0000…0001) of dashboard "Shop" (0000…0001); ');
	});
});

describe("an alert's dry run", () => {
	const condition = { threshold: 5, thresholdType: 'above', interval: '5m' };
	const search = { source: 'saved_search', savedSearchId: IDS.savedSearchId };

	it('lists the webhooks that are notified', async () => {
		const { summary } = await dryRunOf('create', {
			...{ resource: 'alert', ...search, ...condition, webhookIds: [IDS.webhookId] },
		});
		expect(summary).toContain('; notifies "On call" (0000…0001)');
	});

	const created = { ...search, ...condition };

	it.each([
		['create', 'additionalFields', created, IDS.webhookId, '; notifies "On call" (0000…0001)'],
		[
			'update',
			'updateFields',
			{ alertId },
			OTHER_ID,
			'; no longer notifies "On call" (0000…0001); ',
		],
	])(
		'names the webhooks that JSON changes (%s)',
		async (operation, group, fields, webhookId, text) => {
			const additionalMembers = JSON.stringify({ channel: { type: 'webhook', webhookId } });
			const { summary, reads } = await dryRunOf(operation, {
				...{ resource: 'alert', ...fields, [group]: { additionalMembers } },
			});
			expect(summary).toContain(text);
			expect([...reads].filter((read) => read?.startsWith('webhooks'))).not.toEqual([]);
		},
	);

	it("reads no webhooks if it doesn't mention any", async () => {
		const { reads } = await dryRun({ threshold: 2 });
		expect([...reads].filter((read) => read?.startsWith('webhooks'))).toEqual([]);
	});

	it('shows the webhook that is no longer notified', async () => {
		const webhookIds = [OTHER_ID];
		const { summary } = await dryRun({ webhookIds });
		expect(summary).toContain('; no longer notifies "On call" (0000…0001); ');
		expect(summary).toContain(`; also notifies ${OTHER_ID}`);
	});
});

const chosen = (mode: string, value: string) => ({ __rl: true, mode, value });

describe('a dry run', () => {
	const search = { resource: 'savedSearch', name: 'Errors', where: '', whereLanguage: 'lucene' };

	it.each([
		{ sourceId: chosen('name', 'Logs'), text: '"Logs" (0000…0001)' },
		{ sourceId: chosen('list', IDS.sourceId), text: '"Logs" (0000…0001)' },
		{ sourceId: chosen('id', IDS.traceSourceId), text: IDS.traceSourceId },
	])("shows a search's source as far as it is known: $text", async ({ sourceId, text }) => {
		const { summary } = await dryRunOf('create', { ...search, sourceId });
		expect(summary).toContain(`Create saved search "Errors"; `);
		expect(summary).toContain(`Source ${text}`);
	});

	it("shows a source's connection", async () => {
		const { summary } = await dryRunOf('create', {
			...{ resource: 'source', name: 'Logs', kind: 'log', connectionId: chosen('name', 'Default') },
			...{ fromDatabaseName: 'default', fromTableName: 'logs' },
			...{ timestampValueExpression: 'Timestamp', defaultTableSelectExpression: 'Body' },
		});
		expect(summary).toContain(
			'Create source "Logs" of "default.logs"; Kind log, connection "Default" (0000…0001)',
		);
	});

	it("lists the sources of a dashboard's tiles", async () => {
		const tile = (sourceId: object) => ({ name: 'A', chart: 'line', aggFn: 'count', sourceId });
		const cachedResultName = 'Renamed since';
		const { summary } = await dryRunOf('create', {
			...{ resource: 'dashboard', dashboardInput: 'fields', name: 'Shop', tags: '' },
			tiles: {
				values: [
					tile(chosen('name', 'Traces')),
					tile(chosen('name', 'Traces')),
					tile({ ...chosen('list', IDS.sourceId), cachedResultName }),
					tile(chosen('id', OTHER_ID)),
				],
			},
		});
		expect(summary).toContain(
			`with 4 tiles; sources: "Traces" (0000…0002), "Logs" (0000…0001), ${OTHER_ID}`,
		);
	});
});
