import {
	createAlert,
	updateAlert,
} from '../../../nodes/CloudDashboard/actions/alert/write.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { validateRequest } from '../../contract';
import { CLICKSTACK_IDS as IDS } from '../../emulator';
import { codes, contextOf } from '../management/context';

const { alertId, dashboardId, tileId, savedSearchId, webhookId, secondWebhookId } = IDS;
const rule = { thresholdType: 'above', threshold: 0, thresholdMax: '', interval: '5m' };
const onTile: Parameters = { source: 'tile', dashboardId, tileId, ...rule, webhookIds: webhookId };
const hook = (id: string) => ({ type: 'webhook', webhookId: id });

const create = (changes: Parameters = {}) =>
	createAlert.plan({ ...onTile, ...changes }, contextOf());

describe('an alert that is created', () => {
	it.each<[Parameters, object]>([
		[{}, { source: 'tile', dashboardId, tileId, threshold: 0, channel: hook(webhookId) }],
		[
			{ source: 'saved_search', savedSearchId, webhookIds: `${webhookId}, ${secondWebhookId}` },
			{ savedSearchId, channels: [hook(webhookId), hook(secondWebhookId)] },
		],
		[
			{
				thresholdType: 'between',
				threshold: 1.5,
				thresholdMax: 2,
				webhookIds: [webhookId, webhookId],
			},
			{ thresholdType: 'between', threshold: 1.5, thresholdMax: 2, channel: hook(webhookId) },
		],
		[
			{ additionalFields: { name: ' N ', message: '', additionalMembers: '{"note":"n"}' } },
			{ name: 'N', note: 'n' },
		],
	])('%# sends what ClickStack takes', (changes, body) => {
		const { request, issues } = create(changes);
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject(body);
		const { method, path } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body: request.body })).toEqual([]);
	});

	it.each<[Parameters, string[]]>([
		[{ dashboardId: '', tileId: '' }, ['dashboardId needed', 'tileId needed']],
		[{ source: 'saved_search' }, ['savedSearchId needed']],
		[{ threshold: '' }, ['threshold empty']],
		[{ thresholdType: 'between' }, ['thresholdMax needed']],
		[{ thresholdType: 'between', threshold: 3, thresholdMax: 2 }, ['thresholdMax tooSmall']],
		[{ interval: '2m' }, ['interval unlisted']],
		[{ webhookIds: ' , ' }, ['webhookIds empty']],
		[{ webhookIds: { a: 1 } }, ['webhookIds notList']],
	])('%# is refused by the names of its fields', (changes, expected) => {
		expect(codes(create(changes).issues)).toEqual(expected);
	});

	it('leaves another interval to the API where that is allowed', () => {
		expect(create({ interval: '30s', options: { allowUnlisted: true } }).issues).toEqual([]);
	});
});

describe('an alert that is updated', () => {
	const kept = {
		...{ source: 'tile', dashboardId, tileId, threshold: 9, thresholdType: 'above' },
		...{ interval: '1h', name: 'N', note: null },
		...{ channel: hook(webhookId), channels: [hook(webhookId), hook(secondWebhookId)] },
	};
	const current = { id: alertId, ...kept, state: 'ALERT', createdAt: 'x' };
	const keep = { source: 'keep', thresholdType: 'keep', interval: 'keep', threshold: '' };
	const update = (changes: Parameters = {}) =>
		updateAlert.plan({ alertId, ...keep, currentAlert: current, ...changes }, contextOf());

	it.each<[Parameters, object]>([
		[{}, {}],
		[{ threshold: 5 }, { threshold: 5 }],
		[{ interval: '1d' }, { interval: '1d' }],
		[{ webhookIds: secondWebhookId }, { channel: hook(secondWebhookId), channels: undefined }],
		[
			{ source: 'saved_search', savedSearchId },
			{ source: 'saved_search', savedSearchId, dashboardId: undefined, tileId: undefined },
		],
	])('%# keeps what the fields leave open', (changes, expected) => {
		const { request, issues } = update(changes);
		expect(issues).toEqual([]);
		expect(request).toEqual({
			method: 'PUT',
			path: `/api/v2/alerts/${alertId}`,
			body: JSON.parse(JSON.stringify({ ...kept, ...expected })) as unknown,
		});
	});

	it('needs everything without it', () => {
		expect(codes(update({ currentAlert: '' }).issues)).toEqual([
			...['source empty', 'thresholdType empty', 'threshold empty', 'interval empty'],
			'webhookIds empty',
		]);
	});

	it('refuses another alert, and says that alone', () => {
		const { issues } = update({ currentAlert: { ...current, id: dashboardId } });
		expect(codes(issues)).toEqual(['currentAlert otherCurrent']);
	});
});
