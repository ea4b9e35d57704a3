import { z } from 'zod';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject } from '../../../engine/json';
import type { ValidationIssue } from '../../../engine/operation';
import { zodIssues } from '../../../engine/issues/checks';
import { emptyToUndefined } from '../../../engine/parameters/values';
import type { ValidationOptions } from '../../../engine/issues/checks';

/** ClickStack's bounds of a dashboard. The neutral reference has none. */
const tile = z
	.object({
		id: z.string().max(36),
		x: z.number().min(0).max(23),
		y: z.number().min(0),
		w: z.number().min(1).max(24),
		h: z.number().min(1),
	})
	.partial();

const limits = z
	.object({
		name: z.string().max(1024),
		tags: z.array(z.string().max(32)).max(50),
		tiles: z.array(tile).max(500),
	})
	.partial();

const BOUNDS: ReadonlySet<string> = new Set(['tooBig', 'tooLong', 'tooMany', 'tooSmall']);

/** Returns what is beyond ClickStack's bounds in a dashboard that only ClickStack can show. */
function limitIssues(body: JsonObject): ValidationIssue[] {
	const tiles: unknown[] = Array.isArray(body.tiles) ? body.tiles : [];
	if (!tiles.some(isOfClickStack)) return [];
	const found = zodIssues(limits, body, { input: 'fields', allowUnlisted: false });
	return found.filter(({ code }) => BOUNDS.has(code));
}

function isOfClickStack(one: unknown): boolean {
	if (!isJsonObject(one)) return false;
	const series: unknown[] = Array.isArray(one.series) ? one.series : [];
	return (
		isJsonObject(one.config) ||
		series.some((entry) => isJsonObject(entry) && entry.sourceId !== undefined)
	);
}

/** Documented values. Others exist and are left to the API. Reference, "Series". */
export const SERIES_TYPES = ['number', 'time'] as const;
export const SERIES_DATA_SOURCES = ['events'] as const;
const SERIES_AGGREGATIONS = ['count'] as const;

const seriesSchema = z
	.object({
		type: z
			.string()
			.nullish()
			.describe(`Such as ${SERIES_TYPES.join(' or ')}`),
		dataSource: z
			.string()
			.nullish()
			.describe(`Such as ${SERIES_DATA_SOURCES.join(' or ')}`),
		sourceId: z.string().nullish().describe('The source, by its ID; ClickStack needs it'),
		aggFn: z
			.string()
			.nullish()
			.describe(`Such as ${SERIES_AGGREGATIONS.join(' or ')}`),
		where: z.string().nullish().describe('Filter of the form field:value'),
		groupBy: z.array(z.unknown()).nullish().describe('Only for type time; may be empty'),
	})
	.passthrough();

const position = z.number().finite().nullish();

const tileSchema = z
	.object({
		id: z
			.string()
			.min(1)
			.nullish()
			.describe(
				'ID of a tile to keep; without it, or with an unknown one, the tile is created anew and its alerts are lost',
			),
		name: z.string().nullish(),
		x: position,
		y: position,
		w: position,
		h: position,
		asRatio: z.boolean().nullish(),
		series: z.array(seriesSchema).nullish(),
	})
	.passthrough();

/** The body of "Update dashboard". An update replaces everything, so a missing list would empty the dashboard. */
export const dashboardSchema = z
	.object({
		// A dashboard that was read carries its ID; the path counts.
		id: z.unknown(),
		name: z.string().min(1),
		tiles: z.array(tileSchema).describe('All tiles: one that is left out is deleted'),
		tags: z.array(z.string()).nullish().describe('Replace the tags; left out, the tags are kept'),
	})
	.passthrough();

/** What ClickStack knows besides, which its server judges. ClickStack, 2.2 and 2.5. */
const moreOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, z.unknown()]));
const knownSeries = seriesSchema.extend(
	moreOf(
		...['alias', 'content', 'displayType', 'field', 'fields', 'level', 'metricDataType'],
		...['metricName', 'numberFormat', 'sortOrder', 'whereLanguage'],
	),
);
const knownTile = tileSchema
	.extend(moreOf('config', 'containerId', 'tabId'))
	.extend({ series: z.array(knownSeries).nullish() });

/** The fields that a dashboard may have in either reference, without ClickStack's rules. */
export const knownDashboard = dashboardSchema
	.extend(moreOf('containers', 'filters', 'savedFilterValues', 'savedQuery', 'savedQueryLanguage'))
	.extend({ tiles: z.array(knownTile) });

/** Validates the body of an update against the reference. */
export function dashboardIssues(
	body: JsonObject,
	input: ValidationOptions['input'],
): ValidationIssue[] {
	const tiles: unknown[] = Array.isArray(body.tiles) ? body.tiles : [];
	return [
		// The dashboard's own fields have no enumerations.
		...zodIssues(dashboardSchema, body, { input, allowUnlisted: false }),
		...repeatedIdIssues(tiles),
		...groupByIssues(tiles),
		// By JSON, the API decides.
		...(input === 'fields' ? limitIssues(body) : []),
	];
}

/** Returns whether a tile has the ID of the one to update. Without an ID, it is created. */
export function hasTileId(tile: unknown): boolean {
	return isJsonObject(tile) && emptyToUndefined(tile.id) !== undefined;
}

/** The charts that an alert can watch. ClickStack, 2.1. */
const WATCHED_CHARTS: readonly unknown[] = ['line', 'stacked_bar', 'number'];

/** Returns whether a tile can have alerts: by its chart, or by its series, which ClickStack makes one of. */
export function mayHaveAlerts({ config, series }: JsonObject): boolean {
	if (isJsonObject(config)) return WATCHED_CHARTS.includes(config.displayType);
	return [series]
		.flat()
		.some((one) => isJsonObject(one) && SERIES_TYPES.some((type) => type === one.type));
}

/** Two tiles with one ID would be two updates of one tile, and one of them would be lost. */
function repeatedIdIssues(tiles: readonly unknown[]): ValidationIssue[] {
	const seen = new Set<string>();
	return tiles.flatMap((tile, index) => {
		const id = isJsonObject(tile) ? tile.id : undefined;
		if (typeof id !== 'string' || id === '') return [];
		if (!seen.has(id)) {
			seen.add(id);
			return [];
		}
		return [{ path: `tiles.${String(index)}.id`, code: 'repeatedTile', id }];
	});
}

function groupByIssues(tiles: readonly unknown[]): ValidationIssue[] {
	return tiles.flatMap((tile, tileIndex) => {
		const series: unknown[] = isJsonObject(tile) && Array.isArray(tile.series) ? tile.series : [];
		return series.flatMap((one, seriesIndex) => {
			if (!isJsonObject(one) || one.type !== 'number') return [];
			if (one.groupBy === undefined || one.groupBy === null) return [];
			const path = `tiles.${String(tileIndex)}.series.${String(seriesIndex)}.groupBy`;
			return [{ path, code: 'groupByOfNumber' }];
		});
	});
}
