import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import type { JsonObject } from '../../../engine/json';
import { hasTileId, SERIES_DATA_SOURCES, SERIES_TYPES } from './schema';
import { isJsonObject } from '../../../engine/json';
import { additionalMembersField } from '../../../engine/parameters/json';
import { optionsOf } from '../../../engine/parameters/properties';
import { AGGREGATIONS, chartFields, rowsBehindAddField, sourceIdField } from './charts';

/** The columns across a dashboard. */
export const GRID_WIDTH = 24;

interface Position {
	x: number;
	y: number;
}

interface Size {
	w: number;
	h: number;
}

/** Finds positions for one tile after another, each below all that its columns already hold. */
export class Grid {
	/** Where the columns end; the last one covers everything beyond the grid. */
	private readonly bottoms = Array.from({ length: GRID_WIDTH + 1 }, () => 0);
	private last = { x: 0, y: 0, h: 0 };

	constructor(fixed: ReadonlyArray<Position & Size>) {
		for (const tile of fixed) this.take(tile);
	}

	/** Finds the highest position for a tile: in column `x` and not above row `y`, if these are set. */
	place({ w, h }: Size, { x, y = 0 }: { x: number | undefined; y: number | undefined }): Position {
		const fitting = Math.max(1, GRID_WIDTH + 1 - Math.ceil(w));
		const candidates = x === undefined ? Array.from({ length: fitting }, (_, one) => one) : [x];
		const rows = candidates.map((column) => this.firstRow(column, w, y));
		const row = Math.min(...rows);
		const position = {
			x: Math.min(...candidates.filter((_, index) => rows[index] === row)),
			y: row,
		};
		this.last = { ...position, h };
		this.take({ ...position, w, h });
		return position;
	}

	/** To the left of the tile before it, a tile begins a new line. */
	private firstRow(x: number, w: number, y: number): number {
		const { last } = this;
		const line = x < last.x ? last.y + last.h : last.y;
		return Math.max(y, line, ...this.bottoms.slice(...columnsOf({ x, w })));
	}

	private take({ x, y, w, h }: Position & Size): void {
		const [first, end] = columnsOf({ x, w });
		const columns = this.bottoms.slice(first, end);
		this.bottoms.splice(first, columns.length, ...columns.map((bottom) => Math.max(bottom, y + h)));
	}
}

function columnsOf({ x, w }: { x: number; w: number }): [first: number, end: number] {
	const first = Math.min(Math.floor(x), GRID_WIDTH);
	return [first, Math.max(Math.ceil(x + w), first + 1)];
}

/** The size of a tile that brings none. */
const TILE_SIZE = { w: 12, h: 6 } as const;

/**
 * Sets a position on the grid for every new tile. Tiles with x and y keep theirs. The others follow in order, left to
 * right and top to bottom, each below the tiles that its columns already have.
 * Of an incomplete position, x is kept as the column and y as the first row to consider.
 * A new tile without a size gets the usual one, wherever it is.
 * A tile with an ID, with a negative position, or with one that isn't a number, stays unchanged.
 */
export function layOutTiles(tiles: readonly JsonObject[]): JsonObject[] {
	const grid = new Grid(tiles.flatMap((tile) => fixedPosition(tile) ?? []));
	return tiles.map((tile) => {
		const size = sizeOf(tile);
		if (size === undefined || hasTileId(tile)) return tile;
		if (isOpen(tile)) return { ...tile, ...grid.place(size, coordinatesOf(tile)), ...size };
		return fixedPosition(tile) === undefined ? tile : { ...tile, ...size };
	});
}

function isCoordinate(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function coordinatesOf({ x, y }: JsonObject): { x: number | undefined; y: number | undefined } {
	return { x: isCoordinate(x) ? x : undefined, y: isCoordinate(y) ? y : undefined };
}

/** Returns whether a tile lacks a coordinate and has no invalid one. */
function isOpen({ x, y }: JsonObject): boolean {
	const valid = [x, y].every((value) => value === undefined || isCoordinate(value));
	return valid && (x === undefined || y === undefined);
}

function sizeOf({ w = TILE_SIZE.w, h = TILE_SIZE.h }: JsonObject): Size | undefined {
	return isCoordinate(w) && isCoordinate(h) ? { w, h } : undefined;
}

function fixedPosition(tile: JsonObject): (Position & Size) | undefined {
	const { x, y } = tile;
	const size = sizeOf(tile);
	return isCoordinate(x) && isCoordinate(y) && size !== undefined ? { x, y, ...size } : undefined;
}

/** Returns tiles ready to be sent: new ones laid out, and number series without an empty `groupBy`. */
export function tilesToSend(tiles: readonly JsonObject[]): JsonObject[] {
	return layOutTiles(tiles).map((tile) =>
		Array.isArray(tile.series) ? { ...tile, series: tile.series.map(withoutEmptyGroups) } : tile,
	);
}

/** Reference, "Series": `groupBy` is omitted with type `number`. A dashboard that was read can have an empty one. */
function withoutEmptyGroups(series: unknown): unknown {
	if (!isJsonObject(series) || series.type !== 'number') return series;
	const { groupBy, ...others } = series;
	return Array.isArray(groupBy) && groupBy.length === 0 ? others : series;
}

/** Returns the tiles of a body or of a dashboard that was read. */
export function tilesOf({ tiles }: JsonObject): JsonObject[] {
	return Array.isArray(tiles) ? tiles.filter(isJsonObject) : [];
}

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
