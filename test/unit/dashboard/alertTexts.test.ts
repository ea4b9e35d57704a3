import { unnamedAlertText } from '../../../nodes/clickStack/alerts';
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
