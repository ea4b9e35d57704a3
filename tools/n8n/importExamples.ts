import { startEmulator } from '../emulator';
import { optionsForExamples, seedRecords } from './examples/seed';
import { putContent } from './harness/content';
import { openGitHost } from './harness/gitHost';
import { Opened } from './harness/opened';
import { progress } from './harness/progress';
import { credentialsFor } from './harness/stage';
import { examples, withAddress } from './harness/workflows';

const { N8N_API_KEY, N8N_URL = 'http://localhost:5678' } = process.env;

/** The running n8n may be in a container. Earlier imports are updated. The emulator runs until this is stopped. */
async function main(): Promise<void> {
	if (N8N_API_KEY === undefined) throw new Error('Set N8N_API_KEY: Settings > n8n API makes one');
	const opened = new Opened();
	try {
		const emulator = await startEmulator({
			...optionsForExamples(),
			onRequest: ({ method, path, status }) => {
				progress(`${method} ${path} ${String(status ?? 'no response')}`);
			},
		});
		opened.add(emulator.close);
		seedRecords(emulator);
		const git = await openGitHost();
		opened.add(git.close);
		const credentials = [...credentialsFor(emulator), git.credential];
		const workflows = examples().map((workflow) => withAddress(workflow, N8N_URL));
		await putContent(N8N_URL, N8N_API_KEY, { credentials, workflows });
		progress(`Ready: ${N8N_URL} has the examples. Ctrl-C ends the emulator`);
		await new Promise((stop) => ['SIGINT', 'SIGTERM'].map((signal) => process.once(signal, stop)));
	} finally {
		await opened.close();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
