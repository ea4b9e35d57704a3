import type { INodeProperties } from 'n8n-workflow';

import { camelCased, fieldLabels } from '../../../../nodes/core/validation/fieldLabels';

const text = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const FIELDS: INodeProperties[] = [
	text('Name', 'name'),
	text('Name Again', 'name'),
	text('Brokers', 'kafkaBrokers'),
	{
		...text('Kafka', 'kafka'),
		type: 'collection',
		options: [text('Consumer Group', 'consumerGroup'), { name: 'A choice', value: 'choice' }],
	},
	{
		...text('Columns', 'columns'),
		type: 'fixedCollection',
		options: [{ displayName: 'Column', name: 'values', values: [text('Column Name', 'name')] }],
	},
	{ ...text('Settings', 'settings'), type: 'collection' },
	{
		...text('Tiles', 'tiles'),
		type: 'fixedCollection',
		options: [
			{
				displayName: 'Tile',
				name: 'values',
				values: [
					{
						...text('Series', 'series'),
						type: 'fixedCollection',
						options: [{ displayName: 'One', name: 'values', values: [text('Type', 'type')] }],
					},
				],
			},
		],
	},
	text('Tags', 'tags'),
];

describe('fieldLabels', () => {
	const labelFor = fieldLabels(FIELDS, ['source']);

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
		['source.unknown.0.x', undefined],
		['unknown.0', undefined],
		['unknown', undefined],
		['', undefined],
	])('finds the label of %s', (path, label) => {
		expect(labelFor(path)).toBe(label);
	});

	it('drops no member unless told to', () => {
		expect(fieldLabels(FIELDS)('source.kafka.brokers')).toBeUndefined();
	});
});

describe('camelCased', () => {
	it('joins names, and parts of names', () => {
		expect(camelCased(['kafka', 'offset_strategy', '_x', 'Y'])).toBe('kafkaOffsetStrategyXY');
		expect(camelCased([])).toBe('');
	});
});
