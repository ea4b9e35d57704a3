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
	const summary = (operation: typeof create, body: JsonObject, parameters: ParameterValues = {}) =>
		summaryFor(
			operation,
			{ alertId: 'a-1', ...parameters },
			{ request: { method: 'PUT', path: '/x', body } },
		);

	it.each<{ body: JsonObject; text: string }>([
		{
			body: { ...NEW, message: 'M' },
			text: 'on a dashboard tile (at or above 10 every 5m); Webhook IDs (w-1), Dashboard d-1, Tile t-1, Message M',
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
			text: 'on a saved search (between 0.5 and 2 every 1d); Webhook IDs (w-1, w-2), Saved Search s-1, Threshold Max 2',
		},
		{
			body: {
				source: 'inline',
				chartConfig: { displayType: 'line', sourceId: 'so-1', select: [{ aggFn: 'count' }] },
				thresholdType: 'within',
				threshold: 1,
				interval: '1m',
				channel: hook('w-1'),
			},
			text: 'on a chart of its own (within 1 every 1m); Webhook IDs (w-1), chartConfig (displayType line, sourceId so-1, select (count))',
		},
	])('describes a new alert: $text', ({ body, text }) => {
		expect(summary(create, body)).toBe(`Create alert ${text}`);
	});

	it('names the service of managed ClickStack', () => {
		const managed = { authentication: 'cloudApiKey', serviceId: '5b7e' };
		expect(summary(create, NEW, managed)).toContain(' of service 5b7e;');
	});

	it('shows a name chosen from a list only for its own ID', () => {
		const inTile = { dashboardId: 'd-1', 'dashboardId.name': 'Shop' };
		expect(summary(create, NEW, inTile)).toContain('Dashboard "Shop" (d-1), Tile t-1');
		const other = { ...inTile, dashboardId: 'd-2' };
		expect(summary(create, NEW, other)).toContain('Dashboard d-1, Tile t-1');
	});

	const EMAIL = { type: 'email', emailRecipients: ['a@b.cd'] };
	const channels = [hook('w-1'), EMAIL, hook('w-2')];
	const record = { ...NEW, id: 'a-1', name: 'N', note: 'n', channels };

	it.each<{ body: JsonObject; text: string }>([
		{ body: { ...NEW, name: 'N', note: 'n', channels }, text: 'no change' },
		{
			body: { ...NEW, name: 'N' },
			text: 'clears Note, Webhook IDs from (a@b[.]cd, w-2, w-1) to (w-1)',
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
			text: 'Webhook IDs from (w-1, a@b[.]cd, w-2) to (w-3), Watch from tile to saved_search, Condition from above to not_between, Note from n to new, Threshold Max 20, Saved Search s-1',
		},
		{
			body: { ...NEW, name: 'N', note: 'n', channels, thresholdMax: null },
			text: 'clears Threshold Max',
		},
	])('lists lost values first: $text', ({ body, text }) => {
		const stored = { ...record, thresholdMax: body.thresholdMax === null ? 7 : undefined };
		const request = { method: 'PUT', path: '/x', body } as const;
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toBe(
			`Update alert a-1: ${text}`,
		);
	});

	it('names a lost recipient that only channel contains, not channels', () => {
		const stored = { ...NEW, id: 'a-1', channels: [EMAIL, hook('w-2')] };
		const body = { ...NEW, channel: hook('w-2') };
		const request = { method: 'PUT', path: '/x', body } as const;
		expect(summaryFor(update, { alertId: 'a-1' }, { request, record: stored })).toContain(
			' from (w-1, a@b[.]cd, w-2) to (w-2)',
		);
	});
});
