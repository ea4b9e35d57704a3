import { CLICKSTACK_IDS, type Emulator, startEmulator, startSink } from '../../../tools/emulator';
import {
	evaluateAlerts,
	playgroundOptions,
	playgroundWorkflows,
} from '../../../tools/n8n/playground';
import { LEAST, membersOf, pathOf, send } from './client';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator(playgroundOptions());
});

afterEach(() => emulator.close());

it('playground creates an alert after its only alert was deleted', async () => {
	const alerts = pathOf(emulator, 'own', 'alerts');
	await send(emulator, 'DELETE', `${alerts}/${CLICKSTACK_IDS.alertId}`);
	const { status, result } = await send(emulator, 'POST', alerts, LEAST.alerts);
	expect([status, result]).toEqual([200, expect.objectContaining({ source: 'tile' })]);
	expect(await send(emulator, 'GET', alerts)).toMatchObject({ status: 200, result: [result] });
});

it('playground calls a webhook on this machine for an alert', async () => {
	const sink = await startSink();
	const url = sink.url.replace('127.0.0.1', 'localhost');
	const hook = { name: 'This machine', service: 'generic', url, body: '{{state}}' };
	const { result } = await send(emulator, 'POST', pathOf(emulator, 'own', 'webhooks'), hook);
	const { id: webhookId } = membersOf(result, ['id']);
	emulator.change('alerts', CLICKSTACK_IDS.alertId, (alert) => ({
		...alert,
		channels: [{ type: 'webhook', webhookId }],
	}));
	for (const breaches of [true, false]) await evaluateAlerts(emulator.state, breaches);
	expect(sink.requests).toHaveLength(2);
	await sink.close();
});

it('playgroundWorkflows adds a note on how to run each example', () => {
	for (const { nodes } of playgroundWorkflows()) {
		const content = nodes.find(({ name }) => name === 'How to Run')?.parameters.content;
		const needsModel = nodes.some(({ name }) => name === 'Chat Model');
		expect(content).toMatch(/^Choose \*\*Execute workflow\*\*/);
		expect(String(content).includes('Chat Model')).toBe(needsModel);
	}
});
