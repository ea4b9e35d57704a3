import { setUpOwner } from './browser';
import { bringIn, type ImportedCredential } from './content';
import { type GitHost, openGitHost } from './gitHost';
import { type Mail, type Mailbox, openMailbox } from './mailbox';
import { type RunningN8n, startN8n } from './n8n';
import type { Opened } from './opened';
import type { LoggedIn } from './rest';
import { credentialsFor, type Stage } from './stage';
import type { Workflow } from './workflows';

export interface PlayedN8n extends Stage, LoggedIn {
	mailbox: Mailbox;
	git: GitHost;
	/** `startAgain` replaces this process. */
	running: RunningN8n;
}

interface Contents {
	/** Beside those of `credentialsFor`. */
	credentials?: readonly ImportedCredential[];
	editor?: boolean;
	/** Defaults to the suites' password. */
	password?: string;
	onMail?: (mail: Mail) => void;
	source?: ImportedCredential['data'];
	workflows?: readonly Workflow[];
}

/** Starts an n8n with the examples' credentials, and with workflows under their own IDs. */
export async function openPlayedN8n(
	opened: Opened,
	stage: Stage,
	{ credentials = [], editor = false, password, onMail, source, workflows = [] }: Contents = {},
): Promise<PlayedN8n> {
	const mailbox = await openMailbox(stage.n8n, onMail);
	opened.add(mailbox.close);
	const git = await openGitHost();
	opened.add(git.close);
	const running = await startN8n(stage.n8n, stage.env, { editor });
	const cookie = await setUpOwner(running.url, password);
	const played: PlayedN8n = { ...stage, url: running.url, cookie, mailbox, git, running };
	opened.add(() => played.running.stop());
	const usual = [...credentialsFor(stage.emulator, mailbox.port, source), git.credential];
	await bringIn(played, { credentials: [...usual, ...credentials], workflows });
	return played;
}

/** Restarts n8n after a stop or kill. */
export async function startAgain(played: PlayedN8n): Promise<void> {
	played.running = await startN8n(played.n8n, played.env);
}
