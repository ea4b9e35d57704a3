import type { JsonObject } from '../../../tools/contract/json';
import { CLICKSTACK_IDS, type Emulator, startEmulator } from '../../../tools/emulator';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';
import { type Kind, LEAST, MARKDOWN, membersOf, pathOf, type Place, send } from './client';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });
});

afterEach(() => emulator.close());

const IDS: Record<Kind, string> = {
	alerts: CLICKSTACK_IDS.alertId,
	dashboards: CLICKSTACK_IDS.dashboardId,
	queryEndpoints: CLOUD_IDS.queryEndpointId,
	savedQueries: CLOUD_IDS.savedQueryId,
	savedSearches: CLICKSTACK_IDS.savedSearchId,
	sources: CLICKSTACK_IDS.sourceId,
	webhooks: CLICKSTACK_IDS.webhookId,
};
const PLACES: Record<Kind, readonly Place[]> = {
	alerts: ['own', 'managed'],
	dashboards: ['own', 'managed'],
	queryEndpoints: ['cloud'],
	savedQueries: ['cloud'],
	savedSearches: ['own', 'managed'],
	sources: ['own', 'managed'],
	webhooks: ['own', 'managed'],
};
const { webhookId, secondWebhookId, savedSearchId, sourceId, tileId, secondTileId } =
	CLICKSTACK_IDS;

interface Row {
	does: string;
	/** Members of the stored record before the update. */
	before?: JsonObject;
	/** Keys to add to the smallest valid update. */
	sent?: JsonObject;
	/** Members of the stored record after the update. */
	after: JsonObject;
	/** The only API that behaves like this. Undefined if all do. */
	only?: Place;
}

interface Refusal {
	refuses: string;
	before?: JsonObject;
	sent: JsonObject;
	status?: number;
	only?: Place;
}

/** Each place that serves the record gets the same rows. */
function everywhere<T extends { only?: Place }>(rows: Record<Kind, readonly T[]>) {
	const kinds: Kind[] = ['alerts', 'dashboards', 'queryEndpoints', 'savedQueries'];
	const others: Kind[] = ['savedSearches', 'sources', 'webhooks'];
	return [...kinds, ...others].flatMap((kind) =>
		PLACES[kind].flatMap((place) =>
			rows[kind]
				.filter(({ only = place }) => only === place)
				.map((row) => ({ ...row, kind, place })),
		),
	);
}

const channels = [webhookId, secondWebhookId].map((id) => ({ type: 'webhook', webhookId: id }));
const [first] = channels;
const HEADERS = { Authorization: 'secret' };
const QUERY = { token: 'secret' };
const OTHER_URL = 'https://n8n.example.com/webhook/3';
const SCHEDULE = '2026-02-01T00:00:00.000Z';
const OFFSET = 'scheduleOffsetMinutes';
const [LINE_TILE, NUMBER_TILE] = LEAST.dashboards.tiles;
/** The server makes these values. */
const NEW_ID: unknown = expect.stringMatching(/^[0-9a-f]{24}$/);
const PROMQL = { ...LINE_TILE, id: 'promql', config: { configType: 'promql', query: 'up' } };

function resets(name: string, before: unknown, after: unknown): Row {
	return { does: `resets ${name}`, before: { [name]: before }, after: { [name]: after } };
}

function clears(name: string, before: unknown): Row {
	return { does: `clears ${name}`, before: { [name]: before }, after: { [name]: undefined } };
}

function keeps(name: string, value: unknown): Row {
	return { does: `keeps ${name}`, before: { [name]: value }, after: { [name]: value } };
}

