import type { Operation, ParameterValues, Plan, PlanContext } from '../../engine/operation';

type IssuesAndNeeds = Pick<Plan, 'issues' | 'needs'>;

/**
 * Completes a draft of a body before its check, or changes the plan. For example, fills keys that no single field
 * fills, or reads something. Its issues and needs are added to those of the earlier steps.
 */
export type Step<Result extends IssuesAndNeeds> = (
	result: Result,
	parameters: ParameterValues,
	context: PlanContext,
) => Partial<Result>;

/** Runs the steps in order. Each step gets what the previous steps have added. */
export function inSteps<Result extends IssuesAndNeeds>(
	start: Result,
	steps: ReadonlyArray<Step<Result>>,
	parameters: ParameterValues,
	context: PlanContext,
): Result {
	return steps.reduce<Result>((result, step) => {
		const addition: Partial<Result> = step(result, parameters, context);
		const issues = [...result.issues, ...(addition.issues ?? [])];
		const needs = [...(result.needs ?? []), ...(addition.needs ?? [])];
		return { ...result, ...addition, issues, needs };
	}, start);
}

export function planInSteps(
	plan: Operation['plan'],
	steps: ReadonlyArray<Step<Plan>> = [],
): Operation['plan'] {
	return (parameters, context) => inSteps(plan(parameters, context), steps, parameters, context);
}
