import type { JsonObject } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import type { ValidationIssue } from '../../../core/operation';
import type { Problem } from '../../../core/validation/issue';
import { unknownMemberHints } from '../../../core/validation/zodIssues';
import { knownDashboard } from '../../api/dashboard';
import { recordInResponse } from '../../api/managedApi';

/** Returns the body of an update from JSON. Unknown keys are kept. */
export function jsonBody(
	input: unknown,
	dashboardId: unknown,
): { body?: JsonObject; issues: ValidationIssue[]; hints?: string[] } {
	const path = 'dashboardJson';
	const { value, issues } = parseJsonObject(path, input);
	if (value === undefined) return { issues };
	const unfit = unfitFor(value, dashboardId);
	if (unfit !== undefined) return { issues: [{ path, ...unfit }] };
	return { body: value, issues: [], hints: unknownMemberHints(knownDashboard, value) };
}

/** Returns why an object is not the definition of this dashboard, or undefined. */
function unfitFor(value: JsonObject, dashboardId: unknown): Problem | undefined {
	const isResponse = value.tiles === undefined && recordInResponse(value) !== undefined;
	if (isResponse) return { code: 'wholeResponse' };
	const { id } = value;
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
	// A creation has none: the API drops the ID.
	if (dashboardId === undefined) return undefined;
	if (typeof dashboardId === 'string' && String(id) === dashboardId.trim()) return undefined;
	return { code: 'otherDashboard', id: String(id) };
}
