import { alert } from '../../../nodes/CloudDashboard/resources/alert';
import type { JsonObject } from '../../../nodes/engine/json';
import { withoutUndefined } from '../../../nodes/engine/json';
import type { Parameters } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { contextOf, sentences, SERVICE_ID } from '../management/context';
import { faultsOf, issuesOf, planOf, sentBody, summaryFor } from './plans';

const { create, update } = alert.operations;
const { alertId, dashboardId, tileId, sourceId, savedSearchId, webhookId, secondWebhookId } = IDS;

const hook = (id: string) => ({ type: 'webhook', webhookId: id });
const ON_TILE = { source: 'tile', dashboardId, tileId };
const ON_SEARCH = { source: 'saved_search', savedSearchId };
const RULE = { thresholdType: 'above', threshold: 0, thresholdMax: '', interval: '5m' };
const ALERT = { ...ON_TILE, ...RULE, webhookIds: webhookId };
const COUNT = { aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' };

describe('an alert that is created', () => {
	it.each<{ changes: Parameters; sent: JsonObject }>([
		{
			changes: { ...ON_SEARCH, webhookIds: `${webhookId}, ${secondWebhookId}` },
			sent: { ...ON_SEARCH, channels: [hook(webhookId), hook(secondWebhookId)] },
		},
		{
			changes: { webhookIds: [webhookId, webhookId] },
			sent: { channel: hook(webhookId) },
		},
		{
			changes: { thresholdType: 'between', threshold: 2, thresholdMax: 2 },
			sent: { threshold: 2, thresholdMax: 2 },
		},
		{
			changes: { additionalFields: { displayName: ' N ', tags: 'a, b', message: '' } },
			sent: { displayName: 'N', tags: ['a', 'b'] },
		},
	])('sends $changes as $sent', ({ changes, sent }) => {
		expect(sentBody(create, { ...ALERT, ...changes })).toMatchObject(sent);
	});

	it.each([
		{ changes: { webhookIds: ' , ' }, issues: ['webhookIds empty'] },
		{ changes: { webhookIds: { a: 1 } }, issues: ['webhookIds notList'] },
	])('is refused with $changes, as by the contract', ({ changes, issues }) => {
		expect(issuesOf(create, { ...ALERT, ...changes })).toEqual(issues);
		expect(faultsOf(create.plan({ ...ALERT, ...changes }, contextOf()).request)).not.toEqual([]);
	});

	it.each([
		{ added: { threshold: 5, interval: '5m' }, lost: ['threshold', 'interval'] },
		{ added: { source: 'inline', novel: 1 }, lost: ['source'] },
		{ added: { channel: { webhookId: 'x', novel: 1 } }, lost: ['channel.webhookId'] },
		{ added: { numConsecutiveWindows: 2 }, lost: [] },
	])('has a hint on the JSON $added that its fields override: $lost', ({ added, lost }) => {
		const fields = { ...ALERT, additionalFields: { additionalMembers: added } };
		const { issues, hints } = create.plan(fields, contextOf());
		expect(issues).toEqual([]);
		expect(hints).toEqual(
			lost.map(
				(path) =>
					`'${path}' in Additional Fields (JSON) isn't sent: a field of the form takes precedence.`,
			),
		);
	});

	it('names a faulty entry by its label and its place', () => {
		const issuesWith = (changes: Parameters) =>
			sentences(create.plan({ ...ALERT, ...changes }, contextOf()).issues, create);
		expect(issuesWith({ additionalFields: { tags: `a,${'x'.repeat(33)}` } })).toEqual([
			'Tag 2 must have at most 32 characters.',
		]);
		expect(issuesWith({ webhookIds: `${webhookId}, On call, [7]` })).toEqual(
			['On call', '[7]'].map(
				(id) =>
					`Webhook Names or IDs contains "${id}", which isn't an ID of ClickStack. Copy the whole ID: 24 characters, 0 to 9 and a to f.`,
			),
		);
	});
});

describe('an alert with a chart of its own', () => {
	const select = { values: [COUNT] };
	const inline = (changes: Parameters) => ({
		...RULE,
		webhookIds: webhookId,
		source: 'inline',
		chart: 'line',
		sourceId,
		...changes,
	});

	it.each<{ chart: string; changes: Parameters; chartConfig: object }>([
		{
			chart: 'line',
			changes: { select, groupBy: 'ServiceName' },
			chartConfig: { displayType: 'line', sourceId, select: [COUNT], groupBy: 'ServiceName' },
		},
		{
			chart: 'number',
			changes: { select, groupBy: 'ServiceName' },
			chartConfig: { displayType: 'number', sourceId, select: [COUNT] },
		},
		{
			chart: 'line',
			changes: {
				select,
				additionalFields: { additionalMembers: { chartConfig: { asRatio: false } } },
			},
			chartConfig: { displayType: 'line', sourceId, select: [COUNT], asRatio: false },
		},
	])('sends a $chart as $chartConfig, and no fields of other alerts', (given) => {
		const { chart, changes, chartConfig } = given;
		const body = sentBody(create, inline({ dashboardId, savedSearchId, chart, ...changes }));
		expect(body).toEqual({
			source: 'inline',
			chartConfig,
			threshold: 0,
			thresholdType: 'above',
			interval: '5m',
			channel: hook(webhookId),
		});
	});

	it('is refused without a value', () => {
		expect(issuesOf(create, inline({ select: {} }))).toEqual(['select tooFew']);
	});
});

describe('the answer to an update', () => {
	it.each<{ what: string; sent: JsonObject; answer: object; lacking?: string }>([
		{
			what: 'one of two',
			sent: { displayName: 'N', note: 'n' },
			answer: { id: 'a', note: 'n' },
			lacking: 'displayName',
		},
		{ what: 'null', sent: { tags: ['a'] }, answer: { id: 'a', tags: null }, lacking: 'tags' },
		{ what: 'what was emptied', sent: { name: null, tags: [] }, answer: { id: 'a', name: null } },
		{ what: 'nothing', sent: { displayName: 'N' }, answer: {} },
	])('with $what of the sent keys has a hint on the others', ({ sent, answer, lacking }) => {
		const request = { method: 'PUT', path: '/x', body: sent } as const;
		expect(update.successHint?.({ ...answer }, request, String)).toBe(
			lacking && `The API's answer lacks ${lacking}: it might not support that. Check the alert.`,
		);
	});
});

describe('Alert → Update', () => {
	/** What an update sends of the record that it reads. */
	const kept = {
		...ON_TILE,
		threshold: 9,
		thresholdType: 'above',
		interval: '1h',
		name: 'N',
		channel: hook(webhookId),
		channels: [hook(webhookId), hook(secondWebhookId)],
	};
	const record = {
		...kept,
		id: alertId,
		note: null,
		state: 'ALERT',
		teamId: 't',
		silenced: { by: 'u', at: 'x' },
		executionErrors: [],
		createdAt: 'x',
		updatedAt: 'x',
	};
	const entering = (updateFields: JsonObject, more: Parameters = {}): Parameters => ({
		alertId,
		updateFields,
		...more,
	});
	const MANAGED = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };

	const chartConfig = { displayType: 'number', sourceId, select: [COUNT] };
	const INLINE = { source: 'inline', chartConfig, dashboardId: undefined, tileId: undefined };
	const BETWEEN = { thresholdType: 'between', thresholdMax: 20 };
	const OTHER_ID = savedSearchId;

	it.each<{ stored?: JsonObject; entered: JsonObject; sent: JsonObject }>([
		{ entered: { threshold: 5 }, sent: { threshold: 5 } },
		{
			entered: { webhookIds: secondWebhookId },
			sent: { channel: hook(secondWebhookId), channels: undefined },
		},
		{ entered: ON_SEARCH, sent: { ...ON_SEARCH, dashboardId: undefined, tileId: undefined } },
		{
			entered: { thresholdType: 'between', thresholdMax: 9 },
			sent: { thresholdType: 'between', thresholdMax: 9 },
		},
		{
			stored: { ...INLINE, interval: '30s' },
			entered: { threshold: 5 },
			sent: { ...INLINE, interval: '30s', threshold: 5 },
		},
		{ stored: { ...INLINE, groupBy: 'a' }, entered: ON_TILE, sent: {} },
		{ stored: BETWEEN, entered: { threshold: 20 }, sent: { ...BETWEEN, threshold: 20 } },
		{
			stored: BETWEEN,
			entered: { thresholdType: 'above_exclusive', threshold: 50 },
			sent: { thresholdType: 'above_exclusive', threshold: 50 },
		},
		{
			stored: { thresholdMax: 20 },
			entered: { thresholdType: 'not_between' },
			sent: { thresholdType: 'not_between', thresholdMax: 20 },
		},
		{ stored: { scheduleOffsetMinutes: 3 }, entered: { note: 'n' }, sent: { note: 'n' } },
		{
			stored: { scheduleOffsetMinutes: 5 },
			entered: { interval: '5m' },
			sent: { interval: '5m', scheduleOffsetMinutes: 0 },
		},
		{ stored: { scheduleOffsetMinutes: 4 }, entered: { interval: '5m' }, sent: { interval: '5m' } },
		{ entered: { name: null, tags: [] }, sent: { name: undefined, tags: [] } },
		{
			stored: { numConsecutiveWindows: 2 },
			entered: { additionalMembers: { numConsecutiveWindows: null } },
			sent: { numConsecutiveWindows: undefined },
		},
		{
			stored: { scheduleOffsetMinutes: 3 },
			entered: { additionalMembers: { scheduleOffsetMinutes: null } },
			sent: { scheduleOffsetMinutes: 0 },
		},
	])(
		'sends $entered and what the PUT of $stored would reset: $sent',
		({ stored, entered, sent }) => {
			const body = sentBody(update, entering(entered), { ...record, ...stored });
			expect(body).toEqual(withoutUndefined({ ...kept, ...sent }));
		},
	);

	it('keeps an unlisted condition, which a newer API may have', () => {
		const stored = { ...record, thresholdType: 'near' };
		const { issues, request } = planOf(update, entering({ threshold: 1 }), stored);
		expect([issues, objectBody(request).thresholdType]).toEqual([[], 'near']);
	});

	it.each<{ stored?: JsonObject; entered: JsonObject; issue: string }>([
		{ stored: { interval: '30s' }, entered: { interval: '45s' }, issue: 'interval unlisted' },
		{ stored: INLINE, entered: { source: 'stream' }, issue: 'source unlisted' },
		{ stored: BETWEEN, entered: { threshold: 21 }, issue: 'thresholdMax tooSmall' },
		{
			stored: BETWEEN,
			entered: { thresholdType: 'between', thresholdMax: 8 },
			issue: 'thresholdMax tooSmall',
		},
		{ entered: { thresholdType: 'between' }, issue: 'thresholdMax needed' },
		{ entered: { thresholdMax: null }, issue: 'thresholdMax notCleared' },
		{ entered: { dashboardId: OTHER_ID }, issue: 'tileId needed' },
		{ stored: ON_SEARCH, entered: { source: 'saved_search' }, issue: 'savedSearchId needed' },
		{ entered: { source: 'inline' }, issue: 'chartConfig empty' },
		...[{ source: null }, { threshold: null }, { interval: null }].map((entered) => ({
			entered,
			issue: `${Object.keys(entered).join()} notCleared`,
		})),
		...['', ' , ', null, []].map((webhookIds) => ({
			entered: { webhookIds },
			issue: webhookIds === '' ? ' nothingToUpdate' : 'webhookIds notCleared',
		})),
		...[{}, { name: '' }, { name: undefined }, { message: {} }].map((entered) => ({
			entered,
			issue: ' nothingToUpdate',
		})),
	])('refuses $entered for $stored: $issue', ({ stored = {}, entered, issue }) => {
		const before = { ...record, ...(stored === ON_SEARCH ? {} : stored) };
		const path = issue.startsWith(' ') ? `updateFields${issue}` : `updateFields.${issue}`;
		expect(issuesOf(update, entering(entered), before)).toEqual([path]);
	});

	it('clears thresholdMax in managed ClickStack', () => {
		const { issues, request } = planOf(update, entering({ thresholdMax: null }, MANAGED), {
			...record,
			thresholdMax: 20,
		});
		expect(issues).toEqual([]);
		expect(objectBody(request)).toHaveProperty('thresholdMax', null);
	});

	it("keeps a managed channel's email, severity and service", () => {
		const slack = { slackChannelId: 'C1', webhookService: 'slack_api' };
		const channel = { type: 'webhook', webhookId, severity: 'critical', ...slack };
		const { channels, ...alertOf } = record;
		expect(channels).toHaveLength(2);
		const { request } = planOf(update, entering({ name: 'M' }, MANAGED), { ...alertOf, channel });
		expect(objectBody(request)).toMatchObject({ name: 'M', channel });
	});

	it('is never refused for a stored value that nobody changed', () => {
		const odd = { ...record, ...BETWEEN, threshold: 30, savedSearchId: null, tileId: null };
		expect(issuesOf(update, entering({ note: 'n' }), odd)).toEqual([]);
	});

	it('names an added field that is empty, and how to clear it', () => {
		const { hints } = planOf(update, entering({ note: '', name: 'M' }), record);
		expect(hints).toEqual([
			'Note is empty, so it stays as it is. To clear it, enter the expression {{ null }}.',
		]);
	});

	it('has fields to add one by one, of which Source takes no expression', () => {
		const fields = update.properties.find(({ name }) => name === 'updateFields')?.options;
		expect(fields).toContainEqual(
			expect.objectContaining({ name: 'source', noDataExpression: true }),
		);
		expect(issuesOf(update, entering({ source: '{{ $json.source }}' }), record)).toEqual([
			'updateFields.source noExpression',
		]);
	});
});

