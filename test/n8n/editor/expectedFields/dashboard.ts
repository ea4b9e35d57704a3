import { add, CUSTOM_CALL, type PanelState, within } from '../panelState';
import { CREDENTIAL } from './pipeSections';

const TOP = [
	...CREDENTIAL,
	'Resource',
	'Operation',
	'Dashboard ID',
	'! An update replaces the whole dashboard. Tiles that you leave out are deleted, together with their alerts. A tile without an ID is created again on every run and loses its alerts.',
	'Define Dashboard',
];
const OPTION_NAMES_OF_REQUESTS = [
	'Approved Plan',
	'Dry Run',
	'Full Response',
	'Max Retries',
	'Max Wait (Seconds)',
	'Send Again After Unknown Outcome',
	'Timeout (Milliseconds)',
];
const OPTIONS_OF_CHANGES = ['Options', add('Allow Empty Dashboard', ...OPTION_NAMES_OF_REQUESTS)];
const TILE = ['Name', 'ID', 'X', 'Y', 'Width', 'Height', 'As Ratio', 'Series'];
const ADDITIONAL = 'Additional Members (JSON)';
const FILTER = ['Type', 'Data Source', 'Aggregation', 'Where'];
const NUMBER_SERIES = [...FILTER, ADDITIONAL];
const TIME_SERIES = [...FILTER, 'Group By', ADDITIONAL];

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
		...dashboard('as it opens', {}, ['Name', 'Tags', 'Define Tiles', 'Tiles', '  + Add Tile']),
		offers: {
			Resource: ['API Request', 'Dashboard', CUSTOM_CALL],
			Operation: ['Update', CUSTOM_CALL],
			'Define Dashboard': ['By Fields', 'By JSON'],
			'Define Tiles': ['By Fields', 'As List'],
		},
	},
	dashboard('by JSON', { dashboardInput: 'json' }, ['Dashboard Definition']),
	dashboard('tiles as a list', { tilesInput: 'list' }, ['Name', 'Tags', 'Define Tiles', 'Tiles']),
	dashboard('a tile without series', tiles({ name: 'Errors' }), [
		'Name',
		'Tags',
		'Define Tiles',
		'Tiles',
		...within(...TILE, '  + Add Series', ADDITIONAL, '+ Add Tile'),
	]),
	{
		...dashboard('a series of type time', tiles({ ...series({ type: 'time' }) }), [
			'Name',
			'Tags',
			'Define Tiles',
			'Tiles',
			...within(...TILE, ...within(...TIME_SERIES, '+ Add Series'), ADDITIONAL, '+ Add Tile'),
		]),
		offers: { Type: ['Number', 'Time'], 'Data Source': ['Events'], Aggregation: ['Count'] },
	},
	dashboard('a series of type number has no groups', tiles({ ...series({ type: 'number' }) }), [
		'Name',
		'Tags',
		'Define Tiles',
		'Tiles',
		...within(...TILE, ...within(...NUMBER_SERIES, '+ Add Series'), ADDITIONAL, '+ Add Tile'),
	]),
	dashboard(
		'two tiles, the first with two series',
		tiles({ ...series({ type: 'time' }, { type: 'number' }) }, { name: 'Orders' }),
		[
			'Name',
			'Tags',
			'Define Tiles',
			'Tiles',
			...within(...TILE, ...within(...TIME_SERIES, ...NUMBER_SERIES, '+ Add Series'), ADDITIONAL),
			...within(...TILE, '  + Add Series', ADDITIONAL, '+ Add Tile'),
		],
	),
	{
		name: 'API Request in the dashboard node',
		node: 'cloudDashboard',
		parameters: { resource: 'apiRequest', operation: 'send', method: 'POST' },
		shows: [
			...CREDENTIAL,
			'Resource',
			'Operation',
			'Method',
			'Path',
			'Query Parameters',
			'  + Add Parameter',
			'Body',
			'Options',
			add(...OPTION_NAMES_OF_REQUESTS),
		],
		offers: { Operation: ['Send', 'Wait for Value', CUSTOM_CALL] },
	},
	{
		name: 'Wait for Value in the dashboard node',
		node: 'cloudDashboard',
		parameters: { resource: 'apiRequest', operation: 'wait' },
		shows: [
			...CREDENTIAL,
			'Resource',
			'Operation',
			'Path',
			'Query Parameters',
			'  + Add Parameter',
			'Value Path',
			'Wait For',
			'Give Up On',
			'Timeout (Seconds)',
			'On Timeout',
			'Options',
			add(
				'Dry Run',
				'Full Response',
				'Max Concurrency',
				'Max Wait (Seconds)',
				'Stable For (Checks)',
				'Timeout (Milliseconds)',
				'Wait for It to Exist',
			),
		],
	},
];
