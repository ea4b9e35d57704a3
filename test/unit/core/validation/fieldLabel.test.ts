import type { INodeProperties } from 'n8n-workflow';

import { EMPTY, inJson } from '../../../../nodes/engine/issue';
import { fieldLabel, issueLabel } from '../../../../nodes/engine/issues/issueMessages';

function text(displayName: string, name: string): INodeProperties {
	return { displayName, name, type: 'string', default: '' };
}

function rows(
	field: INodeProperties,
	displayName: string,
	value: INodeProperties,
): INodeProperties {
	const options = [{ displayName, name: 'values', values: [value] }];
	return { ...field, type: 'fixedCollection', options };
}

const FIELDS: INodeProperties[] = [
	text('Name', 'name'),
	text('Name Again', 'name'),
	text('Brokers', 'kafkaBrokers'),
	{
		...text('Kafka', 'kafka'),
		type: 'collection',
		options: [text('Consumer Group', 'consumerGroup'), { name: 'A choice', value: 'choice' }],
	},
	{ ...text('Settings', 'settings'), type: 'collection' },
	rows(text('Columns', 'columns'), 'Column', text('Column Name', 'name')),
	rows(text('Tiles', 'tiles'), 'Tile', rows(text('Series', 'series'), 'One', text('Type', 'type'))),
	text('Tags', 'tags'),
	text('Boxes to Keep', 'boxes'),
	text('Key Names or IDs', 'keyIds'),
	text('Orders', 'orders'),
];

describe('fieldLabel', () => {
	it.each([
		{ path: 'kafka.brokers', label: 'Brokers' },
		{ path: 'kafka.consumer_group', label: 'Consumer Group' },
		{ path: 'columns.1', label: 'Column 2' },
		{ path: 'tiles.1.series.0.type', label: 'Tile 2, Series 1, Type' },
		{ path: 'tags.3', label: 'Tag 4' },
		{ path: 'boxes.0', label: 'Box to Keep 1' },
		{ path: 'keyIds.0', label: 'Entry 1 of "Key Names or IDs"' },
		{ path: 'keyIds', label: 'Key Names or IDs' },
		{ path: 'orders.1', label: 'Order 2' },
	])('finds $label at $path', ({ path, label }) => {
		expect(fieldLabel(FIELDS, path)).toBe(label);
	});

	it('finds no label for other paths', () => {
		for (const path of ['unknown', 'unknown.0', 'source.unknown.0.x', 'tiles.1.series.0.x', '']) {
			expect(fieldLabel(FIELDS, path)).toBeUndefined();
		}
	});
});

it("shows a JSON field's path, unless the issue has a label", () => {
	const labelOfIssue = (issue: { path: string; label?: string | undefined }) =>
		issueLabel(FIELDS, issue);
	const issues = [
		{ path: 'name', ...EMPTY },
		{ path: 'rows.0.name', ...EMPTY },
		{ path: 'credential.organizationId', label: 'The organization', text: 'is empty.' },
	];
	const body = { name: '', rows: [{ nothing: 1 }, { nmae: 'a' }] };
	const labelled = [...issues, { path: 'rows.1.name', ...EMPTY }].map((issue) =>
		inJson(issue, body),
	);
	expect(labelled.map((issue) => `${labelOfIssue(issue)} ${issue.text}`)).toEqual([
		'"name" is empty. Enter a value.',
		'"rows.0.name" is missing. Add it to the JSON.',
		'The organization is empty.',
		'"rows.1.name" is missing, but the JSON has "nmae". Did you mean "name"? Rename the key.',
	]);
	expect([labelOfIssue({ path: 'name' }), labelOfIssue({ path: 'novel' })]).toEqual([
		'Name',
		'"novel"',
	]);
});
