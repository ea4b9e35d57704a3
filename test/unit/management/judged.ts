import { summaryOf } from '../../../nodes/engine/approval/sentences';
import type { Parameters, PlanContext } from '../../../nodes/engine/operation';
import { validateRequest } from '../../../tools/contract';
import { codes, contextOf, filled, operationOf, planOf } from './context';

/** A credential of ClickHouse Cloud. */
export const CLOUD = contextOf({
	credential: { ...contextOf().credential, apiDialect: 'clickhouseCloud' },
});

/** An operation's body, which the contract must accept; or the rules it breaks. */
export function sentBody(name: string, parameters: Parameters, context = CLOUD): unknown {
	const { request, issues } = planOf(name, parameters, context);
	if (issues.length > 0) return codes(issues).join(', ');
	expect(validateRequest({ api: 'clickhouseCloud', ...request })).toEqual([]);
	return request.body;
}

/** The sentence for the person who approves an operation. */
export function plannedSummary(
	name: string,
	parameters: Parameters,
	context: PlanContext = CLOUD,
): string {
	const operation = operationOf(name);
	const all = filled(operation, parameters);
	const { request } = operation.plan(all, context);
	const item = { itemIndex: 0, parameters: all, request };
	return summaryOf(item, { operation, redactorFor: () => (text) => text });
}
