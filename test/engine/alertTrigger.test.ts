import type { INodeParameters } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';

import { type JsonObject, objectAt, objectsAt, textAt } from '../../tools/contract/json';
import { credentialsOf } from '../../tools/engine/workflow';
import {
	channelTo,
	FIRST,
	PAGER,
	SEARCH_ALERT,
	SECOND,
	withAlertStage,
} from './harness/alertStage';
import { WebhookNode } from './harness/webhookNode';
import { playPause, restoreClock } from '../builtClock';

const UNKNOWN = FIRST.replace(/1$/, '9');
const URL_OF_NODE = 'https://n8n.example.com/webhook/hook-node1/webhook';

const stage = withAlertStage();
restoreClock();

function secretIn(webhook: JsonObject): string {
	return textAt(objectAt(webhook, 'headers'), 'x-n8n-token');
}

/** Creates `count` webhooks. Returns their IDs. */
function fillUp(alertId: string, count: number): string[] {
	const { webhooks } = stage.state.clickStack;
	return Array.from({ length: count }, (_, n) => {
		const id = alertId.replace(/..$/, `a${String(n)}`);
		const url = `https://pager.example.com/${String(n)}`;
		webhooks.set({ id, name: `Pager ${String(n)}`, service: 'generic', url });
		return id;
	});
}

