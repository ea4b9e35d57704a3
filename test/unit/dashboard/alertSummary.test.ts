import { alert } from '../../../nodes/CloudDashboard/resources/alert';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { summaryFor } from './plans';

const { create, update } = alert.operations;
const hook = (id: string) => ({ type: 'webhook', webhookId: id });

describe('summarizeAlert', () => {
	const NEW = {
		source: 'tile',
		dashboardId: 'd-1',
		tileId: 't-1',
		thresholdType: 'above',
		threshold: 10,
		interval: '5m',
		channel: hook('w-1'),
	};
	const summary = (
		operation: typeof create,
		body: JsonObject,
		parameters: ParameterValues = {},
		chosenNames: Readonly<Record<string, string>> = {},
	) =>
		summaryFor(
			operation,
			{ alertId: 'a-1', ...parameters },
			{ request: { method: 'PUT', path: '/x', body }, chosenNames },
		);

	it.each<{ body: JsonObject; text: string }>([
		{
			body: { ...NEW, message: 'M', name: null },
			text: 'on tile t-1 of dashboard d-1; at or above 10 every 5m; notifies w-1; Message M',
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
			text: 'on a chart of its own; within 1 every 1m',
		},
		{
			body: {
				source: 'inline',
				chartConfig: { displayType: 'line', sourceId: 'so-1', select: [{ aggFn: 'count' }] },
				thresholdType: 'within',
				threshold: 1,
				interval: '1m',
			},
			text: 'on a chart of its own (line, source so-1, 1 value); within 1 every 1m',
		},
	])('describes a new alert: $text', ({ body, text }) => {
		expect(summary(create, body)).toBe(`Create alert ${text}`);
	});

	it('shows the service of managed ClickStack', () => {
		const managed = { authentication: 'cloudApiKey', serviceId: '5b7e' };
		expect(summary(create, NEW, managed)).toContain('dashboard d-1 of service 5b7e;');
	});

	it('shows a name chosen from a list only for its own ID', () => {
		const named = (body: JsonObject, chosenNames: Record<string, string>) =>
			summary(create, body, {}, chosenNames);
		expect(named(NEW, { 'd-1': 'Shop' })).toContain('tile t-1 of dashboard "Shop" (d-1);');
		expect(named(NEW, { 'd-2': 'Shop' })).toContain('tile t-1 of dashboard d-1;');
		expect(named(NEW, { 't-1': 'Errors' })).toContain('tile "Errors" (t-1) of dashboard d-1;');
		const onSearch = { source: 'saved_search', savedSearchId: 's-1' };
		expect(named(onSearch, { 's-1': 'Slow' })).toContain('saved search "Slow" (s-1);');
	});

	const EMAIL = { type: 'email', emailRecipients: ['a@b.cd'] };
	const channels = [hook('w-1'), EMAIL, hook('w-2')];
	const record = { ...NEW, id: 'a-1', name: 'N', note: 'n', channels };

	it.each<{ body: JsonObject; text: string }>([
		{ body: { ...NEW, name: 'N', note: 'n', channels }, text: 'at or above 10 every 5m' },
		{
			body: { ...NEW, name: 'N' },
			text: 'no longer notifies a@b[.]cd, w-2; clears Note; at or above 10 every 5m',
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
			text: 'no longer notifies w-1, a@b[.]cd, w-2; also notifies w-3; no longer on tile t-1 of dashboard d-1; Note from n to new, Dashboard d-1, Tile t-1; not between 10 and 20 every 5m (was at or above 10 every 5m)',
		},
		{
			body: { ...NEW, name: 'N', note: 'n', channels, thresholdMax: null },
			text: 'clears Threshold Max; at or above 10 every 5m',
		},
	])('lists lost values first: $text', ({ body, text }) => {
		const place = body.source === 'tile' ? 'tile t-1 of dashboard d-1' : 'saved search s-1';
		const stored = { ...record, thresholdMax: body.thresholdMax === null ? 7 : undefined };
		const request = { method: 'PUT', path: '/x', body } as const;
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toBe(
			`Update alert a-1 on ${place}; ${text}`,
		);
	});

	it.each<{ after: JsonObject; text: string }>([
		{ after: { severity: 'critical', slackChannelId: 'C1' }, text: '; at or above' },
		{
			after: { severity: 'info' },
			text: '; clears channel/slackChannelId; channel/severity from critical to info; at or above',
		},
	])('shows which settings of a channel change to $after', ({ after, text }) => {
		const before = { ...hook('w-1'), severity: 'critical', slackChannelId: 'C1' };
		const stored = { ...NEW, id: 'a-1', channel: before, channels: [before, hook('w-2')] };
		const body = {
			...NEW,
			channel: undefined,
			channels: [{ ...hook('w-1'), ...after }, hook('w-2')],
		};
		const request = { method: 'PUT', path: '/x', body } as const;
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toContain(
			`of dashboard d-1${text}`,
		);
	});

	const SLACK = { ...hook('w-9'), slackChannelId: 'C1', severity: 'info' };
	const MIXED = { ...EMAIL, webhookId: 'w-9' };

	it.each<{ channels: JsonObject[]; text: string }>([
		{ channels: [SLACK], text: 'w-9 (slackChannelId C1, severity info)' },
		{ channels: [MIXED], text: 'w-9, a@b[.]cd' },
		{ channels: [hook('w-9'), hook('w-9')], text: 'w-9' },
		{ channels: [{ ...hook('w-9'), more: { a: 1 } }], text: 'w-9 (more (a 1))' },
	])('tells new recipients with their settings: $text', ({ channels, text }) => {
		const body = { ...NEW, channel: undefined, channels: [hook('w-1'), ...channels] };
		const request = { method: 'PUT', path: '/x', body } as const;
		const stored = { ...NEW, id: 'a-1', channels: [hook('w-1')] };
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toBe(
			`Update alert a-1 on tile t-1 of dashboard d-1; also notifies ${text}; at or above 10 every 5m`,
		);
		const created = summary(create, { ...NEW, channel: undefined, channels });
		expect(created.replace('w-9, w-9', 'w-9').split('; notifies ')[1]).toBe(text);
	});

	it.each<{ ids: string[]; text: string }>([
		{ ids: ['w-2', 'w-1'], text: '; channels in another order' },
		{ ids: ['w-1', 'w-2'], text: '' },
	])('tells the order of the webhooks $ids', ({ ids, text }) => {
		const body = { ...NEW, channel: undefined, channels: ids.map(hook) };
		const request = { method: 'PUT', path: '/x', body } as const;
		const stored = { ...NEW, id: 'a-1', channels: [hook('w-1'), hook('w-2')] };
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toBe(
			`Update alert a-1 on tile t-1 of dashboard d-1; at or above 10 every 5m${text}`,
		);
	});

	it('shows as many email addresses as fit', () => {
		const emailRecipients = Array.from({ length: 30 }, (_, n) => `p${String(n)}@a.bc`);
		const channel = { type: 'email', emailRecipients };
		expect(summary(create, { ...NEW, channel })).toContain('p29@a[.]bc');
	});

	it('reports a lost recipient that only channel contains, not channels', () => {
		const stored = { ...NEW, id: 'a-1', channels: [EMAIL, hook('w-2')] };
		const body = { ...NEW, channel: hook('w-2') };
		const request = { method: 'PUT', path: '/x', body } as const;
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toContain(
			'; no longer notifies w-1, a@b[.]cd; ',
		);
	});
});
