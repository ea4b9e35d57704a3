import assert from 'node:assert/strict';

import { DateTime } from 'luxon';

import type { Checks } from '../harness/checks';
import type { PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import { example, withSettings, type Workflow } from '../../../tools/n8n/harness/workflows';
import { play, sending, sent, withoutSlack } from './play';

/** Runs the examples that need ClickHouse Cloud's additions to the neutral contract. */
export async function operationsOfClickHouseCloud(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('pipe-state-to-slack reads a pipe and reports its state', () =>
		pipeState(n8n),
	);
	await checks.check('wake-then-create wakes, waits, creates, and waits', () =>
		wakeThenCreate(n8n),
	);
	await ordersToSlack(checks, n8n);
	await pipeLag(checks, n8n);
	await failedPipe(checks, n8n);
	await rotatedKey(checks, n8n);
}

async function pipeState(stage: PlayedN8n): Promise<void> {
	const { ids, state } = stage.emulator;
	const pipe = state.pipes.all().find(({ serviceId }) => serviceId === ids.serviceId);
	assert.ok(pipe);
	state.pipes.set({ ...pipe, state: 'Failed' });
	const workflow = withoutSlack(example('pipe-state-to-slack'), 'Pipe State Changed');
	const output = await play(stage, workflow, 'Pipe State Changed');
	state.pipes.set(pipe);
	const texts = output.get('Told')?.map(({ text }) => text);
	const service = state.services.get(ids.serviceId)?.name;
	assert.deepEqual(texts, [
		`Sample: Pipe "${pipe.name}" failed in service "${String(service)}", was Running`,
	]);
}

async function wakeThenCreate(stage: PlayedN8n): Promise<void> {
	const { emulator } = stage;
	const { serviceId } = emulator.ids;
	const service = emulator.state.services.get(serviceId);
	assert.ok(service);
	emulator.state.services.set({ ...service, state: 'idle' });
	const match = { method: 'GET', path: /\/clickpipes\// };
	emulator.faults.add({ kind: 'status', status: 503, times: 1, match });
	const output = await play(stage, sending(example('wake-then-create')));
	emulator.state.services.set(service);
	const id = String(output.get('Create Pipe')?.[0]?.id);
	assert.deepEqual(sent(stage), [
		`PATCH ${serviceId}/state awake 200`,
		`GET services/${serviceId}  200`,
		`GET services/${serviceId}  200`,
		`POST ${serviceId}/clickpipes  200`,
		`GET clickpipes/${id}  503`,
		`GET clickpipes/${id}  200`,
	]);
	const [waited] = output.get('Wait for Pipe') ?? [];
	assert.deepEqual([waited?.id, waited?.state], [id, 'Running']);
}

/** A node Told replaces Slack and receives the text that the example would post. */
async function toldBy(stage: PlayedN8n, workflow: Workflow, before: string) {
	const output = await play(stage, withoutSlack(workflow, before));
	return output.get('Told')?.map(({ text }) => text);
}

async function ordersToSlack(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { emulator } = stage;
	const workflow = example('orders-to-slack');
	await checks.check("orders-to-slack posts the rows of yesterday's query", async () => {
		const told = await toldBy(stage, workflow, 'Run Query');
		assert.equal(told?.[0], 'Orders yesterday:\n3 × DE\n1 × FR');
		const day = DateTime.now().setZone('Europe/Berlin').minus({ days: 1 }).toISODate();
		const bodies = emulator.requests.map(({ body }) => body);
		assert.deepEqual(bodies, [{ queryVariables: { day } }]);
	});
	await checks.check('orders-to-slack posts that there were no orders', async () => {
		const { queryEndpointId } = emulator.ids;
		const stored = emulator.stored('queryEndpoints', queryEndpointId);
		const sql = 'SELECT * FROM orders WHERE 0';
		emulator.change('queryEndpoints', queryEndpointId, () => ({ ...stored, sql }));
		const told = await toldBy(stage, workflow, 'Run Query');
		emulator.change('queryEndpoints', queryEndpointId, () => stored);
		assert.deepEqual(told, ['Orders yesterday:\nnone']);
	});
}

async function pipeLag(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { faults, state, ids } = stage.emulator;
	const told = (pipeId: string, changes: object = {}) => {
		const workflow = withSettings(example('pipe-lag-to-slack'), { pipeId, ...changes });
		return toldBy(stage, workflow, 'Lags or Unknown');
	};
	await checks.check("pipe-lag-to-slack compares new events' latency with the limit", async () => {
		const pipeId = ids.objectStoragePipeId;
		assert.equal(await told(pipeId), undefined);
		const labels = `{clickpipe_id="${pipeId}",clickpipe_name="Orders",clickpipe_state="Running"}`;
		const body = ['sum', 'count'].map(
			(part, index) => `ClickPipes_Latency_${part}${labels} ${String([85650, 43][index])}\n`,
		);
		faults.add({ kind: 'status', status: 200, body: body.join(''), times: 1 });
		assert.deepEqual(await told(pipeId), ['Orders lags 64.0 seconds behind (Running)']);
	});
	await checks.check('pipe-lag-to-slack posts an unknown lag, unless told not to', async () => {
		const pipeId = ids.kinesisPipeId;
		const service = state.services.get(ids.serviceId);
		assert.ok(service);
		state.services.set({ ...service, state: 'idle' });
		const texts = [await told(pipeId), await told(pipeId, { tellUnknown: false })];
		state.services.set(service);
		const text = `The lag of ${pipeId} is unknown (no metrics)`;
		assert.deepEqual(texts, [[text], undefined]);
	});
}

async function failedPipe(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { ids, faults, state } = stage.emulator;
	const told = async () => {
		const pipe = state.pipes.all().find(({ serviceId }) => serviceId === ids.serviceId);
		assert.ok(pipe);
		state.pipes.set({ ...pipe, state: 'Failed' });
		const trigger = 'Pipe Fails';
		const workflow = withoutSlack(example('failed-pipe-to-slack'), 'Last Metrics');
		const output = await play(stage, workflow, trigger);
		state.pipes.set(pipe);
		const [text] = output.get('Told')?.map((item) => item.text) ?? [];
		return String(text).replace(String(pipe.name), 'Orders').split('\n');
	};
	const service = String(state.services.get(ids.serviceId)?.name);
	const failed = `Sample: Pipe "Orders" failed in service "${service}", was Running`;
	await checks.check('failed-pipe-to-slack posts the last metrics with the state', async () => {
		assert.deepEqual(await told(), [
			failed,
			'SentEvents_Total 5534250',
			'Latency_sum 21650',
			'Latency_count 42',
		]);
	});
	await checks.check('failed-pipe-to-slack posts that the metrics could not be read', async () => {
		faults.add({ kind: 'status', status: 403, times: 1, match: { path: /\/prometheus/ } });
		const [summary, metrics = ''] = await told();
		assert.equal(summary, failed);
		assert.match(metrics, /^Its metrics could not be read: .*403/);
	});
}

async function rotatedKey(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { apiKeyId } = stage.emulator.ids;
	const { apiKeys } = stage.emulator.state;
	const current = apiKeys.get(apiKeyId);
	assert.ok(current);
	let oldKeyId = '';
	await checks.check('rotate-key creates a key with an address and an expiry', async () => {
		const output = await play(stage, sending(example('rotate-key')));
		const [{ id, keyId, keySecret } = {}] = output.get('Hand Over') ?? [];
		assert.ok(keyId && keySecret);
		oldKeyId = String(id);
		const { expireAt, ipAccessList } = stage.emulator.stored('apiKeys', oldKeyId);
		assert.deepEqual(ipAccessList, [{ source: '203.0.113.7' }]);
		const days = DateTime.fromISO(String(expireAt)).diffNow('days').days;
		assert.ok(days > 89 && days < 91, String(expireAt));
	});
	await checks.check('rotate-key hands nothing over in a dry run', async () => {
		const output = await play(stage, example('rotate-key'));
		assert.equal(output.has('Hand Over'), false);
	});
	const checking = (id: string) => sending(example('rotate-key-check'), { oldKeyId: id });
	await checks.check('rotate-key-check deletes the old key with the new one', async () => {
		await play(stage, checking(oldKeyId));
		assert.equal(sent(stage).at(-1), `DELETE keys/${oldKeyId}  200`);
		assert.equal(apiKeys.get(oldKeyId), undefined);
	});
	const cases = [
		['it is the key of the credential', apiKeyId, current],
		['the new key ends soon', oldKeyId, { ...current, expireAt: DateTime.now().toISO() }],
		['the new key is disabled', oldKeyId, { ...current, state: 'disabled' }],
	] as const;
	for (const [reason, id, key] of cases) {
		await checks.check(`rotate-key-check keeps the old key if ${reason}`, async () => {
			apiKeys.set(key);
			await assert.rejects(play(stage, checking(id)), /Nothing was deleted/);
			apiKeys.set(current);
			assert.ok(sent(stage).every((request) => request.startsWith('GET ')));
		});
	}
}
