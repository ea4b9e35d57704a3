import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { sampleService } from '../../tools/emulator';
import { openNode } from '../../tools/n8n/editor/openNode';
import { takePicture, withoutNotices } from '../../tools/n8n/editor/picture';
import { formOf } from '../../tools/n8n/editor/regions';
import type { Checks } from './harness/checks';
import { addWorkflow } from '../../tools/n8n/harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import { chainOf, ownNode, workflowNode } from '../../tools/n8n/harness/workflows';

const LOCATOR = '[data-test-id="resource-locator-serviceId"]';
/** The list overlaps the fields, may end below them, and closes when the window is resized. */
const AROUND_LIST = { margins: [7, 8, 48, 16], tall: false } as const;
const ITEM = '[data-test-id="rlc-item"]';
const OUTPUT = '[data-test-id="output-panel"]';

/** A workflow whose nodes each read a service that the suite has yet to choose. */
const READING = chainOf('Lists', {}, [
	workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1),
	ownNode('Read', 'cloudManagement', { resource: 'service', operation: 'get' }),
	ownNode('Refused', 'cloudManagement', { resource: 'service', operation: 'get' }),
]);

/** Tests the panel's lists in n8n's editor. */
export async function listsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { emulator, url, page } = n8n;
	const { id, name } = sampleService(2);
	const first = emulator.state.services.get(emulator.ids.serviceId);
	assert.ok(first);
	const second = { ...first, id, name, state: 'idle' };
	emulator.state.services.set(second);
	emulator.state.activities.push({ id: 'of-the-second', serviceId: second.id });
	const workflow = { ...READING, id: await addWorkflow(n8n, READING) };
	await checks.check('a list that the API refuses explains why', async () => {
		const body = { error: 'UNAUTHORIZED: the key is not active', status: 401 };
		const refusal = emulator.faults.add({ kind: 'status', status: 401, body });
		try {
			await openNode(page, url, workflow, 'Refused');
			await openList(page);
			const container = page.locator('[data-test-id="rlc-error-container"]');
			await container.waitFor();
			assert.match(await container.innerText(), /401 - .*UNAUTHORIZED: the key is not active/);
		} finally {
			refusal.remove();
		}
	});
	await checks.check('a service is found in the list, chosen, and read', async () => {
		await openNode(page, url, workflow, 'Read');
		// Closing the previous run's notice would also close the list.
		await withoutNotices(page);
		await openList(page);
		await page.locator(ITEM).nth(1).waitFor();
		await takePicture(page, 'list-services', formOf(page), AROUND_LIST);
		assert.deepEqual(
			(await page.locator(ITEM).allInnerTexts()).map((text) => text.trim()),
			['Analytics 1\u00a0(running, eu-central-1)', 'Analytics 2\u00a0(idle, eu-central-1)'],
		);
		emulator.clearLog();
		await page.locator('[data-test-id="rlc-search"]').fill('ANALYTICS 2');
		await page.waitForFunction((item) => document.querySelectorAll(item).length === 1, ITEM);
		await page.locator(ITEM).click();
		await page.locator('[data-test-id="node-execute-button"]').click();
		await page.locator(`${OUTPUT} [data-test-id="radio-button-table"]`).click();
		await page.locator(`${OUTPUT} tbody td`, { hasText: 'Analytics 2' }).first().waitFor();
		// The filter reads the list again, and the run reads the chosen record.
		assert.deepEqual(
			emulator.requests.map(({ path }) => path.split('/').at(-1)),
			['services', second.id],
		);
	});
	emulator.state.activities.delete('of-the-second');
	emulator.state.services.delete(second.id);
}

async function openList(page: Page): Promise<void> {
	await page.locator(`${LOCATOR} [data-test-id="rlc-input-container"]`).click();
}
