import { alert } from '../../../nodes/CloudDashboard/resources/alert';
import type { JsonObject } from '../../../nodes/engine/json';
import { withoutUndefined } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/request';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { contextOf, sentences, SERVICE_ID } from '../management/context';
import { faultsOf, issuesOf, planOf, sentBody } from './plans';

const { create, update } = alert.operations;
const { alertId, dashboardId, tileId, sourceId, savedSearchId, webhookId, secondWebhookId } = IDS;

const hook = (id: string) => ({ type: 'webhook', webhookId: id });
const objectIds = (count: number) =>
	Array.from({ length: count }, (_, index) => String(index).padStart(24, '0'));
const ON_TILE = { source: 'tile', dashboardId, tileId };
const ON_SEARCH = { source: 'saved_search', savedSearchId };
const RULE = { thresholdType: 'above', threshold: 0, thresholdMax: '', interval: '5m' };
const ALERT = { ...ON_TILE, ...RULE, webhookIds: webhookId };
const EMAIL = { type: 'email', emailRecipients: ['ada@example.com'] };
const COUNT = { aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' };

describe('Alert → Create', () => {
	it.each<{ changes: ParameterValues; sent: JsonObject }>([
		{
			changes: { ...ON_SEARCH, webhookIds: `${webhookId}, ${secondWebhookId}` },
			sent: { ...ON_SEARCH, channels: [hook(webhookId), hook(secondWebhookId)] },
		},
		{
			changes: { webhookIds: [webhookId, webhookId, webhookId.toUpperCase()] },
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

	it('sends up to 10 webhooks', () => {
		const webhookIds = objectIds(10);
		const channels = webhookIds.map(hook);
		expect(sentBody(create, { ...ALERT, webhookIds })).toMatchObject({ channels });
	});

	it.each([
		{ changes: { webhookIds: objectIds(11) }, issues: ['webhookIds has too many'] },
		{ changes: { webhookIds: ' , ' }, issues: ['webhookIds is empty'] },
		{ changes: { webhookIds: { a: 1 } }, issues: ['webhookIds must be a'] },
	])('rejects $changes, which the contract refuses too', ({ changes, issues }) => {
		expect(issuesOf(create, { ...ALERT, ...changes })).toEqual(issues);
		expect(faultsOf(create.plan({ ...ALERT, ...changes }, contextOf()).request)).not.toEqual([]);
	});

	it.each([
		{ added: { threshold: 5, interval: '5m' }, lost: ['threshold', 'interval'] },
		{ added: { source: 'inline', novel: 1 }, lost: ['source'] },
		{ added: { channel: { webhookId: 'x', novel: 1 } }, lost: ['channel.webhookId'] },
		{ added: { channel: EMAIL }, lost: ['channel'] },
		{ added: { channels: [hook('x')] }, lost: ['channels'] },
		{ added: { numConsecutiveWindows: 2 }, lost: [] },
	])('warns that fields override $lost in the JSON $added', ({ added, lost }) => {
		const fields = { ...ALERT, additionalFields: { additionalMembers: added } };
		const { issues, hints } = planOf(create, fields);
		expect(issues).toEqual([]);
		expect(hints).toEqual(
			lost.map(
				(path) =>
					`"${path}" in Additional Fields (JSON) isn't sent, because a field of the form takes precedence.`,
			),
		);
	});

	it.each([
		{ added: { type: 'webhook', severity: 'critical' }, sent: { severity: 'critical' } },
		{ added: { severity: 'critical' }, sent: { severity: 'critical' } },
		{ added: EMAIL, sent: {} },
	])('adds only the keys of a webhook to its channel from $added', ({ added, sent }) => {
		const additionalFields = { additionalMembers: { channel: added } };
		const { request } = planOf(create, { ...ALERT, additionalFields });
		expect(objectBody(request).channel).toEqual({ ...hook(webhookId), ...sent });
	});

	it("rejects a chart in a tile or saved search alert's JSON", () => {
		const chartConfig = { displayType: 'line' };
		const fields = { ...ALERT, additionalFields: { additionalMembers: { chartConfig } } };
		expect(issuesOf(create, fields)).toEqual(['chartConfig is only for']);
	});

	it('identifies a wrong entry by its label and position', () => {
		const issuesWith = (changes: ParameterValues) =>
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
		expect(issuesWith({ webhookIds: [] })).toEqual([
			'Webhook Names or IDs is empty. Choose a webhook. If the list has none, use Webhook → Create first.',
		]);
	});
});

describe('Alert → Create (inline chart)', () => {
	const select = { values: [COUNT] };
	const inline = (changes: ParameterValues) => ({
		...RULE,
		webhookIds: webhookId,
		source: 'inline',
		chart: 'line',
		sourceId,
		...changes,
	});

	it.each<{ chart: string; changes: ParameterValues; chartConfig: object }>([
		{
			chart: 'line',
			changes: { select, groupBy: ' ServiceName ' },
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
	])('sends a $chart as $chartConfig', (given) => {
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

	it('requires a value for an inline chart', () => {
		expect(issuesOf(create, inline({ select: {} }))).toEqual(['select has too few']);
	});
});

describe('Alert → Update (success hint)', () => {
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
		{
			what: 'the channel in its list',
			sent: { channel: hook(webhookId) },
			answer: { channels: [hook(webhookId)] },
		},
		{
			what: 'an empty list of channels',
			sent: { channel: hook(webhookId) },
			answer: { id: 'a', channels: [] },
			lacking: 'channel',
		},
		{
			what: 'only the first channel',
			sent: { channels: [hook(webhookId), hook(secondWebhookId)] },
			answer: { channel: hook(webhookId) },
			lacking: 'channels',
		},
	])('warns about missing keys if the response contains $what', ({ sent, answer, lacking }) => {
		const request = { method: 'PUT', path: '/x', body: sent } as const;
		expect(update.output?.successHint?.({ ...answer }, request, String)).toBe(
			lacking &&
				`The API's response doesn't include ${lacking}, so the API might not support it. Check the alert.`,
		);
	});
});

describe('Alert → Update', () => {
	/** An update resends these values of the record that it read. */
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
	const entering = (updateFields: JsonObject, more: ParameterValues = {}): ParameterValues => ({
		alertId,
		updateFields,
		...more,
	});
	const MANAGED = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };

	const chartConfig = { displayType: 'number', sourceId, select: [COUNT] };
	const INLINE = { source: 'inline', chartConfig, dashboardId: undefined, tileId: undefined };
	const BETWEEN = { thresholdType: 'between', thresholdMax: 20 };
	const OTHER_ID = savedSearchId;
	const UPPER_CASE_ID = dashboardId.toUpperCase();

	it.each<{ stored?: JsonObject; entered: JsonObject; sent: JsonObject }>([
		{ entered: { threshold: 5 }, sent: { threshold: 5 } },
		{
			entered: { dashboardId: UPPER_CASE_ID },
			sent: { dashboardId: UPPER_CASE_ID },
		},
		{
			entered: { webhookIds: secondWebhookId },
			sent: { channel: hook(secondWebhookId), channels: undefined },
		},
		{
			entered: {
				webhookIds: [secondWebhookId, webhookId],
				additionalMembers: { channel: hook('x') },
			},
			sent: { channel: undefined, channels: [hook(secondWebhookId), hook(webhookId)] },
		},
		{
			entered: { webhookIds: secondWebhookId, additionalMembers: { channel: EMAIL } },
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
		{ stored: { scheduleOffsetMinutes: 60 }, entered: { note: 'n' }, sent: { note: 'n' } },
		{
			stored: { scheduleOffsetMinutes: 60 },
			entered: { interval: '1h', note: 'n' },
			sent: { note: 'n' },
		},
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
		'adds to $entered the values of $stored, so a PUT keeps them: $sent',
		({ stored, entered, sent }) => {
			const body = sentBody(update, entering(entered), { ...record, ...stored });
			expect(body).toEqual(withoutUndefined({ ...kept, ...sent }));
		},
	);

	it.each([4, 5])(
		'warns if a shorter interval resets the stored offset of %i minutes',
		(offset) => {
			const stored = { ...record, scheduleOffsetMinutes: offset };
			const { hints } = planOf(update, entering({ interval: '5m' }), stored);
			const text = "The alert's schedule offset of 5 minutes isn't shorter than the interval, so";
			expect(hints).toEqual(offset === 5 ? [expect.stringContaining(text)] : []);
		},
	);

	it('keeps an unlisted condition from a newer API', () => {
		const stored = { ...record, thresholdType: 'near' };
		const { issues, request } = planOf(update, entering({ threshold: 1 }), stored);
		expect([issues, objectBody(request).thresholdType]).toEqual([[], 'near']);
	});

	it.each([
		{ entered: { note: 'n' }, issues: [] },
		{ entered: { thresholdMax: 7 }, issues: ['updateFields.thresholdMax must be at'] },
		{ entered: { threshold: 9 }, issues: ['updateFields.thresholdMax must be at'] },
	])('reports $issues for $entered with a stored range that is reversed', (row) => {
		const stored = { ...record, ...BETWEEN, threshold: 10, thresholdMax: 5 };
		expect(issuesOf(update, entering(row.entered), stored)).toEqual(row.issues);
	});

	it.each<{ stored?: JsonObject; entered: JsonObject; issue: string }>([
		{ stored: { interval: '30s' }, entered: { interval: '9s' }, issue: 'interval is "9s", which' },
		{ stored: INLINE, entered: { source: 'stream' }, issue: 'source is "stream", which' },
		{ stored: BETWEEN, entered: { threshold: 21 }, issue: 'thresholdMax must be at' },
		{
			stored: BETWEEN,
			entered: { thresholdType: 'between', thresholdMax: 8 },
			issue: 'thresholdMax must be at',
		},
		{ entered: { thresholdType: 'between' }, issue: 'thresholdMax is needed for' },
		{ entered: { thresholdMax: null }, issue: "thresholdMax can't be cleared:" },
		{ entered: { dashboardId: OTHER_ID }, issue: 'tileId is needed for' },
		{
			stored: ON_SEARCH,
			entered: { source: 'saved_search' },
			issue: 'savedSearchId is needed for',
		},
		{ entered: { source: 'inline' }, issue: 'chartConfig is empty' },
		{ entered: { chartConfig }, issue: 'chartConfig is only for' },
		{ stored: INLINE, entered: { ...ON_TILE, chartConfig }, issue: 'chartConfig is only for' },
		...[{ source: null }, { threshold: null }, { interval: null }].map((entered) => ({
			entered,
			issue: `${Object.keys(entered).join()} can't be cleared:`,
		})),
		{ entered: { webhookIds: objectIds(11) }, issue: 'webhookIds has too many' },
		...[
			{ webhookIds: [webhookId, secondWebhookId] },
			{ additionalMembers: { channels: [hook(webhookId), EMAIL] } },
		].map((entered) => ({
			stored: { channels: undefined, channel: hook(webhookId) },
			entered,
			issue: 'webhookIds has several recipients,',
		})),
		...[{}, { channels: [] }].map((others) => ({
			stored: { channel: undefined, channels: undefined, ...others },
			entered: { threshold: 20 },
			issue: 'webhookIds is needed, because',
		})),
		...['', ' , ', null, []].map((webhookIds) => ({
			entered: { webhookIds },
			issue: webhookIds === '' ? ' is empty, so' : "webhookIds can't be cleared:",
		})),
	])('reports an issue for $entered with $stored: $issue', ({ stored = {}, entered, issue }) => {
		const before = { ...record, ...(stored === ON_SEARCH ? {} : stored) };
		const path = issue.startsWith(' ') ? `updateFields${issue}` : `updateFields.${issue}`;
		expect(issuesOf(update, entering(entered), before)).toEqual([path]);
	});

	it.each([
		{ additionalMembers: { tileId: '' }, issues: ['updateFields.tileId is needed for'] },
		{ additionalMembers: { tileId: null }, issues: ['updateFields.tileId is needed for'] },
		{
			additionalMembers: { dashboardId: null },
			issues: ['updateFields.dashboardId is needed for', 'updateFields.tileId is needed for'],
		},
		{
			additionalMembers: { source: 'saved_search', savedSearchId: null },
			issues: ['updateFields.savedSearchId is needed for'],
		},
		{
			additionalMembers: { source: 'saved_search', savedSearchId: '' },
			issues: ["savedSearchId isn't an ID"],
		},
	])('rejects an empty ID in the JSON $additionalMembers', ({ additionalMembers, issues }) => {
		expect(issuesOf(update, entering({ additionalMembers }), record)).toEqual(issues);
	});

	it('rejects JSON that removes all webhooks at its own key', () => {
		const additionalMembers = { channels: [] };
		expect(issuesOf(update, entering({ additionalMembers }), record)).toEqual([
			'channels is empty, but',
		]);
	});

	it('clears thresholdMax in managed ClickStack', () => {
		const { issues, request } = planOf(update, entering({ thresholdMax: null }, MANAGED), {
			...record,
			thresholdMax: 20,
		});
		expect(issues).toEqual([]);
		expect(objectBody(request)).toHaveProperty('thresholdMax', null);
	});

	it("keeps a managed channel's email, severity, and service", () => {
		const slack = { slackChannelId: 'C1', webhookService: 'slack_api' };
		const channel = { type: 'webhook', webhookId, severity: 'critical', ...slack };
		const { channels, ...alertOf } = record;
		expect(channels).toHaveLength(2);
		const { request } = planOf(update, entering({ name: 'M' }, MANAGED), { ...alertOf, channel });
		expect(objectBody(request)).toMatchObject({ name: 'M', channel });
	});

	it.each([
		{ webhookIds: [webhookId, secondWebhookId], options: { allowUnlisted: true } },
		{ webhookIds: [secondWebhookId], options: {} },
	])('replaces the recipients on a server with one channel for %j', ({ webhookIds, options }) => {
		const stored = { ...record, channels: undefined, channel: hook(webhookId) };
		const { issues, request } = planOf(update, { ...entering({ webhookIds }), options }, stored);
		expect(issues).toEqual([]);
		const channels = webhookIds.map(hook);
		expect(objectBody(request)).toMatchObject(
			channels.length > 1 ? { channels } : { channel: channels[0] },
		);
	});

	it('gives several recipients to an alert that lost its webhook', () => {
		const stored = { ...record, channels: undefined, channel: undefined };
		const webhookIds = [webhookId, secondWebhookId];
		const { issues, request } = planOf(update, entering({ webhookIds }), stored);
		expect(issues).toEqual([]);
		expect(objectBody(request)).toMatchObject({ channels: webhookIds.map(hook) });
	});

	describe('(settings of a channel)', () => {
		const settings = { severity: 'critical', slackChannelId: 'C1', webhookService: 'slack_api' };
		const channel = { ...hook(webhookId), ...settings };
		const single = { ...record, channels: undefined, channel };
		const several = { ...record, channels: [channel, EMAIL], channel };
		const added = hook(secondWebhookId);

		it.each<{ stored: JsonObject; entered: JsonObject; sent: JsonObject }>([
			{ stored: single, entered: { webhookIds: [webhookId] }, sent: { channel } },
			{ stored: several, entered: { webhookIds: [webhookId] }, sent: { channel } },
			{
				stored: several,
				entered: { webhookIds: [secondWebhookId, webhookId] },
				sent: { channels: [added, channel] },
			},
			{
				stored: single,
				entered: { webhookIds: [webhookId.toUpperCase()] },
				sent: { channel: { ...channel, webhookId: webhookId.toUpperCase() } },
			},
			{ stored: several, entered: { webhookIds: [secondWebhookId] }, sent: { channel: added } },
			{
				stored: { ...single, channels: [channel] },
				entered: { additionalMembers: { channels: [hook(webhookId), EMAIL] } },
				sent: { channels: [channel, EMAIL] },
			},
			{
				stored: single,
				entered: {
					webhookIds: [webhookId],
					additionalMembers: { channel: { severity: 'info', slackChannelId: null } },
				},
				sent: { channel: { ...channel, severity: 'info', slackChannelId: null } },
			},
			{
				stored: several,
				entered: { additionalMembers: { channel: EMAIL } },
				sent: { channel: EMAIL },
			},
		])('keeps those of a webhook that stays: $entered', ({ stored, entered, sent }) => {
			const { issues, request } = planOf(update, entering(entered, MANAGED), stored);
			expect(issues).toEqual([]);
			const { channel: single, channels } = objectBody(request);
			expect(withoutUndefined({ channel: single, channels })).toEqual(sent);
		});
	});

	it('accepts any stored value that stays unchanged', () => {
		const odd = { ...record, ...BETWEEN, threshold: 30, savedSearchId: null, tileId: null };
		expect(issuesOf(update, entering({ note: 'n' }), odd)).toEqual([]);
	});

	it('requires a webhook instead of clearing the webhooks', () => {
		const { hints } = planOf(update, entering({ webhookIds: '', name: 'M' }), record);
		expect(hints).toEqual(['Webhook Names or IDs is empty, so it keeps its value.']);
	});

	it('rejects an expression in Source', () => {
		const fields = update.properties.find(({ name }) => name === 'updateFields')?.options;
		expect(fields).toContainEqual(
			expect.objectContaining({ name: 'source', noDataExpression: true }),
		);
		expect(issuesOf(update, entering({ source: '{{ $json.source }}' }), record)).toEqual([
			"updateFields.source can't be an",
		]);
	});
});
