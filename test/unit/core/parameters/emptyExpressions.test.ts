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
		['a field', name, EXPRESSION, null, ['name']],
		['a field that n8n does not know', name, EXPRESSION, undefined, ['name']],
		['a field with an empty text', name, EXPRESSION, '', []],
		['a field with zero', field('Limit', 'limit', 'number'), EXPRESSION, 0, []],
		['a field without an expression', name, '', null, []],
		[
			'a locator',
			locator,
			{ __rl: true, mode: 'id', value: EXPRESSION },
			{ __rl: true, mode: 'id', value: null },
			['serviceId'],
		],
		[
			'a locator that was turned to its value',
			locator,
			{ __rl: true, mode: 'id', value: EXPRESSION },
			undefined,
			['serviceId'],
		],
		['a locator without an expression', locator, { __rl: true, value: '' }, undefined, []],
		[
			'members of a collection',
			collection,
			{ consumerGroup: EXPRESSION, serviceId: { __rl: true, value: EXPRESSION } },
			{ consumerGroup: undefined },
			['kafkaOptions.consumerGroup', 'kafkaOptions.serviceId'],
		],
		[
			'a member with a value',
			collection,
			{ consumerGroup: EXPRESSION },
			{ consumerGroup: 'a' },
			[],
		],
		['a member that is not there', collection, {}, {}, []],
		['a collection as a whole', collection, EXPRESSION, null, ['kafkaOptions']],
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
			['tiles.1.name', 'tiles.1.series.1.type'],
		],
		['rows as a whole', tiles, EXPRESSION, undefined, ['tiles']],
		['the list of rows', tiles, { values: EXPRESSION }, { values: null }, ['tiles']],
		['the list of rows with a value', tiles, { values: EXPRESSION }, { values: [] }, []],
		['a single row', tiles, { values: { name: EXPRESSION } }, { values: {} }, ['tiles.name']],
		['rows that are not there', tiles, { values: [{ name: EXPRESSION }] }, {}, ['tiles.0.name']],
		['rows without any', tiles, {}, {}, []],
		['a field without options', field('A', 'a', 'fixedCollection'), {}, {}, []],
	])('%s', (_, property, stored, value, paths) => {
		expect(emptyExpressions(property, stored, value)).toEqual(paths);
	});
});
