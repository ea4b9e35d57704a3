import { z } from 'zod';

import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
import type { ValidationIssue } from '../../core/operation';
import type { MemberPath } from '../../core/validation/zodIssues';
import { zodIssues } from '../../core/validation/zodIssues';

/** Documented values. Others exist and are left to the service. Reference, "Series". */
export const SERIES_TYPES = ['number', 'time'] as const;
export const SERIES_DATA_SOURCES = ['events'] as const;
export const SERIES_AGGREGATIONS = ['count'] as const;

const seriesSchema = z
	.object({
		type: z.string().optional(),
		dataSource: z.string().optional(),
		aggFn: z.string().optional(),
		where: z.string().optional(),
		groupBy: z.array(z.unknown()).optional(),
	})
	.passthrough();

const tileSchema = z
	.object({
		id: z.string().min(1).optional(),
		name: z.string().optional(),
		x: z.number().optional(),
		y: z.number().optional(),
		w: z.number().optional(),
		h: z.number().optional(),
		asRatio: z.boolean().optional(),
		series: z.array(seriesSchema).optional(),
	})
	.passthrough();

/** The body of "Update dashboard". An update replaces everything, so a missing list would empty the dashboard. */
export const dashboardSchema = z
	.object({
		name: z.string().min(1),
		tiles: z.array(tileSchema),
		tags: z.array(z.string()).optional(),
	})
	.passthrough();

/**
 * Holds the body of an update against the reference.
 * `labelFor` turns a member's place into the words the user knows it by. Gives one issue per fault.
 */
export function dashboardIssues(
	body: JsonObject,
	labelFor: (path: MemberPath) => string,
): ValidationIssue[] {
	const tiles: unknown[] = Array.isArray(body.tiles) ? body.tiles : [];
	return [
		...zodIssues(dashboardSchema, body, labelFor),
		...repeatedTileIds(tiles).map(({ path, message }) => ({ field: labelFor(path), message })),
		...groupedNumbers(tiles).map(({ path, message }) => ({ field: labelFor(path), message })),
	];
}

interface TileFault {
	path: MemberPath;
	message: string;
}

/** Two tiles with one ID would be two updates of one tile, and one of them would be lost. */
function repeatedTileIds(tiles: readonly unknown[]): TileFault[] {
	const seen = new Set<string>();
	return tiles.flatMap((tile, index) => {
		const id = isJsonObject(tile) ? tile.id : undefined;
		if (typeof id !== 'string' || id === '') return [];
		if (!seen.has(id)) {
			seen.add(id);
			return [];
		}
		const message = `is "${id}", which an earlier tile has too. Give each tile its own ID, or leave it out for a new tile.`;
		return [{ path: ['tiles', index, 'id'], message }];
	});
}

function groupedNumbers(tiles: readonly unknown[]): TileFault[] {
	return tiles.flatMap((tile, tileIndex) => {
		const series: unknown[] = isJsonObject(tile) && Array.isArray(tile.series) ? tile.series : [];
		return series.flatMap((one, seriesIndex) => {
			if (!isJsonObject(one) || one.type !== 'number' || one.groupBy === undefined) return [];
			const message = 'is not for series of type number. Leave it out.';
			return [{ path: ['tiles', tileIndex, 'series', seriesIndex, 'groupBy'], message }];
		});
	});
}
