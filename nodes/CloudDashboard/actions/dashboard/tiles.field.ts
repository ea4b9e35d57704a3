import type { INodeProperties } from 'n8n-workflow';

import { additionalMembersField } from '../../../core/parameters/additionalMembers';
import { optionsOf } from '../../../core/parameters/selectors';
import { SERIES_AGGREGATIONS, SERIES_DATA_SOURCES, SERIES_TYPES } from '../../api/dashboard';
import { GRID_WIDTH } from './layout';

// An empty number means: not given. A tile without a position is laid out.
const notGiven = '';

const seriesMembers: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: optionsOf(SERIES_TYPES, { number: 'Number', time: 'Time' }),
		allowArbitraryValues: true,
		default: 'time',
		description: 'How the series is shown. For a type that is not in the list, use an expression.',
	},
	{
		displayName: 'Data Source',
		name: 'dataSource',
		type: 'options',
		options: optionsOf(SERIES_DATA_SOURCES, { events: 'Events' }),
		allowArbitraryValues: true,
		default: 'events',
		description: 'What is read. For a source that is not in the list, use an expression.',
	},
	{
		displayName: 'Aggregation',
		name: 'aggFn',
		type: 'options',
		options: optionsOf(SERIES_AGGREGATIONS, { count: 'Count' }),
		allowArbitraryValues: true,
		default: 'count',
		description: 'What is computed. For one that is not in the list, use an expression.',
	},
	{
		displayName: 'Where',
		name: 'where',
		type: 'string',
		default: '',
		placeholder: 'e.g. level:error',
		description: 'A filter of the form field:value. Leave empty to take everything.',
	},
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. service,host',
		description: 'The fields to group by, separated by commas. Leave empty for one line.',
		displayOptions: { hide: { type: ['number'] } },
	},
	additionalMembersField(
		'Members to add to the series, as a JSON object. Fields above take precedence.',
		'e.g. { "sourceId": "…" }',
	),
];

const coordinate = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 0 },
	default: notGiven,
	description,
});

const tileMembers: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Errors per minute',
	},
	{
		displayName: 'ID',
		name: 'id',
		type: 'string',
		default: '',
		placeholder: 'e.g. 65f5e4a3b9e77c001a901234',
		description: 'The existing tile to update. Leave empty for a new tile.',
	},
	coordinate(
		'X',
		'x',
		`The column, from 0 to ${String(GRID_WIDTH - 1)}. Leave X and Y empty to lay the tile out behind the one before it.`,
	),
	coordinate('Y', 'y', 'The row, from 0 at the top'),
	coordinate('Width', 'w', `How many of the ${String(GRID_WIDTH)} columns the tile takes`),
	coordinate('Height', 'h', 'How many rows the tile takes'),
	{
		displayName: 'As Ratio',
		name: 'asRatio',
		type: 'boolean',
		default: false,
		description: 'Whether to show the first series divided by the second',
	},
	{
		displayName: 'Series',
		name: 'series',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Series',
		default: {},
		options: [{ displayName: 'Series', name: 'values', values: seriesMembers }],
	},
	additionalMembersField(
		'Members to add to the tile, as a JSON object. Fields above take precedence.',
		'e.g. { "config": { … } }',
	),
];

/** The tiles of the dashboard. Reference, "Tile" and "Series". */
export const tilesField: INodeProperties = {
	displayName: 'Tiles',
	name: 'tiles',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Tile',
	default: {},
	options: [{ displayName: 'Tile', name: 'values', values: tileMembers }],
};
