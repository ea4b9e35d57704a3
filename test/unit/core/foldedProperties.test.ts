import type { INodeProperties, INodeType } from 'n8n-workflow';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import { foldedProperties } from '../../../nodes/engine/foldedProperties';
import type { OperationTable } from '../../../nodes/engine/operation';

const ID: INodeProperties = { displayName: 'ID', name: 'id', type: 'string', default: '' };

it('merges a field that several operations share', () => {
	const fields = [ID];
	const listed = ['get', 'delete'].map((operation) => ({ resource: 'pipe', operation, fields }));
	const show = { resource: ['pipe'], operation: ['get', 'delete'] };
	expect(foldedProperties(listed)).toEqual([{ ...ID, displayOptions: { show } }]);
});

/** The fields come without their conditions on the selectors. */
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

const PANELS: Array<{ node: INodeType; table: OperationTable; maxBytes: number }> = [
	{ node: new CloudManagement(), table: managementOperations, maxBytes: 300_000 },
	{ node: new CloudDashboard(), table: dashboardOperations, maxBytes: 115_000 },
];

it.each(PANELS)(
	'describes $node.description.name in at most $maxBytes bytes',
	({ node: { description }, maxBytes }) => {
		expect(Buffer.byteLength(JSON.stringify(description))).toBeLessThanOrEqual(maxBytes);
	},
);

it.each(PANELS)('gives every JSON field of $node.description.name a tall editor', ({ node }) => {
	const low: string[] = [];
	JSON.stringify(node.description, (key, field: Partial<INodeProperties> | null) => {
		const { rows = 1 } = field?.typeOptions ?? {};
		if (field?.type === 'json' && rows < 4) low.push(field.name ?? key);
		return field;
	});
	expect(low).toEqual([]);
});

it.each(PANELS)(
	"shows only an operation's own fields in their order in $node.description.name",
	({ node, table }) => {
		const isSelector = ({ name }: INodeProperties) => name === 'resource' || name === 'operation';
		const fields = node.description.properties.filter((field) => !isSelector(field));
		for (const [resource, operations] of Object.entries(table)) {
			for (const [operation, own] of Object.entries(operations)) {
				const selected = { resource, operation };
				expect(shownFields(fields, selected)).toEqual(shownFields(own.properties, selected));
			}
		}
	},
);
