import assert from 'node:assert/strict';

import type { Checks } from '../harness/checks';
import { type ApiWithMore, type More, serveApiWithMore } from '../harness/apiWithMore';
import { addCredential } from '../harness/rest';
import type { SharedN8n } from '../harness/sharedN8n';
import { example, type Workflow } from '../harness/workflows';
import { play, sending, sent, withoutSlack } from './play';

/** Runs the examples that use paths outside the reference. */
export async function outsideOfTheReference(checks: Checks, n8n: SharedN8n): Promise<void> {
	await checks.check('pipe-state-to-slack reads a pipe and reports its state', () =>
		pipeState(n8n),
	);
	await checks.check('wake-then-create sends nothing before its dry run is off', async () => {
		const output = await play(n8n, example('wake-then-create'));
		assert.deepEqual(sent(n8n), []);
		assert.match(JSON.stringify(output.get('Wait for Pipe')), /Wait until 'result\.state' of/);
	});
	await checks.check('wake-then-create wakes, waits, creates and waits', () => wakeThenCreate(n8n));
}

async function pipeState(stage: SharedN8n): Promise<void> {
	const pipe = { name: 'Orders', state: 'Failed' };
	const isPipe: More = ({ path }) => (/\/pipes\/[^/]+$/.test(path) ? pipe : undefined);
	await withMore(stage, isPipe, async (api, used) => {
		const workflow = withoutSlack(example('pipe-state-to-slack'), 'Settings');
		const output = await play(stage, used(workflow), 'Pipe State Changed');
		// By hand, the present state is shown as both.
		const texts = output.get('Told')?.map(({ text }) => text);
		assert.deepEqual(texts, ['Orders is Failed (was Failed)']);
		assert.equal(api.asked.length, 2);
	});
}

async function wakeThenCreate(stage: SharedN8n): Promise<void> {
	const { emulator } = stage;
	const { serviceId } = emulator.ids;
	const service = emulator.state.services.get(serviceId);
	assert.ok(service);
	emulator.state.services.set({ ...service, state: 'idle' });
	const states = ['Provisioning', 'Running'];
	const more: More = ({ method, path }) => {
		if (method === 'PATCH' && path.endsWith(`/services/${serviceId}/state`)) {
			emulator.state.services.set({ ...service, state: 'running' });
			return { ...service, state: 'awaking' };
		}
		const isPipe = method === 'GET' && /\/pipes\/[^/]+$/.test(path);
		return isPipe ? { id: path.split('/').at(-1), state: states.shift() } : undefined;
	};
	await withMore(stage, more, async (api, used) => {
		const output = await play(stage, used(sending(example('wake-then-create'))));
		const [created] = output.get('Create Pipe') ?? [];
		const id = String(created?.id);
		assert.deepEqual(api.asked, [`PATCH ${serviceId}/state`, `GET pipes/${id}`, `GET pipes/${id}`]);
		assert.deepEqual(sent(stage), [
			`GET services/${serviceId}  200`,
			`POST ${serviceId}/pipes  200`,
		]);
		assert.deepEqual(output.get('Wait for Pipe'), [{ id, state: 'Running' }]);
	});
	emulator.state.services.set(service);
}

/** Runs `body` with an API that knows more, and a function that gives a workflow the credential for it. */
async function withMore(
	n8n: SharedN8n,
	more: More,
	body: (api: ApiWithMore, used: (workflow: Workflow) => Workflow) => Promise<void>,
): Promise<void> {
	const { management } = n8n.emulator.credentials;
	const api = await serveApiWithMore(n8n.emulator.managementUrl, more);
	const name = 'An API with more than the reference';
	const data = { ...management, baseUrl: api.url };
	const id = await addCredential(n8n, { name, type: 'cloudManagementApi', data });
	const credential = { id, name };
	try {
		await body(api, (workflow) => ({
			...workflow,
			nodes: workflow.nodes.map((node) =>
				node.credentials?.cloudManagementApi === undefined
					? node
					: { ...node, credentials: { cloudManagementApi: credential } },
			),
		}));
	} finally {
		await api.close();
	}
}
