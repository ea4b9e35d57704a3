import { listed } from '../../../core/approval/summary';
import type { JsonObject } from '../../../core/json';
import { isJsonObject, withoutUndefined } from '../../../core/json';
import { withAdditionalMembers } from '../../../core/parameters/additionalMembers';
import { emptyToUndefined, rows, textList, textListIssues } from '../../../core/parameters/values';
import type { ValidationIssue, Parameters } from '../../../core/operation';
import { rowName } from '../../../core/text';
import { chartConfig, hasChart } from './charts';
import { tilesField } from './tiles.field';

/** Returns the body of an update from the fields: name, tiles and tags, all of them, because an update replaces. */
export function dashboardBody(parameters: Parameters): {
	body: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
} {
	const issues: ValidationIssue[] = [];
	const hints: string[] = [];
	const tiles = rows(parameters.tiles).map((row, index) => {
		const path = `tiles.${String(index)}`;
		const tile = withAdditional(tileBody(row, path, issues), row, path, issues);
		if (hasChart(row) || emptyToUndefined(tile.config) === undefined) return tile;
		if (rows(row.series).length > 0 || row.asRatio === true) {
			const name = rowName(tilesField.displayName, index);
			hints.push(`${name} has 'config', so its Series and As Ratio aren't sent.`);
		}
		return withoutSeries(tile);
	});
	const body = withoutUndefined({
		name: emptyToUndefined(parameters.name),
		tiles,
		tags: textList(parameters.tags),
	});
	return { body, issues, hints: [...hints, ...sourceHints(tiles)] };
}

/** ClickStack refuses a tile without a chart. The neutral reference allows one. */
export function chartHints(tiles: readonly JsonObject[], byFields: boolean): string[] {
	const remedy = byFields ? 'add a series, or choose another Chart,' : 'add series or config';
	return hintOn(tiles, `ClickStack needs a chart in each tile: ${remedy}`, ({ config, series }) =>
		[config, series].every((chart) => emptyToUndefined(chart) === undefined),
	);
}

/** ClickStack refuses a series without a source. The neutral reference has none. */
function sourceHints(tiles: readonly JsonObject[]): string[] {
	return hintOn(tiles, 'ClickStack needs a Source in each series: choose one', ({ series }) =>
		[series].flat().some((one) => isJsonObject(one) && one.sourceId === undefined),
	);
}

/** Returns the hint with the tiles that it is about. */
export function hintOn(
	tiles: readonly JsonObject[],
	text: string,
	isMeant: (tile: JsonObject) => boolean,
): string[] {
	const names = tiles.flatMap((tile, index) =>
		isMeant(tile) ? [rowName(tilesField.displayName, index)] : [],
	);
	return names.length === 0 ? [] : [`${text} in ${listed(names, (name) => name)}.`];
}

/** The public server refuses series, and their ratio, beside `config`. */
function withoutSeries(tile: JsonObject): JsonObject {
	return withoutUndefined({ ...tile, series: undefined, asRatio: undefined });
}

/**
 * Returns an issue if the tiles, or the series of one, aren't the form's rows, as a hand-written expression
 * can cause. Read as no rows, they would empty the dashboard.
 */
export function unreadableRows(tiles: unknown): ValidationIssue[] {
	if (!areRows(tiles)) return [{ path: 'tiles', code: 'notRows' }];
	return rows(tiles).flatMap(({ series }, index) =>
		areRows(series) ? [] : [{ path: `tiles.${String(index)}.series`, code: 'notRows' }],
	);
}

function areRows(value: unknown): boolean {
	if (emptyToUndefined(value) === undefined) return true;
	if (!isJsonObject(value)) return false;
	return (
		value.values === undefined || (Array.isArray(value.values) && value.values.every(isJsonObject))
	);
}

function withAdditional(
	body: JsonObject,
	row: JsonObject,
	path: string,
	issues: ValidationIssue[],
): JsonObject {
	const merged = withAdditionalMembers(body, row.additionalMembers, `${path}.additionalMembers`);
	issues.push(...merged.issues);
	return merged.body;
}

function tileBody(row: JsonObject, path: string, issues: ValidationIssue[]): JsonObject {
	return withoutUndefined({
		id: emptyToUndefined(typeof row.id === 'string' ? row.id.trim() : row.id),
		name: row.name ?? '',
		x: emptyToUndefined(row.x),
		y: emptyToUndefined(row.y),
		w: emptyToUndefined(row.w),
		h: emptyToUndefined(row.h),
		...(hasChart(row) ? chartBody(row, path, issues) : seriesBodies(row, path, issues)),
	});
}

function chartBody(row: JsonObject, path: string, issues: ValidationIssue[]): JsonObject {
	const { config, issues: found } = chartConfig(row);
	issues.push(...found.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })));
	return { config };
}

function seriesBodies(row: JsonObject, path: string, issues: ValidationIssue[]): JsonObject {
	return {
		asRatio: emptyToUndefined(row.asRatio),
		series: rows(row.series).map((one, place) => {
			const ofOne = `${path}.series.${String(place)}`;
			issues.push(...groupByIssues(one, ofOne));
			return withAdditional(seriesBody(one), one, ofOne, issues);
		}),
	};
}

/** What a list contains is the API's affair, but anything else would be sent as the one entry of a list. */
function groupByIssues({ type, groupBy }: JsonObject, path: string): ValidationIssue[] {
	if (type === 'number' || Array.isArray(groupBy)) return [];
	return textListIssues(`${path}.groupBy`, groupBy);
}

function seriesBody(row: JsonObject): JsonObject {
	const sourceId = emptyToUndefined(row.sourceId);
	return withoutUndefined({
		type: emptyToUndefined(row.type),
		// A source replaces the neutral reference's data source.
		...(sourceId === undefined ? { dataSource: emptyToUndefined(row.dataSource) } : { sourceId }),
		aggFn: emptyToUndefined(row.aggFn),
		field: row.aggFn === 'count' ? undefined : emptyToUndefined(row.field),
		where: row.where ?? undefined,
		groupBy: row.type === 'number' ? undefined : textList(row.groupBy),
	});
}
