import { optional, rows, textList, withoutUndefined } from '../../../core/formValues';
import type { JsonObject, Parameters } from '../../../core/operation';
import { laidOut } from './layout';

/** The body of an update from the fields: name, tiles and tags, all of them, because an update replaces. */
export function dashboardBody(parameters: Parameters): JsonObject {
	return withoutUndefined({
		name: optional(parameters.name),
		tiles: laidOut(rows(parameters.tiles).map(tileBody)),
		tags: textList(parameters.tags),
	});
}

function tileBody(row: JsonObject): JsonObject {
	return withoutUndefined({
		id: optional(row.id),
		name: optional(row.name),
		x: optional(row.x),
		y: optional(row.y),
		w: optional(row.w),
		h: optional(row.h),
		asRatio: optional(row.asRatio),
		series: rows(row.series).map(seriesBody),
	});
}

function seriesBody(row: JsonObject): JsonObject {
	return withoutUndefined({
		type: optional(row.type),
		dataSource: optional(row.dataSource),
		aggFn: optional(row.aggFn),
		where: row.where,
		groupBy: row.type === 'number' ? undefined : textList(row.groupBy),
	});
}
