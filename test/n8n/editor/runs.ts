import assert from 'node:assert/strict';

import type { Locator, Page } from 'playwright-core';

import type { Checks } from '../harness/checks';
import type { SharedN8n } from '../harness/sharedN8n';
import type { Stage } from '../harness/stage';
import type { Workflow } from '../harness/workflows';
import { openNode } from './openNode';
import { takePicture } from './picture';
import { AROUND_PANEL, formAndOutput } from './regions';
import { runsInEditor } from './runsInEditor';

const OUTPUT = '[data-test-id="output-panel"]';

/** The workflow that `runs` plays with. */
export function workflowOfRuns({ emulator }: Stage): Workflow {
	return runsInEditor('runs-in-editor', emulator);
}

/** Runs in the panel of a node, and what its output then shows. */
export async function runs(checks: Checks, n8n: SharedN8n): Promise<void> {
	await invalidItems(checks, n8n);
	await checks.check('a dry run says so before it runs, and after', async () => {
		await openNode(n8n.page, n8n.url, workflowOfRuns(n8n), 'dry');
		await n8n.page.locator(OUTPUT).getByText('With Dry Run on').waitFor();
		await dryRun(n8n.page, 'dry-run');
	});
	await asATable(checks, n8n);
	await unknownOutcome(checks, n8n);
	await checks.check('a wait outputs the record once its state is there', async () => {
		await openNode(n8n.page, n8n.url, workflowOfRuns(n8n), 'wait');
		await execute(n8n.page, 'json');
		await n8n.page.locator(OUTPUT).getByText('"running"').first().waitFor();
		await takePicture(n8n.page, 'wait', formAndOutput(n8n.page), AROUND_PANEL);
	});
	await trigger(checks, n8n);
}

/** A trigger that is asked for an event in its panel. */
async function trigger(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	await checks.check('Fetch Test Event shows the newest activity that matches', async () => {
		await openNode(page, url, workflowOfRuns(n8n), 'trigger');
		await execute(page, 'json');
		await page.locator(OUTPUT).getByText('"organization_invite_create"').first().waitFor();
		await takePicture(page, 'trigger', formAndOutput(page), AROUND_PANEL);
	});
}

/** Runs the open dry run; its output says what it would do. */
export async function dryRun(page: Page, picture: string): Promise<void> {
	await execute(page, 'json');
	await page.locator(OUTPUT).getByText('Dry Run: Nothing was sent.').waitFor();
	const summaries = page
		.locator(OUTPUT)
		.getByText(/^"Stop pipe 'Orders' \(\S+\) of service 'Shop' \(\S+\)"$/);
	await summaries.first().waitFor();
	assert.equal(await summaries.count(), 1);
	await takePicture(page, picture, formAndOutput(page), AROUND_PANEL);
}

/** Executes the open node, and shows its output as a table or as JSON. */
async function execute(page: Page, view: 'json' | 'table'): Promise<void> {
	await page.locator('[data-test-id="node-execute-button"]').click();
	await page.locator(`${OUTPUT} [data-test-id="radio-button-${view}"]`).click();
}

/** Executes the open node, which fails; gives its message and its description. */
async function failure(page: Page): Promise<Record<'message' | 'description', Locator>> {
	await page.locator('[data-test-id="node-execute-button"]').click();
	const message = page.locator(`${OUTPUT} [data-test-id="node-error-message"]`);
	await message.waitFor();
	const description = page.locator(`${OUTPUT} [data-test-id="node-error-description"]`);
	return { message, description };
}

async function invalidItems(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	await checks.check('invalid items are named in the panel, with their field', async () => {
		await openNode(page, url, workflowOfRuns(n8n), 'stop');
		const { message, description } = await failure(page);
		await takePicture(page, 'invalid-items', formAndOutput(page), AROUND_PANEL);
		assert.equal(await message.innerText(), 'Pipe ID is not a UUID, and 1 more issue');
		assert.equal(
			(await description.innerText()).replace(/\s+/g, ' '),
			'Nothing was sent. • Pipe ID is not a UUID. Copy the whole ID: 36 characters, four of them hyphens. (item 2) ' +
				'• Pipe ID is empty. Enter the ID, or map it from an earlier node. (item 3)',
		);
	});
}

async function asATable(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url } = n8n;
	await checks.check('a run shows its output as a table', async () => {
		await openNode(page, url, workflowOfRuns(n8n), 'read');
		await execute(page, 'table');
		await page.locator(`${OUTPUT} table`).waitFor();
		await takePicture(page, 'output-table', formAndOutput(page), AROUND_PANEL);
		const heads = await page.locator(`${OUTPUT} th`).allInnerTexts();
		assert.deepEqual(heads.map((head) => head.trim()).filter(Boolean), [
			'createdAt',
			'type',
			'actorDetails',
		]);
		const cells = await page.locator(`${OUTPUT} tbody tr td:nth-child(2)`).allInnerTexts();
		assert.deepEqual(
			cells.map((cell) => cell.trim()),
			['service_start', 'organization_invite_create', 'service_start'],
		);
	});
}

async function unknownOutcome(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { page, url, emulator } = n8n;
	await checks.check('an unknown outcome says in the panel where to look', async () => {
		const fault = emulator.faults.add({ kind: 'resetBeforeHeaders' });
		try {
			await openNode(page, url, workflowOfRuns(n8n), 'invite');
			const { description, message } = await failure(page);
			await takePicture(page, 'unknown-outcome', formAndOutput(page), AROUND_PANEL);
			assert.match(
				await message.innerText(),
				/^The invitation may have been sent\. The connection/,
			);
			assert.match(await description.innerText(), /^Check the invitations/);
		} finally {
			fault.remove();
		}
	});
}
