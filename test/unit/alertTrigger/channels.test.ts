import {
	addChannel,
	alertName,
	notifies,
	removeChannel,
} from '../../../nodes/CloudAlertTrigger/channels';
import type { JsonObject } from '../../../nodes/engine/json';

const channel = (webhookId: string) => ({ type: 'webhook', webhookId });
const EMAIL = { type: 'email', emailRecipients: ['ada@example.com'], severity: null };
const ALERT: JsonObject = {
	...{ id: 'a1', source: 'tile', dashboardId: 'd1', tileId: 't1', threshold: 0, interval: '5m' },
	...{ state: 'ALERT', teamId: 'x', silenced: { by: 'ada' }, executionErrors: [], note: null },
	...{ createdAt: 'c', updatedAt: 'u', name: 'High', tags: [], chartConfig: { where: null } },
	channel: channel('w1'),
	channels: [channel('w1')],
};
const KEPT = {
	...{ source: 'tile', dashboardId: 'd1', tileId: 't1', threshold: 0, interval: '5m' },
	...{ name: 'High', tags: [], chartConfig: { where: null } },
};
const anyKnown = () => true;

function bodyOf(change: ReturnType<typeof addChannel>): JsonObject {
	if (change === undefined || 'refusal' in change) throw new Error(JSON.stringify(change));
	return change.body;
}

function refusalOf(change: ReturnType<typeof addChannel>): string {
	if (change === undefined || 'body' in change) throw new Error(JSON.stringify(change));
	return change.refusal.message;
}

describe('an alert that gets the webhook', () => {
	it("keeps everything except the API's own keys, and each channel unchanged", () => {
		const alert = { ...ALERT, channels: [channel('w1'), EMAIL] };
		const channels = [channel('w1'), EMAIL, channel('own')];
		expect(bodyOf(addChannel(alert, 'own', anyKnown))).toEqual({ ...KEPT, channels });
	});

	it('is written without the single channel, even if that differs', () => {
		expect(bodyOf(addChannel(ALERT, 'own', anyKnown))).not.toHaveProperty('channel');
		const alert = { ...ALERT, channels: [], channel: channel('w9') };
		expect(bodyOf(addChannel(alert, 'own', anyKnown))['channels']).toEqual([channel('own')]);
	});

	it.each([
		['as its first channel', [channel('own'), channel('w1')]],
		['as a further one', [channel('w1'), channel('own')]],
		[
			'as one of ten',
			[...Array.from({ length: 9 }, (_, n) => channel(`w${String(n)}`)), channel('own')],
		],
	])('needs no change if it has it %s', (_place, channels) => {
		expect(addChannel({ ...ALERT, channels }, 'own', () => false)).toBeUndefined();
	});

	it.each<[string, RegExp, JsonObject]>([
		['a server with one channel', /supports only one channel/, { channels: undefined }],
		[
			'ten channels',
			/has 10 channels/,
			{ channels: Array.from({ length: 10 }, (_, n) => channel(`w${String(n)}`)) },
		],
		[
			'a channel without a webhook',
			/\(gone\) was deleted/,
			{ channels: [channel('w1'), channel('gone')] },
		],
	])('is refused for %s', (_reason, text, changes) => {
		const isKnown = (id: string) => id !== 'gone';
		expect(refusalOf(addChannel({ ...ALERT, ...changes }, 'own', isKnown))).toMatch(text);
		expect(refusalOf(addChannel({ ...ALERT, ...changes }, undefined, isKnown))).toMatch(text);
	});

	it('can have nine channels, and one by email', () => {
		const channels = [EMAIL, ...Array.from({ length: 8 }, (_, n) => channel(`w${String(n)}`))];
		const body = bodyOf(addChannel({ ...ALERT, channels }, 'own', (id) => id.startsWith('w')));
		expect(body['channels']).toHaveLength(10);
	});
});

describe('an alert that loses the webhook', () => {
	it('keeps the other channels in their order', () => {
		const channels = [channel('own'), EMAIL, channel('w1')];
		const body = bodyOf(removeChannel({ ...ALERT, channels, channel: channel('own') }, 'own'));
		expect(body).toEqual({ ...KEPT, channels: [EMAIL, channel('w1')] });
	});

	it('needs nothing if it never had it', () => {
		expect(removeChannel(ALERT, 'own')).toBeUndefined();
	});

	it.each([
		['its list', { channels: [channel('own')], channel: channel('own') }],
		['a server with one channel', { channels: undefined, channel: channel('own') }],
	])('is refused if it is the only channel of %s', (_case, changes) => {
		expect(refusalOf(removeChannel({ ...ALERT, ...changes }, 'own'))).toMatch(/only channel/);
	});
});

it('counts as notifying by either key', () => {
	expect(notifies({ channel: channel('own') }, 'own')).toBe(true);
	expect(notifies({ channels: [EMAIL, channel('own')] }, 'own')).toBe(true);
	expect(notifies({ channel: null, channels: [EMAIL, null, 'own'] }, 'own')).toBe(false);
});

it('is called by its name and ID', () => {
	expect(alertName({ id: 'a1', name: 'Old', displayName: 'New' })).toBe('alert "New" (a1)');
	expect(alertName({ id: 'a1', name: 'Old', displayName: null })).toBe('alert "Old" (a1)');
	expect(alertName({ id: 'a1', name: ' ' })).toBe('alert a1');
});
