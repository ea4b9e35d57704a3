import assert from 'node:assert/strict';

import type { INodeTypeDescription } from 'n8n-workflow';

import { linesOf } from './editor/descriptionRules';
import { openNode } from './editor/openNode';
import { comparePanel, everyPanel, nodeId, workflowOf } from './editor/panels';
import { PANELS_BY_HAND } from './editor/panelsByHand';
import type { PanelState } from './editor/panelState';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { addWorkflow } from './harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';

const OWN = /^n8n-nodes-cloud-management\.\w+(?<!Tool)$/;
const GET: PanelState = {
	name: 'a credential of the other type',
	node: 'cloudDashboard',
	parameters: { resource: 'dashboard', operation: 'get' },
	shows: [],
};

/** Checks that every panel shows the fields that n8n's rules let it show, and no others. */
export async function panelsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { url, page } = n8n;
	const descriptions = await ownDescriptions(n8n);
	assert.equal(descriptions.length, 4);
	const states = [GET, ...PANELS_BY_HAND, ...descriptions.flatMap(everyPanel)];
	progress(`Panels: ${String(states.length)} states in Chromium`);
	const workflow = workflowOf(states);
	workflow.id = await addWorkflow(n8n, workflow);
	await checks.check('choosing a Cloud Management credential switches Authentication', async () => {
		const description = descriptions.find(({ name }) => name.endsWith(`.${GET.node}`));
		const managed = { ...GET.parameters, authentication: 'cloudApiKey' };
		await openNode(page, url, workflow, nodeId(0));
		await page.locator('[data-test-id="node-credentials-select"]').click();
		await page.getByText('ClickHouse Cloud Management API', { exact: true }).click();
		await comparePanel(page, { ...GET, shows: description ? linesOf(description, managed) : [] });
	});
	for (const [index, state] of states.entries()) {
		if (index === 0) continue;
		await checks.check(`the panel of "${state.name}" shows its fields and no others`, async () => {
			await openNode(page, url, workflow, nodeId(index));
			await comparePanel(page, state);
		});
	}
}

/** The descriptions of the package's nodes, as the editor gets them. */
async function ownDescriptions(n8n: SharedN8n): Promise<INodeTypeDescription[]> {
	const types = await ask(n8n, '/types/nodes.json');
	if (!Array.isArray(types)) throw new Error('n8n sent no list of node types');
	return types.filter(({ name }: INodeTypeDescription) => OWN.test(name));
}
