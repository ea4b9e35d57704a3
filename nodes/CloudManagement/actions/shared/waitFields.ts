import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { wholeNumberField } from '../../../core/parameters/options';
import type { KnownStates } from '../../api/states';

export const WAIT_LABELS = {
	waitFor: 'Wait For',
	giveUpOn: 'Give Up On',
	timeoutSeconds: 'Wait Limit (Seconds)',
	onTimeout: 'On Timeout',
	stableFor: 'Stable For (Checks)',
} as const;

/** The default and the bounds of each number, as the form shows and the plan checks them. */
export const WAIT_NUMBERS = {
	// The most leaves five minutes of the hour that n8n allows an execution by default (EXECUTIONS_TIMEOUT_MAX).
	timeoutSeconds: { default: 300, minValue: 1, maxValue: 3300 },
	stableFor: { default: 1, minValue: 1, maxValue: 100 },
} as const;

export const ON_TIMEOUT: INodePropertyOptions[] = [
	{
		name: 'Fail',
		value: 'error',
		description: 'End with an error that holds the last state',
	},
	{
		name: 'Output the Last Record',
		value: 'output',
		description: 'Go on. Each item says in "reached" whether the state was reached.',
	},
];

/** Returns the fields that say which states end a wait, and when the time is up. */
export function waitFields(title: string, { all, ready, final }: KnownStates): INodeProperties[] {
	const givenUp = final.join(', ');
	return [
		{
			displayName: WAIT_LABELS.waitFor,
			name: 'waitFor',
			type: 'string',
			required: true,
			default: ready,
			placeholder: `e.g. ${ready}`,
			description: `The states to wait for, separated by commas. Any state can be entered; known ones are ${all.join(', ')}. Upper and lower case count as the same.`,
		},
		{
			displayName: WAIT_LABELS.giveUpOn,
			name: 'giveUpOn',
			type: 'string',
			default: givenUp,
			placeholder: `e.g. ${givenUp}`,
			description: `The states that end the wait with an error, because the ${title} does not leave them by itself, separated by commas. In all other states the wait goes on. A state that is also in Wait For counts as reached.`,
		},
		numberField(
			'timeoutSeconds',
			"How many seconds to wait, in total for all items. Only the first item's value is used.",
		),
		{
			displayName: WAIT_LABELS.onTimeout,
			name: 'onTimeout',
			type: 'options',
			options: ON_TIMEOUT,
			default: 'error',
			description: 'What to do when the time is up',
		},
	];
}

/** Returns the options of a wait. */
export function waitOptions(title: string): INodeProperties[] {
	return [
		numberField('stableFor', 'How many checks in a row must find a state that is in Wait For'),
		{
			displayName: 'Wait for It to Exist',
			name: 'waitForExistence',
			type: 'boolean',
			default: false,
			description: `Whether to go on while the ${title} is not found, because it is still being created. Otherwise a 404 ends the wait with an error.`,
		},
	];
}

function numberField(name: keyof typeof WAIT_NUMBERS, description: string): INodeProperties {
	return wholeNumberField(WAIT_LABELS[name], name, { ...WAIT_NUMBERS[name], description });
}
