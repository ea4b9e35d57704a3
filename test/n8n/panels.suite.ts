import { openEditor, setUpOwner } from './harness/browser';
import type { Checks } from './harness/checks';
import { startN8n } from './harness/n8n';
import { progress } from './harness/progress';
import { credentialsFor, importInto, type Stage } from './harness/stage';
import { panelStates } from './editor/expectedFields';
import { comparePanel, openPanel, workflowOf } from './editor/panels';

const WORKFLOW = 'every-panel';

/** Every panel shows the fields that were written down for it, and no others. */
export async function panelsSuite(checks: Checks, stage: Stage): Promise<void> {
	progress(`Panels: ${String(panelStates.length)} states in Chromium`);
	await importInto(stage, 'credentials', credentialsFor(stage.emulator));
	await importInto(stage, 'workflow', [workflowOf(WORKFLOW, panelStates)]);
	const running = await startN8n(stage.n8n, stage.env);
	try {
		await setUpOwner(running.url);
		const { browser, page } = await openEditor(stage.n8n, running.url);
		try {
			await page.goto(`${running.url}/workflow/${WORKFLOW}`);
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
		} finally {
			await browser.close();
		}
	} finally {
		await running.stop();
	}
}
