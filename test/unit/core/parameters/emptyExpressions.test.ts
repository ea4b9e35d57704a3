import type { INodeProperties } from 'n8n-workflow';

import { emptyExpressions } from '../../../../nodes/core/parameters/read';

const EXPRESSION = '={{ $json.none }}';

function field(
	displayName: string,
	name: string,
	type: INodeProperties['type'] = 'string',
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type, default: '', ...more };
}

const rowsOf = (displayName: string, name: string, values: INodeProperties[]): INodeProperties =>
	field(displayName, name, 'fixedCollection', {
		options: [{ displayName: 'Values', name: 'values', values }],
	});

const name = field('Name', 'name');
const series = rowsOf('Series', 'series', [field('Type', 'type'), field('Where', 'where')]);
const tiles = rowsOf('Tiles', 'tiles', [name, series]);
const locator = field('Service ID', 'serviceId', 'resourceLocator');
const collection = field('Options', 'kafkaOptions', 'collection', {
	options: [field('Consumer Group', 'consumerGroup'), locator],
});

describe('emptyExpressions', () => {
	it.each<[string, INodeProperties, unknown, unknown, string[]]>([
		['a field', name, EXPRESSION, null, ['Name']],
		['a field that n8n does not know', name, EXPRESSION, undefined, ['Name']],
		['a field with an empty text', name, EXPRESSION, '', []],
		['a field with zero', field('Limit', 'limit', 'number'), EXPRESSION, 0, []],
		['a field without an expression', name, '', null, []],
		[
			'a locator',
			locator,
			{ __rl: true, mode: 'id', value: EXPRESSION },
			{ __rl: true, mode: 'id', value: null },
			['Service ID'],
		],
		[
			'a locator that was turned to its value',
			locator,
			{ __rl: true, mode: 'id', value: EXPRESSION },
			undefined,
			['Service ID'],
		],
		['a locator without an expression', locator, { __rl: true, value: '' }, undefined, []],
		[
			'members of a collection',
			collection,
			{ consumerGroup: EXPRESSION, serviceId: { __rl: true, value: EXPRESSION } },
			{ consumerGroup: undefined },
			['Consumer Group', 'Service ID'],
		],
		[
			'a member with a value',
			collection,
			{ consumerGroup: EXPRESSION },
			{ consumerGroup: 'a' },
			[],
		],
		['a member that is not there', collection, {}, {}, []],
		['a collection as a whole', collection, EXPRESSION, null, ['Options']],
		['a collection that is no object', collection, 'text', 'text', []],
		[
			'fields in rows',
			tiles,
			{
				values: [
					{ name: EXPRESSION },
					{ name: EXPRESSION, series: { values: [{ type: 'time' }, { type: EXPRESSION }] } },
				],
			},
			{
				values: [{ name: 'a' }, { name: null, series: { values: [{ type: 'time' }, {}] } }],
			},
			['Tile 2, Name', 'Tile 2, Series 2, Type'],
		],
		['rows as a whole', tiles, EXPRESSION, undefined, ['Tiles']],
		['the list of rows', tiles, { values: EXPRESSION }, { values: null }, ['Tiles']],
		['the list of rows with a value', tiles, { values: EXPRESSION }, { values: [] }, []],
		['a single row', tiles, { values: { name: EXPRESSION } }, { values: {} }, ['Name']],
		['rows that are not there', tiles, { values: [{ name: EXPRESSION }] }, {}, ['Tile 1, Name']],
		['rows without any', tiles, {}, {}, []],
		['a field without options', field('A', 'a', 'fixedCollection'), {}, {}, []],
	])('%s', (_, property, stored, value, labels) => {
		expect(emptyExpressions(property, stored, value)).toEqual(labels);
	});
});
