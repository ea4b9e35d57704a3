import type { INodeProperties } from 'n8n-workflow';

import { camelCased, fieldLabels } from '../../../../nodes/engine/issues/issueTexts';

const text = (displayName: string, name: string): INodeProperties => ({
	...{ displayName, name, type: 'string', default: '' },
});
const collection = (
	field: INodeProperties,
	options?: INodeProperties['options'],
): INodeProperties => ({
	...{ ...field, type: 'collection', ...(options && { options }) },
});
const rows = (
	field: INodeProperties,
	displayName: string,
	value: INodeProperties,
): INodeProperties => ({
	...{
		...field,
		type: 'fixedCollection',
		options: [{ displayName, name: 'values', values: [value] }],
	},
});

const FIELDS = [
	...[text('Name', 'name'), text('Name Again', 'name'), text('Brokers', 'kafkaBrokers')],
	collection(text('Kafka', 'kafka'), [
		...[text('Consumer Group', 'consumerGroup'), { name: 'A choice', value: 'choice' }],
	]),
	rows(text('Columns', 'columns'), 'Column', text('Column Name', 'name')),
	collection(text('Settings', 'settings')),
	rows(text('Tiles', 'tiles'), 'Tile', rows(text('Series', 'series'), 'One', text('Type', 'type'))),
	text('Tags', 'tags'),
	rows(text('Table Mappings to Add', 'toAdd'), 'Table Mapping', text('Table', 'table')),
	text('Boxes to Keep', 'boxes'),
	text('Series to Keep', 'kept'),
];

describe('fieldLabels', () => {
	it.each([
		['name', 'Name'],
		['source.kafka.brokers', 'Brokers'],
		['source.kafka.consumer_group', 'Consumer Group'],
		['kafka.consumerGroup', 'Consumer Group'],
		['columns.1', 'Column 2'],
		['columns.1.name', 'Column 2, Column Name'],
		['source.columns.0.name', 'Column 1, Column Name'],
		['tiles.1.series.0.type', 'Tile 2, Series 1, Type'],
		['tiles.1.series.0', 'Tile 2, Series 1'],
		['tiles.1.series', 'Tile 2, Series'],
		['tiles.1.series.0.unknown', undefined],
		['tags.3', 'Tag 4'],
		['toAdd', 'Table Mappings to Add'],
		['toAdd.0.table', 'Table Mapping to Add 1, Table'],
		['boxes.0', 'Box to Keep 1'],
		['kept.0', 'Series to Keep 1'],
		['source.unknown.0.x', undefined],
		['unknown.0', undefined],
		['unknown', undefined],
		['', undefined],
	])('finds the label of %s', (path, label) => {
		expect(fieldLabels(FIELDS, ['source'])(path)).toBe(label);
	});

	it('drops no key unless told to', () => {
		expect(fieldLabels(FIELDS)('source.kafka.brokers')).toBeUndefined();
	});
});

it('camelCased joins names, and parts of names', () => {
	expect(camelCased(['kafka', 'offset_strategy', '_x', 'Y'])).toBe('kafkaOffsetStrategyXY');
	expect(camelCased([])).toBe('');
});
