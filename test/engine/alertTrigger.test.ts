import type { INodeParameters } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';

import { type JsonObject, objectAt, objectsAt, textAt } from '../../tools/contract/json';
import { CLICKSTACK_IDS, type EmulatorOptions } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import { WebhookNode, type WebhookSetup } from './harness/webhookNode';
import { credentialsOf } from '../../tools/engine/workflow';

const { alertId: FIRST, webhookId: PAGER, dashboardId, savedSearchId } = CLICKSTACK_IDS;
const SECOND = FIRST.replace(/1$/, '2');
const ENDING = ' wf1 node1';
const URL_OF_NODE = 'https://n8n.example.com/webhook/hook-node1/webhook';

const emulator = withEmulator();

async function start(clickStack: EmulatorOptions['clickStack'] = {}): Promise<void> {
	await emulator.start({ dashboardApi: 'clickstack', clickStack });
	emulator.state.clickStack.alerts.set(SEARCH_ALERT);
}

const SEARCH_ALERT = {
	...{ id: SECOND, source: 'saved_search', savedSearchId, name: 'Errors by service' },
	...{ teamId: CLICKSTACK_IDS.teamId, createdAt: '2026-01-05T06:00:00.000Z' },
	...{ groupBy: 'ServiceName', threshold: 5, thresholdType: 'above', interval: '1m', state: 'OK' },
	...{ channel: { type: 'webhook', webhookId: PAGER }, note: 'Call Ada', numConsecutiveWindows: 2 },
	channels: [{ type: 'webhook', webhookId: PAGER }],
};

beforeEach(async () => {
	await start();
});

async function nodeWith(
	parameters: INodeParameters = {},
	setup: Partial<WebhookSetup> = {},
): Promise<WebhookNode> {
	return await WebhookNode.open({ credentials: credentialsOf(emulator), parameters, ...setup });
}

/** The node's webhooks, for tests or not. */
function ownWebhooks(): JsonObject[] {
	const all = emulator.state.clickStack.webhooks.all();
	return all.filter((one) => / wf1 node1(?: test)?$/.test(textAt(one, 'name')));
}

function alertOf(id: string): JsonObject {
	return emulator.state.clickStack.alerts.get(id) ?? {};
}

function recipientsOf(id: string): unknown[] {
	return objectsAt(alertOf(id), 'channels').map(({ webhookId }) => webhookId);
}

/** Everything in ClickStack, except the times of changes. */
function everything(): unknown {
	const { alerts, webhooks } = emulator.state.clickStack;
	const known = (record: JsonObject) =>
		Object.entries(record).filter(
			([name, value]) => name !== 'updatedAt' && (value ?? null) !== null,
		);
	return [...alerts.all(), ...webhooks.all()].map((one) => Object.fromEntries(known(one)));
}

function changes(): string[] {
	return emulator.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path.replace(/.*\/v2\//, '').replace(/\/.*/, '')}`);
}

async function failureOf(promise: Promise<unknown>): Promise<{ message: string; text: string }> {
	const error: unknown = await promise.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof NodeError)) throw new Error(`Not n8n's error: ${String(error)}`);
	return { message: error.message, text: String(error.description) };
}

function addChannels(id: string, count: number): void {
	const { alerts, webhooks } = emulator.state.clickStack;
	const added = Array.from({ length: count }, (_, n) => {
		const webhook = { id: `65f5e4a3b9e77c001abcd${String(100 + n)}`, name: `W${String(n)}` };
		webhooks.set({ ...webhook, service: 'generic', url: 'https://example.com/w' });
		return { type: 'webhook', webhookId: webhook.id };
	});
	const alert = alertOf(id);
	const channels = [...objectsAt(alert, 'channels'), ...added];
	alerts.set({ ...alert, id, channels });
}

