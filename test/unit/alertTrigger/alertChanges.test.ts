import fc from 'fast-check';
import type { NewChannel } from '../../../nodes/CloudAlertTrigger/alertChanges';
import {
	withChannelAdded,
	alertName,
	withChannelRemoved,
} from '../../../nodes/CloudAlertTrigger/alertChanges';
import type { JsonObject } from '../../../nodes/engine/json';

const EMAIL = { type: 'email', emailRecipients: ['ada@example.com'], severity: null };
const OWN = channel('own');
const OTHERS = [EMAIL, channel('w1')];

/** People made these settings in the alert. */
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

function recipient(changes: Partial<NewChannel> = {}): NewChannel {
	const none = { existingIds: new Set(KNOWN), removableIds: new Set() };
	return { webhookId: 'own', ...none, ...changes };
}

describe('alertChanges.ts', () => {
	it.each([null, undefined, channel('test')])(
		"sets a single-channel server's channel if it is %j",
		(single) => {
			const alert = { ...ALERT, channels: undefined, channel: single };
			const added = withChannelAdded(alert, recipient({ removableIds: new Set(['test']) }));
			expect(added).toEqual({ body: { ...SETTINGS, channel: OWN } });
		},
	);

	it.each([
		{ where: 'in its list', channels: [OWN] },
		{ where: 'on a server with one channel', channels: undefined },
	])("refuses to remove an alert's only channel $where", ({ channels }) => {
		const removed = withChannelRemoved({ ...ALERT, channels, channel: OWN }, 'own');
		const message: unknown = expect.stringMatching(/only channel/);
		expect(removed).toMatchObject({ refusal: { message } });
	});

	it.each([null, 'x', {}, [null, OWN, channel('w1')]])(
		"doesn't change an alert whose channels it can't read: %j",
		(channels) => {
			const refusal = {
				message:
					'The node couldn\'t read "channels" in the API\'s response for the alert "High" (a1).',
			};
			const alert = { ...ALERT, channels, channel: OWN };
			expect(withChannelAdded(alert, recipient({ webhookId: 'w2' }))).toMatchObject({ refusal });
			expect(withChannelRemoved(alert, 'own')).toMatchObject({ refusal });
		},
	);

	it('keeps every channel once, whether channel or channels contains it', () => {
		const all = fc.uniqueArray(fc.constantFrom(EMAIL, ...numbered(8)), { minLength: 1 });
		fc.assert(
			fc.property(all, fc.boolean(), fc.boolean(), (channels, isListed, hasSingle) => {
				const listed = isListed ? channels : channels.slice(1);
				const single = hasSingle || !isListed ? channels[0] : null;
				const change = withChannelAdded(
					{ ...ALERT, channel: single, channels: listed },
					recipient(),
				);
				expect(change).toEqual({ body: { ...SETTINGS, channels: [...channels, OWN] } });
			}),
		);
	});

	it("keeps the settings of an alert's other channels", () => {
		const severe = { ...channel('w1'), severity: 'critical', slackChannelId: 'C1' };
		const alert = { ...ALERT, channel: severe, channels: [severe, EMAIL] };
		const all = [severe, EMAIL, OWN];
		expect(withChannelAdded(alert, recipient())).toEqual({ body: { ...SETTINGS, channels: all } });
		const removed = withChannelRemoved({ ...alert, channels: all }, 'own');
		expect(removed).toEqual({ body: { ...SETTINGS, channels: [severe, EMAIL] } });
	});

	it.each([4, 5, 60])(
		"preserves an alert's schedule offset of %i minutes",
		(scheduleOffsetMinutes) => {
			const alert = { ...ALERT, scheduleOffsetMinutes, scheduleStartAt: null, thresholdMax: 9 };
			// The API keeps what the body omits.
			const added = withChannelAdded(alert, recipient());
			expect(added).toEqual({ body: { ...SETTINGS, channels: [...OTHERS, OWN] } });
			const removed = withChannelRemoved({ ...alert, channels: [...OTHERS, OWN] }, 'own');
			expect(removed).toEqual({ body: { ...SETTINGS, channels: OTHERS } });
		},
	);

	it('identifies an alert by its display name and ID', () => {
		expect(alertName({ id: 'a1', name: 'Old', displayName: 'New' })).toBe('alert "New" (a1)');
		expect(alertName({ id: 'a1', name: 'Old', displayName: null })).toBe('alert "Old" (a1)');
		expect(alertName({ id: 'a1', name: ' ' })).toBe('alert a1');
	});
});