describe('the sentence for the person who approves an alert', () => {
	const NEW = {
		source: 'tile',
		dashboardId: 'd-1',
		tileId: 't-1',
		thresholdType: 'above',
		threshold: 10,
		interval: '5m',
		channel: hook('w-1'),
	};
	const summary = (operation: typeof create, body: JsonObject, parameters: Parameters = {}) =>
		summaryFor(
			operation,
			{ alertId: 'a-1', ...parameters },
			{ request: { method: 'PUT', path: '/x', body } },
		);

	it.each<{ body: JsonObject; text: string }>([
		{
			body: { ...NEW, message: 'M', name: null },
			text: 'on tile t-1 of dashboard d-1; at or above 10 every 5m; notifies w-1 (other fields: message M)',
		},
		{
			body: {
				source: 'saved_search',
				savedSearchId: 's-1',
				interval: '1d',
				thresholdType: 'between',
				threshold: 0.5,
				thresholdMax: 2,
				channels: [hook('w-1'), hook('w-2')],
			},
			text: 'on saved search s-1; between 0.5 and 2 every 1d; notifies w-1, w-2',
		},
		{
			body: {
				source: 'inline',
				chartConfig: {},
				thresholdType: 'within',
				threshold: 1,
				interval: '1m',
			},
			text: 'on a chart of its own; within 1 every 1m (other fields: chartConfig {})',
		},
	])('is for a new one: $text', ({ body, text }) => {
		expect(summary(create, body)).toBe(`Create alert ${text}`);
	});

	it('has the service of a managed ClickStack', () => {
		const managed = { authentication: 'cloudApiKey', serviceId: '5b7e' };
		expect(summary(create, NEW, managed)).toContain('dashboard d-1 of service 5b7e;');
	});

	it('has the names chosen from the lists for this alert', () => {
		const inTile = { dashboardId: 'd-1', 'dashboardId.name': 'Shop' };
		expect(summary(create, NEW, inTile)).toContain("tile t-1 of dashboard 'Shop' (d-1);");
		const other = { ...inTile, dashboardId: 'd-2' };
		expect(summary(create, NEW, other)).toContain('tile t-1 of dashboard d-1;');
		const tile = { tileId: 't-1', 'tileId.name': 'Errors' };
		expect(summary(create, NEW, tile)).toContain("tile 'Errors' (t-1) of dashboard d-1;");
		const search = { savedSearchId: 's-1', 'savedSearchId.name': 'Slow' };
		const onSearch = { source: 'saved_search', savedSearchId: 's-1' };
		expect(summary(create, onSearch, search)).toContain("saved search 'Slow' (s-1);");
	});

	const EMAIL = { type: 'email', emailRecipients: ['a@b.cd'] };
	const channels = [hook('w-1'), EMAIL, hook('w-2')];
	const record = { ...NEW, id: 'a-1', name: 'N', note: 'n', channels };

	it.each<{ body: JsonObject; text: string }>([
		{ body: { ...NEW, name: 'N', note: 'n', channels }, text: 'at or above 10 every 5m' },
		{
			body: { ...NEW, name: 'N' },
			text: 'no longer notifies a@b[.]cd, w-2; clears note; at or above 10 every 5m',
		},
		{
			body: {
				...NEW,
				source: 'saved_search',
				savedSearchId: 's-1',
				thresholdType: 'not_between',
				thresholdMax: 20,
				name: 'N',
				note: 'new',
				channel: hook('w-3'),
			},
			text: 'no longer notifies w-1, a@b[.]cd, w-2; no longer on tile t-1 of dashboard d-1; note from n to new; not between 10 and 20 every 5m (was at or above 10 every 5m); also notifies w-3',
		},
		{
			body: { ...NEW, name: 'N', note: 'n', channels, thresholdMax: null },
			text: 'clears thresholdMax; at or above 10 every 5m',
		},
	])('lists first what an update takes away: $text', ({ body, text }) => {
		const place = body.source === 'tile' ? 'tile t-1 of dashboard d-1' : 'saved search s-1';
		const stored = { ...record, thresholdMax: body.thresholdMax === null ? 7 : undefined };
		const request = { method: 'PUT', path: '/x', body } as const;
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toBe(
			`Update alert a-1 on ${place}; ${text}`,
		);
	});
});
