import type { INodeParameters } from 'n8n-workflow';

import { textAt } from '../../tools/contract/json';
import { CLICKSTACK_IDS, evaluateAlert } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import { WebhookNode } from './harness/webhookNode';
import { credentialsOf } from '../../tools/engine/workflow';

const { alertId } = CLICKSTACK_IDS;
/** 2026-11-09T12:00:00Z */
const START = 1_794_225_600_000;
const HOUR = 3_600_000;

const emulator = withEmulator();
let node: WebhookNode;

async function publish(parameters: INodeParameters = {}): Promise<void> {
	const clickStack = { webhookHosts: ['127.0.0.1'] };
	await emulator.start({ dashboardApi: 'clickstack', clickStack });
	const all = { alertIds: [alertId], ...parameters };
	node = await WebhookNode.open(credentialsOf(emulator), all);
	await node.listen();
	// The alert only notifies n8n.
	await node.publish();
	emulator.state.clickStack.webhooks.delete(CLICKSTACK_IDS.webhookId);
}

afterEach(() => node.close());

/** Evaluates the alert after this many hours. Returns the status of each delivery. */
async function evaluate(breaches: boolean, hours = 0, group?: string): Promise<number[]> {
	const evaluation = { breaches, endTime: START + hours * HOUR, ...(group && { group }) };
	const deliveries = await evaluateAlert(emulator.state.clickStack, alertId, evaluation);
	return deliveries.map(({ status }) => status);
}

function states(): unknown[] {
	return node.started.map(({ state }) => state);
}

it('starts the workflow with each window of a firing, and with its end', async () => {
	await publish();
	expect(await evaluate(true, 0)).toEqual([200]);
	expect(await evaluate(true, 1)).toEqual([200]);
	expect(await evaluate(false, 2)).toEqual([200]);
	expect(await evaluate(false, 3)).toEqual([]);
	expect(states()).toEqual(['ALERT', 'ALERT', 'OK']);
	expect(node.started[0]).toEqual({
		alertId,
		state: 'ALERT',
		status: 'firing',
		alertType: 'tile',
		comparator: '>=',
		threshold: 10,
		value: 12,
		title: '🚨 Alert for "Errors"',
		body: '12 meets or exceeds 10\n"level:error"',
		link: 'https://clickstack.example.com/dashboards/1',
		startTime: '2026-11-09T11:59:00.000Z',
		endTime: '2026-11-09T12:00:00.000Z',
		eventId: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
	});
	expect(node.started[2]).toMatchObject({ title: '✅ Alert for "Errors"', status: 'resolved' });
});

it('drops repeated deliveries from ClickStack, and answers 200', async () => {
	await publish();
	await evaluate(true);
	expect(await evaluate(true)).toEqual([200]);
	expect(states()).toEqual(['ALERT']);
	// Lost memory lets a repeat through, and drops no alert.
	node.stored = {};
	await evaluate(true);
	expect(states()).toEqual(['ALERT', 'ALERT']);
});

it.each<{ name: string; headers: Record<string, string> }>([
	{ name: 'a wrong secret', headers: { 'x-n8n-token': '0'.repeat(64) } },
	{ name: 'no secret', headers: {} },
	{ name: 'a secret of another length', headers: { 'X-N8N-Token': 'short' } },
])('refuses $name with 401, and starts nothing', async ({ headers }) => {
	await publish();
	const { webhooks } = emulator.state.clickStack;
	for (const webhook of webhooks.all()) webhooks.set({ ...webhook, headers });
	expect(await evaluate(true)).toEqual([401]);
	expect(node.started).toEqual([]);
	expect(node.stored['node:Trigger']).not.toHaveProperty('keys');
});

it('starts the workflow once per firing of each group if that is chosen', async () => {
	await publish({ options: { oncePerFiring: true } });
	for (const group of ['api', 'web']) {
		await evaluate(true, 0, group);
		await evaluate(true, 1, group);
	}
	await evaluate(false, 2, 'api');
	await evaluate(true, 3, 'web');
	await evaluate(true, 3, 'api');
	expect(states()).toEqual(['ALERT', 'ALERT', 'OK', 'ALERT']);
});

it('uses a webhook of its own for a test in the editor', async () => {
	await publish();
	const { alerts, webhooks } = emulator.state.clickStack;
	const own = webhooks.all().find((one) => textAt(one, 'name').startsWith('n8n: '));
	const id = textAt(own, 'id');
	const channels = [{ type: 'webhook', webhookId: id }];
	alerts.set({ ...alerts.get(alertId), id: alertId, channels });
	await node.startTest();
	webhooks.delete(id);
	expect(await evaluate(true)).toEqual([200]);
	expect(states()).toEqual(['ALERT']);
	await node.endTest();
});
