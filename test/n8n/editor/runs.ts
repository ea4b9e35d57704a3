import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { DRY_RUN_HINT } from '../../../nodes/engine/options/requestOptions';
import type { Checks } from '../harness/checks';
import type { SharedN8n } from '../harness/sharedN8n';
import type { Stage } from '../../../tools/n8n/harness/stage';
import type { Workflow } from '../../../tools/n8n/harness/workflows';
import { openNode } from '../../../tools/n8n/editor/openNode';
import { takePicture } from '../../../tools/n8n/editor/picture';
import { AROUND_PANEL, formAndOutput } from '../../../tools/n8n/editor/regions';
import { runsInEditor } from './runsInEditor';

const OUTPUT = '[data-test-id="output-panel"]';

export function workflowOfRuns({ emulator }: Stage): Workflow {
	return runsInEditor('runs-in-editor', emulator);
}

/** Checks runs in a node's panel and their output. */
export async function runs(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url, emulator } = n8n;
	const run = async (what: string, node: string, body: () => Promise<void>) => {
		await checks.check(what, async () => {
			await openNode(page, url, workflowOfRuns(n8n), node);
			await body();
		});
	};
	await run('invalid items are listed in the panel, each on its line', 'stop', async () => {
		await failure(page, 'invalid-items');
		const lines = await page
			.locator(`${OUTPUT} [data-test-id="node-error-description"]`)
			.innerText();
		assert.match(lines, /\(item 2\)\n• .*\(item 3\)/);
	});
	await run('a dry run says so before it runs, and after', 'dry', async () => {
		const [words = ''] = DRY_RUN_HINT.message.split(/[.:<]/);
		await page.locator(OUTPUT).getByText(words).waitFor();
		await dryRun(page, 'dry-run');
	});
	await run('a run shows its output as a table', 'read', async () => {
		await execute(page, 'table');
		await page.locator(`${OUTPUT} table`).waitFor();
		await takePicture(page, 'output-table', formAndOutput(page), AROUND_PANEL);
		const heads = await page.locator(`${OUTPUT} th`).allInnerTexts();
		assert.deepEqual(heads.map((head) => head.trim()).filter(Boolean), [
			'createdAt',
			'type',
			'actorDetails',
		]);
	});
	await run('an unknown outcome is an error in the panel', 'invite', async () => {
		const fault = emulator.faults.add({ kind: 'resetBeforeHeaders' });
		await failure(page, 'unknown-outcome').finally(fault.remove);
	});
	for (const [what, node, shown] of [
		['a wait outputs the record once its state is there', 'wait', '"running"'],
		['Fetch Test Event shows the newest match', 'trigger', '"organization_invite_create"'],
	] as const) {
		await run(what, node, async () => {
			await execute(page, 'json');
			await page.locator(OUTPUT).getByText(shown).first().waitFor();
			await takePicture(page, node, formAndOutput(page), AROUND_PANEL);
		});
	}
}

/** Runs the open dry run, whose output describes the effect. */
export async function dryRun(page: Page, picture: string): Promise<void> {
	await execute(page, 'json');
	await page.locator(OUTPUT).getByText('dryRun').first().waitFor();
	await takePicture(page, picture, formAndOutput(page), AROUND_PANEL);
}

/** Executes the open node, and shows its output as a table or as JSON. */
async function execute(page: Page, view: 'json' | 'table'): Promise<void> {
	await page.locator('[data-test-id="node-execute-button"]').click();
	await page.locator(`${OUTPUT} [data-test-id="radio-button-${view}"]`).click();
}

/** Executes the open node and expects it to fail. */
async function failure(page: Page, picture: string): Promise<void> {
	await page.locator('[data-test-id="node-execute-button"]').click();
	await page.locator(`${OUTPUT} [data-test-id="node-error-message"]`).waitFor();
	await takePicture(page, picture, formAndOutput(page), AROUND_PANEL);
}
