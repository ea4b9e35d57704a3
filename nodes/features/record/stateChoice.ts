import type { SingleField } from '../../engine/body/fields';
import { field } from '../../engine/body/fields';
import { optionsOf } from '../../engine/parameters/properties';
import { optionalTextList } from '../../engine/parameters/values';
import { enumerated, isAmong } from '../../engine/text';
import { z } from 'zod';

/** States that a field offers. `problems` is set if more than one of them is a problem. */
export interface OfferedStates {
	all: readonly string[];
	problems?: readonly string[];
}

export const ANY_PROBLEM = 'anyProblem';
const ANY_PROBLEM_LABEL = 'Any Problem';

/** A field with the states in `preset` selected. No selection means all states. */
export function stateChoice(
	label: string,
	{ all, problems = [] }: OfferedStates,
	description: string,
	names: Readonly<Record<string, string>> = {},
	preset: readonly string[] = [],
): SingleField {
	const values = problems.length === 0 ? all : [ANY_PROBLEM, ...all];
	const descriptions = { [ANY_PROBLEM]: `Means ${enumerated(problems, 'or')}` };
	const options = optionsOf(values, { [ANY_PROBLEM]: ANY_PROBLEM_LABEL, ...names }, descriptions);
	const control = { options, default: [...preset] };
	return field(label, { type: 'multiOptions', ...control }, z.array(z.string()), {
		toBody: optionalTextList,
		hint: `Leave empty for all ${label.replace(/^.* /, '').toLowerCase()}`,
		description,
	});
}

export function choosable({ all, problems = [] }: OfferedStates): string[] {
	return problems.length === 0 ? [...all] : [ANY_PROBLEM, ANY_PROBLEM_LABEL, ...all];
}

/** The chosen states, with "Any Problem" replaced by the states it means. */
export function statesChosen(
	choices: readonly string[],
	{ problems = [] }: Pick<OfferedStates, 'problems'>,
): string[] {
	return choices.flatMap((state) =>
		problems.length > 0 && isAmong(state, [ANY_PROBLEM, ANY_PROBLEM_LABEL]) ? problems : state,
	);
}
