import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { DASHBOARD, MANAGEMENT, NODE } from '../../tools/engine/workflow';

const emulator = withEmulator();

const dashboard = (fields: INodeParameters): NodeUnderTest => ({
	type: DASHBOARD,
	parameters: { resource: 'dashboard', operation: 'update', dashboardInput: 'json', ...fields },
});

describe('hostile items', () => {
	const { dashboardId, tileId, activityId } = SEEDED_IDS;
	const good = { name: 'Shop', tiles: [{ id: tileId, name: 'A' }], tags: [] };
	const deep = `{"name":"Deep","deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
	const update = dashboard({ dashboardId, dashboardJson: '={{ $json.value }}' });
	const get: NodeUnderTest = {
		type: MANAGEMENT,
		parameters: { resource: 'activity', operation: 'get', activityId: '={{ $json.value }}' },
	};

	it.each<{ name: string; node: NodeUnderTest; value: unknown; poison: unknown }>([
		{ name: 'deep JSON', node: update, value: good, poison: deep },
		{ name: 'an ID with its own valueOf', node: get, value: activityId, poison: { valueOf: 1 } },
	])('fails only the item with $name', async ({ node, value, poison }) => {
		const items = [{ value }, { value: poison }, { value }] as IDataObject[];
		const result = await emulator.runNode({ ...node, onError: 'continueErrorOutput' }, items);
		const paired = (output: number) =>
			result.items(NODE, output).map(({ pairedItem }) => pairedItem);
		expect([paired(0), paired(1)]).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }]]);
	});
});

describe('expressions that return nothing', () => {
	const none = '={{ $json.none }}';
	const invite = {
		resource: 'invitation',
		operation: 'create',
		email: 'ada@example.com',
		role: 'admin',
	};

	it.each<{ name: string; parameters: INodeParameters }>([
		{ name: 'field that is required', parameters: { ...invite, email: none } },
		{ name: 'option dryRun', parameters: { ...invite, options: { dryRun: none } } },
	])("doesn't send a request for the $name", async ({ parameters }) => {
		const { error } = await emulator.runNode({ type: MANAGEMENT, parameters }, [{}]);
		expect(error?.message).toContain('is empty: the expression returned nothing');
		expect(emulator.requests).toEqual([]);
	});
});