const ROWS: Record<Kind, readonly Row[]> = {
	alerts: [
		keeps('thresholdMax', 30),
		resets('name', 'Errors', null),
		{
			does: 'replaces several channels with the only channel',
			before: { channels },
			after: { channels: [first] },
		},
		{
			does: 'copies the first of several channels to channel',
			sent: { channel: undefined, channels: [...channels].reverse() },
			after: { channel: channels[1] },
		},
		{
			does: 'clears the tile and resets groupBy when the source is a saved search',
			before: { groupBy: 'ServiceName' },
			sent: { source: 'saved_search', savedSearchId, dashboardId: undefined, tileId: undefined },
			after: { dashboardId: undefined, tileId: undefined, savedSearchId, groupBy: null },
		},
		{
			does: 'resets the offset to 0 when a start is set',
			before: { [OFFSET]: 3 },
			sent: { scheduleStartAt: SCHEDULE },
			after: { [OFFSET]: 0 },
		},
		{
			does: 'clears thresholdMax with null',
			before: { thresholdMax: 30 },
			sent: { thresholdMax: null },
			after: { thresholdMax: null },
			only: 'managed',
		},
		{
			does: 'notifies by email',
			sent: { channel: { type: 'email', emailRecipients: ['ada@example.com'] } },
			after: { channel: { type: 'email', emailRecipients: ['ada@example.com'] } },
			only: 'managed',
		},
	],
	dashboards: [
		keeps('tags', ['shop']),
		{
			does: 'defaults the language of a query to lucene',
			before: { savedQuery: 'level', savedQueryLanguage: 'sql' },
			sent: { savedQuery: 'other' },
			after: { savedQuery: 'other', savedQueryLanguage: 'lucene' },
		},
		{
			does: 'clears the language with its query',
			before: { savedQuery: 'level', savedQueryLanguage: 'sql' },
			sent: { savedQuery: null },
			after: { savedQuery: null, savedQueryLanguage: null },
		},
		{
			does: 'removes duplicate tags',
			sent: { tags: ['a', 'b', 'a'] },
			after: { tags: ['a', 'b'] },
		},
		{
			does: 'deletes PromQL tiles, which no read shows',
			before: { tiles: [LINE_TILE, NUMBER_TILE, PROMQL] },
			after: { tiles: [LINE_TILE, NUMBER_TILE] },
		},
		{
			does: 'assigns a new ID to a tile with an unknown ID',
			sent: { tiles: [{ ...LINE_TILE, id: 'invented' }] },
			after: { tiles: [{ ...LINE_TILE, id: NEW_ID }] },
		},
	],
	queryEndpoints: [
		resets('parameters', { level: 'String' }, {}),
		{
			does: 'ignores members that the service sets',
			sent: { id: CLOUD_IDS.savedQueryId, url: OTHER_URL, ownerType: 'user' },
			after: { id: CLOUD_IDS.queryEndpointId, ownerType: 'queryApiEndpoint' },
		},
	],
	savedQueries: [resets('parameters', { level: 'String' }, {})],
	savedSearches: [resets('select', 'Body', ''), keeps('teamId', CLICKSTACK_IDS.teamId)],
	sources: [
		clears('severityTextExpression', 'SeverityText'),
		clears('unknownToTheSchema', 'lost'),
		{
			does: 'ignores a sent ID',
			sent: { id: tileId },
			after: { id: CLICKSTACK_IDS.sourceId },
		},
	],
	webhooks: [
		clears('description', 'For n8n'),
		keeps('headers', HEADERS),
		{
			does: 'clears headers and query parameters with {}',
			before: { headers: HEADERS, queryParams: QUERY },
			sent: { headers: {}, queryParams: {} },
			after: { headers: undefined, queryParams: undefined },
		},
		{
			does: 'clears headers and query parameters when the URL changes',
			before: { headers: HEADERS, queryParams: QUERY },
			sent: { url: OTHER_URL },
			after: { url: OTHER_URL, headers: undefined, queryParams: undefined },
		},
		{
			does: 'replaces headers that are resent with another URL',
			before: { headers: HEADERS },
			sent: { url: OTHER_URL, headers: { 'X-Token': 'new' } },
			after: { headers: { 'X-Token': 'new' } },
		},
	],
};

