import {
	addChannel,
	alertName,
	notifies,
	removeChannel,
} from '../../../nodes/CloudAlertTrigger/channels';
import type { JsonObject } from '../../../nodes/engine/json';

const EMAIL = { type: 'email', emailRecipients: ['ada@example.com'], severity: null };
const OWN = channel('own');
const OTHERS = [EMAIL, channel('w1')];

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
	channel: EMAIL,
	channels: OTHERS,
};

function channel(webhookId: string) {
	return { type: 'webhook', webhookId };
}

function numbered(count: number) {
	return Array.from({ length: count }, (_, n) => channel(`w${String(n)}`));
}

function isKnown(id: string): boolean {
	return id !== 'gone';
}

describe('an alert', () => {
	it("keeps its settings and other channels, without the API's own keys", () => {
		const added = { ...SETTINGS, channels: [...OTHERS, OWN] };
		expect(addChannel(ALERT, 'own', isKnown)).toEqual({ body: added });
		const notifying = { ...ALERT, channel: OWN, channels: [OWN, ...OTHERS] };
		expect(removeChannel(notifying, 'own')).toEqual({ body: { ...SETTINGS, channels: OTHERS } });
	});

	it('needs no change if it has, or never had, the webhook', () => {
		const channels = [...numbered(9), OWN];
		expect(addChannel({ ...ALERT, channels }, 'own', isKnown)).toBeUndefined();
		expect(removeChannel(ALERT, 'own')).toBeUndefined();
	});

	it('can get the webhook as its tenth channel', () => {
		const channels = [EMAIL, ...numbered(8)];
		const body = { ...SETTINGS, channels: [...channels, OWN] };
		expect(addChannel({ ...ALERT, channels }, 'own', isKnown)).toEqual({ body });
	});

	it.each<{ reason: string; channels?: JsonObject[]; message: RegExp }>([
		{ reason: 'a server with one channel', message: /supports only one channel/ },
		{ reason: 'ten channels', channels: numbered(10), message: /has 10 channels/ },
		{
			reason: 'a channel whose webhook is gone',
			channels: [channel('w1'), channel('gone')],
			message: /\(gone\) was deleted/,
		},
	])('gets no webhook, even before there is one, because of $reason', ({ channels, message }) => {
		for (const webhookId of ['own', undefined]) {
			const added = addChannel({ ...ALERT, channels }, webhookId, isKnown);
			expect(added).toMatchObject({
				refusal: { message: expect.stringMatching(message) as unknown },
			});
		}
	});

	it.each([
		{ where: 'in its list', channels: [OWN] },
		{ where: 'on a server with one channel', channels: undefined },
	])('does not lose its only channel $where', ({ channels }) => {
		const removed = removeChannel({ ...ALERT, channels, channel: OWN }, 'own');
		const message: unknown = expect.stringMatching(/only channel/);
		expect(removed).toMatchObject({ refusal: { message } });
	});

	it('notifies a webhook by either key', () => {
		expect(notifies({ channel: OWN, channels: [EMAIL] }, 'own')).toBe(true);
		expect(notifies({ channels: [EMAIL, OWN] }, 'own')).toBe(true);
		expect(notifies({ channel: null, channels: [EMAIL, null, 'own'] }, 'own')).toBe(false);
	});

	it('is called by its name and ID', () => {
		expect(alertName({ id: 'a1', name: 'Old', displayName: 'New' })).toBe('alert "New" (a1)');
		expect(alertName({ id: 'a1', name: 'Old', displayName: null })).toBe('alert "Old" (a1)');
		expect(alertName({ id: 'a1', name: ' ' })).toBe('alert a1');
	});
});
