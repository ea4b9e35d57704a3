import { z } from 'zod';
import type { Description, Field } from '../../../engine/body/fields';
import {
	choice,
	describeFields,
	flag,
	fieldWithProperties,
	number,
	sqlExpressions,
	text,
} from '../../../engine/body/fields';
import { bodyBuilder, prefixPaths, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject, recordsIn, withoutUndefined } from '../../../engine/json';
import {
	additionalMembersField,
	parseJsonChange,
	parseJsonObject,
	withAdditionalMembers,
} from '../../../engine/parameters/jsonInput';
import {
	emptyToUndefined,
	rows,
	sqlList,
	textListIssues,
	trimmed,
} from '../../../engine/parameters/values';
import { byName, listed, nameInText, rowName, wordsOf } from '../../../engine/text';
import { changedChart, NEW_CHART, newChart } from './chartChange';
import { AGGREGATIONS, hiddenBy, tileChart } from './charts';
import type { Issue, WithIssues } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';
import type { INodeProperties } from 'n8n-workflow';
import { locatorField, alwaysShown, rowsOf, unmarked } from '../../../engine/parameters/properties';
import { EXAMPLE_TILE_ID } from '../../../clickStack/records';
import { GRID_WIDTH } from './layout';
import { sourceId } from '../sharedFields';

/** ClickStack has these limits, which the neutral contract lacks. */
export const BOUNDS = {
	x: [0, GRID_WIDTH - 1],
	y: [0, Infinity],
	w: [1, GRID_WIDTH],
	h: [1, Infinity],
} as const;
const limits = Object.entries(BOUNDS).map(
	([name, [min, max]]) => [name, z.number().min(min).max(max)] as const,
);
export const TILE_LIMITS = z
	.object({ id: z.string().max(36), ...Object.fromEntries(limits) })
	.partial();

/** The API decides about values that aren't documented. */
export const SERIES_TYPES = { number: 'Number', time: 'Time' };
const DATA_SOURCES = { events: 'Events' };

/** ClickStack's server validates its own keys. */
export function withMore({ schema }: Description, names: string) {
	return schema.extend(Object.fromEntries(wordsOf(names).map((name) => [name, z.unknown()])));
}

const series = describeFields(
	'',
	{
		type: choice('Type', SERIES_TYPES, {
			default: 'time',
			schema: z.string(),
			note: 'Such as number or time',
			description: 'Chart type for the series. For other types, use an expression.',
		}),
		dataSource: choice('Data Source', DATA_SOURCES, {
			schema: z.string(),
			note: 'Such as events',
			description: 'Data that the series reads if Source is empty',
		}),
		sourceId: sourceId({ note: 'Source ID, required by ClickStack' }),
		aggFn: choice('Aggregation', AGGREGATIONS, {
			schema: z.string(),
			note: 'Such as count',
			description: 'Computes the series. For other aggregations, use an expression.',
		}),
		field: hiddenBy(
			'aggFn',
			'count',
			text('Field', {
				placeholder: 'e.g. Duration',
				description: 'Aggregated column or expression',
			}),
		),
		where: text('Where', {
			note: 'Filter in the form field:value',
			placeholder: 'e.g. level:error',
			description: 'Filter in the form field:value. Leave empty to include everything.',
			toBody: (value) => value ?? undefined,
		}),
		groupBy: hiddenBy(
			'type',
			'number',
			sqlExpressions('Group By', {
				schema: z.array(z.unknown()),
				note: 'Only for type time. Can be empty',
				placeholder: 'e.g. service,host',
				description:
					'Draws a line for each value of these fields, separated by commas. Leave empty for a single line.',
				toBody: sqlList,
			}),
		),
	},
	{ mainFields: wordsOf('type sourceId dataSource aggFn field where groupBy') },
);

const seriesOf = bodyBuilder(series);

const seriesFields = [
	...propertiesOf(series).map((field) =>
		field.type === 'options' ? { ...field, allowArbitraryValues: true } : field,
	),
	additionalMembersField('series', '{ "alias": "…" }'),
];

/** Only the main fields are visible initially, so that four tiles fit on a page. */
const seriesField: INodeProperties = {
	displayName: 'Series',
	name: 'series',
	...rowsOf('Series', alwaysShown(seriesFields, wordsOf('type sourceId aggFn field where')), {
		multipleValues: true,
	}),
	placeholder: 'Add Series',
	default: {},
};

const forSeries = { when: { '/chart': ['series'] } };

const knownSeries = withMore(
	series,
	'alias content displayType field fields level metricDataType metricName numberFormat sortOrder whereLanguage',
);

const IN_UPDATE = { '/operation': ['update'] };
const NOT_IN_UPDATE = { '/operation': ['create', 'validate'] };

/** The API gives a new dashboard's tiles their IDs. */
const storedTileField: INodeProperties = {
	...locatorField('Tile', 'id', 'searchTiles', EXAMPLE_TILE_ID, {
		nameExample: 'Errors over time',
	}),
	displayOptions: { show: IN_UPDATE },
	description: 'Leave empty to find the tile by Name, or to add a tile',
};