describe('when the workflow is published', () => {
	it('creates a webhook that nobody else can use, and adds it to the chosen alerts', async () => {
		const before = alertOf(SECOND);
		const node = await nodeWith({ alertIds: [FIRST, SECOND] });
		await node.publish();
		const [webhook = {}, ...others] = ownWebhooks();
		expect(others).toEqual([]);
		expect(webhook).toMatchObject({ service: 'generic', url: URL_OF_NODE });
		expect(textAt(webhook, 'name')).toMatch(new RegExp(`Alerts on n8n.example.com${ENDING}$`));
		const secret = textAt(objectAt(webhook, 'headers'), 'x-n8n-token');
		expect(secret).toMatch(/^[0-9a-f]{64}$/);
		expect(JSON.stringify(node.stored)).not.toContain(secret);
		expect(recipientsOf(FIRST)).toEqual([PAGER, webhook['id']]);
		const channels = [
			...objectsAt(before, 'channels'),
			{ type: 'webhook', webhookId: webhook['id'] },
		];
		const { updatedAt, ...after } = alertOf(SECOND);
		expect(updatedAt).toBeDefined();
		expect(after).toMatchObject({ ...before, channels });
		expect(await node.exists()).toBe(true);
	});

	it('publishing and unpublishing leaves everything unchanged', async () => {
		const before = everything();
		const node = await nodeWith({ alertIds: `${FIRST}, ${SECOND}` });
		await node.publish();
		expect(everything()).not.toEqual(before);
		await node.unpublish();
		expect(everything()).toEqual(before);
		expect(node.logged).toEqual([]);
	});

	it('changes no alert if none is chosen, and manual choices survive a new version', async () => {
		const node = await nodeWith();
		await node.publish();
		expect(changes()).toEqual(['POST webhooks']);
		const [webhook = {}] = ownWebhooks();
		const channel = { type: 'webhook', webhookId: webhook['id'] };
		const { alerts } = emulator.state.clickStack;
		alerts.set({
			...alertOf(FIRST),
			id: FIRST,
			channels: [{ type: 'webhook', webhookId: PAGER }, channel],
		});
		await node.unpublish();
		expect(node.logged.join()).toContain(`alert ${FIRST} notify it`);
		await node.publish();
		expect(ownWebhooks()).toMatchObject([{ id: webhook['id'] }]);
		expect(recipientsOf(FIRST)).toEqual([PAGER, webhook['id']]);
	});

	it('removes the webhook from alerts that are no longer chosen', async () => {
		const node = await nodeWith({ alertIds: [FIRST, SECOND] });
		await node.publish();
		node.parameters = { alertIds: [SECOND] };
		expect(await node.exists()).toBe(false);
		await node.publish();
		const [{ id } = {}] = ownWebhooks();
		expect([recipientsOf(FIRST), recipientsOf(SECOND)]).toEqual([[PAGER], [PAGER, id]]);
	});

	it('moves the webhook to a new address of n8n with one complete PUT', async () => {
		const node = await nodeWith({ alertIds: [FIRST] });
		await node.publish();
		const [old = {}] = ownWebhooks();
		node.url = 'https://other.example.com';
		emulator.clearLog();
		expect(await node.exists()).toBe(false);
		await node.publish();
		expect(changes()).toEqual(['PUT webhooks']);
		const [webhook = {}, ...others] = ownWebhooks();
		expect(others).toEqual([]);
		expect(webhook).toMatchObject({ id: old['id'], body: old['body'] });
		expect(textAt(webhook, 'url')).toMatch(/^https:\/\/other\.example\.com\//);
		const secrets = [old, webhook].map((one) => textAt(objectAt(one, 'headers'), 'x-n8n-token'));
		expect(new Set(secrets).size).toBe(2);
		expect(await node.exists()).toBe(true);
	});

	it('leaves the webhook of another n8n with the same workflow alone', async () => {
		const one = await nodeWith();
		await one.publish();
		const other = await nodeWith({}, { url: 'https://staging.example.com' });
		await other.publish();
		expect(ownWebhooks()).toHaveLength(2);
		await other.unpublish();
		expect(ownWebhooks()).toMatchObject([{ url: URL_OF_NODE }]);
	});

	it('ignores stored data of another node', async () => {
		const node = await nodeWith();
		await node.publish();
		const copy = await nodeWith({}, { nodeId: 'node2', stored: node.stored });
		await copy.publish();
		await copy.unpublish();
		expect(ownWebhooks()).toHaveLength(1);
		expect(await node.exists()).toBe(true);
	});

	it('shares one webhook with another instance of n8n that was faster', async () => {
		const nodes = await Promise.all([1, 2].map(() => nodeWith({ alertIds: [FIRST] })));
		const listed = { operationId: 'listWebhooks' };
		emulator.faults.add({ kind: 'delay', ms: 200, match: listed, times: 2 });
		await Promise.all(nodes.map((node) => node.publish()));
		const [{ id } = {}, ...others] = ownWebhooks();
		expect(others).toEqual([]);
		expect(recipientsOf(FIRST)).toEqual([PAGER, id]);
		expect(emulator.requests.some(({ status }) => status === 400)).toBe(true);
		expect(await Promise.all(nodes.map((node) => node.exists()))).toEqual([true, true]);
	});

	it('works with managed ClickStack', async () => {
		const { serviceId } = emulator.ids;
		const before = everything();
		const parameters = { authentication: 'cloudApiKey', serviceId, alertIds: [FIRST] };
		const node = await nodeWith(parameters);
		await node.publish();
		const [{ id } = {}] = ownWebhooks();
		expect(recipientsOf(FIRST)).toEqual([PAGER, id]);
		expect(await node.exists()).toBe(true);
		await node.unpublish();
		expect(everything()).toEqual(before);
	});
});

describe('refuses to start, and changes nothing:', () => {
	const refusal = async (parameters: INodeParameters) => {
		const before = everything();
		const node = await nodeWith(parameters);
		const failure = await failureOf(node.publish());
		expect(everything()).toEqual(before);
		expect(changes()).toEqual([]);
		return failure;
	};

	it('the server supports one channel per alert', async () => {
		await emulator.close();
		await start({ version: '2.35' });
		const { message, text } = await refusal({ alertIds: [FIRST] });
		expect(message).toMatch(/only one channel per alert/);
		expect(text).toMatch(/2\.36/);
		// If no alerts are chosen, people choose the webhook there.
		await (await nodeWith()).publish();
		expect(ownWebhooks()).toHaveLength(1);
	});

	it('an alert has ten channels; nine are accepted', async () => {
		addChannels(FIRST, 9);
		expect((await refusal({ alertIds: [FIRST, SECOND] })).message).toMatch(/has 10 channels/);
		const alert = alertOf(FIRST);
		const channels = objectsAt(alert, 'channels').slice(1);
		emulator.state.clickStack.alerts.set({ ...alert, id: FIRST, channels });
		await (await nodeWith({ alertIds: [FIRST] })).publish();
		expect(recipientsOf(FIRST)).toHaveLength(10);
	});

	it("a channel's webhook no longer exists", async () => {
		addChannels(FIRST, 1);
		emulator.state.clickStack.webhooks.delete(String(recipientsOf(FIRST)[1]));
		expect((await refusal({ alertIds: [SECOND, FIRST] })).message).toMatch(/was deleted/);
	});

	it('an alert watches a tile, a dashboard or a search that no longer exists', async () => {
		const { dashboards, savedSearches } = emulator.state.clickStack;
		savedSearches.delete(savedSearchId);
		expect((await refusal({ alertIds: [SECOND] })).message).toMatch(/saved search of .*no longer/);
		const dashboard = dashboards.get(dashboardId);
		dashboards.set({ ...dashboard, id: dashboardId, tiles: [] });
		expect((await refusal({ alertIds: [FIRST] })).message).toMatch(/tile of .*no longer/);
		dashboards.delete(dashboardId);
		const { message, text } = await refusal({ alertIds: [FIRST, SECOND] });
		expect(message).toMatch(/tile of .*no longer/);
		expect(text).toMatch(/saved search of .*no longer/);
	});

	it('an alert is unknown', async () => {
		const unknown = FIRST.replace(/1$/, '9');
		expect((await refusal({ alertIds: [unknown] })).message).toContain(unknown);
		expect((await refusal({ alertIds: ['../teams'] })).message).toMatch(/Alert Names or IDs/);
	});

	it('ClickStack refuses the URL; the error names the setting', async () => {
		const node = await nodeWith({}, { url: 'http://localhost:5678' });
		const { message, text } = await failureOf(node.publish());
		expect(message).toMatch(/private or reserved/);
		expect(text).toMatch(/WEBHOOK_URL.*WEBHOOK_HOSTNAME_ALLOWLIST/);
		expect(ownWebhooks()).toEqual([]);
	});

	it('the API echoes the request; no secret is shown', async () => {
		emulator.faults.add({ kind: 'echo', match: { method: 'POST' } });
		const { message, text } = await failureOf((await nodeWith()).publish());
		expect(message).toMatch(/400/);
		expect(`${message}${text}`).not.toMatch(/[0-9a-f]{64}/);
		expect(`${message}${text}`).not.toContain(emulator.credentials.dashboard.accessToken);
	});
});

describe('if n8n stops after any request', () => {
	/**
	 * Lets n8n stop after no request, after the first, and so on until the step needs no more; `act` runs the step and its
	 * repair. Returns how often it stopped.
	 */
	const stopEverywhere = async (step: (node: WebhookNode, stop: () => void) => Promise<void>) => {
		for (let stops = 0; stops < 40; stops += 1) {
			// ClickStack would throttle this many requests.
			await emulator.close();
			await start();
			const before = everything();
			const node = await nodeWith({ alertIds: [FIRST, SECOND] });
			await step(node, () => {
				node.stopAfter = stops;
			});
			const isDone = node.stopAfter >= 0;
			node.stopAfter = Infinity;
			await repair(node, before);
			if (isDone) return stops;
		}
		return Infinity;
	};

	let repair: (node: WebhookNode, before: unknown) => Promise<void>;

	const STARTS = async (node: WebhookNode, before: unknown) => {
		await node.publish();
		const [webhook = {}, ...others] = ownWebhooks();
		expect(others).toEqual([]);
		expect(recipientsOf(FIRST)).toEqual([PAGER, webhook['id']]);
		expect(recipientsOf(SECOND)).toEqual([PAGER, webhook['id']]);
		expect(await node.exists()).toBe(true);
		await node.unpublish();
		expect(everything()).toEqual(before);
	};
	const ENDS = async (node: WebhookNode, before: unknown) => {
		await node.unpublish();
		expect(everything()).toEqual(before);
	};

	it.each([
		['the next start', STARTS],
		['the next end', ENDS],
	])('%s repairs an interrupted start', async (_next, repairing) => {
		repair = repairing;
		const stops = await stopEverywhere(async (node, stop) => {
			stop();
			await node.publish();
		});
		expect(stops).toBeGreaterThan(8);
		expect(stops).toBeLessThan(40);
	});

	it.each([
		['the next start', STARTS],
		['the next end', ENDS],
	])('%s repairs an interrupted end', async (_next, repairing) => {
		repair = repairing;
		const stops = await stopEverywhere(async (node, stop) => {
			await node.publish();
			stop();
			await node.unpublish();
		});
		expect(stops).toBeGreaterThan(6);
		expect(stops).toBeLessThan(40);
	});
});

describe('when the workflow is unpublished', () => {
	it('never fails, and logs everything left behind, if ClickStack refuses everything', async () => {
		const node = await nodeWith({ alertIds: [FIRST] });
		await node.publish();
		const fault = emulator.faults.add({ kind: 'status', status: 403, body: { message: 'No' } });
		await node.unpublish();
		expect(node.logged.join()).toMatch(/couldn't be removed.*403/);
		fault.remove();
		await node.unpublish();
		expect(ownWebhooks()).toEqual([]);
		expect(recipientsOf(FIRST)).toEqual([PAGER]);
	});

	it('keeps the webhook of an alert that needs it, and the next start adopts it', async () => {
		const node = await nodeWith({ alertIds: [FIRST, SECOND] });
		await node.publish();
		const [{ id } = {}] = ownWebhooks();
		const channels = [{ type: 'webhook', webhookId: id }];
		const { alerts } = emulator.state.clickStack;
		alerts.set({ ...alertOf(FIRST), id: FIRST, channels, channel: channels[0] });
		await node.unpublish();
		expect(node.logged.join('\n')).toMatch(/only channel of alert .*\n.*stays in ClickStack/);
		expect(ownWebhooks()).toMatchObject([{ id }]);
		expect(recipientsOf(SECOND)).toEqual([PAGER]);
		await node.publish();
		expect(ownWebhooks()).toMatchObject([{ id }]);
	});

	it('treats a missing alert or webhook as removed', async () => {
		const node = await nodeWith({ alertIds: [FIRST, SECOND] });
		await node.publish();
		emulator.state.clickStack.alerts.delete(FIRST);
		const [{ id } = {}] = ownWebhooks();
		emulator.state.clickStack.webhooks.delete(String(id));
		await node.unpublish();
		expect(recipientsOf(SECOND)).toEqual([PAGER]);
		expect(node.logged).toEqual([]);
		await node.unpublish();
		expect(changes().filter((one) => one.startsWith('DELETE'))).toEqual([]);
	});

	it('reads all pages of the alerts before it deletes the webhook', async () => {
		const node = await nodeWith();
		await node.publish();
		const [{ id } = {}] = ownWebhooks();
		const { alerts } = emulator.state.clickStack;
		const numbered = (n: number) => ({ ...alertOf(FIRST), id: n.toString(16).padStart(24, '0') });
		for (let n = 1; n <= 1000; n += 1) alerts.set(numbered(n));
		const channels = [
			{ type: 'webhook', webhookId: PAGER },
			{ type: 'webhook', webhookId: id },
		];
		alerts.set({ ...numbered(1001), channels });
		await node.unpublish();
		expect(ownWebhooks()).toMatchObject([{ id }]);
		alerts.delete(numbered(1001).id);
		await node.unpublish();
		expect(ownWebhooks()).toEqual([]);
	});
});

describe('the check whether the webhook exists', () => {
	it.each<[string, boolean, (id: string, node: WebhookNode) => void]>([
		['as it was created', true, () => undefined],
		['after the webhook was deleted', false, (id) => emulator.state.clickStack.webhooks.delete(id)],
		[
			'after an alert lost the webhook',
			false,
			() => {
				emulator.state.clickStack.alerts.set(SEARCH_ALERT);
			},
		],
		['after an alert was deleted', false, () => emulator.state.clickStack.alerts.delete(FIRST)],
		[
			'after its body was changed in ClickStack',
			false,
			(id) => {
				const { webhooks } = emulator.state.clickStack;
				webhooks.set({ ...webhooks.get(id), id, body: '{}' });
			},
		],
		[
			'at another URL',
			false,
			(_id, node) => {
				node.url = 'https://other.example.com';
			},
		],
		[
			'for another alert as well',
			false,
			(_id, node) => {
				emulator.state.clickStack.alerts.set({ ...SEARCH_ALERT, id: FIRST.replace(/1$/, '3') });
				node.parameters = { alertIds: [FIRST, SECOND, FIRST.replace(/1$/, '3')] };
			},
		],
	])('%s: %s', async (_case, exists, change) => {
		const node = await nodeWith({ alertIds: [FIRST, SECOND] });
		expect(await node.exists()).toBe(false);
		await node.publish();
		const [{ id } = {}] = ownWebhooks();
		change(String(id), node);
		emulator.clearLog();
		expect(await node.exists()).toBe(exists);
		expect(changes()).toEqual([]);
	});

	it('depends on the credential, whose secret the webhook has', async () => {
		const node = await nodeWith();
		await node.publish();
		const { accessToken: token } = emulator.credentials.dashboard;
		const credentials = credentialsOf(emulator, { dashboard: { accessToken: ` ${token}` } });
		const other = await nodeWith({}, { credentials, stored: node.stored });
		expect(await other.exists()).toBe(false);
	});
});

describe('a test in the editor', () => {
	it('has a webhook of its own, and removes it', async () => {
		const node = await nodeWith({ alertIds: [FIRST] });
		await node.publish();
		const before = everything();
		await node.startTest();
		const names = ownWebhooks().map((one) => textAt(one, 'name'));
		expect(names.map((name) => name.endsWith(`${ENDING} test`))).toEqual([false, true]);
		expect(recipientsOf(FIRST)).toHaveLength(3);
		await node.endTest();
		expect(everything()).toEqual(before);
	});

	it.each(['the next test', 'the next start'])(
		'leaves no webhook after %s if n8n did not end it',
		async (next) => {
			const before = everything();
			const crashed = await nodeWith({ alertIds: [FIRST, SECOND] });
			await crashed.startTest();
			const node = await nodeWith({ alertIds: [FIRST] });
			if (next === 'the next test') {
				await node.startTest();
				expect(ownWebhooks()).toHaveLength(1);
				await node.endTest();
			} else {
				await node.publish();
				expect(ownWebhooks()).toMatchObject([{ url: URL_OF_NODE }]);
				await node.unpublish();
			}
			expect(everything()).toEqual(before);
		},
	);
});
