import path from 'node:path';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { readWorkflow } from '../../tools/engine/runWorkflow';
import {
	EXAMPLES as FOLDER,
	example,
	nodeOf,
	withSettings,
} from '../../tools/n8n/harness/workflows';
import type { EachEmulator } from '../withEmulator';
import { withEmulator } from '../withEmulator';

const { alertId, webhookId } = CLICKSTACK_IDS;
const EXAMPLES = [
	{
		name: 'alert-threshold',
		node: 'Change Threshold',
		kind: 'alerts',
		id: alertId,
		stored: { note: 'Call Ada', tags: ['shop'] },
		changes: { threshold: 20 },
	},
	{
		name: 'rename-webhook',
		node: 'Rename Webhook',
		kind: 'webhooks',
		id: webhookId,
		stored: { body: '{"text":"{{title}}"}', headers: { Authorization: 'not-a-real-secret' } },
		changes: { name: 'On call' },
	},
];

/** Runs an example without its note and with another setting. */
async function run(emulator: EachEmulator, name: string, dryRun: boolean) {
	const { nodes, ...workflow } = readWorkflow(path.join(FOLDER, `${name}.json`));
	const { parameters } = nodeOf(withSettings(example(name), { dryRun }), 'Settings');
	const { jsonOutput = '' } = parameters;
	const changed = nodes
		.filter(({ id }) => id !== 'read-me')
		.map((node) =>
			node.name === 'Settings'
				? { ...node, parameters: { ...node.parameters, jsonOutput: String(jsonOutput) } }
				: node,
		);
	return await emulator.run({ ...workflow, nodes: changed });
}

describe.each(EXAMPLES)('examples/$name', ({ name, node, kind, id, stored, changes }) => {
	const emulator = withEmulator({ dashboardApi: 'clickstack' });

	it("doesn't send the change until Dry Run is off", async () => {
		const { error, items } = await run(emulator, name, true);
		expect(error?.message).toBeUndefined();
		expect(new Set(emulator.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(items(node)[0]?.json).toMatchObject({ dryRun: true, method: 'PUT' });
	});

	it('changes only one value of the record', async () => {
		emulator.change(kind, id, (record) => ({ ...record, ...stored }));
		const before = emulator.stored(kind, id);
		const { error } = await run(emulator, name, false);
		expect(error?.message).toBeUndefined();
		const { updatedAt } = emulator.stored(kind, id);
		expect(emulator.stored(kind, id)).toMatchObject({ ...before, ...changes, updatedAt });
	});
});
