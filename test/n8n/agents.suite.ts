import assert from 'node:assert/strict';

import { canariesIn } from '../../tools/samples/canaries';
import {
	type ChatModel,
	modelCredential,
	openChatModel,
	type Script,
} from '../../tools/n8n/harness/chatModel';
import { withoutSlack } from './examples/play';
import type { Checks } from './harness/checks';
import { bringIn } from '../../tools/n8n/harness/content';
import { clickIn } from '../../tools/n8n/harness/mailbox';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { addWorkflow, outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import { until } from '../../tools/n8n/harness/until';
import { example } from '../../tools/n8n/harness/workflows';

export const PIPE = {
	name: 'Orders',
	source: {
		kafka: {
			type: 'kafka',
			format: 'JSONEachRow',
			brokers: 'broker.example.com:9092',
			topics: 'orders',
			authentication: 'SCRAM-SHA-256',
		},
	},
	destination: {
		database: 'default',
		table: 'orders',
		managedTable: true,
		tableDefinition: { engine: { type: 'MergeTree' } },
		columns: [{ name: 'id', type: 'UInt64' }],
	},
};

interface Play extends PlayedN8n {
	model: ChatModel;
}

/** Tests the nodes as an AI Agent's tools, with a scripted model. */
export async function agentsSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const model = await openChatModel();
	const play = { ...n8n, model };
	try {
		await bringIn(n8n, { credentials: [modelCredential(model)] });
		await checks.check('agent-pipes creates a pipe once a person has approved it', () =>
			created(play),
		);
		await checks.check("the model receives each tool's purpose and its parameters", () => {
			const tools = model.turns[0]?.tools ?? [];
			const offered = tools.map(({ name, parameters: { properties = {} } }) => [
				name,
				Object.keys(properties).sort().join(),
			]);
			assert.deepEqual(Object.fromEntries(offered), {
				List_Services: '',
				List_Pipes: 'service',
				Check_Pipe: 'pipe_definition,service',
				Create_Pipe: 'hitlParameters,toolParameters',
				Stop_Pipe: 'hitlParameters,toolParameters',
			});
			for (const { description } of tools) assert.match(description, /^[A-Z]\w+ .+/);
		});
		await checks.check('agent-pipes sends nothing that the person declines', async () => {
			const create = createOf('Analytics 1');
			const { said } = await answer(play, false, ({ results: [declined = create] }) => declined);
			assert.match(said, /rejected the tool call/);
			assert.deepEqual(n8n.emulator.requests, []);
		});
		await checks.check('agent-answers runs the query for the day that the model chooses', () =>
			answered(play),
		);
		await checks.check('alert-investigation searches and counts before it answers', () =>
			investigated(play),
		);
		await checks.check('no secret is in any message to the model', () => {
			const all = model.requests.join('\n');
			// The search proves something only if the model received tool results.
			assert.ok(all.includes('dryRun'));
			assert.deepEqual(canariesIn(all), []);
		});
	} finally {
		await model.close();
	}
}

const inputOf = (service: string) => ({ service, pipe_definition: PIPE });

const createOf = (service: string) => [
	{ name: 'Create_Pipe', input: { toolParameters: inputOf(service), hitlParameters: {} } },
];

/** Nobody mentions the service, so its name comes from a tool's result. */
async function created(play: Play): Promise<void> {
	const { serviceId } = play.emulator.ids;
	const nameIn = (services: string): string =>
		JSON.parse(services).find(({ id }: { id: string }) => id === serviceId).name;
	const script: Script = ({ results: [services, checked, created] }) => {
		if (services === undefined) return [{ name: 'List_Services', input: {} }];
		const found = nameIn(services);
		if (checked === undefined) return [{ name: 'Check_Pipe', input: inputOf(found) }];
		if (created !== undefined) return `Created ${String(JSON.parse(created)[0].name)}.`;
		assert.equal(JSON.parse(checked)[0].dryRun, true);
		return createOf(found);
	};
	const { said, mail, before } = await answer(play, true, script);
	assert.equal(said, 'Created Orders.');
	assert.match(mail, /Create_Pipe[\s\S]*broker\.example\.com/);
	assert.deepEqual(canariesIn(mail), []);
	// Each tool looks for the service by its name, and the dry run for a pipe of the same name.
	assert.equal(before, 3);
	assert.deepEqual(
		play.emulator.requests.map(({ method }) => method),
		['GET', 'GET', 'GET', 'GET', 'POST'],
	);
}

