import { z } from 'zod';

import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
import type { ValidationIssue } from '../../core/operation';
import { zodIssues } from '../../core/validation/zodIssues';

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
export function limitIssues(body: JsonObject): ValidationIssue[] {
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
