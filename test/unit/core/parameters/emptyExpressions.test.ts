import type { INodeProperties } from 'n8n-workflow';

import { emptyExpressions } from '../../../../nodes/engine/parameters/read';

const E = '={{ $json.none }}';

function field(name: string, more: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName: name, name, type: 'string', default: '', ...more };
}

const rowsOf = (name: string, values: INodeProperties[]): INodeProperties =>
	field(name, {
		type: 'fixedCollection',
		options: [{ displayName: 'Values', name: 'values', values }],
	});

const name = field('name');
const tiles = rowsOf('tiles', [name, rowsOf('series', [field('type'), field('where')])]);
const locator = field('serviceId', { type: 'resourceLocator' });
const at = (value: unknown) => ({ __rl: true, mode: 'id', value });

describe('emptyExpressions', () => {
	it('finds a locator whose expression returns nothing', () => {
		expect(emptyExpressions(locator, at(E), at(null))).toEqual(['serviceId']);
		expect(emptyExpressions(locator, at(E), undefined)).toEqual(['serviceId']);
		expect(emptyExpressions(locator, at(''), undefined)).toEqual([]);
	});

	it('finds the fields in rows, the list of rows, or the rows as a whole', () => {
		const inner = (type: unknown) => ({
			name: type,
			series: { values: [{ type: 't' }, { type }] },
		});
		const stored = { values: [{ name: E }, inner(E)] };
		const value = { values: [{ name: 'a' }, inner(undefined)] };
		expect(emptyExpressions(tiles, stored, value)).toEqual([
			'tiles.1.name',
			'tiles.1.series.1.type',
		]);
		const [one, none] = [{ values: { name: E } }, { values: { name: null } }];
		expect(emptyExpressions(tiles, one, none)).toEqual(['tiles.name']);
		expect(emptyExpressions(tiles, { values: E }, { values: null })).toEqual(['tiles']);
		expect(emptyExpressions(tiles, { values: E }, { values: [] })).toEqual([]);
		expect(emptyExpressions(tiles, E, undefined)).toEqual(['tiles']);
		expect(emptyExpressions(tiles, {}, {})).toEqual([]);
		expect(emptyExpressions(field('a', { type: 'fixedCollection' }), {}, {})).toEqual([]);
	});
});
