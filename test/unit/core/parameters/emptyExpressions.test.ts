import type { INodeProperties } from 'n8n-workflow';

import { emptyExpressions } from '../../../../nodes/engine/parameters/read';

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
	const E = EXPRESSION;
	const at = (value: unknown) => ({ __rl: true, mode: 'id', value });
	const DEEP = {
		values: [{ name: E }, { name: E, series: { values: [{ type: 't' }, { type: E }] } }],
	};
	const GIVEN = {
		values: [
			{ name: 'a' },
			{ name: null, series: { values: [{ type: 't' }, { type: undefined }] } },
		],
	};
	const MEMBERS = ['kafkaOptions.consumerGroup', 'kafkaOptions.serviceId'];

	it.each<[string, INodeProperties, unknown, unknown, string[]]>([
		['a field', name, E, null, ['name']],
		['a field that n8n does not know', name, E, undefined, ['name']],
		['a field with an empty text', name, E, '', []],
		['a field with zero', field('Limit', 'limit', 'number'), E, 0, []],
		['a field without an expression', name, '', null, []],
		['a locator', locator, at(E), at(null), ['serviceId']],
		['a locator that was turned to its value', locator, at(E), undefined, ['serviceId']],
		['a locator without an expression', locator, at(''), undefined, []],
		[
			'members',
			collection,
			{ consumerGroup: E, serviceId: at(E) },
			{ consumerGroup: undefined, serviceId: null },
			MEMBERS,
		],
		['a member with a value', collection, { consumerGroup: E }, { consumerGroup: 'a' }, []],
		['a member that is not there', collection, {}, {}, []],
		['a collection as a whole', collection, E, null, ['kafkaOptions']],
		['a collection that is no object', collection, 'text', 'text', []],
		['fields in rows', tiles, DEEP, GIVEN, ['tiles.1.name', 'tiles.1.series.1.type']],
		['rows as a whole', tiles, E, undefined, ['tiles']],
		['the list of rows', tiles, { values: E }, { values: null }, ['tiles']],
		['the list of rows with a value', tiles, { values: E }, { values: [] }, []],
		['a single row', tiles, { values: { name: E } }, { values: { name: null } }, ['tiles.name']],
		['rows without any', tiles, {}, {}, []],
		['a field without options', field('A', 'a', 'fixedCollection'), {}, {}, []],
	])('%s', (_, property, stored, value, paths) => {
		expect(emptyExpressions(property, stored, value)).toEqual(paths);
	});
});