describe('CloudAlertTrigger (publishing)', () => {
	it('adds a webhook with a secret to the chosen alerts', async () => {
		const before = stage.alert(SECOND);
		const node = await stage.node({ alertIds: [FIRST.toUpperCase(), SECOND] });
		await node.publish();
		const [webhook = {}, ...others] = stage.webhooks();
		expect(others).toEqual([]);
		expect(webhook).toMatchObject({ service: 'generic', url: URL_OF_NODE });
		expect(textAt(webhook, 'name')).toMatch(/Alerts on n8n\.example\.com wf1 node1$/);
		expect(secretIn(webhook)).toMatch(/^[0-9a-f]{64}$/);
		expect(JSON.stringify(node.stored)).not.toContain(secretIn(webhook));
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, webhook['id']]);
		const channels = [...objectsAt(before, 'channels'), channelTo(webhook['id'])];
		const updatedAt: unknown = expect.any(String);
		expect(stage.alert(SECOND)).toMatchObject({ ...before, channels, updatedAt });
		expect(await node.exists()).toBe(true);
	});

	it("doesn't change alerts if none is chosen", async () => {
		const node = await stage.node();
		await node.publish();
		expect(stage.changes()).toEqual(['POST webhooks']);
		const [{ id } = {}] = stage.webhooks();
		stage.setChannels(FIRST, [channelTo(PAGER), channelTo(id)]);
		await node.unpublish();
		expect(node.logged.join()).toContain(`these alerts still notify it: alert ${FIRST}`);
		await node.publish();
		expect(stage.webhooks()).toMatchObject([{ id }]);
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, id]);
	});

	it('removes the webhook from alerts that are no longer chosen', async () => {
		const before = stage.everything();
		const node = await stage.node({ alertIds: [FIRST, SECOND] });
		await node.publish();
		node.parameters = { alertIds: [SECOND] };
		expect(await node.exists()).toBe(false);
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER]);
		expect(stage.notifiedBy(SECOND)).toEqual([PAGER, id]);
		node.parameters = { alertIds: [] };
		await node.unpublish();
		expect(stage.everything()).toEqual(before);
	});

	it.each([
		{ to: 'https://other.example.com', name: /on other\.example\.com wf1 node1$/ },
		{ to: 'http://n8n.example.com', name: /on http:\/\/n8n\.example\.com\/.* wf1 node1$/ },
		{ to: 'https://n8n.example.com/team', name: /on https:\/\/.*\/team\/.* wf1 node1$/ },
	])('creates another webhook for the changed address $to', async ({ to, name }) => {
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		const [old = {}] = stage.webhooks();
		node.url = to;
		expect(await node.exists()).toBe(false);
		await node.restart();
		const [kept = {}, webhook = {}] = stage.webhooks();
		expect(kept).toEqual(old);
		expect(textAt(webhook, 'url')).toContain(`${to}/webhook/`);
		expect(textAt(webhook, 'name')).toMatch(name);
		expect(secretIn(webhook)).not.toBe(secretIn(old));
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, old['id'], webhook['id']]);
		const logged = node.logged.join();
		const oldName = textAt(old, 'name').replaceAll('.', '[.]');
		expect(logged).toContain(`"${oldName}" (${textAt(old, 'id')}), leading to`);
		expect(logged).toContain(`leading to "${URL_OF_NODE}". If n8n has moved`);
		await node.unpublish();
		expect(stage.webhooks()).toEqual([old]);
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, old['id']]);
	});

	it.each(['publish', 'restart'] as const)(
		"leaves production's webhook alone in a copy of its n8n after %s",
		async (start) => {
			const production = await stage.node({ alertIds: [FIRST, SECOND] });
			await production.publish();
			const before = stage.everything();
			const copy = Object.assign(await stage.node(production.parameters), {
				url: 'https://copy.example.com',
				stored: production.stored,
			});
			await copy[start]();
			const [own = {}, copied = {}] = stage.webhooks();
			expect(own).toMatchObject({ url: URL_OF_NODE });
			expect(stage.notifiedBy(FIRST)).toEqual([PAGER, own['id'], copied['id']]);
			expect(await production.exists()).toBe(true);
			expect(await copy.exists()).toBe(false);
			await copy.unpublish();
			expect(stage.everything()).toEqual(before);
			await production.unpublish();
			expect(stage.webhooks()).toEqual([]);
		},
	);

	it("keeps production's webhook when an unstarted copy is unpublished", async () => {
		const production = await stage.node({ alertIds: [FIRST] });
		await production.publish();
		const before = stage.everything();
		const copy = Object.assign(await stage.node({ alertIds: [FIRST] }), {
			url: 'https://copy.example.com',
			stored: production.stored,
		});
		await copy.unpublish();
		expect(stage.everything()).toEqual(before);
		stage.faults.add({ kind: 'status', status: 403, match: { method: 'POST' }, times: 1 });
		await expect(copy.publish()).rejects.toThrow(/403/);
		expect(stage.everything()).toEqual(before);
	});

	it('replaces a webhook that somebody deleted', async () => {
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		stage.state.clickStack.webhooks.delete(String(id));
		await node.restart();
		const [webhook = {}] = stage.webhooks();
		expect(webhook['id']).not.toBe(id);
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, webhook['id']]);
	});

	it("replaces a crashed test's webhook in an alert with ten channels", async () => {
		const before = stage.everything();
		await (await stage.node({ alertIds: [FIRST, SECOND] })).startTest();
		const [left = {}] = stage.webhooks();
		const nine = fillUp(FIRST, 9);
		stage.setChannels(FIRST, [...nine, left['id']].map(channelTo));
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		const [own = {}, ...others] = stage.webhooks();
		expect(others).toEqual([]);
		expect(stage.notifiedBy(FIRST)).toEqual([...nine, own['id']]);
		expect(stage.notifiedBy(SECOND)).toEqual([PAGER]);
		await node.unpublish();
		for (const id of nine) stage.state.clickStack.webhooks.delete(id);
		stage.setChannels(FIRST, [channelTo(PAGER)]);
		expect(stage.everything()).toEqual(before);
	});

	it("ignores another node's stored data", async () => {
		const node = await stage.node();
		await node.publish();
		const copy = Object.assign(await stage.node(), { nodeId: 'node2', stored: node.stored });
		await copy.publish();
		await copy.unpublish();
		expect(stage.webhooks()).toHaveLength(1);
		expect(await node.exists()).toBe(true);
	});

	it('shares the webhook of an n8n instance that was faster', async () => {
		const nodes = await stage.instances({ alertIds: [FIRST] });
		// Between a node's list of webhooks and its POST, the other node lists the webhooks too.
		const match = { operationId: 'listAlerts' };
		stage.faults.add({ kind: 'delay', ms: 400, match, times: 4 });
		await Promise.all(nodes.map((node) => node.publish()));
		const [{ id } = {}, ...others] = stage.webhooks();
		expect(others).toEqual([]);
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, id]);
		expect(stage.requests.some(({ status }) => status === 400)).toBe(true);
		expect(await Promise.all(nodes.map((node) => node.exists()))).toEqual([true, true]);
	});

	it('keeps the webhooks of workflows published or unpublished together', async () => {
		const before = stage.everything();
		const nodes = await Promise.all(
			[1, 2, 3].map(async (number) =>
				Object.assign(await stage.node({ alertIds: [FIRST, SECOND] }), {
					nodeId: `node1${String(number)}`,
				}),
			),
		);
		await Promise.all(nodes.map((node) => node.publish()));
		const ids = stage.webhooks().map(({ id }) => id);
		expect(ids).toHaveLength(3);
		for (const id of [FIRST, SECOND]) expect(stage.notifiedBy(id)).toEqual([PAGER, ...ids]);
		const [first, ...others] = nodes;
		await Promise.all([first?.restart(), ...others.map((node) => node.unpublish())]);
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, ids[0]]);
		await first?.unpublish();
		expect(stage.everything()).toEqual(before);
		expect(nodes.flatMap(({ logged }) => logged)).toEqual([]);
	});

	/** Runs after each PUT of an alert, before the node's next request. */
	function afterEachChange(node: WebhookNode, act: (count: number) => void): void {
		let seen = 0;
		node.beforeRequest = () => {
			const count = stage.changes().filter((change) => change === 'PUT alerts').length;
			if (count > seen) act(count);
			seen = count;
		};
	}

	it("adds and removes its webhook again after someone's simultaneous change", async () => {
		const node = await stage.node({ alertIds: [FIRST] });
		const other = PAGER.replace(/.$/, '7');
		afterEachChange(node, (count) => {
			if (count > 1) return;
			const url = 'https://other.example.com';
			stage.state.clickStack.webhooks.set({ id: other, name: 'Other', service: 'generic', url });
			stage.setChannels(FIRST, [PAGER, other].map(channelTo));
		});
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, other, id]);
		stage.clearLog();
		afterEachChange(node, (count) => {
			if (count === 1) stage.setChannels(FIRST, [PAGER, id].map(channelTo));
		});
		await node.unpublish();
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER]);
		expect([stage.webhooks(), node.logged]).toEqual([[], []]);
	});

	it('fails if others keep removing its webhook', async () => {
		const node = await stage.node({ alertIds: [FIRST] });
		afterEachChange(node, () => {
			stage.setChannels(FIRST, [channelTo(PAGER)]);
		});
		await expect(node.publish()).rejects.toThrow(
			`ClickStack accepted the change to the alert ${FIRST}, but no longer shows it.`,
		);
		expect(stage.webhooks()).toEqual([]);
	});

	it("keeps someone's change while ClickStack throttles the node", async () => {
		const node = await stage.node({ alertIds: [FIRST] });
		const meanwhile = { id: FIRST, threshold: 4242, note: 'Ada' };
		const change = () => {
			stage.state.clickStack.alerts.set({ ...stage.alert(FIRST), ...meanwhile });
		};
		const times = playPause(stage, change, /alerts/);
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		expect(stage.alert(FIRST)).toMatchObject({ threshold: 4242, note: 'Ada' });
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, id]);
		expect(times).toEqual({ pauses: 1 });
	});

	it("reads the key's organization again after an unreadable list", async () => {
		await stage.start({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });
		const { serviceId } = stage.ids;
		const credentials = credentialsOf(stage, { management: { organizationId: '' } });
		const parameters = { authentication: 'cloudApiKey', serviceId, alertIds: [FIRST] };
		const node = await WebhookNode.open(credentials, parameters);
		const match = { operationId: 'listOrganizations' };
		stage.faults.add({ kind: 'result200', result: [{ id: '' }], times: 1, match });
		await expect(node.publish()).rejects.toThrow(/list of organizations can't be read/);
		expect(stage.changes()).toEqual([]);
		await node.publish();
		expect(await node.exists()).toBe(true);
	});

	it('creates a webhook in managed ClickStack', async () => {
		const { serviceId } = stage.ids;
		const before = stage.everything();
		const parameters = { authentication: 'cloudApiKey', serviceId, alertIds: [FIRST] };
		const node = await stage.node(parameters);
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		expect(stage.notifiedBy(FIRST)).toEqual([PAGER, id]);
		expect(await node.exists()).toBe(true);
		await node.unpublish();
		expect(stage.everything()).toEqual(before);
	});
});

