import { recordNameFinder, withIds } from '../../../../nodes/engine/parameters/recordNames';
import { locatorField, rowsOf } from '../../../../nodes/engine/parameters/properties';

const nameExample = 'Logs';
const sourceField = locatorField('Source', 'sourceId', 'searchSources', 'a1', { nameExample });
const names = ['Source 1', 'Source 2', 'Source 3'];
const stored = {
	tiles: { values: names.map((value) => ({ sourceId: { __rl: true, mode: 'name', value } })) },
};
const parameters = { other: 1, tiles: { values: names.map((sourceId) => ({ sourceId })) } };

/** Rows that count how often their fields are looked up. */
function countingTiles() {
	const { options = [], ...rows } = rowsOf('Tile', [sourceField]);
	const counted = { walks: 0 };
	const tiles = {
		...rows,
		displayName: 'Tiles',
		name: 'tiles',
		default: {},
		get options() {
			counted.walks++;
			return options;
		},
	};
	const found = recordNameFinder([tiles], stored)(parameters);
	counted.walks = 0;
	return { counted, found };
}

describe('withIds', () => {
	it('replaces the names in all rows', () => {
		const { found } = countingTiles();
		expect(withIds(parameters, found, ({ name }) => `ID of ${name}`)).toEqual({
			other: 1,
			tiles: { values: names.map((name) => ({ sourceId: `ID of ${name}` })) },
		});
	});

	it('walks through the rows once for all names, because a dashboard may have many tiles', () => {
		const { counted, found } = countingTiles();
		withIds(parameters, found, () => 'id');
		expect(counted.walks).toBe(1);
	});
});
