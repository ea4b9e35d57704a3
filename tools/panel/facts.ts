import { managementApi } from '../../nodes/clickhouseCloud/api';
import { wirePlan } from '../../nodes/engine/execution/plan';
import type {
	Facts,
	Need,
	Operation,
	Parameters,
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
import { hintTexts } from '../../nodes/engine/issues/issueTexts';
import { stopsItem } from '../../nodes/engine/issue';

const [SAVED_SEARCH] = SAVED_SEARCHES;
const [SOURCE] = SOURCES;
const [, ROLE] = ROLES;
const [WEBHOOK] = WEBHOOKS;

/** The emulator's first record of each kind, by path segment. */
const RECORDS: Readonly<Record<string, JsonObject | undefined>> = {
	alerts: ALERT,
	'clickstack/roles': ROLE,
	'saved-searches': SAVED_SEARCH,
	sources: SOURCE,
};

const KAFKA = {
	type: 'kafka',
	format: 'JSONEachRow',
	brokers: 'broker-1.example.com:9092',
	topics: 'orders',
	authentication: 'PLAIN',
};

const NOT_FOUND = { refusedWith: 404, isWebPage: false };

/** True for the neutral contract, which can't read dashboards. */
export function isOnlyUpdated({ authentication, operation, resource, updateMode }: Parameters) {
	const isUpdate = resource === 'dashboard' && operation === 'update';
	return isUpdate && authentication !== 'cloudApiKey' && updateMode !== 'merge';
}

/** The dashboard with every tile that a form changes by ID. */
function dashboardWith({ tiles }: Parameters): JsonObject {
	const [first = {}] = DASHBOARD.tiles;
	const known = new Set(DASHBOARD.tiles.map(({ id }) => id));
	const rows = objectsAt(objectAt({ tiles }, 'tiles'), 'values');
	const others = rows
		.map(({ id }) => id)
		.filter((id) => typeof id === 'string' && id.trim() !== '' && !known.has(id))
		.map((id) => ({ ...first, id: String(id).trim(), name: 'Current' }));
	return { ...DASHBOARD, tiles: [...DASHBOARD.tiles, ...others] };
}

function payloadFor({ request, fact }: Need, parameters: Parameters): unknown {
	if (fact === 'state') return { state: 'running' };
	const { path } = request;
	const { webhookId } = parameters;
	// The only record that is read from its list.
	if (/\/webhooks(?:\?|$)/.test(path)) return [{ ...WEBHOOK, id: String(webhookId).trim() }];
	const id = decodeURIComponent(path.replace(/.*\//, ''));
	if (path.includes('/dashboards/')) return { ...dashboardWith(parameters), id };
	const [, kind = ''] = /\/(alerts|clickstack\/roles|saved-searches|sources)\//.exec(path) ?? [];
	const found = findOperation('clickhouseCloud', 'GET', path)?.operation;
	const example = found && exampleOf(found.api, successOf(found).schema);
	// The contract's example text isn't a read.
	const sql = path.includes('/query-api-endpoints/') && { sql: 'SELECT 1' };
	// The default login of a form's credential.
	const source = /\/clickpipes\/[^/]+$/.test(path) && { source: { kafka: KAFKA } };
	return { ...objectAt({ record: RECORDS[kind] ?? example }, 'record'), ...sql, ...source, id };
}

/** A need's fact: the emulator's first record, whatever the form names. */
function factFor(need: Need, parameters: Parameters): unknown {
	if (isOnlyUpdated(parameters)) return need.factOfFailure?.(NOT_FOUND, false);
	const fact = need.factIn(payloadFor(need, parameters));
	return 'value' in fact ? fact.value : undefined;
}

/** A plan with its hints as sentences, and all other issues. */
export interface HintedPlan extends Plan {
	hints: string[];
}

/** A plan with its requests as sent. */
export function sentPlan(
	operation: Operation,
	parameters: Parameters,
	context: PlanContext,
): HintedPlan {
	const plan = wirePlan({ api: managementApi, operation }, parameters, context);
	const hints = hintTexts(plan, { operation, redactorFor: () => (text) => text });
	return { ...plan, issues: plan.issues.filter(stopsItem), hints };
}

/** Plans a form again with each round of facts until all are known. */
export function plannedWithReads(
	operation: Operation,
	parameters: Parameters,
	context: PlanContext,
	facts: Facts = {},
): HintedPlan {
	const planned = sentPlan(operation, parameters, { ...context, facts });
	const open = (planned.needs ?? []).filter(({ fact }) => !Object.hasOwn(facts, fact));
	if (planned.issues.length > 0 || open.length === 0) return planned;
	const read = open.map((need) => [need.fact, factFor(need, parameters)] as const);
	return plannedWithReads(operation, parameters, context, {
		...facts,
		...Object.fromEntries(read),
	});
}
