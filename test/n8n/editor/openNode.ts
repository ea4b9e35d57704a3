import type { Page } from 'playwright-core';

import type { Workflow } from '../harness/workflows';

const TITLE = '[data-test-id="node-title-container"] [data-test-id="inline-edit-preview"]';
const FIELD = '[data-test-id="ndv"] [data-test-id="parameter-item"]';

/**
 * Opens the panel of a node. Within the workflow that the page shows, it goes there as the browser's history does:
 * to load the editor anew takes seconds.
 */
export async function openNode(
	page: Page,
	url: string,
	{ id, nodes }: Workflow,
	nodeId: string,
): Promise<void> {
	const node = nodes.find((candidate) => candidate.id === nodeId);
	if (node === undefined) throw new Error(`${id} has no node with the ID "${nodeId}"`);
	const shown = `/workflow/${id}`;
	const address = `${shown}/${nodeId}`;
	const { pathname } = new URL(page.url());
	if (pathname === shown || pathname.startsWith(`${shown}/`)) await goTo(page, address);
	else await page.goto(url + address);
	await page.locator(TITLE).getByText(node.name, { exact: true }).waitFor();
	await page.locator(FIELD).first().waitFor();
}

async function goTo(page: Page, address: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: null }));
	}, address);
}