/** An empty number in the form isn't sent, so a tile without a position is laid out. */
const tile = describeFields(
	'',
	{
		id: {
			...text('Tile', {
				schema: z.string().min(1),
				note: 'ID of the tile to change. Leave it out to find the tile by its name, or to add a tile',
				toBody: trimmed,
			}),
			properties: () => [storedTileField],
		},
		name: text('Name', {
			placeholder: 'e.g. Errors per minute',
			toBody: (value) => value ?? '',
		}),
		x: coordinate('X', BOUNDS.x, `Column of the left edge, from 0 to ${String(GRID_WIDTH - 1)}`),
		y: coordinate('Y', BOUNDS.y, 'Row of the top edge, from 0'),
		w: coordinate('Width', BOUNDS.w, `Width in columns, out of ${String(GRID_WIDTH)}`),
		h: coordinate('Height', BOUNDS.h, 'Height in rows'),
		asRatio: flag('As Ratio', {
			...forSeries,
			description: 'Whether to show the first series divided by the second',
		}),
		series: fieldWithProperties(z.array(knownSeries), [seriesField], forSeries),
		config: fieldWithProperties(z.unknown(), propertiesOf(tileChart)),
	},
	{ mainFields: wordsOf('id name config x y w h asRatio series') },
);

function coordinate(
	label: string,
	[minValue, maxValue]: readonly [min: number, max: number],
	description: string,
): Field {
	const schema = z.number().finite();
	const typeOptions = { minValue, ...(Number.isFinite(maxValue) && { maxValue }) };
	const settings = { typeOptions, schema, placeholder: 'auto', description };
	return number(label, { decimals: true, ...settings });
}

const tileOf = bodyBuilder(tile);

/** Unlike in the neutral contract, a tile can contain a ClickStack chart. */
export const tileSchema = withMore(tile, 'config containerId tabId');

/** The node shows these fields immediately if the tile's chart uses them. */
const MAIN_FIELDS = wordsOf(
	`id name series chart sourceId aggFn valueExpression level where groupBy selectColumns markdown
	sqlDisplayType connectionId sqlTemplate`,
);

/** ClickStack's filters are Lucene unless a chart says otherwise. */
const INITIAL_CHOICES: Readonly<Record<string, string>> = { ...NEW_CHART, whereLanguage: 'lucene' };

/**
 * What a new tile's field has instead of an update's. An update's source may be the stored one, and n8n would mark it
 * red immediately. A new tile has no value that could stay unchanged, but its choices start empty too, because n8n's
 * editor gives a new row the defaults of an update's fields, which come last.
 */
function ifNew({ name, options = [] }: INodeProperties): Partial<INodeProperties> | undefined {
	if (name === 'sourceId') return { required: true };
	// Count needs no field.
	if (name === 'valueExpression') return { displayOptions: { hide: { aggFn: ['count', ''] } } };
	const initial = INITIAL_CHOICES[name];
	if (initial === undefined) return undefined;
	const choices = options.filter((option) => 'value' in option);
	const label = choices.find(({ value }) => value === initial)?.name ?? initial;
	const labeled = choices.map((option) =>
		option.value === '' ? { ...option, name: `Default (${label})` } : option,
	);
	return { options: labeled.sort(byName), default: initial };
}

/**
 * A tile's field, once for each operation if they differ. Until an update's chart is chosen, fields of a single chart
 * are behind a button. A new tile is a line until then, so it doesn't have these fields.
 */
function variantsOf(describedField: INodeProperties): INodeProperties[] {
	const field = unmarked(describedField);
	const show = field.displayOptions?.show ?? {};
	const { chart: charts = [] } = show;
	const newAttributes = ifNew(field);
	// The operation comes first, because an expression in a row's field meets every condition after it.
	const inOperation = (
		operation: typeof IN_UPDATE,
		{ displayOptions }: Partial<INodeProperties>,
	) => ({
		displayOptions: { ...displayOptions, show: { ...operation, ...show } },
	});
	const variants = newAttributes
		? [
				{ ...field, ...newAttributes, ...inOperation(NOT_IN_UPDATE, newAttributes) },
				{ ...field, ...inOperation(IN_UPDATE, field) },
			]
		: [field];
	const isOfOneChart = charts.length === 1 && !charts.includes('series');
	const untilChosen = { displayOptions: { show: { ...IN_UPDATE, chart: [''] } } };
	return [
		...alwaysShown(variants, MAIN_FIELDS),
		...(isOfOneChart ? [{ ...field, ...untilChosen }] : []),
	];
}

const tileFields = [
	...propertiesOf(tile).flatMap(variantsOf),
	additionalMembersField('tile', '{ "config": { … } }'),
];

export const tilesField: INodeProperties = {
	displayName: 'Tiles',
	name: 'tiles',
	...rowsOf('Tile', tileFields, {
		multipleValues: true,
		sortable: true,
		fixedCollection: {
			itemTitle:
				'={{ $collection.item.value.name || $collection.item.value.id?.cachedResultName }}',
		},
	}),
	placeholder: 'Add Tile',
	default: {},
};

