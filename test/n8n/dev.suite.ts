import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { copyOfTree } from '../copyOfTree';
import type { Checks } from './harness/checks';
import { freePort } from './harness/freePort';
import { logInAsPrinted, type OpenedN8n, openN8n } from './harness/openedN8n';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { until } from './harness/until';

const ROOT = path.resolve(__dirname, '../..');
const SOURCE = 'nodes/CloudManagement/CloudManagement.node.ts';
const NODE = 'n8n-nodes-cloud-management.cloudManagement';

/** Checks that `npm run dev` starts an n8n that loads what is saved, and that nothing remains at the end. */
export async function devSuite(checks: Checks): Promise<void> {
	progress('Dev: is a change seen in the running n8n?');
	const tree = copyOfTree();
	// The suites have built the package already.
	cpSync(path.join(ROOT, 'dist'), path.join(tree.folder, 'dist'), { recursive: true });
	const port = await freePort();
	const opened = openN8n(port, { cwd: tree.folder, more: ['--watch'] });
	try {
		await opened.untilPrinted('Ready:');
		await changeLabels(checks, opened, `http://127.0.0.1:${String(port)}`, tree.folder);
		await checks.check('Ctrl-C ends the compiler too, and nothing is left', async () => {
			opened.child.kill('SIGINT');
			assert.equal(await opened.ended(), 0, opened.output());
			assert.deepEqual(opened.leftovers(), []);
		});
	} finally {
		await opened.close();
		tree.close();
	}
}

async function changeLabels(
	checks: Checks,
	opened: OpenedN8n,
	url: string,
	folder: string,
): Promise<void> {
	const cookie = await logInAsPrinted(opened, `${url}/rest`);
	const label = () => labelOf(`${url}/types/nodes.json`, cookie);
	const file = path.join(folder, SOURCE);
	await checks.check('the node has its label', async () => {
		await until('n8n has the label', async () => (await label()) === 'Cloud Management');
	});
	for (const changed of ['Changed Once', 'Changed Twice']) {
		await checks.check(`a saved label is seen: ${changed}`, async () => {
			const source = readFileSync(file, 'utf8');
			const start = performance.now();
			writeFileSync(file, source.replace(/(displayName: )'[^']*'/, `$1'${changed}'`));
			await until('n8n has the label', async () => (await label()) === changed);
			progress(`    seen after ${((performance.now() - start) / 1000).toFixed(1)} s`);
		});
	}
}

/** The label of the node. None while n8n is writing the file that it sends. */
async function labelOf(url: string, cookie: string): Promise<unknown> {
	const types = await ask(url, cookie).catch((error: unknown) => {
		if (error instanceof SyntaxError) return [];
		throw error;
	});
	assert.ok(Array.isArray(types));
	return types.find(({ name }: { name: unknown }) => name === NODE)?.displayName;
}
