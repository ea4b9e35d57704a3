import { randomBytes } from 'node:crypto';

import { seedForExamples } from '../examples.suite';
import { OWNER, setUpOwner } from './browser';
import { openMailbox } from './mailbox';
import { type RunningN8n, startN8n } from './n8n';
import { Opened } from './opened';
import { progress } from './progress';
import { serveRawFile } from './rawFile';
import { credentialsFor, importInto, openStage } from './stage';
import { watchSources } from './watchSources';
import { example, exampleNames, withoutNode, withSettings } from './workflows';
import type { Workflow } from './workflows';

export const DASHBOARD_FILE = 'shop-dashboard.json';
/** The examples that tell Slack something when all is well. */
const WITH_SLACK: readonly string[] = ['pipes-by-day', 'service-state-to-slack'];

/** A running n8n with the package, credentials for an emulator and the examples. */
export interface ReadyN8n {
	running: RunningN8n;
	emulatorUrl: string;
	login: { email: string; password: string };
}

/**
 * Starts an n8n that a person can use at once. With `watch` it takes over each change of the sources. What it opens
 * is added to `opened`, which the caller closes.
 */
export async function startReadyN8n(
	opened: Opened,
	{ port, watch }: { port: number; watch: boolean },
): Promise<ReadyN8n> {
	const stage = await openStage({ seed: seedForExamples() });
	opened.add(stage.close);
	const { n8n, emulator } = stage;
	const mailbox = await openMailbox(n8n, ({ to, subject, text }) => {
		progress(`A mail to ${to}: ${subject}\n${text.replace(/^/gm, '          ')}`);
	});
	opened.add(mailbox.close);
	progress('Importing credentials and example workflows');
	await importInto(stage, 'credentials', credentialsFor(emulator, mailbox.port));
	const file = await serveRawFile(DASHBOARD_FILE);
	opened.add(file.close);
	await importInto(stage, 'workflow', readyExamples(file.url));
	progress('Starting n8n');
	const reload = watch ? { N8N_DEV_RELOAD: 'true' } : {};
	const env = { ...stage.env, ...reload, N8N_PORT: String(port) };
	const running = await startN8n(n8n, env, { editor: true });
	opened.add(running.stop);
	progress('Making the owner’s account');
	const owner = { ...OWNER, password: newPassword() };
	if ((await setUpOwner(running.url, owner)) === undefined) throw new Error('n8n made no account');
	if (watch) {
		progress('Compiling the sources into it, now and after each change');
		await watchSources(opened, stage.packageFolder);
	}
	return { running, emulatorUrl: emulator.managementUrl, login: owner };
}

/** The examples, with what a user has to set in them: the address of the file, and no Slack, which is not there. */
export function readyExamples(url: string): Workflow[] {
	return exampleNames().map((name) => {
		if (WITH_SLACK.includes(name)) return withoutNode(example(name), 'Tell Slack');
		if (name === 'dashboard-from-git') return withSettings(example(name), { url });
		return example(name);
	});
}

/** n8n wants a capital letter and a digit. */
function newPassword(): string {
	return `N8-${randomBytes(12).toString('base64url')}`;
}
