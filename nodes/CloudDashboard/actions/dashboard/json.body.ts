import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import type { ValidationIssue } from '../../../core/operation';
import type { Problem } from '../../../core/validation/issue';
import { unknownMemberHints } from '../../../core/validation/zodIssues';
import { dashboardSchema } from '../../api/dashboard';
import { tilesToSend } from './tiles';

/** Returns the body of an update from JSON. Unknown members are kept, tiles without a position laid out. */
export function jsonBody(
	input: unknown,
	dashboardId: unknown,
): { body?: JsonObject; issues: ValidationIssue[]; hints?: string[] } {
	const path = 'dashboardJson';
	const { value, issues } = parseJsonObject(path, input);
	if (value === undefined) return { issues };
	const unfit = unfitFor(value, dashboardId);
	if (unfit !== undefined) return { issues: [{ path, ...unfit }] };
	const tiles: unknown[] = Array.isArray(value.tiles) ? value.tiles : [];
	const whole = tiles.every(isJsonObject);
	return {
		body: whole && tiles.length > 0 ? { ...value, tiles: tilesToSend(tiles) } : value,
		issues: [],
		hints: unknownMemberHints(dashboardSchema, value),
	};
}

/** Returns why an object is not the definition of this dashboard, or undefined. */
function unfitFor(value: JsonObject, dashboardId: unknown): Problem | undefined {
	if (isJsonObject(value.data) && value.tiles === undefined) return { code: 'wholeResponse' };
	const { id } = value;
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
	if (typeof dashboardId === 'string' && String(id) === dashboardId.trim()) return undefined;
	return { code: 'otherDashboard', id: String(id) };
}
