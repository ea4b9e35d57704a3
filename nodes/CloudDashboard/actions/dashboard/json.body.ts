import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import type { ValidationIssue } from '../../../core/operation';
import { unknownMemberHints } from '../../../core/validation/zodIssues';
import { dashboardSchema } from '../../api/dashboard';
import { tilesToSend } from './tiles';

/** The label of the field that contains the JSON. */
export const DASHBOARD_JSON_LABEL = 'Dashboard Definition';

/** Returns the body of an update from JSON. Unknown members are kept, tiles without a position laid out. */
export function jsonBody(
	input: unknown,
	dashboardId: unknown,
): { body?: JsonObject; issues: ValidationIssue[]; hints?: string[] } {
	const { value, issues } = parseJsonObject(DASHBOARD_JSON_LABEL, input);
	if (value === undefined) return { issues };
	const unfit = unfitFor(value, dashboardId);
	if (unfit !== undefined) return { issues: [{ field: DASHBOARD_JSON_LABEL, message: unfit }] };
	const tiles: unknown[] = Array.isArray(value.tiles) ? value.tiles : [];
	const whole = tiles.every(isJsonObject);
	return {
		body: whole && tiles.length > 0 ? { ...value, tiles: tilesToSend(tiles) } : value,
		issues: [],
		hints: unknownMemberHints(dashboardSchema, value),
	};
}

/** Returns why an object is not the definition of this dashboard, or undefined. */
function unfitFor(value: JsonObject, dashboardId: unknown): string | undefined {
	if (isJsonObject(value.data) && value.tiles === undefined) {
		return 'is a whole response of the API. Paste only what is under "data".';
	}
	const { id } = value;
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
	if (typeof dashboardId === 'string' && String(id) === dashboardId.trim()) return undefined;
	return `belongs to the dashboard "${String(id)}", not to the one in Dashboard ID. Use the same ID, or remove "id" to copy the content.`;
}
