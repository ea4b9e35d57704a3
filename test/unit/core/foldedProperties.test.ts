import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import { foldedProperties } from '../../../nodes/engine/foldedProperties';
import type { OperationTable } from '../../../nodes/engine/operation';

const ID: INodeProperties = { displayName: 'ID', name: 'id', type: 'string', default: '' };

it('a field of several operations becomes one', () => {
	const fields = [ID];
	const listed = ['get', 'delete'].map((operation) => ({ resource: 'pipe', operation, fields }));
	const show = { resource: ['pipe'], operation: ['get', 'delete'] };
	expect(foldedProperties(listed)).toEqual([{ ...ID, displayOptions: { show } }]);
});

/** Returns the fields that a pair of the selectors shows, without the conditions on the two. */
function shownFields(
	fields: readonly INodeProperties[],
	selected: Readonly<Record<string, string>>,
): unknown[] {
	const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties): boolean =>
		Object.entries(selected).every(
			([name, value]) => show[name]?.some((one) => one === value) ?? true,
		);
	return fields.filter(isShown).map(({ displayOptions, ...rest }) => {
		const show = Object.entries(displayOptions?.show ?? {}).filter(
			([name]) => !Object.hasOwn(selected, name),
		);
		return { ...rest, hide: displayOptions?.hide, show: Object.fromEntries(show) };
	});
}

const NODES: [string, INodeTypeDescription, OperationTable][] = [
	['management', new CloudManagement().description, managementOperations],
	['dashboard', new CloudDashboard().description, dashboardOperations],
];

describe.each(NODES)('the panel of the %s node', (_name, { properties }, table) => {
	const fields = properties.filter(({ name }) => name !== 'resource' && name !== 'operation');

	const pairs = Object.entries(table).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, own]) => [resource, operation, own] as const),
	);

	it.each(pairs)('shows the fields of %s %s alone, in their order', (resource, operation, own) => {
		const selected = { resource, operation };
		expect(shownFields(fields, selected)).toEqual(shownFields(own.properties, selected));
	});
});
