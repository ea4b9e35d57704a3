import { randomBytes } from 'node:crypto';

import type { Emulator } from '../../emulator';
import { seedForExamples } from '../examples/seed';
import { seedTables } from '../examples/seedTables';
import { OWNER, setUpOwner } from './browser';
import { bringIn } from './content';
import { openGitHost } from './gitHost';
import { openMailbox } from './mailbox';
import { type RunningN8n, startN8n } from './n8n';
import type { Opened } from './opened';
import { progress } from './progress';
import { credentialsFor, installPackage, openStage } from './stage';
import { watchSources } from './watchSources';
import { example, exampleNames } from './workflows';

/** A running n8n with the package, credentials for an emulator and the examples. */
export interface ReadyN8n {
	running: RunningN8n;
	emulator: Emulator;
	login: { email: string; password: string };
}

/**
 * Starts an n8n that a person can use immediately. With `watch` it loads each change of the sources. Everything that it
 * opens is added to `opened`, which the caller closes.
 */
export async function startReadyN8n(
	opened: Opened,
	{ port, watch }: { port: number; watch: boolean },
): Promise<ReadyN8n> {
	const installed = await installPackage(opened);
	const seeded = { seed: seedForExamples(), cloudOperations: true };
	const { n8n, emulator, env, packageFolder } = await openStage(opened, installed, seeded, {
		...{ N8N_PORT: String(port), N8N_RUNNERS_MODE: 'internal' },
		...(watch ? { N8N_DEV_RELOAD: 'true' } : {}),
	});
	const mailbox = await openMailbox(n8n, ({ to, subject, text }) => {
		progress(`A mail to ${to}: ${subject}\n${text.replace(/^/gm, '          ')}`);
	});
	opened.add(mailbox.close);
	const git = await openGitHost();
	opened.add(git.close);
	progress('Starting n8n');
	const running = await startN8n(n8n, env, { editor: true });
	opened.add(running.stop);
	progress('Creating the owner’s account, with credentials and example workflows');
	const owner = { ...OWNER, password: newPassword() };
	const cookie = await setUpOwner(running.url, owner);
	if (cookie === undefined) throw new Error('n8n made no account');
	const session = { url: running.url, cookie };
	await bringIn(session, {
		credentials: [...credentialsFor(emulator, mailbox.port), git.credential],
		workflows: exampleNames().map((name) => example(name)),
	});
	await seedTables(session, emulator);
	if (watch) {
		progress('Compiling the sources into it, now and after each change');
		await watchSources(opened, packageFolder);
	}
	return { running, emulator, login: owner };
}

/** n8n requires a capital letter and a digit. */
function newPassword(): string {
	return `N8-${randomBytes(12).toString('base64url')}`;
}
