import { isJsonObject } from '../../../core/json';
import type { ListSyntax, ParsedList } from '../../../core/parameters/parseList';
import { parseList } from '../../../core/parameters/parseList';

const TILES: ListSyntax = {
	label: 'Tiles',
	members: ['id', 'name', 'x', 'y', 'w', 'h', 'asRatio', 'series'],
	example: '"Errors over time" time level:error service',
	rowOf: ([name, type = 'time', where = '', ...groupBy]) => {
		if (type === 'number' && groupBy.length > 0) {
			return 'has Group By fields, which a series of type number does not take. Use the type time.';
		}
		const series = { type, dataSource: 'events', aggFn: 'count', where };
		return { name, series: [type === 'number' ? series : { ...series, groupBy }] };
	},
};

/**
 * Parses tiles given as a list: a text with a tile per line, each with its name and then the type, the filter and
 * the groups of its one series; or an array of such texts and of tiles as the API knows them.
 */
export function parseTilesList(value: unknown): ParsedList {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries.every(isJsonObject) ? { rows: entries, issues: [] } : parseList(value, TILES);
}
