import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { copyOfTree } from '../../tools/copyOfTree';
import type { Checks } from './harness/checks';
import { freePort } from '../../tools/n8n/harness/freePort';
import { logInAsPrinted, type OpenedN8n, openN8n } from './harness/openedN8n';
import { PACKAGE } from '../../tools/n8n/harness/packedPackage';
import { ask, dataOf, type LoggedIn } from '../../tools/n8n/harness/rest';
import { outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import type { Installed } from '../../tools/n8n/harness/stage';
import { until } from '../../tools/n8n/harness/until';
import { example, exampleNames } from '../../tools/n8n/harness/workflows';

const ROOT = path.resolve(__dirname, '../..');
const SOURCE = 'nodes/CloudManagement/CloudManagement.node.ts';

/** Runs again while n8n loads the compiler's output: until then, it finds none of the nodes. */
async function onceLoaded<T>(run: () => Promise<T>, attempts = 20): Promise<T> {
	try {
		return await run();
	} catch (error) {
		if (attempts === 0 || !String(error).includes('Unrecognized node type')) throw error;
		await new Promise((resolve) => setTimeout(resolve, 500));
		return await onceLoaded(run, attempts - 1);
	}
}

/** Checks `npm run n8n` and `npm run dev`: n8n can be used immediately, and nothing remains at the end. */
export async function openSuite(checks: Checks, { n8n }: Installed): Promise<void> {
	const tree = copyOfTree();
	// The suites have built the package already.
	cpSync(path.join(ROOT, 'dist'), path.join(tree.folder, 'dist'), { recursive: true });
	const port = await freePort();
	const opened = openN8n(port, { cwd: tree.folder, more: ['--watch'], fault: '401:1' });
	try {
		await opened.untilPrinted('Ctrl-C ends');
		const url = `http://127.0.0.1:${String(port)}`;
		const session = { url, cookie: await logInAsPrinted(opened, url) };
		await checks.check('the examples are there, and everything that it names exists', async () => {
			const names = exampleNames().map((name) => example(name).name);
			const listed: { name: string }[] = Array.from(await dataOf(session, '/rest/workflows'));
			assert.deepEqual(listed.map(({ name }) => name).sort(), names.sort());
			const named = [...opened.output().matchAll(/"(\w+: [^"]+)"/g)].map(([, name = '']) => name);
			assert.ok(named.length >= 3 && named.every((name) => names.includes(name)), named.join('\n'));
		});
		await checks.check('the API fails as often as FAULT defines', async () => {
			await assert.rejects(
				onceLoaded(() => runToEnd(session, 'weekly-digest')),
				/401/,
			);
		});
		await checks.check('an example runs, and its mail is shown', async () => {
			await runToEnd(session, 'weekly-digest');
			await opened.untilPrinted('A mail to team@example.com: Activities of the last 7 days');
		});
		await checks.check('the tables of pipes-by-day and invite-people have rows', async () => {
			for (const [id, node] of [
				['pipes-by-day', 'Stop Pipes'],
				['invite-people', 'Invite'],
			] as const) {
				const items = outputOf(n8n, await runToEnd(session, id)).get(node) ?? [];
				assert.ok(items.length > 1 && items.every(({ dryRun }) => dryRun === true));
			}
		});
		await checks.check('a saved label is shown', () => changeLabel(session, tree.folder));
		await sureOfEnd(checks, opened);
	} finally {
		await opened.close();
		tree.close();
	}
}

async function changeLabel(session: LoggedIn, folder: string): Promise<void> {
	const file = path.join(folder, SOURCE);
	const source = readFileSync(file, 'utf8');
	writeFileSync(file, source.replace(/(displayName: )'[^']*'/, `$1'Changed'`));
	await until('n8n has the label', async () => (await labelOf(session)) === 'Changed');
}

/** The node's label. None while n8n is writing the file that it sends. */
async function labelOf(session: LoggedIn): Promise<unknown> {
	const types = await ask(session, '/types/nodes.json').catch((error: unknown) => {
		if (error instanceof SyntaxError) return [];
		throw error;
	});
	assert.ok(Array.isArray(types));
	const own = `${PACKAGE}.cloudManagement`;
	return types.find(({ name }: { name: unknown }) => name === own)?.displayName;
}

async function sureOfEnd(checks: Checks, opened: OpenedN8n): Promise<void> {
	await checks.check('Ctrl-C ends n8n and the compiler, and nothing is left', async () => {
		assert.ok(opened.leftovers().length >= 4, opened.leftovers().join('\n'));
		opened.child.kill('SIGINT');
		assert.equal(await opened.ended(), 0, opened.output());
		assert.deepEqual(opened.leftovers(), []);
	});
}
