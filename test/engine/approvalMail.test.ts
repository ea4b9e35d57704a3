import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { textOr } from '../../nodes/engine/parameters/values';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { NODE, workflowOf } from '../../tools/engine/workflow';
import { example, nodeOf } from '../../tools/n8n/harness/workflows';
import { withEmulator } from '../withEmulator';

const DRY_RUN = 'Dry Run';
const ADDRESS = 'https://n8n.example.com';
const emulator = withEmulator({ dialect: 'clickhouseCloud' });

/** Turns a text with several expressions into a single expression. */
function joined(message: string): string {
	const parts = message.replace(/^=/, '').split(/(\{\{.*?\}\})/);
	return parts
		.map((part) => (part.startsWith('{{') ? part.slice(2, -2) : JSON.stringify(part)))
		.join(' + ');
}

/** The example's mail is about the plan of a pipe with each of these names. */
async function mailOf(name: string, ...pipeNames: string[]) {
	const { parameters } = nodeOf(example(name), 'Ask for Approval');
	const options: INodeParameters = { dryRun: true };
	const node = sampleNode(sampleOf('pipe create'), emulator.ids, {
		name: '={{ $json.name }}',
		options,
	});
	const { nodes, connections } = workflowOf(
		node,
		pipeNames.map((pipeName) => ({ name: pipeName })),
	);
	const connection = (target: string) => ({
		main: [[{ node: target, type: 'main' as const, index: 0 }]],
	});
	const set = (id: string, assigned: string) => ({
		...{ id, name: id, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		position: [0, 0] satisfies [number, number],
		parameters: { mode: 'raw', jsonOutput: `={{ JSON.stringify(${assigned}) }}`, options: {} },
	});
	const file = {
		nodes: [
			...nodes.map((each) => (each.name === NODE ? { ...each, name: DRY_RUN } : each)),
			{ ...set('settings', `{ name: $json.name, n8n: '${ADDRESS}' }`), name: 'Settings' },
			{ ...set('mail', `{ mail: ${joined(String(parameters['message']))} }`), name: 'Mail' },
		],
		connections: {
			...connections,
			Items: connection('Settings'),
			Settings: connection(DRY_RUN),
			[DRY_RUN]: connection('Mail'),
		},
	};
	const { error, items } = await emulator.run(file, { source: SAMPLE_SOURCE });
	expect(error?.message).toBeUndefined();
	const plans = items(DRY_RUN).map(({ json }) => json);
	const mail = items('Mail')[0]?.json['mail'];
	return { mail: textOr(mail, ''), plans, plan: plans[0] };
}

describe.each([
	{ name: 'pipes-with-approval', number: '1. ' },
	{ name: 'agent-proposes', number: '' },
])('examples/$name (mail)', ({ name, number }) => {
	it('contains only the summary and a link to the execution, which shows the redacted request', async () => {
		const { mail, plan } = await mailOf(name, 'Orders');
		const [summary, link, ...further] = mail.split('\n\n');
		expect([summary, further]).toEqual([number + textOr(plan?.['summary'], ''), []]);
		expect(link).toMatch(
			new RegExp(`^Whole requests?: ${ADDRESS}/workflow/[\\w-]+/executions/[\\w-]+$`),
		);
		expect(plan).toMatchObject({
			method: 'POST',
			body: { name: 'Orders', source: { postgres: { host: 'db.example.com' } } },
		});
		expect(mail + JSON.stringify(plan)).not.toContain(SAMPLE_SOURCE.password);
	});

	it('shows markup in a name as text', async () => {
		const { mail, plan } = await mailOf(name, '<img src=x>&lt;');
		expect(mail).toContain('Create pipe "‹img src=x›＆lt;" in ');
		expect(mail).not.toMatch(/[<&]/);
		expect(plan).toHaveProperty('body.name', '<img src=x>&lt;');
	});

	it('leaves out marks that reverse the text behind them', async () => {
		const pipeName = 'Ord\u202Esre\u2066\u200F';
		const { mail, plan } = await mailOf(name, pipeName);
		expect(mail).toContain('Create pipe "Ordsre" in ');
		expect(mail).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
		expect(plan).toHaveProperty('body.name', pipeName);
	});
});

it("examples/pipes-with-approval (mail) numbers each item's summary with its warnings", async () => {
	const { mail, plans } = await mailOf('pipes-with-approval', 'Orders', 'Orders');
	const summaries = plans.map(({ summary }) => textOr(summary, ''));
	expect(summaries[1]).toMatch(/^Warning: .*\n(?:Warning: .*\n)*Create pipe "Orders" in [^\n]*$/);
	expect(mail.split('\n\n').slice(0, -1)).toEqual([
		`1. ${summaries[0] ?? ''}`,
		`2. ${summaries[1] ?? ''}`,
	]);
	// A mail program may show the text without its line breaks.
	const onOneLine = mail.replace(/\s+/g, ' ');
	expect(onOneLine.match(/(?:^| )\d\. (?:Warning: |Create pipe )/g)).toHaveLength(2);
});

it('docs/approvals.md shows the message of the example', () => {
	const page = readFileSync(join(__dirname, '../../docs/approvals.md'), 'utf8');
	const { parameters } = nodeOf(example('pipes-with-approval'), 'Ask for Approval');
	expect(page).toContain(String(parameters['message']).slice(1));
});
