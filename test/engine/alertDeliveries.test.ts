import { setTimeout as wait } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { objectAt, textAt } from '../../tools/contract/json';
import { CLICKSTACK_IDS, evaluateAlert } from '../../tools/emulator';
import { secretOf } from '../../nodes/CloudAlertTrigger/ownWebhook';
import { withEmulator } from '../withEmulator';
import { WebhookNode } from './harness/webhookNode';
import { credentialsOf } from '../../tools/engine/workflow';

const { alertId } = CLICKSTACK_IDS;
/** 2026-11-09T12:00:00Z in milliseconds. */
const START = 1_794_225_600_000;
const MINUTE = 60_000;
const FORMER = 'f'.repeat(24);

const emulator = withEmulator();
let node: WebhookNode;
let credentials: ReturnType<typeof credentialsOf>;
/** A process remembers its nodes' deliveries, so each test uses its own node. */
let nodes = 0;

async function publish(
	parameters: INodeParameters = {},
	arrange: () => void = () => undefined,
): Promise<void> {
	const clickStack = { webhookHosts: ['127.0.0.1'] };
	await emulator.start({ dashboardApi: 'clickstack', clickStack });
	const all = { alertIds: [alertId], ...parameters };
	credentials = credentialsOf(emulator);
	node = await WebhookNode.open(credentials, all);
	nodes += 1;
	node.nodeId = `node${String(nodes)}`;
	await node.listen();
	arrange();
	// Without other webhooks, the alert only notifies n8n.
	await node.publish();
	emulator.state.clickStack.webhooks.delete(CLICKSTACK_IDS.webhookId);
}

/** Changes the credential's key, which an external secret may have left empty. */
function setToken(accessToken: string | undefined): void {
	Object.assign(credentials['dashboard']?.data ?? {}, { accessToken });
}

/** Publishes while another webhook uses the node's name. */
async function publishBeside(url: string) {
	await publish({}, () => {
		const name = `n8n: Alerts on elsewhere wf1 ${node.nodeId}`;
		emulator.state.clickStack.webhooks.set({ id: FORMER, name, service: 'generic', url });
	});
	return emulator.state.clickStack;
}

afterEach(() => node.close());

/** Evaluates the alert after this many minutes. Returns each delivery's status. */
async function evaluate(breaches: boolean, minutes = 0, group?: string): Promise<number[]> {
	const evaluation = { breaches, endTime: START + minutes * MINUTE, ...(group && { group }) };
	const deliveries = await evaluateAlert(emulator.state.clickStack, alertId, evaluation);
	return deliveries.map(({ status }) => status);
}

function states(): unknown[] {
	return node.started.map(({ state }) => state);
}

it('starts the workflow for each delivery, from firing to recovery', async () => {
	await publish();
	expect(await evaluate(true, 0)).toEqual([200]);
	expect(await evaluate(true, 1)).toEqual([200]);
	expect(await evaluate(false, 2)).toEqual([200]);
	expect(await evaluate(false, 3)).toEqual([]);
	expect(states()).toEqual(['ALERT', 'ALERT', 'OK']);
	expect(node.started[0]).toEqual({
		summary: 'Alert "Errors over time in Errors" fires: 12, at or above 10',
		alert: { id: alertId, threshold: 10, thresholdType: 'above' },
		state: 'ALERT',
		status: 'firing',
		alertType: 'tile',
		comparator: '>=',
		value: 12,
		title: '🚨 Alert for "Errors over time" in "Errors" - 12 meets or exceeds 10',
		body: '12 meets or exceeds 10\n"level:error"',
		link: 'https://clickstack.example.com/dashboards/1',
		startTime: '2026-11-09T11:59:00.000Z',
		endTime: '2026-11-09T12:00:00.000Z',
		eventId: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
	});
	expect(node.started[2]).toMatchObject({
		summary: 'Alert "Errors over time in Errors" is OK, was ALERT: 3 falls below 10',
		previousState: 'ALERT',
		value: 3,
	});
});

it('accepts a repeated delivery without starting the workflow', async () => {
	await publish();
	await evaluate(true);
	expect(await evaluate(true)).toEqual([200]);
	expect(states()).toEqual(['ALERT']);
	// A repeat is recognized from this process's memory or from the stored data.
	const { stored } = node;
	node.stored = {};
	await evaluate(true);
	node.stored = stored;
	await evaluate(true);
	expect(states()).toEqual(['ALERT']);
});

it('starts the workflow when a refused call is repeated', async () => {
	await publish({ options: { oncePerFiring: true } });
	node.isFailing = true;
	expect(await evaluate(true)).toEqual([500]);
	node.isFailing = false;
	await evaluate(true, 0, 'web');
	for (let repeats = 0; repeats < 2; repeats += 1) await evaluate(true);
	expect(states()).toEqual(['ALERT', 'ALERT']);
});

