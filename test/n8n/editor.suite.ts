import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { openNode } from './editor/openNode';
import { takePicture } from './editor/picture';
import { runsInEditor } from './editor/runsInEditor';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import type { SharedN8n } from './harness/sharedN8n';
import type { Stage } from './harness/stage';
import { example, exampleNames, nodeOf, type Workflow } from './harness/workflows';

const NDV = '[data-test-id="ndv"]';
const OUTPUT = '[data-test-id="output-panel"]';
const SEARCH = '[data-test-id="node-creator-search-bar"]';
const CATEGORY = '[data-test-id="node-creator-category-item"]';

/** What the suite needs in n8n. */
export function workflowsForEditor(stage: Stage): Workflow[] {
	return [...exampleNames().map((name) => example(name)), runsIn(stage)];
}

const runsIn = ({ emulator }: Stage) => runsInEditor('runs-in-editor', emulator);

/** The package in n8n's editor, as a user sees it. Writes the pictures of the docs. */
export async function editorSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	progress('Editor: the package in Chromium');
	await page.goto(`${url}/workflow/new`);
	await noOtherHost(checks, page, url);
	await searchWords(checks, page);
	await palette(checks, page);
	await knownNodes(checks, page);
	await runs(checks, page, url, runsIn(n8n));
	await panels(checks, page, url);
	await darkTheme(checks, page, url);
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
			if (picture !== undefined) await takePicture(page, picture);
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

/** What users search for, besides the names of the nodes. */
const SEARCH_WORDS = [
	'clickhouse',
	'pipes',
	'service',
	'invite',
	'member',
	'byoc',
	'private endpoint',
	'audit',
	'stream',
	's3',
	'cdc',
	'resync',
	'pipeline',
	'postgres cdc',
	'data warehouse',
	'replicate',
	'organization',
	'user',
	'new activity',
];

async function searchWords(checks: Checks, page: Page): Promise<void> {
	await openCreator(page);
	for (const word of SEARCH_WORDS) {
		await checks.check(`the palette finds the node by "${word}"`, async () => {
			const entry = page.locator('[data-test-id="node-creator-item-name"]', {
				hasText: 'Cloud Management',
			});
			// Otherwise the entry would be that of the previous word.
			await page.locator(SEARCH).fill('no such node');
			await entry.first().waitFor({ state: 'hidden' });
			await page.locator(SEARCH).fill(word);
			await entry.first().waitFor();
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
	for (const node of ['create-kafka-pipe', 'update-dashboard']) {
		await checks.check(`the panel of "${node}" opens with nothing to correct`, async () => {
			await openNode(page, url, example('demo'), node);
			await takePicture(page, `panel-${node}`);
			assert.equal(await page.locator(`${NDV} [data-test-id="parameter-issues"]`).count(), 0);
		});
	}
}

async function runs(checks: Checks, page: Page, url: string, workflow: Workflow): Promise<void> {
	await checks.check('invalid items are named in the panel, with their field', async () => {
		await openNode(page, url, workflow, 'stop');
		await page.locator('[data-test-id="node-execute-button"]').click();
		const message = page.locator(`${OUTPUT} [data-test-id="node-error-message"]`);
		await message.waitFor();
		await takePicture(page, 'invalid-items');
		assert.equal(await message.innerText(), 'Pipe ID is not a UUID, and 1 more issue');
		const faults = page.locator(`${OUTPUT} [data-test-id="node-error-description"]`);
		assert.equal(
			(await faults.innerText()).replace(/\s+/g, ' '),
			'Nothing was sent. • Pipe ID is not a UUID. Copy the whole ID, such as 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90. (item 2) ' +
				'• Pipe ID is empty. Enter the ID, or map it from an earlier node. (item 3)',
		);
	});
	await checks.check('a dry run says so before it runs, and after', async () => {
		await openNode(page, url, workflow, 'dry');
		await page.locator(OUTPUT).getByText('With Dry Run on').waitFor();
		await takePicture(page, 'dry-run');
		await page.locator('[data-test-id="node-execute-button"]').click();
		await page.locator(OUTPUT).getByText('Dry Run: Nothing was sent.').waitFor();
	});
	await checks.check('a run shows its output as a table', async () => {
		await openNode(page, url, workflow, 'read');
		await page.locator('[data-test-id="node-execute-button"]').click();
		await page.locator(`${OUTPUT} [data-test-id="radio-button-table"]`).click();
		await page.locator(`${OUTPUT} table`).waitFor();
		await takePicture(page, 'output-table');
		const heads = await page.locator(`${OUTPUT} th`).allInnerTexts();
		assert.deepEqual(
			heads
				.map((head) => head.trim())
				.filter(Boolean)
				.slice(0, 4),
			['createdAt', 'type', 'actorType', 'actorDetails'],
		);
		const cells = await page.locator(`${OUTPUT} tbody tr td:nth-child(2)`).allInnerTexts();
		assert.deepEqual(
			cells.map((cell) => cell.trim()),
			['service_start', 'organization_invite_create', 'service_start'],
		);
	});
}

/** The icon of the open node. */
async function icon(page: Page): Promise<string> {
	const image = page.locator(
		'[data-test-id="node-title-container"] img, [data-test-id="ndv"] header img',
	);
	return (await image.first().getAttribute('src')) ?? '';
}

async function darkTheme(checks: Checks, page: Page, url: string): Promise<void> {
	await checks.check('the icons fit the light and the dark theme', async () => {
		await openNode(page, url, example('demo'), 'create-kafka-pipe');
		await sureOfTheme(page, 'light');
		await page.evaluate(() => {
			localStorage.setItem('N8N_THEME', 'dark');
		});
		await page.reload();
		await page.locator(`${NDV} [data-test-id="parameter-item"]`).first().waitFor();
		await sureOfTheme(page, 'dark');
		await takePicture(page, 'panel-create-kafka-pipe-dark');
	});
}

async function sureOfTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
	// If the user has not chosen a theme, n8n follows the system and names none.
	const named = await page.locator('body').getAttribute('data-theme');
	assert.equal(named ?? 'light', theme);
	assert.equal((await icon(page)).endsWith('.dark.svg'), theme === 'dark');
}