const REFUSALS: Record<Kind, readonly Refusal[]> = {
	alerts: [
		{ refuses: 'a channel that is not the first', sent: { channels: [...channels].reverse() } },
		{ refuses: 'an unknown tile', sent: { tileId: 'invented' } },
		{ refuses: 'an unknown webhook', sent: { channel: { ...first, webhookId: tileId } } },
		...['thresholdMax', OFFSET, 'savedSearchId'].map((name): Refusal => ({
			refuses: `null for ${name}`,
			sent: { [name]: null },
			only: 'own',
		})),
		{
			refuses: 'an email',
			sent: { channel: { type: 'email', emailRecipients: ['ada@example.com'] } },
			only: 'own',
		},
	],
	dashboards: [
		{
			refuses: 'a tile with a deleted source',
			sent: {
				tiles: [{ ...LINE_TILE, config: { ...LINE_TILE.config, sourceId: tileId } }],
			},
		},
		{
			refuses: 'a heatmap without a value',
			sent: {
				tiles: [
					{
						...LINE_TILE,
						config: { displayType: 'heatmap', sourceId, select: [{ valueExpression: '' }] },
					},
				],
			},
		},
		{
			refuses: 'a tile in an unknown container',
			sent: { tiles: [{ ...LINE_TILE, containerId: 'none', config: MARKDOWN }] },
		},
	],
	queryEndpoints: [
		{
			refuses: "a user's endpoint",
			before: { ownerType: 'user' },
			sent: {},
			status: 409,
		},
	],
	savedQueries: [
		{ refuses: "a user's query", before: { ownerType: 'user' }, sent: {}, status: 409 },
	],
	savedSearches: [{ refuses: 'a deleted source', sent: { sourceId: tileId } }],
	sources: [{ refuses: 'a deleted connection', sent: { connection: tileId } }],
	webhooks: [
		{ refuses: 'the name of another', sent: { name: 'Pager' } },
		...['headers', 'queryParams'].map((name): Refusal => ({
			refuses: `even empty ${name} of Slack`,
			sent: { service: 'slack', [name]: {} },
		})),
		{ refuses: 'a body of Slack', sent: { service: 'slack', body: '' } },
		{ refuses: 'a service of managed ClickStack', sent: { service: 'slack_api' } },
	],
};

describe('emulator → PUT', () => {
	it.each(everywhere(ROWS))('$does in $kind ($place)', async (row) => {
		const { kind, place, before = {}, sent = {}, after } = row;
		const id = IDS[kind];
		emulator.change(kind, id, (record) => ({ ...record, ...before }));
		const body = { ...LEAST[kind], ...sent };
		const { status } = await send(emulator, 'PUT', pathOf(emulator, place, kind, id), body);
		expect(status).toBe(200);
		expect(membersOf(emulator.stored(kind, id), Object.keys(after))).toEqual(after);
	});

	it.each(everywhere(REFUSALS))('refuses $refuses in $kind ($place)', async (row) => {
		const { kind, place, before = {}, sent, status = 400 } = row;
		const id = IDS[kind];
		emulator.change(kind, id, (record) => ({ ...record, ...before }));
		const stored = emulator.stored(kind, id);
		const body = { ...LEAST[kind], ...sent };
		const reply = await send(emulator, 'PUT', pathOf(emulator, place, kind, id), body);
		expect(reply.status).toBe(status);
		expect(emulator.stored(kind, id)).toEqual(stored);
	});

	it.each(['alerts', 'savedSearches', 'webhooks'] as const)(
		'moves updatedAt of %s',
		async (kind) => {
			const path = pathOf(emulator, 'own', kind, IDS[kind]);
			const { createdAt, updatedAt } = emulator.stored(kind, IDS[kind]);
			const { result } = await send(emulator, 'PUT', path, LEAST[kind]);
			expect(result).toMatchObject({ createdAt });
			expect(emulator.stored(kind, IDS[kind])['updatedAt']).not.toBe(updatedAt);
		},
	);

	it.each([
		{ does: "deletes an omitted tile's alerts", tiles: [NUMBER_TILE] },
		{
			does: 'deletes the alerts of a tile that changes to text',
			tiles: [{ ...LINE_TILE, config: MARKDOWN }, NUMBER_TILE],
		},
	])('$does', async ({ tiles }) => {
		const path = pathOf(emulator, 'own', 'dashboards', IDS.dashboards);
		await send(emulator, 'PUT', path, { name: 'Errors', tiles });
		expect(emulator.state.clickStack.alerts.size).toBe(0);
		const ids = emulator.state.clickStack.dashboards
			.peek(IDS.dashboards)
			?.tiles.map(({ id }) => id);
		expect(ids?.at(-1)).toBe(secondTileId);
	});

	it('answers 409 if another saved query has the name', async () => {
		const path = pathOf(emulator, 'cloud', 'savedQueries');
		await send(emulator, 'POST', path, LEAST.savedQueries);
		const reply = await send(emulator, 'PUT', `${path}/${IDS.savedQueries}`, LEAST.savedQueries);
		expect(reply.status).toBe(409);
	});
});
