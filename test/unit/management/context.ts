import { operations as dashboards } from '../../../nodes/CloudDashboard/resources';
import { operations } from '../../../nodes/CloudManagement/resources';
import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import type {
	ChangeOperation,
	Operation,
	OperationTable,
	ParameterValues,
	PlanContext,
} from '../../../nodes/engine/operation';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { summaryOf } from '../../../nodes/engine/summary/summaries';
import { firstSentenceOf } from '../../../nodes/engine/text';
import { issueSentence } from '../../../nodes/engine/issues/issueMessages';
import type { Issue } from '../../../nodes/engine/issue';
import { validateRequest } from '../../../tools/contract';
import type { HintedPlan } from '../../../tools/panel/facts';
import { sentPlan } from '../../../tools/panel/facts';

export const ORGANIZATION_ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
export const SERVICE_ID = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';
export const PIPE_ID = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';
export const SERVICE_PATH = `/v1/organizations/${ORGANIZATION_ID}/services/${SERVICE_ID}`;

/** A plan's context. By default, the API uses the neutral dialect, and the time zone is Berlin. */
export function contextOf(changes: Partial<PlanContext> = {}): PlanContext {
	return {
		credential: { organizationId: ORGANIZATION_ID, apiDialect: 'standard' },
		startedAt: Date.parse('2026-05-31T12:00:00Z'),
		timezone: 'Europe/Berlin',
		facts: {},
		...changes,
	};
}

export function inDialect(apiDialect: string): PlanContext {
	return contextOf({ credential: { organizationId: ORGANIZATION_ID, apiDialect } });
}

export const CLOUD = inDialect('clickhouseCloud');

/** Users of the panel read issues without quotes around paths. */
export function sentences(
	issues: readonly Issue[],
	operation: Pick<Operation, 'properties'> = createPipe,
): string[] {
	return issues.map((issue) =>
		issueSentence(operation.properties, issue).replace(/^"(.*?)" /, '$1 '),
	);
}

/** Shortens each issue to its path and three words, so tests don't break on wording. */
export function problems(issues: readonly Issue[]): string[] {
	return issues.map(({ path, text }) => [path, ...firstSentenceOf(text).split(' ', 3)].join(' '));
}

/** If an operation exists in both nodes, uses the management node's. */
export const TABLES: OperationTable = { ...dashboards, ...operations };

export function operationOf(name: string): Operation {
	const [resource = '', operation = ''] = name.split('.');
	const found = TABLES[resource]?.[operation];
	if (found === undefined) throw new Error(`No operation ${name}`);
	return found;
}

export function changeOf(name: string): ChangeOperation {
	const operation = operationOf(name);
	if (operation.kind === 'change') return operation;
	throw new Error(`${name} is no change`);
}

/** n8n completes the parameters. The service and `changes` are added. */
export function filled({ properties }: Operation, changes: ParameterValues): ParameterValues {
	const defaults = properties.map(({ name, default: value }): [string, unknown] => [name, value]);
	return { ...Object.fromEntries(defaults), serviceId: SERVICE_ID, ...changes };
}

export function planOf(
	name: string,
	changes: ParameterValues = {},
	context = contextOf(),
): HintedPlan {
	const operation = operationOf(name);
	return sentPlan(operation, filled(operation, changes), context);
}

/** Returns the request on a line, or the broken rules. */
export function planned(
	...of: [name: string, changes?: ParameterValues, context?: PlanContext]
): string {
	const { request, issues } = planOf(...of);
	if (issues.length > 0) return problems(issues).join(', ');
	const { method, path, body } = request;
	return `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
		.replace(SERVICE_PATH, 'SERVICE')
		.replace(`/v1/organizations/${ORGANIZATION_ID}`, 'ORGANIZATION')
		.replace(PIPE_ID, 'ID');
}

/** The contract must accept the body too. */
export function cloudBody(name: string, parameters: ParameterValues): unknown {
	const { request, issues } = planOf(name, parameters, CLOUD);
	expect(problems(issues)).toEqual([]);
	expect(validateRequest({ api: 'clickhouseCloud', ...request })).toEqual([]);
	return request.body;
}

/** Each issue is a path and a rule. */
export function cloudIssues(name: string, parameters: ParameterValues, context = CLOUD): string[] {
	return problems(planOf(name, parameters, context).issues);
}

/** An approver reads this sentence. */
export function plannedSummary(name: string, parameters: ParameterValues): string {
	const operation = operationOf(name);
	const all = filled(operation, parameters);
	const { request } = sentPlan(operation, all, CLOUD);
	const item = { itemIndex: 0, parameters: all, request };
	return summaryOf(item, summarizing(operation, CLOUD)).text;
}

/** Summaries in tests show everything unredacted. */
export function summarizing(operation: Operation, { credential } = contextOf()) {
	const redactorFor = () => (text: string) => text;
	return { api: managementApi, credential, operation, redactorFor };
}
