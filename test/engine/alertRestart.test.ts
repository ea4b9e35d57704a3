import type { INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { skipWaits } from '../skipWaits';
import {
	channelTo,
	FIRST,
	PAGER,
	SEARCH_ALERT,
	SECOND,
	withAlertStage,
} from './harness/alertStage';
import type { WebhookNode } from './harness/webhookNode';

const { dashboardId } = CLICKSTACK_IDS;
const THIRD = FIRST.replace(/1$/, '3');
const RESTARTS = ['init', 'leadershipChange'] as const;
const BY_PEOPLE = ['create', 'activate', 'update'] as const;

const stage = withAlertStage();
skipWaits();

/** The workflow has three alerts. */
async function published(access: INodeParameters = {}): Promise<WebhookNode> {
	stage.state.clickStack.alerts.set({ ...SEARCH_ALERT, id: THIRD });
	const node = await stage.node({ alertIds: [FIRST, SECOND, THIRD], ...access });
	await node.publish();
	stage.clearLog();
	return node;
}

function ownId(): unknown {
	return stage.webhooks()[0]?.['id'];
}

describe.each(stage.apis)('CloudAlertTrigger.checkExists with $api', ({ access }) => {
	it.each(RESTARTS)('keeps the other alerts during %s if one alert was deleted', async (mode) => {
		const node = await published(access());
		const id = ownId();
		stage.state.clickStack.alerts.delete(SECOND);
		await node.restart(mode);
		expect(node.logged.join()).toMatch(new RegExp(`There is no alert with the ID "${SECOND}"`));
		expect(ownId()).toBe(id);
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, id]);
		expect(stage.notifiedBy(THIRD)).toEqual([PAGER, id]);
		expect(stage.changes()).not.toContain('DELETE webhooks');
	});

	it.each(BY_PEOPLE)('fails during %s if a chosen alert was deleted', async (mode) => {
		const node = await published(access());
		await node.unpublish();
		stage.state.clickStack.alerts.delete(SECOND);
		const before = stage.everything();
		await expect(node.publish(mode)).rejects.toThrow(/There is no alert with the ID/);
		expect(stage.everything()).toEqual(before);
	});

	it('names every deleted alert', async () => {
		const node = await published(access());
		await node.unpublish();
		stage.state.clickStack.alerts.delete(FIRST);
		stage.state.clickStack.alerts.delete(SECOND);
		const error: unknown = await node.publish().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: "2 of the chosen alerts can't get the webhook.",
			description: [
				'Nothing was changed.',
				`• There is no alert with the ID "${FIRST}". Choose the alerts again.`,
				`• There is no alert with the ID "${SECOND}". Choose the alerts again.`,
			].join('\n'),
		});
	});

	it('fails in a test if a chosen alert was deleted', async () => {
		const node = await published(access());
		stage.state.clickStack.alerts.delete(SECOND);
		const before = stage.everything();
		await expect(node.startTest()).rejects.toThrow(/There is no alert with the ID/);
		expect(stage.everything()).toEqual(before);
	});
});

describe('CloudAlertTrigger.checkExists', () => {
	it.each<{ what: string; arrange: () => void }>([
		{
			what: 'now has ten other channels',
			arrange: () => {
				const ids = Array.from({ length: 10 }, (_, n) => FIRST.replace(/..$/, `b${String(n)}`));
				for (const id of ids) {
					const url = `https://pager.example.com/${id}`;
					stage.state.clickStack.webhooks.set({ id, name: id, service: 'generic', url });
				}
				stage.setChannels(FIRST, ids.map(channelTo));
			},
		},
		{
			what: 'lost the webhook and watches a deleted tile',
			arrange: () => {
				const { dashboards } = stage.state.clickStack;
				dashboards.set({ ...dashboards.get(dashboardId), id: dashboardId, tiles: [] });
				stage.setChannels(FIRST, [channelTo(PAGER)]);
			},
		},
		{
			what: 'lost the webhook and lists a deleted webhook',
			arrange: () => {
				stage.setChannels(FIRST, [channelTo(PAGER), channelTo(THIRD)]);
			},
		},
	])('repairs the other alerts if an alert $what', async ({ arrange }) => {
		const node = await published();
		arrange();
		stage.setChannels(THIRD, [channelTo(PAGER)]);
		const before = stage.alert(FIRST);
		await node.restart();
		expect(node.logged.join()).toContain(`The alert ${FIRST} doesn't notify n8n.`);
		expect(stage.alert(FIRST)).toEqual(before);
		expect(stage.notifiedBy(THIRD)).toEqual([PAGER, ownId()]);
		const error = await node.publish().catch((thrown: unknown) => thrown);
		expect(JSON.stringify(error)).toContain(FIRST);
	});

	it("keeps the alerts if a field's expression now returns nothing", async () => {
		for (const parameters of [{ alertIds: '={{ [] }}' }, { states: '={{ [] }}' }]) {
			const node = await published();
			const before = stage.everything();
			node.parameters = { ...node.parameters, ...parameters };
			await node.restart();
			expect(node.logged.join()).toMatch(/and kept it\. .* is empty/);
			expect(stage.everything()).toEqual(before);
			await node.unpublish();
		}
	});

	it("fails if it can't replace a deleted webhook", async () => {
		const node = await published();
		stage.state.clickStack.webhooks.delete(String(ownId()));
		stage.faults.add({ kind: 'status', status: 403, match: { method: 'POST' }, times: 1 });
		await expect(node.restart()).rejects.toThrow(/403/);
	});
});

const SERVER_FAULTS = [403, 500];

describe.each(stage.apis)(
	'CloudAlertTrigger.checkExists with $api that fails at any request',
	({ access }) => {
		/** Restarts while the n-th request fails or n8n stops there. False if there are fewer requests. */
		async function restartsWith(count: number, breaking: () => void): Promise<boolean> {
			await stage.end();
			await stage.open();
			const before = stage.everything();
			const node = await published(access());
			const id = ownId();
			// With something to repair, the start reads and writes everything.
			stage.setChannels(THIRD, [channelTo(PAGER)]);
			let requests = 0;
			node.beforeRequest = () => {
				requests += 1;
				if (requests === count) breaking();
			};
			await node.restart();
			node.beforeRequest = () => undefined;
			for (const alertId of [FIRST, SECOND]) expect(stage.notifiedBy(alertId)).toEqual([PAGER, id]);
			await node.restart('leadershipChange');
			expect(stage.notifiedBy(THIRD)).toEqual([PAGER, id]);
			await node.unpublish();
			stage.state.clickStack.alerts.delete(THIRD);
			expect(stage.everything()).toEqual(before);
			return requests >= count;
		}

		it.each(SERVER_FAULTS)("doesn't remove a webhook during a %i", async (status) => {
			let count = 1;
			const refuse = () => {
				// The read is retried, so the fault has to last.
				stage.faults.add({ kind: 'status', status, times: status === 403 ? 1 : 3 });
			};
			while (await restartsWith(count, refuse)) {
				stage.faults.clear();
				count += 1;
			}
			expect(count).toBeGreaterThan(7);
		});

		it('repairs everything at the next start', async () => {
			let count = 1;
			const stop = () => {
				throw new Error('n8n has stopped.');
			};
			while (await restartsWith(count, stop)) count += 1;
			expect(count).toBeGreaterThan(7);
		});
	},
);
