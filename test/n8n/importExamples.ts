import { startEmulator } from '../emulator';
import { seedForExamples } from './examples.suite';
import { openGitHost } from './harness/gitHost';
import { Opened } from './harness/opened';
import { progress } from './harness/progress';
import { credentialsFor, type ImportedCredential } from './harness/stage';
import { example, exampleNames, type Workflow } from './harness/workflows';

const { N8N_API_KEY, N8N_URL = 'http://localhost:5678' } = process.env;

/**
 * Brings the examples and their credentials into an n8n that runs already, in a container for example, by its public
 * API. What is there from an earlier run is updated. Keeps the emulator open until it is asked to stop.
 */
async function main(): Promise<void> {
	if (N8N_API_KEY === undefined) throw new Error('Set N8N_API_KEY: Settings > n8n API makes one');
	const opened = new Opened();
	try {
		const emulator = await startEmulator({
			seed: seedForExamples(),
			cloudOperations: true,
			onRequest: ({ method, path, status }) => {
				progress(`${method} ${path} ${String(status ?? 'no response')}`);
			},
		});
		opened.add(emulator.close);
		const git = await openGitHost();
		opened.add(git.close);
		const credentials = [...credentialsFor(emulator), git.credential];
		for (const credential of credentials) await putCredential(credential);
		for (const name of exampleNames()) await putWorkflow(example(name));
		progress(`Ready: ${N8N_URL} has the examples. Ctrl-C ends the emulator`);
		await new Promise((stop) => ['SIGINT', 'SIGTERM'].map((signal) => process.once(signal, stop)));
	} finally {
		await opened.close();
	}
}

async function putCredential({ id, ...credential }: ImportedCredential): Promise<void> {
	const updated = await call('PATCH', `credentials/${id}`, credential);
	if (updated.status === 404) await data(call('POST', 'credentials', { id, ...credential }));
	else await data(updated);
}

async function putWorkflow({ name, nodes, connections, settings }: Workflow): Promise<void> {
	const found = await data(call('GET', `workflows?name=${encodeURIComponent(name)}`));
	const [there] = Object(found).data;
	const body = { name, nodes, connections, settings };
	if (there === undefined) await data(call('POST', 'workflows', body));
	else await data(call('PUT', `workflows/${String(there.id)}`, body));
}

async function call(method: string, path: string, body?: object): Promise<Response> {
	return await fetch(`${N8N_URL}/api/v1/${path}`, {
		method,
		headers: { 'x-n8n-api-key': String(N8N_API_KEY), 'content-type': 'application/json' },
		body: body === undefined ? null : JSON.stringify(body),
	});
}

/** The JSON of a response. Throws if it is not a success. */
async function data(calling: Response | Promise<Response>): Promise<unknown> {
	const response = await calling;
	const text = await response.text();
	if (!response.ok)
		throw new Error(`${response.url} responded ${String(response.status)}: ${text}`);
	return JSON.parse(text);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
