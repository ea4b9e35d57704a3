import { alert } from '../../../nodes/CloudDashboard/resources/alert';
import type { JsonObject } from '../../../nodes/engine/json';
import { withoutUndefined } from '../../../nodes/engine/json';
import type { Parameters } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { contextOf, sentences } from '../management/context';
import { faultsOf, issuesOf, sentBody, summaryFor } from './plans';

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

describe('an alert that is updated', () => {
	/** What an update sends of the current alert. */
	const kept = {
		...ON_TILE,
		threshold: 9,
		thresholdType: 'above',
		interval: '1h',
		name: 'N',
		note: null,
		channel: hook(webhookId),
		channels: [hook(webhookId), hook(secondWebhookId)],
	};
	const currentAlert = {
		...kept,
		id: alertId,
		state: 'ALERT',
		teamId: 't',
		silenced: { by: 'u', at: 'x' },
		executionErrors: [],
		createdAt: 'x',
		updatedAt: 'x',
		summary: 'Replaced alert x',
	};
	const KEEP = { source: 'keep', thresholdType: 'keep', interval: 'keep', threshold: '' };
	const updated = (changes: Parameters, current: object = {}) => ({
		alertId,
		...KEEP,
		currentAlert: { ...currentAlert, ...current },
		...changes,
	});

	const chartConfig = { displayType: 'number', sourceId, select: [COUNT] };
	const INLINE = { source: 'inline', chartConfig, dashboardId: undefined, tileId: undefined };
	const BETWEEN = { thresholdType: 'between', thresholdMax: 20 };

	it.each<{ current?: JsonObject; changes: Parameters; sent: JsonObject }>([
		{ changes: { threshold: 5 }, sent: { threshold: 5 } },
		{
			changes: { webhookIds: secondWebhookId },
			sent: { channel: hook(secondWebhookId), channels: undefined },
		},
		{ changes: ON_SEARCH, sent: { ...ON_SEARCH, dashboardId: undefined, tileId: undefined } },
		{
			changes: { thresholdType: 'between', thresholdMax: 9 },
			sent: { thresholdType: 'between', thresholdMax: 9 },
		},
		{
			current: { ...INLINE, interval: '30s' },
			changes: { threshold: 5 },
			sent: { ...INLINE, interval: '30s', threshold: 5 },
		},
		{ current: INLINE, changes: ON_TILE, sent: {} },
		{ current: BETWEEN, changes: { threshold: 20 }, sent: { ...BETWEEN, threshold: 20 } },
		{
			current: BETWEEN,
			changes: { thresholdType: 'above_exclusive', threshold: 50 },
			sent: { thresholdType: 'above_exclusive', threshold: 50 },
		},
		{ current: { thresholdMax: 20 }, changes: {}, sent: {} },
		{
			current: { thresholdMax: 20 },
			changes: { thresholdType: 'not_between' },
			sent: { thresholdType: 'not_between', thresholdMax: 20 },
		},
	])(
		'keeps what $changes leaves open of the current alert with $current: $sent',
		({ current, changes, sent }) => {
			const body = sentBody(update, updated(changes, current));
			expect(body).toEqual(withoutUndefined({ ...kept, ...sent }));
		},
	);

	it('keeps an unlisted condition, which a newer API may have', () => {
		const { issues, request } = update.plan(updated({}, { thresholdType: 'near' }), contextOf());
		expect([issues, objectBody(request).thresholdType]).toEqual([[], 'near']);
	});

	it.each([
		{ current: { interval: '30s' }, changes: { interval: '45s' }, issue: 'interval unlisted' },
		{ current: INLINE, changes: { source: 'stream' }, issue: 'source unlisted' },
		{ current: BETWEEN, changes: { threshold: 21 }, issue: 'threshold tooBig' },
		{
			current: BETWEEN,
			changes: { thresholdType: 'between', thresholdMax: 8 },
			issue: 'thresholdMax tooSmall',
		},
		{ current: { thresholdType: 'between' }, changes: {}, issue: 'thresholdMax needed' },
	])('refuses $changes for the current alert with $current', ({ current, changes, issue }) => {
		expect(issuesOf(update, updated(changes, current))).toEqual([issue]);
	});

	it("needs all fields if there's no current alert", () => {
		const missing = ['Source', 'Condition', 'Threshold', 'Interval', 'webhooks'];
		const { issues } = update.plan(updated({ currentAlert: '' }), contextOf());
		expect(issues).toMatchObject([{ code: 'noCurrent', missing }]);
	});

	it('refuses an incomplete alert, such as an item of Get Many', () => {
		const simplified = { id: alertId, source: 'tile', threshold: 9, interval: '1h' };
		const { issues } = update.plan(updated({ currentAlert: simplified }), contextOf());
		const missing = ['Condition', 'dashboardId', 'tileId', 'webhooks'];
		expect(issues).toMatchObject([{ code: 'partialCurrent', missing }]);
	});

	it('refuses another alert, and reports only that', () => {
		expect(issuesOf(update, updated({}, { id: dashboardId }))).toEqual([
			'currentAlert otherCurrent',
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
		summaryFor(operation, { alertId: 'a-1', ...parameters }, { method: 'PUT', path: '/x', body });

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

	it("lists what an update may clear if there's no current alert", () => {
		expect(summary(update, { ...NEW, note: 'n' })).toBe(
			'Replace alert a-1 on tile t-1 of dashboard d-1; clears any name, message, numConsecutiveWindows, displayName, tags; at or above 10 every 5m; notifies w-1 (other fields: note n)',
		);
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
	const currentAlert = JSON.stringify({ ...NEW, id: 'a-1', name: 'N', note: 'n', channels });

	it.each<{ body: JsonObject; text: string }>([
		{
			body: { ...NEW, name: 'N', note: 'n', channels },
			text: 'at or above 10 every 5m; notifies w-1, a@b[.]cd, w-2',
		},
		{
			body: { ...NEW, name: 'N', note: null },
			text: 'no longer notifies a@b[.]cd, w-2; clears note; at or above 10 every 5m; notifies w-1',
		},
		{
			body: {
				...NEW,
				thresholdType: 'not_between',
				thresholdMax: 20,
				name: 'N',
				note: 'new',
				channel: hook('w-3'),
			},
			text: 'no longer notifies w-1, a@b[.]cd, w-2; not between 10 and 20 every 5m (was at or above 10 every 5m); notifies w-3 (other fields: note new)',
		},
	])('lists first what the current alert loses: $text', ({ body, text }) => {
		expect(summary(update, body, { currentAlert })).toBe(
			`Replace alert a-1 on tile t-1 of dashboard d-1; ${text}`,
		);
	});
});
