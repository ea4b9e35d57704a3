import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { openNode } from './editor/openNode';
import { picturesAreTaken, takePicture } from './editor/picture';
import { AROUND_FORM, formOf } from './editor/regions';
import { dryRun, runs, workflowOfRuns } from './editor/runs';
import { takeThumbnails } from './editor/takeThumbnails';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import type { SharedN8n } from './harness/sharedN8n';
import type { Stage } from './harness/stage';
import { example, exampleNames, nodeOf, type Workflow } from './harness/workflows';

const NDV = '[data-test-id="ndv"]';
const SEARCH = '[data-test-id="node-creator-search-bar"]';
const CREATOR = '[data-test-id="node-creator"]';
const AROUND_ENTRIES = { margins: [0, 0, 24, 0] } as const;
const CATEGORY = '[data-test-id="node-creator-category-item"]';

/** What the suite needs in n8n. */
export function workflowsForEditor(stage: Stage): Workflow[] {
	return [...exampleNames().map((name) => example(name)), workflowOfRuns(stage)];
}

/** The package in n8n's editor, as a user sees it. Writes the pictures of the docs. */
export async function editorSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	progress('Editor: the package in Chromium');
	await page.goto(`${url}/workflow/new`);
	await noOtherHost(checks, page, url);
	await searchWords(checks, page);
	await palette(checks, page);
	await knownNodes(checks, page);
	await runs(checks, n8n);
	await panels(checks, page, url);
	if (picturesAreTaken()) await takeThumbnails(page, url);
	await darkTheme(checks, n8n);
}

/** Opens the list of all nodes. */
async function openCreator(page: Page): Promise<void> {
	await page
		.locator('[data-test-id="canvas-add-button"], [data-test-id="node-creator-plus-button"]')
		.first()
		.click();
}

async function palette(checks: Checks, page: Page): Promise<void> {
	const nodes = [
		{ name: 'Cloud Management', action: 'Create pipe', picture: 'palette', withTrigger: true },
		{ name: 'Cloud Dashboard', action: 'Update dashboard', withTrigger: false },
	];
	for (const { name, action, picture, withTrigger } of nodes) {
		await checks.check(`"${name}" is added from the palette by search`, async () => {
			if (!(await page.locator(SEARCH).isVisible())) await openCreator(page);
			await page.locator(SEARCH).fill(name);
			const entry = page.locator('[data-test-id="node-creator-item-name"]', { hasText: name });
			await entry.first().waitFor();
			if (picture !== undefined)
				await takePicture(page, picture, page.locator(CREATOR), AROUND_ENTRIES);
			await entry.first().click();
			// On an empty canvas, n8n expands the triggers and collapses the actions.
			if (withTrigger) await page.locator(CATEGORY, { hasText: /^Actions/ }).click();
			await page.getByText(action, { exact: true }).first().click();
			await page.locator(NDV).waitFor();
			await page.keyboard.press('Escape');
			await page.locator(NDV).waitFor({ state: 'hidden' });
		});
	}
}

/** The editor asks other hosts for news and templates; no test may depend on them. */
async function noOtherHost(checks: Checks, page: Page, url: string): Promise<void> {
	await checks.check('the browser reaches n8n and no other host', async () => {
		const reached = await page.evaluate(
			async (addresses) =>
				await Promise.all(
					addresses.map(async (address) =>
						fetch(address, { mode: 'no-cors' }).then(
							() => true,
							() => false,
						),
					),
				),
			[`${url}/healthz`, 'https://example.com/'],
		);
		assert.deepEqual(reached, [true, false]);
	});
}

/** What users search for, besides the names of the nodes: each node's entry is found by its words. */
const SEARCH_WORDS = {
	'Cloud Management': [
		...['clickhouse', 'clickhouse cloud', 'clickhouse pipe', 'clickhouse service', 'pipes'],
		...[
			'kafka pipe',
			'stop pipe',
			'pipe failed',
			'postgres cdc',
			'pipeline',
			'private endpoint',
			'invite',
		],
		...['new activity', 'data warehouse'],
	],
	'Cloud Dashboard': ['clickstack dashboard', 'clickstack alert', 'hyperdx'],
};

async function searchWords(checks: Checks, page: Page): Promise<void> {
	await openCreator(page);
	for (const [name, words] of Object.entries(SEARCH_WORDS)) {
		await checks.check(`the palette finds ${name} by ${words.join(', ')}`, async () => {
			const entry = page.locator('[data-test-id="node-creator-item-name"]', { hasText: name });
			for (const word of words) {
				// Otherwise the entry would be that of the previous word.
				await page.locator(SEARCH).fill('no such node');
				await entry.first().waitFor({ state: 'hidden' });
				await page.locator(SEARCH).fill(word);
				await entry.first().waitFor();
			}
		});
	}
}

/** This n8n has every node of every example, including those of Slack and mail. */
async function knownNodes(checks: Checks, page: Page): Promise<void> {
	const known = await nodeVersions(page);
	for (const name of exampleNames()) {
		await checks.check(`n8n knows every node of ${name}, in its version`, () => {
			const used = example(name).nodes.map(
				({ type, typeVersion }) => `${type} ${String(typeVersion)}`,
			);
			assert.deepEqual(
				used.filter((node) => !known.has(node)),
				[],
			);
		});
	}
	await checks.check('pipes-by-day notifies Slack', () => {
		assert.equal(nodeOf(example('pipes-by-day'), 'Tell Slack').type, 'n8n-nodes-base.slack');
	});
}

/** All node types of an n8n with each of their versions, as "type version". */
async function nodeVersions(page: Page): Promise<Set<string>> {
	const names = await page.evaluate(async () => {
		const types: { name: string; version: number | number[] }[] = await (
			await fetch('/types/nodes.json')
		).json();
		return types.flatMap(({ name, version }) =>
			[version].flat().map((number) => `${name} ${String(number)}`),
		);
	});
	return new Set(names);
}

async function panels(checks: Checks, page: Page, url: string): Promise<void> {
	const nodes = [
		{ node: 'create-kafka-pipe' },
		{ node: 'update-dashboard', picture: 'panel-update-dashboard' },
	];
	for (const { node, picture } of nodes) {
		await checks.check(`the panel of "${node}" opens with nothing to correct`, async () => {
			await openNode(page, url, example('demo'), node);
			if (picture !== undefined) await takePicture(page, picture, formOf(page), AROUND_FORM);
			assert.equal(await page.locator(`${NDV} [data-test-id="parameter-issues"]`).count(), 0);
		});
	}
}

/** The icon of the open node. */
async function icon(page: Page): Promise<string> {
	const image = page.locator(
		'[data-test-id="node-title-container"] img, [data-test-id="ndv"] header img',
	);
	return (await image.first().getAttribute('src')) ?? '';
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
		await dryRun(page, 'dry-run-dark');
	});
}

async function sureOfTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
	// If the user has not chosen a theme, n8n follows the system and names none.
	const named = await page.locator('body').getAttribute('data-theme');
	assert.equal(named ?? 'light', theme);
	assert.equal((await icon(page)).endsWith('.dark.svg'), theme === 'dark');
}
