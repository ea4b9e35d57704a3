import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { openCanvas } from '../../tools/n8n/editor/canvas';
import { goTo } from '../../tools/n8n/editor/goTo';
import { openNode } from '../../tools/n8n/editor/openNode';
import { picturesAreTaken, takePicture } from '../../tools/n8n/editor/picture';
import {
	AROUND_CANVAS,
	AROUND_FORM,
	canvasOf,
	fieldOf,
	formOf,
} from '../../tools/n8n/editor/regions';
import { dryRun, runs, workflowOfRuns } from './editor/runs';
import { takeThumbnails } from '../../tools/n8n/editor/takeThumbnails';
import type { Checks } from './harness/checks';
import { ask } from '../../tools/n8n/harness/rest';
import type { SharedN8n } from './harness/sharedN8n';
import type { Stage } from '../../tools/n8n/harness/stage';
import { example, examples, type Workflow } from '../../tools/n8n/harness/workflows';

const NDV = '[data-test-id="ndv"]';
const CREATE = '[data-test-id="canvas-add-button"]';
const SEARCH = '[data-test-id="node-creator-search-bar"]';
const CREATOR = '[data-test-id="node-creator"]';
const ENTRY = '[data-test-id="node-creator-item-name"]';
const CATEGORY = '[data-test-id="node-creator-category-item"]';
const ISSUES = '[data-test-id="node-issues"], [data-test-id="parameter-issues"]';

export function workflowsForEditor(stage: Stage): Workflow[] {
	return [...examples(), workflowOfRuns(stage)];
}

/** Tests the package in n8n's editor, as users see it. */
export async function editorSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	await goTo(page, `${url}/workflow/new`, page.locator(CREATE));
	await palette(checks, page);
	await knownNodes(checks, n8n);
	await runs(checks, n8n);
	await nothingToCorrect(checks, n8n);
	if (picturesAreTaken()) await takeThumbnails(page, url);
	await darkTheme(checks, n8n);
}

async function palette(checks: Checks, page: Page): Promise<void> {
	await checks.check('a node is added from the palette by search', async () => {
		await page.locator(CREATE).click();
		await page.locator(SEARCH).fill('ClickHouse Cloud Management');
		const entry = page.locator(ENTRY, { hasText: 'ClickHouse Cloud Management' });
		await entry.first().waitFor();
		await takePicture(page, 'palette', page.locator(CREATOR), { margins: [0, 0, 24, 0] });
		await entry.first().click();
		// On an empty canvas, n8n expands triggers and collapses actions.
		await page.locator(CATEGORY, { hasText: /^Actions/ }).click();
		await page.getByText('Create pipe', { exact: true }).first().click();
		await page.locator(NDV).waitFor();
		await page.keyboard.press('Escape');
		await page.locator(NDV).waitFor({ state: 'hidden' });
	});
}

/** Checks that n8n has every example's nodes, including Slack and mail. */
async function knownNodes(checks: Checks, n8n: SharedN8n): Promise<void> {
	await checks.check('n8n knows every node of every example, in its version', async () => {
		const types = await ask(n8n, '/types/nodes.json');
		assert.ok(Array.isArray(types));
		const known = types.flatMap(({ name, version }: { name: string; version: number | number[] }) =>
			[version].flat().map((number) => `${name} ${String(number)}`),
		);
		const used = examples().flatMap(({ nodes }) =>
			nodes.map(({ type, typeVersion }) => `${type} ${String(typeVersion)}`),
		);
		assert.deepEqual(
			used.filter((node) => !known.includes(node)),
			[],
		);
	});
}

/** These panels open with nothing to correct. A whole form is too tall for a page, so a picture ends with a field. */
const PANELS = [
	{ nodeId: 'create-kafka-pipe' },
	{ nodeId: 'create-storage-pipe' },
	{ nodeId: 'create-kinesis-pipe' },
	{ nodeId: 'create-postgres-pipe', start: { picture: 'create-pipe', until: 'Database' } },
	{ nodeId: 'update-dashboard' },
];

/** Checks canvases and panels of examples for complaints. */
async function nothingToCorrect(checks: Checks, { page, url }: SharedN8n): Promise<void> {
	const canvases = [
		{ name: 'pipes-with-approval', node: 'Create Pipes', picture: 'approval' },
		{ name: 'agent-pipes', node: 'Ask a Person', picture: 'agent-pipes' },
	];
	for (const { name, node, picture } of canvases) {
		await checks.check(`${name} opens with nothing to correct`, async () => {
			await openCanvas(page, url, name, node);
			assert.equal(await page.locator(ISSUES).count(), 0);
			await takePicture(page, picture, canvasOf(page), AROUND_CANVAS);
		});
	}
	await checks.check(
		'the panel of a tool has no hint on fields that the model fills in',
		async () => {
			await openNode(page, url, example('agent-pipes'), 'create-pipe');
			assert.equal(await page.getByText('To let the AI Agent fill in').count(), 0);
		},
	);
	for (const { nodeId, start } of PANELS) {
		await checks.check(`the panel of "${nodeId}" opens with nothing to correct`, async () => {
			await openNode(page, url, example('demo'), nodeId);
			if (start !== undefined) {
				const until = fieldOf(page, start.until);
				await takePicture(page, start.picture, formOf(page), { ...AROUND_FORM, until });
			}
			assert.equal(await page.locator(NDV).locator(ISSUES).count(), 0);
		});
	}
}

async function darkTheme(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	await checks.check('the icons fit the light and the dark theme', async () => {
		await openNode(page, url, workflowOfRuns(n8n), 'dry');
		await sureOfTheme(page, 'light');
		await page.evaluate(() => {
			localStorage.setItem('N8N_THEME', 'dark');
		});
		await page.reload();
		await page.locator(`${NDV} [data-test-id="parameter-item"]`).first().waitFor();
		await sureOfTheme(page, 'dark');
		if (picturesAreTaken()) await dryRun(page, 'dry-run-dark');
	});
}

async function sureOfTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
	// Without a chosen theme, n8n follows the system and sets no attribute.
	const named = await page.locator('body').getAttribute('data-theme');
	assert.equal(named ?? 'light', theme);
	const image = '[data-test-id="node-title-container"] img, [data-test-id="ndv"] header img';
	const icon = await page.locator(image).first().getAttribute('src');
	assert.equal(icon?.endsWith('.dark.svg'), theme === 'dark');
}
