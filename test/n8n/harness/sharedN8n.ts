import type { Page } from 'playwright-core';

import { optionsForExamples } from '../../../tools/n8n/examples/seed';
import { workflowsForEditor } from '../editor.suite';
import { openEditor } from '../../../tools/n8n/harness/browser';
import type { Opened } from '../../../tools/n8n/harness/opened';
import { addPackages } from '../../../tools/n8n/harness/packedPackage';
import { openPlayedN8n, type PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import { type Installed, openStage } from '../../../tools/n8n/harness/stage';

/** Another community package may bring other major versions of libraries than n8n's own. */
export const OTHER_LIBRARIES = { zod: '4.6.7', luxon: '2.5.2', 'p-limit': '7.3.3' };

/** Suites that use the editor share this n8n, with Chromium logged in. */
export interface SharedN8n extends PlayedN8n {
	/** The suites share the page, because reloading the editor takes seconds. */
	page: Page;
}

/** Other library versions are installed next to the package. */
export async function openSharedN8n(opened: Opened, installed: Installed): Promise<SharedN8n> {
	const stage = await openStage(opened, installed, optionsForExamples());
	const others = Object.entries(OTHER_LIBRARIES).map((library) => library.join('@'));
	await addPackages(stage.userFolder, ...others);
	const workflows = workflowsForEditor(stage);
	const played = await openPlayedN8n(opened, stage, { editor: true, workflows });
	const { browser, context } = await openEditor(stage.n8n, played.url, played.cookie);
	opened.add(() => browser.close());
	return { ...played, page: await context.newPage() };
}
