import { randomBytes } from 'node:crypto';

import type { Emulator } from '../../emulator';
import { seedTables } from '../examples/seedTables';
import { seedForExamples } from '../examples.suite';
import { OWNER, setUpOwner } from './browser';
import { openGitHost } from './gitHost';
import { openMailbox } from './mailbox';
import { type RunningN8n, startN8n } from './n8n';
import { Opened } from './opened';
import { progress } from './progress';
import { credentialsFor, importInto, openStage } from './stage';
import { watchSources } from './watchSources';
import { example, exampleNames } from './workflows';

/** A running n8n with the package, credentials for an emulator and the examples. */
export interface ReadyN8n {
	running: RunningN8n;
	emulator: Emulator;
	login: { email: string; password: string };
}

/**
 * Starts an n8n that a person can use at once. With `watch` it loads each change of the sources. What it opens
 * is added to `opened`, which the caller closes.
 */
export async function startReadyN8n(
	opened: Opened,
	{ port, watch }: { port: number; watch: boolean },
): Promise<ReadyN8n> {
	const stage = await openStage({ seed: seedForExamples(), cloudOperations: true });
	opened.add(stage.close);
	const { n8n, emulator } = stage;
	const mailbox = await openMailbox(n8n, ({ to, subject, text }) => {
		progress(`A mail to ${to}: ${subject}\n${text.replace(/^/gm, '          ')}`);
	});
	opened.add(mailbox.close);
	progress('Importing credentials and example workflows');
	const git = await openGitHost();
	opened.add(git.close);
	const credentials = [...credentialsFor(emulator, mailbox.port), git.credential];
	await importInto(stage, 'credentials', credentials);
	const examples = exampleNames().map((name) => example(name));
	await importInto(stage, 'workflow', examples);
	progress('Starting n8n');
	const reload = watch ? { N8N_DEV_RELOAD: 'true' } : {};
	const env = { ...stage.env, ...reload, N8N_PORT: String(port) };
	const running = await startN8n(n8n, env, { editor: true });
	opened.add(running.stop);
	progress('Creating the owner’s account');
	const owner = { ...OWNER, password: newPassword() };
	const cookie = await setUpOwner(running.url, owner);
	if (cookie === undefined) throw new Error('n8n made no account');
	await seedTables({ url: running.url, cookie }, emulator);
	if (watch) {
		progress('Compiling the sources into it, now and after each change');
		await watchSources(opened, stage.packageFolder);
	}
	return { running, emulator, login: owner };
}

/** n8n requires a capital letter and a digit. */
function newPassword(): string {
	return `N8-${randomBytes(12).toString('base64url')}`;
}
