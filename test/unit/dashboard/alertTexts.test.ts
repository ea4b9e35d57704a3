import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudDashboard/resources';
import { alertOutput, unnamedAlertText } from '../../../nodes/clickStack/alerts';
import { withoutAbsent } from '../../../nodes/engine/json';
import { plainText } from '../../../nodes/engine/summary/plainText';

const ALERT = { source: 'tile', thresholdType: 'above', threshold: 10, interval: '5m' };

describe('unnamedAlertText', () => {
	it.each([
		[ALERT, 'alert on a dashboard tile (at or above 10 every 5m)'],
		[
			{ ...ALERT, source: 'saved_search', thresholdType: 'between', thresholdMax: 20 },
			'alert on a saved search (between 10 and 20 every 5m)',
		],
		[{ ...ALERT, source: 'log', thresholdType: 'near' }, 'alert (near 10 every 5m)'],
		[{ source: 'tile' }, undefined],
	])('describes %j: %s', (alert, text) => {
		const unnamed = unnamedAlertText(alert);
		expect(unnamed && plainText(unnamed)).toBe(text);
	});
});

describe('alertOutput', () => {
	const { simplify } = alertOutput('', 'source tileId condition threshold channelType id');
	const hook = { type: 'webhook', webhookId: 'h' };
	const email = { type: 'email', emailRecipients: ['ada@example.com'] };

	it.each<{ alert: IDataObject; condition: string | null; channelType: string | null }>([
		{
			alert: { ...ALERT, channel: hook },
			condition: 'at or above 10',
			channelType: 'webhook',
		},
		{
			alert: {
				...ALERT,
				thresholdType: 'between',
				thresholdMax: 20,
				channels: [hook, email, hook],
			},
			condition: 'between 10 and 20',
			channelType: 'webhook, email',
		},
		{ alert: { source: 'tile', channel: { webhookId: 'h' } }, condition: null, channelType: null },
	])('describes $alert', ({ alert, condition, channelType }) => {
		const row = simplify(alert);
		expect(Object.keys(row)).toEqual([
			'source',
			'tileId',
			'condition',
			'threshold',
			'channelType',
			'id',
		]);
		expect(row).toMatchObject({ source: 'tile', tileId: null, condition, channelType });
	});

	it.each([
		{ ...ALERT, dashboardId: 'd', tileId: 't' },
		{ ...ALERT, source: 'saved_search', savedSearchId: 's' },
	])('tells what an unnamed alert watches in Alert → Get Many: %j', (watching) => {
		const { toItem } = operations.alert.getAll.output ?? {};
		const record: IDataObject = { ...watching, id: 'a', state: 'ALERT', channel: hook };
		const outputAs = (output: string) => toItem?.(record, { output }, {});
		expect(outputAs('simplified')).toMatchObject({
			...withoutAbsent(watching, ['thresholdType']),
			condition: 'at or above 10',
			channelType: 'webhook',
		});
		expect(outputAs('raw')).toEqual(record);
	});
});
