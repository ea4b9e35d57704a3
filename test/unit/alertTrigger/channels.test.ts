import {
	addChannel,
	alertName,
	notifies,
	removeChannel,
} from '../../../nodes/CloudAlertTrigger/channels';
import type { JsonObject } from '../../../nodes/engine/json';

const EMAIL = { type: 'email', emailRecipients: ['ada@example.com'], severity: null };

/** What people have set in an alert. */
const SETTINGS = {
	source: 'tile',
	dashboardId: 'd1',
	tileId: 't1',
	threshold: 0,
	interval: '5m',
	name: 'High',
	tags: [],
	chartConfig: { where: null },
};
const ALERT: JsonObject = {
	...SETTINGS,
	id: 'a1',
	state: 'ALERT',
	teamId: 'x',
	silenced: { by: 'ada' },
	executionErrors: [],
	note: null,
	createdAt: 'c',
	updatedAt: 'u',
	channel: channel('w1'),
	channels: [channel('w1')],
};
const anyKnown = () => true;

function channel(webhookId: string) {
	return { type: 'webhook', webhookId };
}

function numbered(count: number) {
	return Array.from({ length: count }, (_, n) => channel(`w${String(n)}`));
}

describe('an alert that gets the webhook', () => {
	it("keeps its settings and each channel, without the API's own keys", () => {
		const alert = { ...ALERT, channels: [channel('w1'), EMAIL] };
		const channels = [channel('w1'), EMAIL, channel('own')];
		expect(addChannel(alert, 'own', anyKnown)).toEqual({ body: { ...SETTINGS, channels } });
	});

	it.each([
		{ place: 'as its first channel', channels: [channel('own'), channel('w1')] },
		{ place: 'as one of ten', channels: [...numbered(9), channel('own')] },
	])('needs no change if it has it $place', ({ channels }) => {
		expect(addChannel({ ...ALERT, channels }, 'own', () => false)).toBeUndefined();
	});

	it.each<{ reason: string; change: JsonObject; message: RegExp }>([
		{
			reason: 'a server with one channel',
			change: { channels: undefined },
			message: /supports only one channel/,
		},
		{ reason: 'ten channels', change: { channels: numbered(10) }, message: /has 10 channels/ },
		{
			reason: 'a channel without a webhook',
			change: { channels: [channel('w1'), channel('gone')] },
			message: /\(gone\) was deleted/,
		},
	])('is refused for $reason, whether or not the webhook exists', ({ change, message }) => {
		const refusal = { message: expect.stringMatching(message) as unknown };
		for (const webhookId of ['own', undefined]) {
			const added = addChannel({ ...ALERT, ...change }, webhookId, (id) => id !== 'gone');
			expect(added).toMatchObject({ refusal });
		}
	});

	it('can have nine channels, and one by email', () => {
		const alert = { ...ALERT, channels: [EMAIL, ...numbered(8)] };
		const channels = [EMAIL, ...numbered(8), channel('own')];
		const isKnown = (id: string) => id.startsWith('w');
		expect(addChannel(alert, 'own', isKnown)).toMatchObject({ body: { channels } });
	});
});

describe('an alert that loses the webhook', () => {
	it('keeps the other channels in their order', () => {
		const channels = [channel('own'), EMAIL, channel('w1')];
		const alert = { ...ALERT, channels, channel: channel('own') };
		const body = { ...SETTINGS, channels: [EMAIL, channel('w1')] };
		expect(removeChannel(alert, 'own')).toEqual({ body });
	});

	it('needs nothing if it never had it', () => {
		expect(removeChannel(ALERT, 'own')).toBeUndefined();
	});

	it.each([
		{ where: 'its list', channels: [channel('own')] },
		{ where: 'a server with one channel', channels: undefined },
	])('is refused if it is the only channel of $where', ({ channels }) => {
		const removed = removeChannel({ ...ALERT, channels, channel: channel('own') }, 'own');
		const message: unknown = expect.stringMatching(/only channel/);
		expect(removed).toMatchObject({ refusal: { message } });
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