const NOT_ROWS = "can't be read as rows. Fill in the form, or choose Tiles as JSON or By JSON.";

interface ChangedTile {
	/** Undefined until the dashboard has been read. */
	tile?: JsonObject | undefined;
}

/**
 * Anything but rows is refused, because reading it as no tiles would empty the dashboard. A row that changes a tile has
 * no name or chart unless entered.
 */
export function tilesFromRows(
	enteredRows: unknown,
	changedTiles: ReadonlyArray<ChangedTile | undefined> = [],
): WithIssues<JsonObject[]> {
	const issues: Issue[] = [];
	if (!areRows(enteredRows)) issues.push({ path: 'tiles', text: NOT_ROWS });
	const tiles = rows(enteredRows).map((row, index) => {
		const tile = tileFromRow(row, `tiles.${String(index)}`, issues, changedTiles[index]);
		if (row.chart !== 'series' || emptyToUndefined(tile.config) === undefined) return tile;
		if (rows(row.series).length > 0 || row.asRatio === true) {
			const name = tileInText(tile, index);
			issues.push(sentenceHint(`${name} has "config", so its Series and As Ratio aren't sent.`));
		}
		// The public server refuses `series` and `asRatio` together with a chart.
		return withoutUndefined({ ...tile, series: undefined, asRatio: undefined });
	});
	const sourceless = hintOn(
		tiles,
		'ClickStack needs a source in each series, so choose a Source',
		({ series: allSeries }) => recordsIn(allSeries).some((entry) => entry.sourceId === undefined),
	);
	return { value: tiles, issues: [...issues, ...sourceless] };
}

/** JSON in a row may also contain the ID and name that find its tile. */
export function rowKey(row: JsonObject): JsonObject {
	const body = withoutUndefined(tileOf(row, ''));
	return withAdditionalMembers(body, row.additionalMembers, '').body;
}

function tileFromRow(
	row: JsonObject,
	path: string,
	issues: Issue[],
	changedTile: ChangedTile | undefined,
): JsonObject {
	const body = tileOf(row, '');
	if (!areRows(row.series)) issues.push({ path: `${path}.series`, text: NOT_ROWS });
	if (row.chart !== 'series') {
		const chart = changedTile ? changedChart(row, changedTile.tile) : newChart(row);
		body.config = chart.value;
		issues.push(...prefixPaths(path, chart.issues));
	} else if (changedTile && rows(row.series).length === 0 && row.asRatio !== true) {
		delete body.asRatio;
	} else {
		body.series = rows(row.series).map((seriesRow, index) =>
			seriesFromRow(seriesRow, `${path}.series.${String(index)}`, issues),
		);
	}
	const parse = changedTile ? parseJsonChange : parseJsonObject;
	const tile = withAdditional(withoutUndefined(body), row, path, issues, parse);
	if (changedTile && tile.name === '') delete tile.name;
	return tile;
}

function seriesFromRow(row: JsonObject, path: string, issues: Issue[]): JsonObject {
	const body = seriesOf(row, '');
	// A source replaces the neutral contract's data source.
	if (body.sourceId !== undefined) body.dataSource = undefined;
	// The API checks a list's content, but any other value would be sent as the only entry of a list.
	if (row.type !== 'number' && !Array.isArray(row.groupBy)) {
		issues.push(...textListIssues(`${path}.groupBy`, row.groupBy));
	}
	return withAdditional(withoutUndefined(body), row, path, issues);
}

/** If a field overrides a key of the JSON, an issue names the key's path. */
function withAdditional(
	body: JsonObject,
	row: JsonObject,
	path: string,
	issues: Issue[],
	parse = parseJsonObject,
): JsonObject {
	const jsonPath = `${path}.additionalMembers`;
	const settings = { outer: `${path}.`, parse };
	const merged = withAdditionalMembers(body, row.additionalMembers, jsonPath, settings);
	issues.push(...merged.issues);
	return merged.body;
}

function areRows(value: unknown): boolean {
	if (emptyToUndefined(value) === undefined) return true;
	if (!isJsonObject(value)) return false;
	const { values = [] } = value;
	return Array.isArray(values) && values.every(isJsonObject);
}

export function tilesOf({ tiles }: JsonObject): JsonObject[] {
	return recordsIn(tiles);
}

/** Such as 'Tile 2 ("Errors")'. */
function tileInText({ name }: JsonObject, index: number): string {
	return (
		rowName(tilesField.displayName, index) +
		nameInText(typeof name === 'string' ? name.trim() : undefined)
	);
}

/** Appends the tiles' names. Without tiles, there's no hint. */
export function hintOn(
	tiles: readonly JsonObject[],
	hint: string,
	isAffected: (tile: JsonObject) => boolean,
): Issue[] {
	const names = tiles.flatMap((tile, index) => (isAffected(tile) ? [tileInText(tile, index)] : []));
	if (names.length === 0) return [];
	return [sentenceHint(`${hint} in ${listed(names, (name) => name)}.`)];
}
