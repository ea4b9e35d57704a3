import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import type { SharedN8n } from './harness/sharedN8n';
import type { Workflow } from './harness/workflows';
import { panelStates } from './editor/expectedFields';
import { openNode } from './editor/openNode';
import { comparePanel, nodeId, workflowOf } from './editor/panels';

const WORKFLOW = workflowOf('every-panel', panelStates);

/** What the suite needs in n8n. */
export function workflowsForPanels(): Workflow[] {
	return [WORKFLOW];
}

/** Checks that every panel shows the fields that are listed for it, and no others. */
export async function panelsSuite(checks: Checks, { url, page }: SharedN8n): Promise<void> {
	progress(`Panels: ${String(panelStates.length)} states in Chromium`);
	for (const [index, state] of panelStates.entries()) {
		await checks.check(`the panel of "${state.name}" shows its fields and no others`, async () => {
			await openNode(page, url, WORKFLOW, nodeId(index));
			await comparePanel(page, state);
		});
	}
	await checks.check('choosing a Cloud Management credential switches Authentication', async () => {
		const [own, managed] = ['dashboard, get', 'dashboard, get, authentication'].map((name) =>
			panelStates.findIndex((state) => state.name === name),
		);
		const expected = panelStates[managed ?? -1];
		assert.ok(expected);
		await openNode(page, url, WORKFLOW, nodeId(own ?? -1));
		await page.locator('[data-test-id="node-credentials-select"]').click();
		await page.getByText('ClickHouse Cloud Management API', { exact: true }).click();
		await comparePanel(page, expected);
	});
}
