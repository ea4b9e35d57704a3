import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import type { SharedN8n } from './harness/sharedN8n';
import type { Workflow } from './harness/workflows';
import { panelStates } from './editor/expectedFields';
import { comparePanel, openPanel, workflowOf } from './editor/panels';

const WORKFLOW = 'every-panel';

/** What the suite needs in n8n. */
export function workflowsForPanels(): Workflow[] {
	return [workflowOf(WORKFLOW, panelStates)];
}

/** Every panel shows the fields that were written down for it, and no others. */
export async function panelsSuite(checks: Checks, { url, withPage }: SharedN8n): Promise<void> {
	progress(`Panels: ${String(panelStates.length)} states in Chromium`);
	await withPage(async (page) => {
		await page.goto(`${url}/workflow/${WORKFLOW}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor({ timeout: 60_000 });
		for (const [index, state] of panelStates.entries()) {
			await checks.check(
				`the panel of "${state.name}" shows its fields and no others`,
				async () => {
					await openPanel(page, WORKFLOW, index);
					await comparePanel(page, state);
				},
			);
		}
	});
}
