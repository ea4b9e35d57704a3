import type { Page } from 'playwright-core';

import { openEditor, setUpOwner } from './browser';
import { type GitHost, openGitHost } from './gitHost';
import { type Mailbox, openMailbox } from './mailbox';
import { startN8n } from './n8n';
import { Opened } from './opened';
import { progress } from './progress';
import { credentialsFor, importInto, type Stage } from './stage';
import type { Workflow } from './workflows';

/** One running n8n for all suites that only look at it or run workflows in it, and Chromium logged in to it. */
export interface SharedN8n extends Stage {
	url: string;
	/** The session of the owner, for requests without the browser. */
	cookie: string;
	mailbox: Mailbox;
	git: GitHost;
	/** The one page of all suites: loading the editor again for each takes seconds. */
	page: Page;
}

/** Imports credentials and workflows by n8n's command line and starts that n8n. The caller closes it. */
export async function openSharedN8n(
	stage: Stage,
	workflows: readonly Workflow[],
): Promise<SharedN8n> {
	const opened = new Opened();
	const close = () => opened.close();
	try {
		const mailbox = await openMailbox(stage.n8n);
		opened.add(mailbox.close);
		const git = await openGitHost();
		opened.add(git.close);
		progress('Importing credentials and workflows by n8n’s command line');
		const credentials = [...credentialsFor(stage.emulator, mailbox.port), git.credential];
		await importInto(stage, 'credentials', credentials);
		await importInto(stage, 'workflow', workflows);
		progress('Starting the n8n that the suites share');
		const { url, stop } = await startN8n(stage.n8n, stage.env, { editor: true });
		opened.add(stop);
		const cookie = await setUpOwner(url);
		if (cookie === undefined) throw new Error('n8n created no account for the owner');
		const { browser, context } = await openEditor(stage.n8n, url, cookie);
		opened.add(() => browser.close());
		const page = await context.newPage();
		return { ...stage, url, cookie, mailbox, git, page, close };
	} catch (error) {
		await close();
		throw error;
	}
}
