import { summaryOf } from '../../../nodes/engine/approval/sentences';
import type { HttpRequest, Operation, Parameters } from '../../../nodes/engine/operation';
import { validateRequest } from '../../../tools/contract';
import { codes, contextOf } from '../management/context';

/** The differences between a request and ClickStack's contract. */
export function faultsOf({ method, path, body }: HttpRequest): unknown[] {
	return validateRequest({ api: 'clickstack', method, path, body });
}

/** The body of a valid request, which the contract must accept as well. */
export function sentBody(operation: Operation, parameters: Parameters): unknown {
	const { request, issues } = operation.plan(parameters, contextOf());
	expect(codes(issues)).toEqual([]);
	expect(faultsOf(request)).toEqual([]);
	return request.body;
}

/** The issues of a request: the path, and the rule. */
export function issuesOf(operation: Operation, parameters: Parameters): string[] {
	return codes(operation.plan(parameters, contextOf()).issues);
}

/** The sentence for the person who approves a request, by default the planned one. */
export function summaryFor(
	operation: Operation,
	parameters: Parameters,
	request: HttpRequest = operation.plan(parameters, contextOf()).request,
): string {
	const execution = { operation, redactorFor: () => (text: string) => text };
	return summaryOf({ itemIndex: 0, parameters, request }, execution);
}
