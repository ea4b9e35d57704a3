import { CUSTOM_CALL, type PanelState, within } from '../panelState';
import { CREDENTIAL, OPTIONS_OF_CHANGES } from './pipeSections';

const TOP = [
	...CREDENTIAL,
	'Resource',
	'Operation',
	'Dashboard ID',
	'! An update replaces the whole dashboard: tiles that are left out here are removed, together with the alerts on them',
	'Define Dashboard',
];
const TILE = ['Name', 'ID', 'X', 'Y', 'Width', 'Height', 'As Ratio', 'Series'];
const NUMBER_SERIES = ['Type', 'Data Source', 'Aggregation', 'Where'];
const TIME_SERIES = [...NUMBER_SERIES, 'Group By'];

function dashboard(name: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'dashboard', operation: 'update', ...parameters };
	return {
		name: `Dashboard, ${name}`,
		node: 'cloudDashboard',
		parameters: all,
		shows: [...TOP, ...shows, ...OPTIONS_OF_CHANGES],
	};
}

const tiles = (...values: object[]) => ({ tiles: { values } });
const series = (...values: object[]) => ({ series: { values } });

/** Reference, "Dashboard", "Tile" and "Series". */
export const dashboardStates: PanelState[] = [
	{
		...dashboard('as it opens', {}, ['Name', 'Tags', 'Tiles', '  + Add Tile']),
		offers: {
			Resource: ['Dashboard', CUSTOM_CALL],
			Operation: ['Update', CUSTOM_CALL],
			'Define Dashboard': ['By Fields', 'By JSON'],
		},
	},
	dashboard('by JSON', { dashboardInput: 'json' }, ['JSON']),
	dashboard('a tile without series', tiles({ name: 'Errors' }), [
		'Name',
		'Tags',
		'Tiles',
		...within(...TILE, '  + Add Series', '+ Add Tile'),
	]),
	{
		...dashboard('a series of type time', tiles({ ...series({ type: 'time' }) }), [
			'Name',
			'Tags',
			'Tiles',
			...within(...TILE, ...within(...TIME_SERIES, '+ Add Series'), '+ Add Tile'),
		]),
		offers: { Type: ['Number', 'Time'], 'Data Source': ['Events'], Aggregation: ['Count'] },
	},
	dashboard('a series of type number has no groups', tiles({ ...series({ type: 'number' }) }), [
		'Name',
		'Tags',
		'Tiles',
		...within(...TILE, ...within(...NUMBER_SERIES, '+ Add Series'), '+ Add Tile'),
	]),
	dashboard(
		'two tiles, the first with two series',
		tiles({ ...series({ type: 'time' }, { type: 'number' }) }, { name: 'Orders' }),
		[
			'Name',
			'Tags',
			'Tiles',
			...within(...TILE, ...within(...TIME_SERIES, ...NUMBER_SERIES, '+ Add Series')),
			...within(...TILE, '  + Add Series', '+ Add Tile'),
		],
	),
];
