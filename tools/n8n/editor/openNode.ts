import type { Page } from 'playwright-core';

import type { Workflow } from '../harness/workflows';
import { goTo } from './goTo';

const CANVAS_NODE = '[data-test-id="canvas-node"]';
const TITLE = '[data-test-id="node-title-container"] [data-test-id="inline-edit-preview"]';
const FIELD = '[data-test-id="ndv"] [data-test-id="parameter-item"]';

export async function openNode(
	page: Page,
	url: string,
	{ id, nodes }: Workflow,
	nodeId: string,
): Promise<void> {
	const node = nodes.find((candidate) => candidate.id === nodeId);
	if (node === undefined) throw new Error(`${id} has no node with the ID "${nodeId}"`);
	const workflow = `${url}/workflow/${id}`;
	if (!page.url().startsWith(`${workflow}/`)) {
		// Coming from another workflow, n8n opens this workflow without the node.
		await goTo(page, workflow, page.locator(`${CANVAS_NODE}[data-node-name="${node.name}"]`));
	}
	const title = page.locator(TITLE).getByText(node.name, { exact: true });
	await goTo(page, `${workflow}/${nodeId}`, title);
	await page.locator(FIELD).first().waitFor();
}