it('starts a firing in the next window if n8n refused its calls', async () => {
	await publish({ options: { oncePerFiring: true } });
	node.isFailing = true;
	for (let attempts = 0; attempts < 3; attempts += 1) await evaluate(true);
	node.isFailing = false;
	for (const minute of [1, 2]) await evaluate(true, minute);
	expect(states()).toEqual(['ALERT']);
});

it.each<{ name: string; headers: Record<string, string> }>([
	{ name: 'a wrong secret', headers: { 'x-n8n-token': '0'.repeat(64) } },
	{ name: 'no secret', headers: {} },
	{ name: 'a secret of another length', headers: { 'X-N8N-Token': 'short' } },
])('rejects $name with 401', async ({ headers }) => {
	await publish();
	const { webhooks } = emulator.state.clickStack;
	for (const webhook of webhooks.all()) webhooks.set({ ...webhook, headers });
	expect(await evaluate(true)).toEqual([401]);
	expect(node.started).toEqual([]);
	expect(node.stored['node:Trigger']).not.toHaveProperty('keys');
});

it.each(['an empty', 'a blank', 'a missing'])(
	'rejects a secret made from %s access token',
	async (kind) => {
		await publish();
		const accessToken = { 'an empty': '', 'a blank': ' ' }[kind];
		const { webhooks } = emulator.state.clickStack;
		for (const webhook of webhooks.all()) {
			const listener = { workflowId: 'wf1', nodeId: node.nodeId, url: textAt(webhook, 'url') };
			webhooks.set({ ...webhook, headers: { 'x-n8n-token': secretOf(listener, [accessToken]) } });
		}
		setToken(accessToken);
		expect(await evaluate(true)).toEqual([401]);
		expect(node.started).toEqual([]);
	},
);

it('accepts deliveries again when the key is back', async () => {
	await publish();
	setToken('');
	expect(await evaluate(true)).toEqual([401]);
	setToken(emulator.credentials.dashboard.accessToken);
	expect(await evaluate(true, 1)).toEqual([200]);
	expect(states()).toEqual(['ALERT']);
});

it("starts each group's firing once with Once per Firing", async () => {
	await publish({ options: { oncePerFiring: true } });
	for (const group of ['api', 'web']) {
		await evaluate(true, 0, group);
		await evaluate(true, 1, group);
	}
	await evaluate(false, 2, 'api');
	for (const minute of [2, 3]) await evaluate(true, minute, 'web');
	await evaluate(true, 3, 'api');
	expect(states()).toEqual(['ALERT', 'ALERT', 'OK', 'ALERT']);
});

it('starts the next firing even if it ignores recoveries', async () => {
	await publish({ states: ['ALERT'], options: { oncePerFiring: true } });
	for (const [minute, breaches] of [true, true, false, true, true].entries()) {
		await evaluate(breaches, minute);
	}
	expect(states()).toEqual(['ALERT', 'ALERT']);
});

it.each([
	{ window: "a recovery's", checks: [true, false, true, false], minutes: [0, 2, 2, 3] },
	{ window: "a firing's", checks: [true, false, true, false], minutes: [0, 0, 1, 2] },
])('starts for each change in $window window', async (example) => {
	await publish({ options: { oncePerFiring: true } });
	for (const [n, breaches] of example.checks.entries()) {
		await evaluate(breaches, example.minutes[n]);
	}
	expect(states()).toEqual(['ALERT', 'OK', 'ALERT', 'OK']);
});

/** Callers wait until `count` of them have arrived. */
function meetingOf(count: number): () => Promise<void> {
	let arrived = 0;
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return async () => {
		arrived += 1;
		if (arrived === count) open();
		await opened;
	};
}

it('keeps the state of each group if deliveries arrive together', async () => {
	await publish({ options: { oncePerFiring: true } });
	const groups = Array.from({ length: 12 }, (_, n) => `group ${String(n)}`);
	const all = async (breaches: boolean, minute: number) => {
		node.beforeDelivery = meetingOf(groups.length);
		await Promise.all(groups.map((group) => evaluate(breaches, minute, group)));
	};
	for (const [minute, breaches] of [true, true, false, true, true].entries()) {
		await all(breaches, minute);
	}
	const counted = (state: string) => states().filter((one) => one === state).length;
	expect([counted('ALERT'), counted('OK')]).toEqual([24, 12]);
});

/** Long enough for a repeat to arrive, in milliseconds. */
const SLOW = 200;

async function startAtOnce(): Promise<void> {
	await Promise.resolve();
}

it.each([false, true])(
	'starts the workflow once if repeats arrive during a slow start (Once per Firing: %s)',
	async (oncePerFiring) => {
		await publish({ options: { oncePerFiring } });
		node.whileStarting = async () => {
			await wait(SLOW);
		};
		const calls = [evaluate(true), evaluate(true), evaluate(true)];
		expect(await Promise.all(calls)).toEqual([[200], [200], [200]]);
		expect(states()).toEqual(['ALERT']);
	},
);

