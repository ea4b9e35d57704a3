import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { additionalMembersField } from '../../../core/parameters/additionalMembers';
import { optionsOf } from '../../../core/parameters/properties';
import { SERIES_DATA_SOURCES, SERIES_TYPES } from '../../api/dashboard';
import { AGGREGATIONS, chartFields, rowsBehindAddField, sourceIdField } from './charts';
import { GRID_WIDTH } from './grid';

// An empty number is not sent: a tile without a position is laid out.
const notGiven = '';

const alwaysShown = { showEvenWhenOptional: true };

/** What a series of type Time is grouped by. */
const groupByField: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. service,host',
	description: 'The fields to group by, separated by commas. Leave empty for a single line.',
	displayOptions: { hide: { type: ['number'] } },
};

const seriesMembers: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		typeOptions: alwaysShown,
		options: optionsOf(SERIES_TYPES, { number: 'Number', time: 'Time' }),
		allowArbitraryValues: true,
		default: 'time',
		description: "How the series is shown. Use an expression for a type that isn't in the list.",
	},
	{ ...sourceIdField, typeOptions: alwaysShown },
	{
		displayName: 'Data Source',
		name: 'dataSource',
		type: 'options',
		options: optionsOf(SERIES_DATA_SOURCES, { events: 'Events' }),
		allowArbitraryValues: true,
		default: 'events',
		description: 'What a series without a Source reads',
	},
	{
		displayName: 'Aggregation',
		name: 'aggFn',
		type: 'options',
		typeOptions: alwaysShown,
		options: optionsOf(Object.keys(AGGREGATIONS), AGGREGATIONS),
		allowArbitraryValues: true,
		default: 'count',
		description:
			"What the series computes. Use an expression for an aggregation that isn't in the list.",
	},
	{
		displayName: 'Field',
		name: 'field',
		type: 'string',
		typeOptions: alwaysShown,
		default: '',
		placeholder: 'e.g. Duration',
		description: 'The column or expression to aggregate',
		displayOptions: { hide: { aggFn: ['count'] } },
	},
	{
		displayName: 'Where',
		name: 'where',
		type: 'string',
		typeOptions: alwaysShown,
		default: '',
		placeholder: 'e.g. level:error',
		description: 'A filter in the form field:value. Leave empty to include everything.',
	},
	groupByField,
	additionalMembersField(
		'Fields to add to the series, as a JSON object. The fields of the form take precedence.',
		'e.g. { "alias": "…" }',
	),
];

const coordinate = (
	displayName: string,
	name: string,
	typeOptions: { minValue: number; maxValue?: number },
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions,
	default: notGiven,
	placeholder: 'auto',
	description,
});

const ofSeries = { show: { chart: ['series'] } };

const tileMembers: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		typeOptions: alwaysShown,
		default: '',
		placeholder: 'e.g. Errors per minute',
		description: 'The title of the tile',
	},
	...chartFields,
	{
		displayName: 'ID',
		name: 'id',
		type: 'string',
		default: '',
		placeholder: 'e.g. 65f5e4a3b9e77c001a901234',
		description: 'The ID of an existing tile to update. Leave empty to create a tile.',
	},
	coordinate(
		'X',
		'x',
		{ minValue: 0, maxValue: GRID_WIDTH - 1 },
		`The column, from 0 to ${String(GRID_WIDTH - 1)}. Leave X and Y empty to place a new tile automatically.`,
	),
	coordinate('Y', 'y', { minValue: 0 }, 'The row, counted from 0 at the top'),
	coordinate(
		'Width',
		'w',
		{ minValue: 1, maxValue: GRID_WIDTH },
		`The number of columns, out of ${String(GRID_WIDTH)}`,
	),
	coordinate('Height', 'h', { minValue: 1 }, 'The number of rows'),
	{
		displayName: 'As Ratio',
		name: 'asRatio',
		type: 'boolean',
		displayOptions: ofSeries,
		default: false,
		description: 'Whether to show the first series divided by the second',
	},
	{
		displayName: 'Series',
		name: 'series',
		type: 'fixedCollection',
		typeOptions: { ...rowsBehindAddField('Add Series Field'), ...alwaysShown },
		placeholder: 'Add Series',
		displayOptions: ofSeries,
		default: {},
		options: [{ displayName: 'Series', name: 'values', values: seriesMembers }],
	},
	additionalMembersField(
		'Fields to add to the tile, as a JSON object. The fields of the form take precedence.',
		'e.g. { "config": { … } }',
	),
];

/** The tiles of the dashboard. Reference, "Tile" and "Series". */
export const tilesField: INodeProperties = {
	displayName: 'Tiles',
	name: 'tiles',
	type: 'fixedCollection',
	typeOptions: {
		...rowsBehindAddField('Add Tile Field'),
		sortable: true,
		fixedCollection: { itemTitle: '={{ $collection.item.value.name }}' },
	},
	placeholder: 'Add Tile',
	default: {},
	options: [{ displayName: 'Tile', name: 'values', values: tileMembers }],
};

/** The tiles, by fields or as a list. */
export const tilesFields: INodeProperties[] = [
	...updateDisplayOptions({ show: { dashboardInput: ['fields'] } }, [tilesField]),
	...updateDisplayOptions({ show: { dashboardInput: ['list'] } }, [
		{
			displayName: tilesField.displayName,
			name: 'tilesList',
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.tiles }}',
			description:
				'A list of JSON objects: the tiles as the API defines them, with name and series',
		},
	]),
];
