import { clickstackStates } from './clickstack';
import { add, CUSTOM_CALL, type PanelState, within } from '../panelState';
import { OPTION_NAMES_OF_WAITS } from './operations';
import { CREDENTIAL } from './pipeSections';

const TOP = [
	...CREDENTIAL,
	'Resource',
	'Operation',
	'Dashboard ID',
	'! Replaces name, tiles and tags. Tiles left out are deleted with their alerts. A tile without an ID, or with one that the dashboard does not have, is created again on every run. Filters, containers and the saved query stay unless they are sent.',
	'Current Dashboard',
	'Define Dashboard',
];
const OPTION_NAMES_OF_REQUESTS = [
	'Approved Plan',
	'Dry Run',
	'Full Response',
	'Max Retries',
	'Max Wait (Seconds)',
	'Request Timeout (Milliseconds)',
	'Resend Unknown Outcomes',
];
const OPTIONS_OF_CHANGES = ['Options', add('Allow Empty Dashboard', ...OPTION_NAMES_OF_REQUESTS)];
const OTHER_TILE_FIELDS = add(
	'ID',
	'X',
	'Y',
	'Width',
	'Height',
	'As Ratio',
	'Additional Fields (JSON)',
);
const SERIES_FIELDS = within('Type', 'Source', 'Aggregation', 'Where');
const OTHER_TIME_FIELDS = add('Data Source', 'Group By', 'Additional Fields (JSON)');
const OTHER_NUMBER_FIELDS = add('Data Source', 'Additional Fields (JSON)');
const AGGREGATIONS = [
	...['Any', 'Average', 'Count', 'Count Distinct', 'Increase', 'Last Value', 'Maximum'],
	...['Minimum', 'None', 'Quantile', 'Sum'],
];

/** The lines of one tile with its series. */
const tile = (...lines: readonly string[]) => [
	...within('Name', 'Chart', 'Series', ...lines, '  + Add Series'),
	OTHER_TILE_FIELDS,
];

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
			Resource: [
				'Alert',
				'API Request',
				'Dashboard',
				'Saved Search',
				'Source',
				'Webhook',
				CUSTOM_CALL,
			],
			Operation: ['Create', 'Delete', 'Get', 'Get Many', 'Update', 'Validate', CUSTOM_CALL],
			'Define Dashboard': ['By Fields', 'By Fields, Tiles as List', 'By JSON'],
		},
	},
	dashboard('a tile without series', tiles({ name: 'Errors' }), [
		'Name',
		'Tags',
		'Tiles',
		...tile(),
		'  + Add Tile',
	]),
	dashboard(
		'two tiles, the first with a series',
		tiles(series({ type: 'time', aggFn: 'count' }), { name: 'B' }),
		[
			'Name',
			'Tags',
			'Tiles',
			...tile(...SERIES_FIELDS, OTHER_TIME_FIELDS),
			...tile(),
			'  + Add Tile',
		],
	),
	// n8n checks which fields were added when it opens the tiles: after a panel that has none, it does so again.
	dashboard('by JSON', { dashboardInput: 'json' }, ['Dashboard Definition']),
	{
		...dashboard(
			'a series of type number has no groups',
			tiles(series({ type: 'number', aggFn: 'count' })),
			['Name', 'Tags', 'Tiles', ...tile(...SERIES_FIELDS, OTHER_NUMBER_FIELDS), '  + Add Tile'],
		),
		offers: { Type: ['Number', 'Time'] },
	},
	dashboard('tiles as a list', { dashboardInput: 'list' }, ['Name', 'Tags', 'Tiles']),
	{
		...dashboard(
			'everything added to a tile and its series',
			tiles({
				id: 'a',
				x: 1,
				y: 1,
				w: 1,
				h: 1,
				asRatio: true,
				additionalMembers: '{ "a": 1 }',
				...series({ dataSource: 'b', aggFn: 'c', groupBy: 'd', additionalMembers: '{ "e": 1 }' }),
			}),
			[
				'Name',
				'Tags',
				'Tiles',
				...within(
					...['Name', 'Chart', 'ID', 'X', 'Y', 'Width', 'Height', 'As Ratio', 'Series'],
					...within(
						...['Type', 'Source', 'Data Source', 'Aggregation', 'Field', 'Where'],
						...['Group By', 'Additional Fields (JSON)'],
					),
					OTHER_TIME_FIELDS,
					'  + Add Series',
					'Additional Fields (JSON)',
				),
				OTHER_TILE_FIELDS,
				'  + Add Tile',
			],
		),
		offers: { 'Data Source': ['Events'], Aggregation: AGGREGATIONS },
	},
	...clickstackStates,
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
			'Wait Limit (Seconds)',
			'On Timeout',
			'Options',
			add(...OPTION_NAMES_OF_WAITS.filter((name) => name !== 'Organization ID')),
		],
	},
];