it.each([
	{ oncePerFiring: false, started: ['ALERT', 'ALERT'] },
	{ oncePerFiring: true, started: ['ALERT'] },
])(
	'starts $started if the next window arrives during a slow start (Once per Firing: $oncePerFiring)',
	async ({ oncePerFiring, started }) => {
		await publish({ options: { oncePerFiring } });
		node.whileStarting = async () => {
			await wait(SLOW);
		};
		expect(await Promise.all([evaluate(true), evaluate(true, 1)])).toEqual([[200], [200]]);
		expect(states()).toEqual(started);
	},
);

it('starts the workflow for a repeat if the slow start fails', async () => {
	await publish({ options: { oncePerFiring: true } });
	node.whileStarting = async () => {
		node.whileStarting = startAtOnce;
		await wait(SLOW);
		throw new Error('No database');
	};
	const statuses = await Promise.all([evaluate(true), evaluate(true), evaluate(true)]);
	expect(statuses.flat().sort()).toEqual([200, 200, 500]);
	expect(states()).toEqual(['ALERT']);
});

it('starts other deliveries during a slow start', async () => {
	await publish();
	let others: Promise<unknown> | undefined;
	node.whileStarting = async () => {
		// Both other calls end before the first call.
		node.whileStarting = startAtOnce;
		others = Promise.all([evaluate(true, 1), evaluate(true, 0, 'web')]);
		await others;
	};
	expect(await evaluate(true)).toEqual([200]);
	expect(await others).toEqual([[200], [200]]);
	expect(states()).toEqual(['ALERT', 'ALERT', 'ALERT']);
});

it('recognizes a repeat if the first caller hung up during a slow start', async () => {
	await publish();
	const { webhooks } = emulator.state.clickStack;
	const own = webhooks.all().find((one) => textAt(one, 'name').startsWith('n8n: '));
	const call = async (signal?: AbortSignal) =>
		await fetch(textAt(own, 'url'), {
			method: 'POST',
			headers: {
				'Content-Type': 'application/json',
				'Idempotency-Key': 'k1',
				'X-N8N-Token': textAt(objectAt(own, 'headers'), 'x-n8n-token'),
			},
			body: JSON.stringify({ state: 'ALERT' }),
			signal: signal ?? null,
		});
	const caller = new AbortController();
	node.whileStarting = async () => {
		caller.abort();
		await wait(SLOW);
	};
	await expect(call(caller.signal)).rejects.toThrow('aborted');
	expect((await call()).status).toBe(200);
	expect(states()).toEqual(['ALERT']);
});

it('rejects a delivery while a field is unreadable', async () => {
	await publish({ options: { oncePerFiring: true } });
	node.parameters = { ...node.parameters, states: '={{ [] }}' };
	expect(await evaluate(true)).toEqual([500]);
	node.parameters = { ...node.parameters, states: '={{ ["ALERT"] }}' };
	expect(await evaluate(true)).toEqual([200]);
	expect(states()).toEqual(['ALERT']);
});

it('warns about its own webhook with another address', async () => {
	const { webhooks } = await publishBeside('https://old.example.com/x');
	await evaluate(true);
	const warning: unknown = expect.stringMatching(
		/leading to "https:\/\/old\.example\.com\/x"\. If n8n has moved/,
	);
	expect(node.started).toMatchObject([{ state: 'ALERT', warnings: [warning] }]);
	webhooks.delete(FORMER);
	await node.restart();
	await evaluate(true, 1);
	expect(node.started[1]).not.toHaveProperty('warnings');
});

it("hides its former address's login and token everywhere", async () => {
	await publishBeside('https://ada:canary-password@old.example.com/x?token=canary-token');
	await evaluate(true);
	const shown = JSON.stringify([node.logged, node.started, node.stored]);
	// Chats would render two groups of asterisks as bold text, so these are lookalikes.
	expect(shown.split('https://∗∗∗@old.example.com/x?token=∗∗∗')).toHaveLength(4);
	expect(shown).not.toContain('canary');
});

it('uses a separate webhook for a test in the editor', async () => {
	await publish();
	const { alerts, webhooks } = emulator.state.clickStack;
	const own = webhooks.all().find((one) => textAt(one, 'name').startsWith('n8n: '));
	const id = textAt(own, 'id');
	const channels = [{ type: 'webhook', webhookId: id }];
	alerts.set({ ...alerts.get(alertId), id: alertId, channel: channels[0], channels });
	await node.startTest();
	webhooks.delete(id);
	expect(await evaluate(true)).toEqual([200]);
	expect(states()).toEqual(['ALERT']);
	await node.endTest();
});
