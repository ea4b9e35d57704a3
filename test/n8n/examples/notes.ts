import assert from 'node:assert/strict';

import type { Checks } from '../harness/checks';
import { addWorkflow } from '../../../tools/n8n/harness/restRun';
import type { SharedN8n } from '../harness/sharedN8n';
import { until } from '../../../tools/n8n/harness/until';
import { chainOf, example, exampleNames, nodeOf } from '../../../tools/n8n/harness/workflows';

/** By how much a note may be taller than its text: its own margin, and half a line. */
const MAX_MARGIN = 56;

/** Checks that the note of each example is as tall as its text, which only the editor knows. */
export async function notes(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { url, page } = n8n;
	const names = exampleNames();
	// All of them in one workflow, since the editor takes seconds to load.
	const nodes = names.map((name, index) => ({
		...nodeOf(example(name), 'Read Me'),
		...{ id: name, name, position: [0, index * 900] as [number, number] },
	}));
	const id = await addWorkflow(n8n, { ...chainOf('Notes', {}, nodes), connections: {} });
	await page.goto(`${url}/workflow/${id}`);
	const stickies = page.locator('[data-test-id="sticky"]');
	await until('all notes are shown', async () => (await stickies.count()) === names.length);
	await checks.check('the note of each example is as tall as its text', async () => {
		const wrong: string[] = [];
		for (const name of names) {
			const note = page.locator(`[data-node-name="${name}"] [data-test-id="sticky"]`);
			const text = note.locator('[class*="_sticky_"]').first();
			const { height = 0 } = nodeOf(example(name), 'Read Me').parameters;
			const margin = Number(height) - (await text.evaluate(({ clientHeight }) => clientHeight));
			if (margin < 24 || margin > MAX_MARGIN) wrong.push(`${name}: ${String(margin)} pixels more`);
		}
		assert.deepEqual(wrong, []);
	});
}
