import assert from 'node:assert/strict';

import { CLICKSTACK_IDS, evaluateAlert } from '../../tools/emulator';
import type { Checks } from './harness/checks';
import { Opened } from '../../tools/n8n/harness/opened';
import { openPlayedN8n, type PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { ask, dataOf } from '../../tools/n8n/harness/rest';
import { executionsOf, lastRun, outputOf, publish } from '../../tools/n8n/harness/restRun';
import { type Installed, openStage } from '../../tools/n8n/harness/stage';
import { until } from '../../tools/n8n/harness/until';
import { chainOf, ownNode, workflowNode } from '../../tools/n8n/harness/workflows';

const { alertId, webhookId } = CLICKSTACK_IDS;
const ID = 'alerts';

/** Tests immediate alerts: the webhook in ClickStack from publishing to unpublishing, and an editor test. */
export async function alertTriggerSuite(checks: Checks, installed: Installed): Promise<void> {
	const opened = new Opened();
	try {
		const clickStack = { webhookHosts: ['127.0.0.1'] };
		const stage = await openStage(opened, installed, { dashboardApi: 'clickstack', clickStack });
		// n8n's webhook URL has this host, and the port that n8n starts on.
		stage.env.N8N_HOST = '127.0.0.1';
		const trigger = ownNode('Alert', 'cloudAlertTrigger', { alertIds: [alertId] });
		const after = workflowNode('After', 'n8n-nodes-base.noOp', 1);
		const nodes = [{ ...trigger, webhookId: 'of-alerts' }, after];
		const n8n = await openPlayedN8n(opened, stage, { workflows: [chainOf(ID, {}, nodes)] });
		const before = everything(n8n);
		await checks.check('an alert that fires starts one execution', () => fired(n8n));
		await checks.check('an unpublished workflow leaves everything as it was', async () => {
			await unpublish(n8n);
			assert.deepEqual(everything(n8n), before);
		});
		await checks.check('a test removes its webhook after one delivery', async () => {
			await tested(n8n);
			assert.deepEqual(everything(n8n), before);
		});
	} finally {
		await opened.close();
	}
}

/** All alerts and webhooks, without change times and alert states, which change by themselves. */
function everything({ emulator }: PlayedN8n): unknown {
	const { alerts, webhooks } = emulator.state.clickStack;
	const left = ['updatedAt', 'state', 'executionErrors'];
	return [...alerts.all(), ...webhooks.all()].map((record) =>
		Object.fromEntries(
			Object.entries(record).filter(
				([name, value]) => !left.includes(name) && (value ?? null) !== null,
			),
		),
	);
}

/** Evaluates the alert. Returns n8n's statuses, because the other webhook leads nowhere. */
async function evaluate({ emulator }: PlayedN8n, breaches: boolean): Promise<number[]> {
	const deliveries = await evaluateAlert(emulator.state.clickStack, alertId, { breaches });
	return deliveries.filter((one) => one.webhookId !== webhookId).map(({ status }) => status);
}

async function unpublish(n8n: PlayedN8n): Promise<void> {
	await ask(n8n, `/rest/workflows/${ID}/deactivate`, {});
	await untilStatus(n8n, 'not_published');
}

/** n8n starts and ends triggers in the background. */
async function untilStatus(n8n: PlayedN8n, wanted: string): Promise<void> {
	await until(`the workflow is ${wanted}`, async () => {
		const { status } = await dataOf(n8n, `/rest/workflows/${ID}/publication-status`);
		return status === wanted;
	});
}

async function fired(n8n: PlayedN8n): Promise<void> {
	await publish(n8n, ID);
	await untilStatus(n8n, 'published');
	assert.deepEqual(await evaluate(n8n, true), [200]);
	const run = await lastRun(n8n, ID);
	assert.equal(run.status, 'success');
	const [item] = outputOf(n8n.n8n, run).get('After') ?? [];
	assert.equal(item?.state, 'ALERT');
	assert.equal(item.link, 'https://clickstack.example.com/dashboards/1');
	const { webhooks } = n8n.emulator.state.clickStack;
	const own = webhooks.all().find(({ name }) => String(name).endsWith(' Alert'));
	assert.ok(own);
	webhooks.set({ ...own, headers: {} });
	assert.deepEqual(await evaluate(n8n, true), [401]);
	assert.equal((await executionsOf(n8n, ID)).length, 1);
	assert.deepEqual(n8n.emulator.violations, []);
}

async function tested(n8n: PlayedN8n): Promise<void> {
	const body = { triggerToStartFrom: { name: 'Alert' } };
	const { waitingForWebhook } = await dataOf(n8n, `/rest/workflows/${ID}/run`, body);
	assert.equal(waitingForWebhook, true);
	const count = (await executionsOf(n8n, ID)).length;
	assert.deepEqual(await evaluate(n8n, true), [200]);
	await until('the test has run', async () => (await executionsOf(n8n, ID)).length > count);
	assert.equal((await lastRun(n8n, ID)).status, 'success');
	const { webhooks } = n8n.emulator.state.clickStack;
	await until('the webhook is gone', () =>
		webhooks.all().every(({ name }) => !/ test$/.test(String(name))),
	);
}
