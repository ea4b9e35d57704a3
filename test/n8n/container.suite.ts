import assert from 'node:assert/strict';

import { startEmulator } from '../../tools/emulator';
import { seedForExamples } from '../../tools/n8n/examples/seed';
import type { Checks } from './harness/checks';
import { putContent, withApiKey } from '../../tools/n8n/harness/content';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { ask, dataOf } from '../../tools/n8n/harness/rest';
import { outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import { credentialsFor } from '../../tools/n8n/harness/stage';
import { example, exampleNames } from '../../tools/n8n/harness/workflows';

/** Follows docs/development/container.md, as far as possible without a container. */
export async function containerSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('with unverified packages off, n8n 2.41 installs none', async () => {
		const install = ask(n8n, '/rest/community-packages', { name: 'n8n-nodes-any' });
		await assert.rejects(install, /unverified community packages is forbidden/);
	});
	const emulator = await startEmulator({ seed: seedForExamples() });
	try {
		await checks.check('imported twice, each example is there once, and one runs', async () => {
			const credentials = [...credentialsFor(emulator), n8n.git.credential];
			const workflows = exampleNames().map((name) => example(name));
			const content = { credentials, workflows };
			const listed: { id: string; name: string }[][] = [];
			await withApiKey(n8n, async (key) => {
				for (let time = 0; time < 2; time += 1) {
					await putContent(n8n.url, key, content);
					listed.push(Array.from(await dataOf(n8n, '/rest/workflows')));
				}
			});
			const [once = [], twice = []] = listed;
			assert.equal(twice.length, once.length);
			const missing = workflows.filter(({ name }) => !once.some((found) => found.name === name));
			assert.deepEqual(missing, []);
			const { id = '' } = once.find(({ name }) => name === example('service-check').name) ?? {};
			const output = outputOf(n8n.n8n, await runToEnd(n8n, id));
			assert.equal(output.get('Read Service')?.length, 1);
			assert.ok(emulator.requests.length > 0, 'the credential is that of the import');
		});
	} finally {
		await emulator.close();
	}
}
