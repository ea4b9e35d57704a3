import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { NODE, workflowOf } from '../../tools/engine/workflow';
import { example, nodeOf } from '../../tools/n8n/harness/workflows';
import { withEmulator } from '../withEmulator';

const DRY_RUN = 'Dry Run';
const emulator = withEmulator({ dialect: 'clickhouseCloud' });

/** The example's mail is about the plan of a pipe with this name. */
async function mailOf(name: string, pipeName: string) {
	const { parameters } = nodeOf(example(name), 'Ask for Approval');
	const options: INodeParameters = { dryRun: true };
	const node = sampleNode(sampleOf('pipe create'), emulator.ids, { name: pipeName, options });
	const { nodes, connections } = workflowOf(node);
	const expression = String(parameters['message']).replace(/^=\{\{|\}\}$/g, '');
	const connection = (target: string) => ({
		main: [[{ node: target, type: 'main' as const, index: 0 }]],
	});
	const mail = {
		...{ id: 'mail', name: 'Mail', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		position: [0, 0] satisfies [number, number],
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ JSON.stringify({ mail: ${expression} }) }}`,
			options: {},
		},
	};
	const file = {
		nodes: [...nodes.map((each) => (each.name === NODE ? { ...each, name: DRY_RUN } : each)), mail],
		connections: { ...connections, Items: connection(DRY_RUN), [DRY_RUN]: connection('Mail') },
	};
	const { error, items } = await emulator.run(file, { source: SAMPLE_SOURCE });
	expect(error?.message).toBeUndefined();
	const { mail: sent } = { ...items('Mail')[0]?.json };
	return { mail: typeof sent === 'string' ? sent : '', plan: items(DRY_RUN)[0]?.json };
}

describe.each(['pipes-with-approval', 'agent-proposes'])('examples/%s (mail)', (name) => {
	it('contains the summary and the whole redacted request', async () => {
		const { mail, plan } = await mailOf(name, 'Orders');
		const { summary, method, url, body } = { ...plan };
		expect(mail).toContain(summary);
		const [, request = ''] = /\n(\{\n.*\n\})<\//s.exec(mail) ?? [];
		expect(JSON.parse(request)).toEqual({ method, url, body });
		expect(mail).not.toContain(SAMPLE_SOURCE.password);
	});

	it('shows markup in the request as text', async () => {
		const { mail } = await mailOf(name, '<img src=x>&lt;');
		expect(mail).toContain('"name": "&#60;img src=x>&#38;lt;"');
		expect(mail).not.toContain('<img');
	});

	it('spells out marks that reverse the text behind them', async () => {
		const pipeName = 'Ord\u202Esre\u2066\u200F';
		const { mail, plan } = await mailOf(name, pipeName);
		expect(mail).toContain(String.raw`"name": "Ord\u202esre\u2066\u200f"`);
		expect(mail).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
		expect(plan).toHaveProperty('body.name', pipeName);
	});
});

it('docs/approvals.md shows the message of the example', () => {
	const page = readFileSync(join(__dirname, '../../docs/approvals.md'), 'utf8');
	const { parameters } = nodeOf(example('pipes-with-approval'), 'Ask for Approval');
	expect(page).toContain(String(parameters['message']).slice(1));
});
