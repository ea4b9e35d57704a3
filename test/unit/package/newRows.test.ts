import type { INodeProperties } from 'n8n-workflow';

import { CloudAlertTrigger } from '../../../nodes/CloudAlertTrigger/CloudAlertTrigger.node';
import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudDashboardTrigger } from '../../../nodes/CloudDashboardTrigger/CloudDashboardTrigger.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { CloudManagementTrigger } from '../../../nodes/CloudManagementTrigger/CloudManagementTrigger.node';
import { innerFields } from '../../../nodes/engine/parameters/properties';

const NODES = [
	new CloudAlertTrigger(),
	new CloudDashboard(),
	new CloudDashboardTrigger(),
	new CloudManagement(),
	new CloudManagementTrigger(),
];

interface RowField {
	path: string;
	field: INodeProperties;
	/** n8n's editor sets the fields of a new row one after another, even hidden fields, so the last default wins. */
	initial: unknown;
}

function rowFields(properties: readonly INodeProperties[], parent = ''): RowField[] {
	return properties.flatMap((property) => {
		const inner = innerFields(property);
		const path = `${parent}${property.name}`;
		const isRow = property.type === 'fixedCollection';
		const own = inner.map((field) => ({
			path: `${path}.${field.name}`,
			field,
			initial: inner.findLast(({ name }) => name === field.name)?.default,
		}));
		return [...(isRow ? own : []), ...rowFields(inner, `${path}.`)];
	});
}

const offers = ({ options = [] }: INodeProperties, value: unknown): boolean =>
	options.some((option) => 'value' in option && option.value === value);

const choices = NODES.flatMap(({ description }) => rowFields(description.properties)).filter(
	({ field }) => field.type === 'options',
);

it('offers every value that a new row starts with', () => {
	expect(choices.length).toBeGreaterThan(20);
	const red = choices.filter(({ field, initial }) => !offers(field, initial));
	expect(red.map(({ path, initial }) => [path, initial])).toEqual([]);
});

it("starts a new row with the defaults of an update's form", () => {
	const forUpdates = choices.filter(({ field }) =>
		field.displayOptions?.show?.['/operation']?.includes('update'),
	);
	expect(forUpdates.length).toBeGreaterThan(3);
	const other = forUpdates.filter(({ field, initial }) => field.default !== initial);
	expect(other.map(({ path, initial }) => [path, initial])).toEqual([]);
});
