import { managementApi } from '../../nodes/clickhouseCloud/api';
import { wirePlan } from '../../nodes/engine/execution/plan';
import type {
	Facts,
	Need,
	Operation,
	ParameterValues,
	Plan,
	PlanContext,
} from '../../nodes/engine/operation';
import { findOperation } from '../contract';
import { exampleOf, successOf } from '../contract/example';
import { type JsonObject, objectAt, objectsAt } from '../contract/json';
import {
	ALERT,
	DASHBOARD,
	ROLES,
	SAVED_SEARCHES,
	SOURCES,
	WEBHOOKS,
} from '../emulator/clickstack/seed';
import { hintTexts } from '../../nodes/engine/issues/issueMessages';
import { stopsItem } from '../../nodes/engine/issue';
import { KAFKA } from '../samples/kafkaPipe';

const [SAVED_SEARCH] = SAVED_SEARCHES;
const [SOURCE] = SOURCES;
const [, ROLE] = ROLES;
const [WEBHOOK] = WEBHOOKS;

/** Keyed by path segment. */
const RECORDS: Readonly<Record<string, JsonObject | undefined>> = {
	alerts: ALERT,
	'clickstack/roles': ROLE,
	'saved-searches': SAVED_SEARCH,
	sources: SOURCE,
};

const NOT_FOUND = { refusedWith: 404, isOwn: true, hasRead: false };

/** The neutral contract can't read dashboards. */
export function isOnlyUpdated({
	authentication,
	operation,
	resource,
	updateMode,
}: ParameterValues) {
	const isUpdate = resource === 'dashboard' && operation === 'update';
	return isUpdate && authentication !== 'cloudApiKey' && updateMode !== 'merge';
}

/** A form may change tiles by ID, so the dashboard must have them all. */
function dashboardWith({ tiles }: ParameterValues): JsonObject {
	const [first = {}] = DASHBOARD.tiles;
	const known = new Set(DASHBOARD.tiles.map(({ id }) => id));
	const rows = objectsAt(objectAt({ tiles }, 'tiles'), 'values');
	const others = rows
		.map(({ id }) => id)
		.filter((id) => typeof id === 'string' && id.trim() !== '' && !known.has(id))
		.map((id) => ({ ...first, id: String(id).trim(), name: 'Current' }));
	return { ...DASHBOARD, tiles: [...DASHBOARD.tiles, ...others] };
}

function payloadFor({ request, fact }: Need, parameters: ParameterValues): unknown {
	if (fact === 'state') return { state: 'running' };
	const { path } = request;
	const { webhookId } = parameters;
	// A webhook is the only record that is read from its list.
	if (/\/webhooks(?:\?|$)/.test(path)) return [{ ...WEBHOOK, id: String(webhookId).trim() }];
	const id = decodeURIComponent(path.replace(/.*\//, ''));
	if (path.includes('/dashboards/')) return { ...dashboardWith(parameters), id };
	const [, kind = ''] = /\/(alerts|clickstack\/roles|saved-searches|sources)\//.exec(path) ?? [];
	const found = findOperation('clickhouseCloud', 'GET', path)?.operation;
	const example = found && exampleOf(found.api, successOf(found).schema);
	// The contract's example SQL would fail Query Only Reads, so this is a real SELECT.
	const sql = path.includes('/query-api-endpoints/') && { sql: 'SELECT 1' };
	// By default, a form's credential contains this login.
	const source = /\/clickpipes\/[^/]+$/.test(path) && { source: { kafka: KAFKA } };
	return { ...objectAt({ record: RECORDS[kind] ?? example }, 'record'), ...sql, ...source, id };
}

/** The fact is the emulator's first record, whatever the form's ID is. */
function factFor(need: Need, parameters: ParameterValues): unknown {
	if (isOnlyUpdated(parameters)) return need.factOfFailure?.(NOT_FOUND);
	const fact = need.factIn(payloadFor(need, parameters));
	return 'value' in fact ? fact.value : undefined;
}

/** `hints` are sentences, and `issues` all other issues. */
export type HintedPlan = Plan & { hints: string[] };

/** Requests are spelled as they are sent. */
export function sentPlan(
	operation: Operation,
	parameters: ParameterValues,
	context: PlanContext,
): HintedPlan {
	const plan = wirePlan({ api: managementApi, operation }, parameters, context);
	const hints = hintTexts(plan, { operation, redactorFor: () => (text) => text });
	const { issues, needs = [] } = plan;
	const unread = needs
		.filter(({ fact }) => !Object.hasOwn(context.facts, fact))
		.map((need) => ({ ...need, request: managementApi.toWire(need.request, context.credential) }));
	return { ...plan, issues: issues.filter(stopsItem), hints, needs: unread };
}

/** Each round of facts may lead to further needs. */
export function plannedWithReads(
	operation: Operation,
	parameters: ParameterValues,
	context: PlanContext,
	facts: Facts = {},
): HintedPlan {
	const planned = sentPlan(operation, parameters, { ...context, facts });
	const { issues, needs = [] } = planned;
	if (issues.length > 0) return planned;
	const read = needs
		.map((need) => [need.fact, factFor(need, parameters)] as const)
		.filter(([, fact]) => fact !== undefined);
	// Stops when nothing is left to read or no read succeeded.
	if (read.length === 0) return planned;
	return plannedWithReads(operation, parameters, context, {
		...facts,
		...Object.fromEntries(read),
	});
}
