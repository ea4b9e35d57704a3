import type { INodeProperties } from 'n8n-workflow';

/** How many resources one trigger reads by ID or path at most. */
export const MAX_WATCHED = 50;

/** What n8n shows when a workflow with the trigger is published. */
export const ACTIVATION_MESSAGE =
	'The first poll only remembers the current state. After that, anything new or changed starts the workflow.';

/** The text about IDs in the field for the IDs to watch. */
export const SEPARATE_IDS = 'Separate IDs with commas, or enter a list with an expression.';

/** The names of the fields that choose which changes start the workflow. */
export const STATES = 'states';
export const PREVIOUS_STATES = 'previousStates';

/** Returns these fields, each with an example. `known` are the states that are known, if any. */
export function changeFilters(
	things: 'States' | 'Statuses' | 'Values',
	state: string,
	previousState: string,
	known?: readonly string[],
): INodeProperties[] {
	const these = `these ${things.toLowerCase()}`;
	const listed = known === undefined ? '' : ` (${known.join(', ')} or gone)`;
	return [
		{
			displayName: `New ${things}`,
			name: STATES,
			type: 'string',
			default: '',
			placeholder: `e.g. ${state}`,
			description: `Only changes to one of ${these}${listed} start the workflow. Separate them with commas, or enter a list with an expression. Not case-sensitive. Leave empty for all.`,
		},
		{
			displayName: `Previous ${things}`,
			name: PREVIOUS_STATES,
			type: 'string',
			default: '',
			placeholder: `e.g. ${previousState}`,
			description: `Only changes from one of ${these} start the workflow. Enter them as in New ${things}. Leave empty for all.`,
		},
	];
}
