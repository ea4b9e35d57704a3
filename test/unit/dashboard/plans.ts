import { summaryOf } from '../../../nodes/engine/summary/summaries';
import type { Operation, Parameters } from '../../../nodes/engine/operation';
import type { HttpRequest } from '../../../nodes/engine/request';
import { validateRequest } from '../../../tools/contract';
import type { HintedPlan } from '../../../tools/panel/facts';
import { sentPlan } from '../../../tools/panel/facts';
import { problems, contextOf } from '../management/context';

/** Violations of ClickStack's contract. */
export function faultsOf({ method, path, body }: HttpRequest): unknown[] {
	return validateRequest({ api: 'clickstack', method, path, body });
}

/** A plan, for an update on the record read. */
export function planOf(operation: Operation, parameters: Parameters, record?: unknown): HintedPlan {
	const facts = record === undefined ? {} : { facts: { record } };
	return sentPlan(operation, parameters, contextOf(facts));
}

/** A valid request's body, which the contract must also accept. */
export function sentBody(operation: Operation, parameters: Parameters, record?: unknown): unknown {
	const { request, issues } = planOf(operation, parameters, record);
	expect(problems(issues)).toEqual([]);
	expect(faultsOf(request)).toEqual([]);
	return request.body;
}

/** Issues as path and rule. */
export function issuesOf(operation: Operation, parameters: Parameters, record?: unknown): string[] {
	return problems(planOf(operation, parameters, record).issues);
}

/** The approver's sentence, by default for the planned request. */
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
