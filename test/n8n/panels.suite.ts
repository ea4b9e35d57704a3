import assert from 'node:assert/strict';

import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { openNode } from '../../tools/n8n/editor/openNode';
import {
	comparePanel,
	everyKindOfField,
	nodeId,
	type PanelState,
	workflowOf,
} from './editor/panels';
import type { Checks } from './harness/checks';
import { progress } from '../../tools/n8n/harness/progress';
import { ask } from '../../tools/n8n/harness/rest';
import { addWorkflow } from '../../tools/n8n/harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';

const OWN = /^n8n-nodes-cloud-management\.\w+(?<!Tool)$/;

/** Forms that are filled in partly: rows with and without optional members, and collections with one member or none. */
const PARTLY_FILLED_IN: Readonly<Record<string, INodeParameters>> = {
	'a pipe from Kafka with SCRAM': {
		resource: 'pipe',
		operation: 'create',
		sourceKind: 'kafka',
		kafkaAuthentication: 'SCRAM-SHA-256',
		destinationColumns: { values: [{ name: 'id' }, {}] },
	},
	'a pipe from Postgres that follows changes': {
		resource: 'pipe',
		operation: 'create',
		sourceKind: 'postgres',
		postgresSettingsReplicationMode: 'cdc',
		postgresTableMappings: { values: [{ sourceTable: 'orders', useCustomSortingKey: true }] },
		additionalOptions: { postgresSettingsPublicationName: 'shop' },
	},
	'two tiles of a dashboard, one with a series': {
		resource: 'dashboard',
		operation: 'update',
		tiles: {
			values: [{ chart: 'series', series: { values: [{ aggFn: 'sum', groupBy: 'a' }] } }, { w: 3 }],
		},
	},
};

/** Checks that panels show the fields that n8n's rules let them show, and no others. The form walk opens all of them by these rules. */
export async function panelsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { url, page } = n8n;
	const descriptions = await ownDescriptions(n8n);
	assert.equal(descriptions.length, 5);
	const described = (node: string) => {
		const found = descriptions.find(({ name }) => name.endsWith(`.${node}`));
		assert.ok(found);
		return found;
	};
	const get: PanelState = {
		name: 'a credential of the other type',
		description: described('cloudDashboard'),
		parameters: { resource: 'dashboard', operation: 'get' },
	};
	const partly = Object.entries(PARTLY_FILLED_IN).map(([name, parameters]) => {
		const node = parameters.resource === 'pipe' ? 'cloudManagement' : 'cloudDashboard';
		return { name, description: described(node), parameters };
	});
	const states = [get, ...partly, ...descriptions.flatMap(everyKindOfField)];
	progress(`Panels: ${String(states.length)} states in Chromium`);
	const workflow = workflowOf(states);
	workflow.id = await addWorkflow(n8n, workflow);
	await checks.check(
		'choosing a ClickHouse Cloud Management credential switches Authentication',
		async () => {
			await openNode(page, url, workflow, nodeId(0));
			await page.locator('[data-test-id="node-credentials-select"]').click();
			await page.getByText('ClickHouse Cloud Management API', { exact: true }).click();
			const parameters = { ...get.parameters, authentication: 'cloudApiKey' };
			await comparePanel(page, { ...get, parameters });
		},
	);
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
