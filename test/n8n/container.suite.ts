import assert from 'node:assert/strict';

import { startEmulator } from '../../tools/emulator';
import { optionsForExamples } from '../../tools/n8n/examples/seed';
import { putContent } from '../../tools/n8n/harness/content';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { dataOf } from '../../tools/n8n/harness/rest';
import { outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import { credentialsFor } from '../../tools/n8n/harness/stage';
import { example, exampleNames } from '../../tools/n8n/harness/workflows';
import type { Checks } from './harness/checks';

const SCOPES = ['credential', 'workflow'].flatMap((record) =>
	['create', 'list', 'read', 'update'].map((may) => `${record}:${may}`),
);

/** Follows the container steps in tools/n8n/README.md, as far as possible without a container. */
export async function containerSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const emulator = await startEmulator(optionsForExamples());
	try {
		await checks.check('a second import adds no second example', async () => {
			const credentials = [...credentialsFor(emulator), n8n.git.credential];
			const workflows = exampleNames().map((name) => example(name));
			const content = { credentials, workflows };
			const asked = { label: 'import', scopes: SCOPES, expiresAt: null };
			const { rawApiKey } = await dataOf(n8n, '/rest/api-keys', asked);
			const list = async () => {
				await putContent(n8n.url, String(rawApiKey), content);
				const listed: { id: string; name: string }[] = await dataOf(n8n, '/rest/workflows');
				return listed;
			};
			const once = await list();
			assert.equal((await list()).length, once.length);
			const missing = workflows.filter(({ name }) => !once.some((one) => one.name === name));
			assert.deepEqual(missing, []);
			const imported = once.find(({ name }) => name === example('service-check').name);
			const output = outputOf(n8n.n8n, await runToEnd(n8n, imported?.id ?? ''));
			assert.equal(output.get('Read Service')?.length, 1);
			assert.ok(emulator.requests.length > 0, 'the credential is that of the import');
		});
	} finally {
		await emulator.close();
	}
}
