import fc from 'fast-check';
import type { AddedWebhook } from '../../../nodes/CloudAlertTrigger/channels';
import { addChannel, alertName, removeChannel } from '../../../nodes/CloudAlertTrigger/channels';
import type { JsonObject } from '../../../nodes/engine/json';

const EMAIL = { type: 'email', emailRecipients: ['ada@example.com'], severity: null };
const OWN = channel('own');
const OTHERS = [EMAIL, channel('w1')];

/** Settings that people have made in an alert. */
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

const KNOWN = [...numbered(10), OWN].map(({ webhookId }) => webhookId);

/** The webhook "own", with changes. */
function recipient(changes: Partial<AddedWebhook> = {}): AddedWebhook {
	const none = { existingIds: new Set(KNOWN), leftovers: new Set(), elsewhere: [] };
	return { webhookId: 'own', ...none, ...changes };
}

describe('channels.ts', () => {
	it("keeps an alert's settings and other channels", () => {
		const added = { ...SETTINGS, channels: [...OTHERS, OWN] };
		expect(addChannel(ALERT, recipient())).toEqual({ body: added });
		const notifying = { ...ALERT, channel: OWN, channels: [OWN, ...OTHERS] };
		expect(removeChannel(notifying, 'own')).toEqual({ body: { ...SETTINGS, channels: OTHERS } });
	});

	it.each<{ reason: string; channels?: JsonObject[]; message: RegExp }>([
		{ reason: 'a server with one channel', message: /supports only one channel/ },
		{ reason: 'ten channels', channels: numbered(10), message: /has 10 channels/ },
		{
			reason: 'a channel whose webhook is gone',
			channels: [channel('w1'), channel('gone')],
			message: /\(gone\) was deleted/,
		},
	])('refuses to add the webhook because of $reason', ({ channels, message }) => {
		for (const webhookId of ['own', undefined]) {
			const added = addChannel({ ...ALERT, channels }, recipient({ webhookId }));
			expect(added).toMatchObject({
				refusal: { message: expect.stringMatching(message) as unknown },
			});
		}
	});

	it.each([null, undefined, channel('test')])(
		"sets a single-channel server's channel if it is %j",
		(single) => {
			const alert = { ...ALERT, channels: undefined, channel: single };
			const added = addChannel(alert, recipient({ leftovers: new Set(['test']) }));
			expect(added).toEqual({ body: { ...SETTINGS, channel: OWN } });
		},
	);

	it.each([
		{ where: 'in its list', channels: [OWN] },
		{ where: 'on a server with one channel', channels: undefined },
	])("refuses to remove an alert's only channel $where", ({ channels }) => {
		const removed = removeChannel({ ...ALERT, channels, channel: OWN }, 'own');
		const message: unknown = expect.stringMatching(/only channel/);
		expect(removed).toMatchObject({ refusal: { message } });
	});

	it.each([null, 'x', {}, [null, OWN, channel('w1')]])(
		"changes no alert whose channels it can't read: %j",
		(channels) => {
			const refusal = {
				message:
					'The node couldn\'t read "channels" in the API\'s response for the alert "High" (a1).',
			};
			const alert = { ...ALERT, channels, channel: OWN };
			expect(addChannel(alert, recipient({ webhookId: 'w2' }))).toMatchObject({ refusal });
			expect(removeChannel(alert, 'own')).toMatchObject({ refusal });
		},
	);

	it('keeps every channel once, whether channel or channels contains it', () => {
		const all = fc.uniqueArray(fc.constantFrom(EMAIL, ...numbered(8)), { minLength: 1 });
		fc.assert(
			fc.property(all, fc.boolean(), fc.boolean(), (channels, isListed, hasSingle) => {
				const listed = isListed ? channels : channels.slice(1);
				const single = hasSingle || !isListed ? channels[0] : null;
				const change = addChannel({ ...ALERT, channel: single, channels: listed }, recipient());
				expect(change).toEqual({ body: { ...SETTINGS, channels: [...channels, OWN] } });
			}),
		);
	});

	it('names an earlier webhook that takes one of ten places', () => {
		const elsewhere = [{ id: 'w3', name: 'n8n: Shop', url: 'https://old.example.com/x' }];
		const alert = { ...ALERT, channel: channel('w0'), channels: numbered(10) };
		const description: unknown = expect.stringMatching(
			/remove the webhook "n8n: Shop" \(w3\), leading to https:\/\/old\.example\.com\/x\.$/,
		);
		expect(addChannel(alert, recipient({ elsewhere }))).toMatchObject({ refusal: { description } });
		const [other] = elsewhere.map((webhook) => ({ ...webhook, id: 'w10' }));
		const text = JSON.stringify(addChannel(alert, recipient({ elsewhere: other ? [other] : [] })));
		expect(text).not.toContain('old.example.com');
	});

	it('names an alert by its display name and ID', () => {
		expect(alertName({ id: 'a1', name: 'Old', displayName: 'New' })).toBe('alert "New" (a1)');
		expect(alertName({ id: 'a1', name: 'Old', displayName: null })).toBe('alert "Old" (a1)');
		expect(alertName({ id: 'a1', name: ' ' })).toBe('alert a1');
	});
});
