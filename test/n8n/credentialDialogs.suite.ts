import assert from 'node:assert/strict';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { openEditor, setUpOwner } from './harness/browser';
import type { Checks } from './harness/checks';
import { startN8n } from './harness/n8n';
import { picturesFolder } from './harness/pictures';
import { progress } from './harness/progress';
import { credentialsFor, importInto, type Stage } from './harness/stage';

const IMAGES = picturesFolder();
const GREEN = '[data-test-id="credentials-config-container-test-success"]';

/** The dialog of the management credential: green with the right key, red with a wrong one. */
export async function credentialDialogsSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Credential dialogs in Chromium');
	const credentials = credentialsFor(stage.emulator);
	const right = credentials.filter(({ id }) => id === 'management');
	const wrong = right.map(({ data, ...rest }) => ({
		...rest,
		id: 'wrong',
		name: 'Wrong key',
		data: { ...data, keySecret: 'wrong' },
	}));
	await importInto(stage, 'credentials', [...credentials, ...wrong]);
	const running = await startN8n(stage.n8n, stage.env);
	try {
		await setUpOwner(running.url);
		const { browser, page } = await openEditor(stage.n8n, running.url);
		try {
			await checks.check('the right key tests green', async () => {
				await openDialog(page, running.url, 'management');
				await page.locator(GREEN).waitFor({ timeout: 20_000 });
				await page.screenshot({ path: path.join(IMAGES, 'credential-green.png') });
			});
			await checks.check('a wrong key tests red, and says what to check', async () => {
				await openDialog(page, running.url, 'wrong');
				const message = page.getByText('The service does not accept this key', { exact: false });
				await page.getByText('More details').click({ timeout: 20_000 });
				await message.first().waitFor({ timeout: 8_000 });
				await page.screenshot({ path: path.join(IMAGES, 'credential-red.png') });
				assert.equal(await page.locator(GREEN).isVisible(), false);
			});
		} finally {
			await browser.close();
		}
	} finally {
		await running.stop();
	}
}

async function openDialog(page: Page, url: string, id: string): Promise<void> {
	await page.goto(`${url}/home/credentials/${id}`);
	await page.locator('[data-test-id="editCredential-modal"]').waitFor({ timeout: 30_000 });
}