describe('CloudAlertTrigger.create', () => {
	/** Publishes, expects a failure, and returns both texts of the error. */
	async function refusal(parameters: INodeParameters, changes: Partial<WebhookNode> = {}) {
		const before = stage.everything();
		const node = Object.assign(await stage.node(parameters), changes);
		const error = await node.publish().catch((thrown: unknown) => thrown);
		if (!(error instanceof NodeError)) throw new Error("not n8n's error", { cause: error });
		expect(stage.everything()).toEqual(before);
		return `${error.message} ${error.description ?? ''}`;
	}

	it('rejects chosen alerts if the server supports only one channel per alert', async () => {
		await stage.open({ isOld: true });
		const text = await refusal({ alertIds: [FIRST] });
		expect(text).toMatch(/only one channel per alert.*2\.36/);
		expect(stage.changes()).toEqual([]);
		await (await stage.node()).publish();
		expect(stage.webhooks()).toHaveLength(1);
	});

	it.each<{ name: string; arrange: () => void; alertIds: string[]; texts: RegExp[] }>([
		{ name: 'an alert is unknown', arrange: () => undefined, alertIds: [UNKNOWN], texts: [/9"/] },
		{
			name: 'an alert has ten other channels',
			arrange: () => {
				stage.setChannels(FIRST, fillUp(FIRST, 10).map(channelTo));
			},
			alertIds: [SECOND, FIRST],
			texts: [/already has 10 channels/],
		},
		{
			name: 'an ID is no valid path segment',
			arrange: () => undefined,
			alertIds: ['../teams'],
			texts: [/^Alert Names or IDs/],
		},
		{
			name: 'an ID has another format',
			arrange: () => undefined,
			alertIds: [FIRST, 'errors'],
			texts: [/^Alert Names or IDs contains "errors", which isn't an ID of ClickStack\./],
		},
	])('fails without a change if $name', async ({ arrange, alertIds, texts }) => {
		arrange();
		const shown = await refusal({ alertIds });
		for (const text of texts) expect(shown).toMatch(text);
		expect(stage.changes()).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['States', { states: '={{ [] }}' }],
		['States', { states: '={{ null }}' }],
		['States', { states: '={{ " , " }}' }],
		['States', { states: '={{ ["ALERTS"] }}' }],
		['States', { states: '={{ ["ALERT", "FIRED"] }}' }],
		['States', { states: '={{ ({ state: "ALERT" }) }}' }],
		['Once per Firing', { options: { oncePerFiring: '={{ "yes" }}' } }],
		['Once per Firing', { options: { oncePerFiring: '={{ 1 }}' } }],
		['Once per Firing', { options: { oncePerFiring: '={{ null }}' } }],
		['Alert Names or IDs', { alertIds: '={{ [] }}' }],
	])('rejects %s with the value %j', async (label, parameters) => {
		expect(await refusal(parameters)).toMatch(new RegExp(`(?:^|, )${label} (?:is|contains|must) `));
		expect(stage.changes()).toEqual([]);
	});

	it('rejects an Organization ID whose expression returns nothing', async () => {
		const { serviceId } = stage.ids;
		const options = { organizationId: '={{ null }}' };
		const text = await refusal({ authentication: 'cloudApiKey', serviceId, options });
		expect(text).toMatch(/Organization ID is empty: the expression returned nothing/);
	});

	it('rejects an invalid expression if the workflow was published before', async () => {
		const node = await stage.node();
		await node.publish();
		node.parameters = { states: '={{ ["ALERTS"] }}' };
		await expect(node.publish()).rejects.toThrow(/ALERTS.*Did you mean ALERT\?/);
	});

	it('explains which URLs ClickStack refuses', async () => {
		const text = await refusal({}, { url: 'http://localhost:5678' });
		expect(text).toMatch(/private or reserved.*WEBHOOK_URL.*WEBHOOK_HOSTNAME_ALLOWLIST/);
	});

	it.each([
		{ url: 'https://ada:canary-password@n8n.example.com', shown: 'https://***@n8n.example.com' },
		{ url: 'https://n8n.example.com/team', shown: 'https://n8n.example.com/team' },
	])("shows n8n's refused address $url as $shown", async ({ url, shown }) => {
		stage.faults.add({ kind: 'echo', match: { method: 'POST' } });
		const text = await refusal({}, { url });
		expect(text).toContain(`it can't reach n8n at ${shown}/webhook/hook-node1/webhook. In`);
		expect(text).not.toContain('canary');
	});

	it('redacts secrets if the API echoes the request', async () => {
		stage.faults.add({ kind: 'echo', match: { method: 'POST' } });
		const text = await refusal({});
		expect(text).toMatch(/400/);
		expect(text).not.toMatch(/[0-9a-f]{64}/);
		expect(text).not.toContain(stage.credentials.dashboard.accessToken);
	});
});

describe('CloudAlertTrigger.create (expressions)', () => {
	it.each<INodeParameters>([
		{ states: '={{ ["ALERT"] }}' },
		{ states: '={{ "alert, ok" }}' },
		{ states: [] },
		{ states: '={{ ["DISABLED"] }}', options: { allowUnlisted: true } },
		{ states: '={{ ["DISABLED"] }}', options: { allowUnlisted: '={{ "true" }}' } },
		{ options: { oncePerFiring: '={{ "true" }}' } },
		{ options: { oncePerFiring: '={{ false }}' } },
	])('publishes with the fields %j', async (parameters) => {
		const node = await stage.node(parameters);
		await node.publish();
		expect(stage.webhooks()).toHaveLength(1);
	});
});

describe('CloudAlertTrigger (unpublishing)', () => {
	it("keeps an alert's webhook for the next start", async () => {
		const node = await stage.node({ alertIds: [FIRST, SECOND] });
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		stage.setChannels(FIRST, [channelTo(id)]);
		await node.unpublish();
		expect(node.logged.join('\n')).toMatch(/only channel of alert .*\n.*stays in ClickStack/);
		expect(stage.webhooks()).toMatchObject([{ id }]);
		expect(stage.notifiedBy(SECOND)).toEqual([PAGER]);
		await node.publish();
		expect(stage.webhooks()).toMatchObject([{ id }]);
	});

	it('treats a missing alert or webhook as removed', async () => {
		const node = await stage.node({ alertIds: [FIRST, SECOND] });
		await node.publish();
		stage.state.clickStack.alerts.delete(FIRST);
		const [{ id } = {}] = stage.webhooks();
		stage.state.clickStack.webhooks.delete(String(id));
		await node.unpublish();
		expect(stage.notifiedBy(SECOND)).toEqual([PAGER]);
		expect(node.logged).toEqual([]);
		await node.unpublish();
		expect(stage.changes()).not.toContain('DELETE webhooks');
	});

	it.each<{ response: string; body: string | object; isGone: boolean }>([
		{ response: "ClickStack's own", body: { message: 'Webhook not found' }, isGone: true },
		{ response: 'a web page', body: '<html>Not found</html>', isGone: false },
		{ response: "a gateway's text", body: '404 page not found', isGone: false },
		{ response: 'nothing', body: '', isGone: false },
	])('treats $response after DELETE as a removed webhook: $isGone', async ({ body, isGone }) => {
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		stage.faults.add({
			kind: 'status',
			status: 404,
			body,
			match: { method: 'DELETE' },
			times: 1,
		});
		await node.unpublish();
		expect(node.logged).toEqual(isGone ? [] : [expect.stringMatching(/couldn't be removed.*404/)]);
		await node.unpublish();
		expect(stage.webhooks()).toEqual([]);
	});

	it.each<{ response: string; change: JsonObject; text: RegExp }>([
		{ response: 'another alert', change: { id: FIRST }, text: /^The response isn't the alert / },
		{
			response: 'an alert without channels',
			change: { channel: undefined, channels: undefined },
			text: /lacks its channels/,
		},
	])("doesn't change alerts after a GET that returns $response", async ({ change, text }) => {
		const before = stage.alert(SECOND);
		const match = { method: 'GET', path: new RegExp(`alerts/${SECOND}$`) };
		const result = { ...before, ...change };
		const fault = stage.faults.add({ kind: 'result200', result, match });
		const node = await stage.node({ alertIds: [SECOND] });
		await expect(node.publish()).rejects.toThrow(text);
		expect(stage.alert(SECOND)).toEqual(before);
		fault.remove();
		await node.publish();
		expect(stage.notifiedBy(SECOND)).toEqual([PAGER, stage.webhooks()[0]?.['id']]);
	});

	it('reads all pages of alerts before it deletes the webhook', async () => {
		const node = await stage.node();
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		const { alerts } = stage.state.clickStack;
		const idOf = (n: number) => n.toString(16).padStart(24, '0');
		for (let n = 1; n <= 1001; n += 1) alerts.set({ ...stage.alert(FIRST), id: idOf(n) });
		stage.setChannels(idOf(1001), [channelTo(PAGER), channelTo(id)]);
		await node.unpublish();
		expect(stage.webhooks()).toMatchObject([{ id }]);
		alerts.delete(idOf(1001));
		await node.unpublish();
		expect(stage.webhooks()).toEqual([]);
	});
});

describe('CloudAlertTrigger.checkExists', () => {
	const THIRD = FIRST.replace(/1$/, '3');

	it.each<{ name: string; change: (id: string, node: WebhookNode) => void }>([
		{
			name: 'after its deletion',
			change: (id) => stage.state.clickStack.webhooks.delete(id),
		},
		{
			name: 'after its removal from an alert',
			change: () => {
				stage.state.clickStack.alerts.set(SEARCH_ALERT);
			},
		},
		{
			name: "after an alert's deletion",
			change: () => stage.state.clickStack.alerts.delete(FIRST),
		},
		{
			name: 'after another alert is chosen',
			change: (_id, node) => {
				stage.state.clickStack.alerts.set({ ...SEARCH_ALERT, id: THIRD });
				node.parameters = { alertIds: [FIRST, SECOND, THIRD] };
			},
		},
	])('returns false from checkExists $name', async ({ change }) => {
		const node = await stage.node({ alertIds: [FIRST, SECOND] });
		expect(await node.exists()).toBe(false);
		await node.publish();
		const [{ id } = {}] = stage.webhooks();
		stage.clearLog();
		expect(await node.exists()).toBe(true);
		change(String(id), node);
		expect(await node.exists()).toBe(false);
		expect(stage.changes()).toEqual([]);
	});
});

describe('CloudAlertTrigger (test in the editor)', () => {
	it('requires a chosen alert to listen', async () => {
		const before = stage.everything();
		const node = await stage.node();
		await expect(node.startTest()).rejects.toThrow(/^Choose an alert\. /);
		await node.endTest();
		expect(stage.everything()).toEqual(before);
		await node.publish();
		expect(stage.webhooks()).toHaveLength(1);
	});

	it("removes the test's separate webhook at its end", async () => {
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		const before = stage.everything();
		await node.startTest();
		const names = stage.webhooks().map((one) => textAt(one, 'name'));
		expect(names.map((name) => name.endsWith(' wf1 node1 test'))).toEqual([false, true]);
		expect(stage.notifiedBy(FIRST)).toHaveLength(3);
		await node.endTest();
		expect(stage.everything()).toEqual(before);
	});

	it("removes an interrupted test's webhook in the next test", async () => {
		const before = stage.everything();
		await (await stage.node({ alertIds: [FIRST, SECOND] })).startTest();
		const node = await stage.node({ alertIds: [FIRST] });
		await node.startTest();
		expect(stage.webhooks()).toHaveLength(1);
		await node.endTest();
		expect(stage.everything()).toEqual(before);
	});

	it("removes an interrupted test's webhook at the next start", async () => {
		const before = stage.everything();
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		await (await stage.node({ alertIds: [FIRST, SECOND] })).startTest();
		expect(await node.exists()).toBe(false);
		await node.publish();
		expect(stage.webhooks()).toMatchObject([{ url: URL_OF_NODE }]);
		await node.unpublish();
		expect(stage.everything()).toEqual(before);
	});

	it("warns if an interrupted test's webhook can't be removed", async () => {
		const node = await stage.node({ alertIds: [FIRST] });
		await node.publish();
		await (await stage.node({ alertIds: [FIRST, SECOND] })).startTest();
		stage.faults.add({ kind: 'status', status: 500, match: { method: 'DELETE' } });
		await node.publish();
		expect(node.logged.join()).toContain("A test's webhook");
		expect(stage.webhooks().map(({ url }) => url)).toContain(URL_OF_NODE);
		expect(stage.notifiedBy(FIRST)).toHaveLength(2);
	});
});
