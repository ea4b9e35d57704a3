import { summaryOf } from '../../../nodes/engine/summary/summaries';
import type { Operation, ParameterValues } from '../../../nodes/engine/operation';
import type { HttpRequest } from '../../../nodes/engine/request';
import { validateRequest } from '../../../tools/contract';
import type { HintedPlan } from '../../../tools/panel/facts';
import { sentPlan } from '../../../tools/panel/facts';
import { contextOf, problems, summarizing } from '../management/context';

export function faultsOf({ method, path, body }: HttpRequest): unknown[] {
	return validateRequest({ api: 'clickstack', method, path, body });
}

const FIRST_READ = { isOwn: true, hasRead: false };

/** An update is planned after the API has returned the record or refused with a status. */
export function planOf(
	operation: Operation,
	parameters: ParameterValues,
	answer?: unknown,
): HintedPlan {
	const planned = sentPlan(operation, parameters, contextOf());
	if (answer === undefined) return planned;
	const facts = (planned.needs ?? []).map(({ fact, factOfFailure }) => {
		if (typeof answer !== 'number') return [fact, answer] as const;
		return [fact, factOfFailure?.({ refusedWith: answer, ...FIRST_READ })] as const;
	});
	return sentPlan(operation, parameters, contextOf({ facts: Object.fromEntries(facts) }));
}

/** The contract must accept the body too. */
export function sentBody(
	operation: Operation,
	parameters: ParameterValues,
	record?: unknown,
): unknown {
	const { request, issues } = planOf(operation, parameters, record);
	expect(problems(issues)).toEqual([]);
	expect(faultsOf(request)).toEqual([]);
	return request.body;
}

/** Lists the issues of a plan, each as its path and text. */
export function issuesOf(
	operation: Operation,
	parameters: ParameterValues,
	record?: unknown,
): string[] {
	return problems(planOf(operation, parameters, record).issues);
}

/** By default, the sentence is about the planned request. */
export function summaryFor(
	operation: Operation,
	parameters: ParameterValues,
	{ record, request = planOf(operation, parameters, record).request, chosenNames }: Summarized = {},
): string {
	const facts = record === undefined ? {} : { record };
	const item = {
		parameters,
		chosenNames: new Map(Object.entries(chosenNames ?? {})),
		request,
		facts,
	};
	return summaryOf(item, summarizing(operation)).text;
}

interface Summarized {
	chosenNames?: Readonly<Record<string, string>>;
	request?: HttpRequest;
	record?: unknown;
}
