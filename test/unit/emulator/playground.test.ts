import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CLICKSTACK_IDS, type Emulator, startEmulator, startSink } from '../../../tools/emulator';
import {
	evaluateAlerts,
	playgroundOptions,
	playgroundWorkflows,
} from '../../../tools/n8n/playground';
import { openChatModel } from '../../../tools/n8n/harness/chatModel';
import {
	exampleNames,
	examples,
	nodeOf,
	type Workflow,
} from '../../../tools/n8n/harness/workflows';
import { playgroundScript } from '../../../tools/n8n/playgroundModel';
import { LEAST, membersOf, pathOf, send } from './client';

const ADDRESS = 'http://localhost:5690';

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

it('adds a note on how to run each example', () => {
	for (const { nodes } of playgroundWorkflows(ADDRESS)) {
		const content = nodes.find(({ name }) => name === 'How to Run')?.parameters.content;
		const hasModel = nodes.some(({ name }) => name === 'Chat Model');
		expect(content).toMatch(/^Choose \*\*Execute workflow\*\*/);
		expect(String(content).includes(' A script plays the model.')).toBe(hasModel);
	}
});

it("saves the README's example last, so that n8n lists it first", () => {
	const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
	const ids = playgroundWorkflows(ADDRESS).map(({ id }) => id);
	expect([...ids].sort()).toEqual(exampleNames().sort());
	expect(ids.at(-1)).toBe(/examples\/([\w-]+)\.json/.exec(readme)?.[1]);
});

it("fills in n8n's address wherever an example links to n8n", () => {
	const linking = examples().filter((workflow) => JSON.stringify(workflow).includes('.json.n8n'));
	expect(linking.map(({ id }) => id)).toEqual(['agent-proposes', 'pipes-with-approval']);
	const workflows = playgroundWorkflows(ADDRESS);
	expect(JSON.stringify(workflows)).not.toContain('localhost:5678');
	for (const { id } of linking) {
		const settings = (among: Workflow[]): unknown => {
			const workflow = among.find((candidate) => candidate.id === id);
			if (workflow === undefined) throw new Error(`There's no ${id}`);
			const { jsonOutput } = nodeOf(workflow, 'Settings').parameters;
			return Object(JSON.parse(String(jsonOutput)));
		};
		expect(settings(workflows)).toEqual({ ...Object(settings(linking)), n8n: ADDRESS });
	}
});

it('adds no address to other examples', () => {
	const [other] = playgroundWorkflows(ADDRESS).filter(({ id }) => id === 'weekly-digest');
	expect(JSON.stringify(other)).not.toContain(ADDRESS);
});

describe('playgroundScript', () => {
	const agents = examples().filter(({ nodes }) => nodes.some(({ name }) => name === 'Chat Model'));
	const toolOf = (name: string) => ({ name, description: '', parameters: {} });
	const toolsOf = ({ nodes }: Workflow) =>
		nodes
			.filter(({ type }) => /\.cloud\w+Tool$/.test(type))
			.map(({ name }) => toolOf(name.replaceAll(' ', '_')));

	/** Each tool answers alike. Returns the calls and the answer. */
	function played(workflow: Workflow, result: string) {
		const tools = toolsOf(workflow);
		const results: string[] = [];
		const called: string[] = [];
		for (let turn = 0; turn < 5; turn += 1) {
			const step = playgroundScript({ results, tools });
			if (typeof step === 'string') return { answer: step, called, tools };
			called.push(...step.map(({ name }) => name));
			results.push(...step.map(() => result));
		}
		throw new Error(`${workflow.id} never answers`);
	}

	it.each(agents)('plays $id with its tools that only read', (workflow) => {
		const { answer, called, tools } = played(
			workflow,
			'[{"name":"Shop","state":"running","country":"DE","orders":3}]',
		);
		expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(called));
		expect(called.filter((name) => !/^(?:Check|Count|List|Orders|Search)_/.test(name))).toEqual([]);
		expect(called).not.toEqual([]);
		expect(answer).toContain('A script wrote this answer.');
		expect(answer).toMatch(/Shop \(running\)|DE 3|"topics": "orders"|hour: 1/);
	});

	it.each(agents)('ends $id if its tools fail', (workflow) => {
		expect(played(workflow, 'The API is unavailable.').answer).toContain('A script');
	});

	it('says so if it knows none of the tools', () => {
		const tools = [toolOf('Drop_Table')];
		expect(playgroundScript({ results: [], tools })).toContain('knows none of these tools');
	});

	it('runs on a server that also lists its model and refuses to stream', async () => {
		const model = await openChatModel();
		model.play(playgroundScript);
		const ask = async (body: object) =>
			await fetch(`${model.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
		const listed = await fetch(`${model.url}/models`);
		expect([listed.status, await listed.json()]).toEqual([
			200,
			expect.objectContaining({ data: [expect.objectContaining({ id: 'gpt-5-mini' })] }),
		]);
		expect((await ask({ stream: true })).status).toBe(400);
		const tools = [{ type: 'function', function: toolOf('Check_Pipe') }];
		const response = await ask({ messages: [{ role: 'user', content: 'Go' }], tools });
		expect(await response.text()).toContain('"name":"Check_Pipe"');
		await model.close();
	});
});
