import assert from 'node:assert/strict';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { openEditor, setUpOwner } from './harness/browser';
import type { Checks } from './harness/checks';
import { startN8n } from './harness/n8n';
import { picturesFolder } from './harness/pictures';
import { progress } from './harness/progress';
import { credentialsFor, importInto, type Stage } from './harness/stage';
import { example } from './harness/workflows';

const IMAGES = picturesFolder();
const NDV = '[data-test-id="ndv"]';

/** The package in n8n's editor, as a user sees it. Writes the pictures of the docs. */
export async function editorSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Editor: the package in Chromium');
	await importInto(stage, 'credentials', credentialsFor(stage.emulator));
	await importInto(stage, 'workflow', [example('demo')]);
	const running = await startN8n(stage.n8n, stage.env);
	try {
		await setUpOwner(running.url);
		const { browser, page } = await openEditor(stage.n8n, running.url);
		try {
			await palette(checks, page, running.url);
			await panels(checks, page, running.url);
		} finally {
			await browser.close();
		}
	} finally {
		await running.stop();
	}
}

async function palette(checks: Checks, page: Page, url: string): Promise<void> {
	for (const name of ['Cloud Management', 'Cloud Dashboard']) {
		await checks.check(`"${name}" is added from the palette by search`, async () => {
			await page.goto(`${url}/workflow/new`);
			await page
				.locator('[data-test-id="canvas-add-button"], [data-test-id="node-creator-plus-button"]')
				.first()
				.click();
			await page.locator('[data-test-id="node-creator-search-bar"]').fill(name);
			const entry = page.locator('[data-test-id="node-creator-item-name"]', { hasText: name });
			await entry.first().waitFor({ timeout: 15_000 });
			await picture(page, `palette-${name.split(' ')[1]?.toLowerCase() ?? ''}`);
			await entry.first().click();
			const action = page.locator(
				'[data-test-id="node-creator-action-item"], [data-test-id="node-creator-item-name"]',
			);
			await action.first().waitFor();
			const wanted = name.endsWith('Dashboard') ? 'Update a dashboard' : 'Create a pipe';
			await page.getByText(wanted, { exact: true }).first().click();
			await page.locator(NDV).waitFor({ timeout: 15_000 });
		});
	}
}

async function panels(checks: Checks, page: Page, url: string): Promise<void> {
	const wanted = {
		'Create Kafka Pipe': ['Brokers', 'Topics', 'Authentication', 'Database', 'Table', 'Columns'],
		'Update Dashboard': ['Dashboard ID', 'Define Dashboard', 'Name', 'Tags', 'Tiles'],
		'Read Activities': ['Return All', 'Limit', 'Organization ID'],
	};
	for (const [node, labels] of Object.entries(wanted)) {
		await checks.check(`the panel of "${node}" shows its fields`, async () => {
			await page.goto(`${url}/workflow/demo`);
			const box = page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`);
			await box.dblclick({ timeout: 30_000 });
			await page.locator(NDV).waitFor();
			const shown = await page
				.locator(`${NDV} [data-test-id="parameter-item"], ${NDV} .parameter-item`)
				.allInnerTexts();
			await picture(page, `panel-${node.toLowerCase().replace(/ /g, '-')}`);
			const text = `${shown.join('\n')}\n${await page.locator(NDV).innerText()}`;
			for (const label of labels) assert.ok(text.includes(label), `no "${label}" in:\n${text}`);
		});
	}
}

async function picture(page: Page, name: string): Promise<void> {
	await page.waitForTimeout(500);
	await page.screenshot({ path: path.join(IMAGES, `${name}.png`) });
}