async function answered(play: Play): Promise<void> {
	const { emulator, model, n8n } = play;
	emulator.clearLog();
	model.play(({ results: [rows] }) =>
		rows === undefined
			? [{ name: 'Orders_by_Day', input: { day: '2026-05-31' } }]
			: `${String(JSON.parse(rows)[0].orders)} from ${String(JSON.parse(rows)[0].country)}`,
	);
	const run = await runToEnd(play, await addWorkflow(play, example('agent-answers')));
	assert.equal(outputOf(n8n, run).get('AI Agent')?.[0]?.output, '3 from DE');
	const [tool, ...others] = model.turns[0]?.tools ?? [];
	assert.deepEqual(others, []);
	assert.deepEqual(Object.keys(tool?.parameters.properties ?? {}), ['day']);
	const bodies = emulator.requests.map(({ body }) => body);
	assert.deepEqual(bodies, [{ queryVariables: { day: '2026-05-31' } }]);
	assert.deepEqual(emulator.violations, []);
}

async function investigated(play: Play): Promise<void> {
	const { emulator, model, n8n } = play;
	emulator.clearLog();
	const where = 'SeverityText:error';
	model.play(({ results: [counted, found] }) => {
		if (counted === undefined) {
			return [{ name: 'Count_Events', input: { where, group_by: 'ServiceName' } }];
		}
		if (found === undefined) return [{ name: 'Search_Events', input: { where } }];
		return `${String(JSON.parse(found).length)} events found`;
	});
	const trigger = 'Alert Fires';
	const said = { summary: 'Alert "Errors" fires', title: 'Errors', body: '12 lines found' };
	const alert = { ...said, state: 'ALERT', link: 'https://x/1' };
	const workflow = withoutSlack(example('alert-investigation'), 'AI Agent');
	const pinned = { ...workflow, pinData: { [trigger]: [{ json: alert }] } };
	const run = await runToEnd(play, await addWorkflow(play, pinned), trigger);
	const [told] = outputOf(n8n, run).get('Told') ?? [];
	assert.match(String(told?.text), /^Alert "Errors" fires\n\d+ events found\nhttps:\/\/x\/1$/);
	assert.match(model.requests.at(-1) ?? '', /Alert \\"Errors\\" fires:\\n12 lines found/);
	const tools = model.turns[0]?.tools.map(({ name, parameters: { properties = {} } }) => [
		name,
		Object.keys(properties).sort().join(),
	]);
	assert.deepEqual(Object.fromEntries(tools ?? []), {
		Search_Events: 'where',
		Count_Events: 'group_by,where',
	});
	const paths = emulator.requests.map(({ path: target }) => target.split('/').at(-1));
	assert.deepEqual(paths, ['series', 'search']);
	assert.deepEqual(emulator.violations, []);
}

/**
 * Runs the example with a script and clicks a button in its mail. Returns the agent's answer, the mail, and the number
 * of requests before the click.
 */
async function answer(play: Play, approved: boolean, script: Script) {
	const { emulator, mailbox, model, n8n, url } = play;
	const { mails } = mailbox;
	emulator.clearLog();
	mails.length = 0;
	model.play(script);
	const click = async () => {
		await until('the mail that asks for approval has come', () => mails.length > 0);
		const [mail] = mails;
		assert.ok(mail);
		const before = emulator.requests.length;
		await clickIn(mail, approved, url);
		return { mail: mail.text, before };
	};
	const id = await addWorkflow(play, example('agent-pipes'));
	const [run, clicked] = await Promise.all([runToEnd(play, id), click()]);
	assert.deepEqual(emulator.violations, []);
	return { ...clicked, said: String(outputOf(n8n, run).get('AI Agent')?.[0]?.output) };
}
