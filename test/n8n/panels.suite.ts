import assert from 'node:assert/strict';

import type {
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { openNode } from '../../tools/n8n/editor/openNode';
import type { Checks } from './harness/checks';
import { ask } from '../../tools/n8n/harness/rest';
import { addWorkflow } from '../../tools/n8n/harness/restRun';
import type { SharedN8n } from './harness/sharedN8n';
import { chainOf, ownNode } from '../../tools/n8n/harness/workflows';
import { Panel } from '../../tools/panel/panel';

const PANEL = '[data-test-id="node-parameters"]';
const LABELS = [
	'[data-test-id="credentials-label"] label',
	'[data-test-id="input-label"] label',
	'.notice-content',
].join(', ');
const DEADLINE_MS = 60_000;
const PAUSE_MS = 60;

const DASHBOARD = { resource: 'dashboard', operation: 'get' };

/** The forms have every kind of field: rows with and without optional fields, collections, and notices. */
const STATES: Readonly<Record<string, { node: string; parameters: INodeParameters }>> = {
	'a dashboard': { node: 'cloudDashboard', parameters: DASHBOARD },
	'a pipe from Kafka with SCRAM': {
		node: 'cloudManagement',
		parameters: {
			resource: 'pipe',
			operation: 'create',
			sourceKind: 'kafka',
			kafkaAuthentication: 'SCRAM-SHA-256',
			destinationColumns: { values: [{ name: 'id' }, {}] },
		},
	},
	'a pipe from Postgres that follows changes': {
		node: 'cloudManagement',
		parameters: {
			resource: 'pipe',
			operation: 'create',
			sourceKind: 'postgres',
			postgresSettingsReplicationMode: 'cdc',
			postgresTableMappings: { values: [{ sourceTable: 'orders', useCustomSortingKey: true }] },
			additionalOptions: { postgresSettingsPublicationName: 'shop' },
		},
	},
	'two tiles of a dashboard, one with a series': {
		node: 'cloudDashboard',
		parameters: {
			resource: 'dashboard',
			operation: 'update',
			tiles: {
				values: [
					{ chart: 'series', series: { values: [{ aggFn: 'sum', groupBy: 'a' }] } },
					{ w: 3 },
				],
			},
		},
	},
	'an invitation': {
		node: 'cloudManagement',
		parameters: { resource: 'invitation', operation: 'create', options: { dryRun: true } },
	},
	'all new activities': {
		node: 'cloudManagementTrigger',
		parameters: { event: 'newActivity', filters: { types: 'service_start' } },
	},
	'alerts that are polled': { node: 'cloudDashboardTrigger', parameters: {} },
	'alerts at once': { node: 'cloudAlertTrigger', parameters: {} },
};

/** Checks that panels show the fields that n8n's rules allow. The form walk relies on these rules. */
export async function panelsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const { url, page } = n8n;
	const types = await ask(n8n, '/types/nodes.json');
	assert.ok(Array.isArray(types));
	const nodes = Object.entries(STATES).map(([name, { node, parameters }], index) => ({
		...ownNode(name, node, parameters),
		id: `state-${String(index)}`,
		credentials: {},
	}));
	const workflow = chainOf('Panels', {}, nodes);
	workflow.id = await addWorkflow(n8n, workflow);
	for (const { id, name, type } of nodes) {
		await checks.check(`the panel of ${name} shows its fields and no others`, async () => {
			const description = types.find((known: INodeTypeDescription) => known.name === type);
			await openNode(page, url, workflow, id);
			await comparePanel(page, description, STATES[name]?.parameters ?? {});
		});
	}
	await checks.check(
		'choosing a ClickHouse Cloud Management credential switches Authentication',
		async () => {
			const description = types.find(({ name }) => String(name).endsWith('.cloudDashboard'));
			await openNode(page, url, workflow, 'state-0');
			await page.locator('[data-test-id="node-credentials-select"]').click();
			await page.getByText('ClickHouse Cloud Management API', { exact: true }).click();
			await comparePanel(page, description, { ...DASHBOARD, authentication: 'cloudApiKey' });
		},
	);
}

/** Compares the open panel's labels with the rules. Throws with the difference. */
async function comparePanel(
	page: Page,
	description: INodeTypeDescription,
	parameters: INodeParameters,
): Promise<void> {
	const expected = labelsBy(new Panel(description), parameters);
	const deadline = Date.now() + DEADLINE_MS;
	let seen = await labelsIn(page);
	while (seen.join() !== expected.join() && Date.now() < deadline) {
		await page.waitForTimeout(PAUSE_MS);
		seen = await labelsIn(page);
	}
	assert.deepEqual(seen, expected);
}

async function labelsIn(page: Page): Promise<string[]> {
	return await page.locator(PANEL).evaluate(
		(panel, selector) =>
			Array.from(panel.querySelectorAll(selector))
				.filter((label) => label.checkVisibility())
				// A label also contains the switch between fixed value and expression.
				.map((label) => (label.querySelector('label .n8n-text') ?? label).textContent.trim()),
		LABELS,
	);
}

type Shown = (
	field: INodeProperties | INodeCredentialDescription,
	beside: INodeParameters,
) => boolean;

/** Labels are in the order of the panel, from top to bottom. */
function labelsBy(panel: Panel, parameters: INodeParameters): string[] {
	const { fields, values } = panel.opened(parameters);
	const shown: Shown = (field, beside) => panel.isShown(field, beside, values);
	const { credentials = [] } = panel.description;
	const selectors = credentials.filter((credential) => shown(credential, values));
	return [
		...selectors.map(({ displayName = 'Credential' }) => displayName),
		...labelsOf(fields, values, shown),
	];
}

function labelsOf(
	fields: readonly INodeProperties[],
	values: INodeParameters,
	shown: Shown,
): string[] {
	return fields
		.filter((field) => isInList(field) && shown(field, values))
		.flatMap((field) => [
			field.displayName.replace(/<[^>]+>/g, '').trim(),
			...opened(field, Object(values[field.name])).flatMap(({ members, row }) =>
				labelsOf(members, row, shown),
			),
		]);
}

/** The editor moves Authentication into the credential's dialog. */
const isInList = ({ name, type }: INodeProperties) =>
	type !== 'hidden' && name !== 'authentication';

/** A collection contributes its added fields, a list each row's fields. */
function opened(
	{ options = [], typeOptions = {} }: INodeProperties,
	value: INodeParameters,
): Array<{ members: INodeProperties[]; row: INodeParameters }> {
	const [group] = options;
	if (group === undefined || !('values' in group)) {
		const fields = options.flatMap((option) => ('type' in option ? [option] : []));
		return [{ members: fields.filter(({ name }) => name in value), row: value }];
	}
	const rows: INodeParameters[] = [Object(value)[group.name] ?? []].flat();
	return rows.map((row) => ({
		members: group.values.filter(
			(field) => typeOptions.hideOptionalFields !== true || isAlwaysShown(field, row),
		),
		row,
	}));
}

function isAlwaysShown(
	{ name, required, typeOptions, default: usual }: INodeProperties,
	row: INodeParameters,
): boolean {
	const value = row[name];
	const isGiven =
		value !== undefined && value !== '' && JSON.stringify(value) !== JSON.stringify(usual);
	return required === true || typeOptions?.showEvenWhenOptional === true || isGiven;
}
