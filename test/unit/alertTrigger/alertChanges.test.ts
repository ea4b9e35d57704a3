import fc from 'fast-check';
import type { NewChannel } from '../../../nodes/CloudAlertTrigger/alertChanges';
import type { IHookFunctions } from 'n8n-workflow';

import { removeFromAlerts, withChannelAdded } from '../../../nodes/CloudAlertTrigger/alertChanges';
import { RecordClient } from '../../../nodes/CloudAlertTrigger/recordClient';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { Session } from '../../../nodes/engine/execution/session';
import type { JsonObject } from '../../../nodes/engine/json';
import { asObject } from '../../../nodes/engine/parameters/values';
import { fakeContext, fakeExecution, json } from '../core/fakes';
import { openClient } from '../core/http/openClient';

const ID = '65f5e4a3b9e77c001a123456';
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
	id: ID,
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

const KNOWN = [...numbered(10), OWN].map(({ webhookId }) => ({ id: webhookId }));

function recipient(changes: Partial<NewChannel> = {}): NewChannel {
	return { webhookId: 'own', webhooks: KNOWN, removableIds: new Set(), ...changes };
}

/** The body that removes the webhook, or the reason why none was sent. */
async function withoutOwn(alert: JsonObject) {
	const bodies: unknown[] = [];
	const { client } = openClient([], {
		transport: async ({ body }) => {
			if (body !== undefined) bodies.push(body);
			return await Promise.resolve(json({ data: { ...alert, ...asObject(bodies[0]) } }));
		},
	});
	const { context, logged } = fakeContext();
	const session = new Session(fakeExecution({ api: dashboardApi }), client);
	const setup = {
		client: new RecordClient(session, {}, context),
		context: context as unknown as IHookFunctions,
	};
	const failedIds = await removeFromAlerts(setup, [ID], 'own');
	expect(failedIds).toEqual(bodies.length === 0 ? [ID] : []);
	const [reason] = logged.map(([, message]) => message);
	return bodies.length === 0 ? { reason } : { body: bodies[0] };
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
	])("rejects removing an alert's only channel $where", async ({ channels }) => {
		const { reason } = await withoutOwn({ ...ALERT, channels, channel: OWN });
		expect(reason).toMatch(/only channel/);
	});

	it.each([null, 'x', {}, [null, OWN, channel('w1')]])(
		"doesn't change an alert whose channels it can't read: %j",
		async (channels) => {
			const message = `The node couldn't read "channels" in the API's response for the alert "High" (${ID}).`;
			const alert = { ...ALERT, channels, channel: OWN };
			expect(withChannelAdded(alert, recipient({ webhookId: 'w2' }))).toMatchObject({
				refusal: { message },
			});
			expect((await withoutOwn(alert)).reason).toContain(message);
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

	it('ignores the case of the IDs in channels', async () => {
		const alertOf = (...ids: string[]) => ({ ...ALERT, channel: null, channels: ids.map(channel) });
		expect(withChannelAdded(alertOf('OWN'), recipient())).toBeUndefined();
		const removableIds = new Set(['test']);
		expect(withChannelAdded(alertOf('W1', 'TEST'), recipient({ removableIds }))).toEqual({
			body: { ...SETTINGS, channels: [channel('W1'), OWN] },
		});
		const refused = withChannelAdded(alertOf('Gone'), recipient());
		expect(JSON.stringify(refused)).toContain('(Gone) was deleted');
		expect(await withoutOwn(alertOf('Own', 'W1'))).toEqual({
			body: { ...SETTINGS, channels: [channel('W1')] },
		});
	});

	it("keeps the settings of an alert's other channels", async () => {
		const severe = { ...channel('w1'), severity: 'critical', slackChannelId: 'C1' };
		const alert = { ...ALERT, channel: severe, channels: [severe, EMAIL] };
		const all = [severe, EMAIL, OWN];
		expect(withChannelAdded(alert, recipient())).toEqual({ body: { ...SETTINGS, channels: all } });
		const removed = await withoutOwn({ ...alert, channels: all });
		expect(removed).toEqual({ body: { ...SETTINGS, channels: [severe, EMAIL] } });
	});

	it.each([4, 5, 60])(
		"preserves an alert's schedule offset of %i minutes",
		async (scheduleOffsetMinutes) => {
			const alert = { ...ALERT, scheduleOffsetMinutes, scheduleStartAt: null, thresholdMax: 9 };
			// The API keeps what the body omits.
			const added = withChannelAdded(alert, recipient());
			expect(added).toEqual({ body: { ...SETTINGS, channels: [...OTHERS, OWN] } });
			const removed = await withoutOwn({ ...alert, channels: [...OTHERS, OWN] });
			expect(removed).toEqual({ body: { ...SETTINGS, channels: OTHERS } });
		},
	);

	it('identifies an alert by its display name and ID', () => {
		const refused = (names: JsonObject) =>
			withChannelAdded({ ...ALERT, channels: numbered(10), ...names }, recipient());
		const refusal = (name: string) => ({
			refusal: { message: `The ${name} already has 10 channels, the maximum.` },
		});
		expect(refused({ name: 'Old', displayName: 'New' })).toMatchObject(
			refusal(`alert "New" (${ID})`),
		);
		expect(refused({ name: 'Old', displayName: null })).toMatchObject(
			refusal(`alert "Old" (${ID})`),
		);
		expect(refused({ name: ' ' })).toMatchObject(refusal(`alert ${ID}`));
	});

	it.each([
		{ name: 'Errors at https://ada:canary@a.example', shown: 'Errors at https://***@a.example' },
		{ name: `https://ada:${'canary'.repeat(20)}@a.example`, shown: 'https://***@a.example' },
		{ name: 'Errors\n at https://a.example/x', shown: 'Errors at https://a.example/x' },
	])('shows the alert name $name as $shown', ({ name, shown }) => {
		const change = withChannelAdded({ ...ALERT, channels: numbered(10), name }, recipient());
		const message = `The alert "${shown}" (${ID}) already has 10 channels, the maximum.`;
		expect(change).toMatchObject({ refusal: { message } });
	});
});
