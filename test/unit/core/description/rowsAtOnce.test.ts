import type { INodeProperties } from 'n8n-workflow';
import { chart } from '../../../../nodes/CloudDashboard/resources/chart';
import { operations } from '../../../../nodes/CloudManagement/resources';
import { innerFields } from '../../../../nodes/engine/issues/issueTexts';

/** The labels of the fields that n8n 2.x shows in a new row of a field. */
function shownIn(properties: readonly INodeProperties[], name: string): string[] {
	const field = properties.find((one) => one.name === name);
	if (field?.typeOptions?.hideOptionalFields !== true) throw new Error(`${name} shows all fields`);
	return innerFields(field)
		.filter(({ required, typeOptions }) => required ?? typeOptions?.showEvenWhenOptional)
		.map(({ displayName }) => displayName);
}

it.each([
	[
		operations.pipe.create,
		'postgresTableMappings',
		['Source Schema Name', 'Source Table', 'Target Table', 'Sorting Keys'],
	],
])(
	'a row of $1 has a button for all fields but the usual ones',
	({ properties }, field, labels) => {
		expect(shownIn(properties, field)).toEqual(labels);
	},
);

it('a chart query starts with one series, whose usual fields are shown', () => {
	const { properties } = chart.operations.query;
	expect(properties.find(({ name }) => name === 'series')?.default).toMatchObject({
		values: [{ aggFn: 'count' }],
	});
	expect(shownIn(properties, 'series')).toEqual(
		expect.arrayContaining(['Name', 'Source', 'Aggregation', 'Where']),
	);
});
