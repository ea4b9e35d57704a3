import { summaryOf } from '../../../nodes/engine/summary/summaries';
import type { Operation, Parameters, Plan } from '../../../nodes/engine/operation';
import type { HttpRequest } from '../../../nodes/engine/request';
import { validateRequest } from '../../../tools/contract';
import { problems, contextOf } from '../management/context';

/** The differences between a request and ClickStack's contract. */
export function faultsOf({ method, path, body }: HttpRequest): unknown[] {
	return validateRequest({ api: 'clickstack', method, path, body });
}

/** A plan; of an update, by the record that the node has read. */
export function planOf(operation: Operation, parameters: Parameters, record?: unknown): Plan {
	return operation.plan(parameters, contextOf(record === undefined ? {} : { facts: { record } }));
}

/** The body of a valid request, which the contract must accept as well. */
export function sentBody(operation: Operation, parameters: Parameters, record?: unknown): unknown {
	const { request, issues } = planOf(operation, parameters, record);
	expect(problems(issues)).toEqual([]);
	expect(faultsOf(request)).toEqual([]);
	return request.body;
}

/** The issues of a request: the path, and the rule. */
export function issuesOf(operation: Operation, parameters: Parameters, record?: unknown): string[] {
	return problems(planOf(operation, parameters, record).issues);
}

/** The sentence for the person who approves a request, by default the planned one. */
export function summaryFor(
	operation: Operation,
	parameters: Parameters,
	{ record, request = planOf(operation, parameters, record).request }: Summarized = {},
): string {
	const execution = { operation, redactorFor: () => (text: string) => text };
	const facts = record === undefined ? {} : { record };
	const item = { itemIndex: 0, parameters, request, entered: request, readAt: 0, facts };
	return summaryOf(item, execution);
}

interface Summarized {
	request?: HttpRequest;
	record?: unknown;
}
