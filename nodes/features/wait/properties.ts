import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MS_PER_SECOND } from '../../engine/time';
import type { Parameters, ValidationIssue, WaitRule } from '../../engine/operation';
import { number, property } from '../../engine/body/fields';
import {
	asObject,
	choiceIssues,
	emptyToUndefined,
	isTextList,
	textList,
	textListIssues,
} from '../../engine/parameters/values';

/** The label, the default and the bounds of each number, as the form shows and the plan checks them. */
const NUMBERS = {
	// The most leaves five minutes of the hour that n8n allows an execution by default (EXECUTIONS_TIMEOUT_MAX).
	timeoutSeconds: { label: 'Wait Limit (Seconds)', default: 300, minValue: 1, maxValue: 3300 },
	stableFor: { label: 'Stable For (Checks)', default: 1, minValue: 1, maxValue: 100 },
} as const;

const ON_TIMEOUT = ['error', 'output'];

/** What is waited for, as the fields call it. */
export interface WaitLabels extends Pick<WaitRule, 'resource' | 'noun'> {
	/** What Wait For and Give Up On begin with. */
	defaults: { waitFor: string; giveUpOn: string };
	placeholders: { waitFor: string; giveUpOn: string };
	/** The panel's text about known values, in full sentences. */
	known: string;
}

/** Returns the fields for the values that end a wait, and for its time limit. */
export function waitFields(texts: WaitLabels): INodeProperties[] {
	const { resource, noun, placeholders, known } = texts;
	const { waitFor, giveUpOn } = texts.defaults;
	return [
		{
			displayName: 'Wait For',
			name: 'waitFor',
			type: 'string',
			required: true,
			default: waitFor,
			placeholder: `e.g. ${placeholders.waitFor}`,
			description: `The ${noun}s to wait for, separated by commas. ${known} Not case-sensitive.`,
		},
		{
			displayName: 'Give Up On',
			name: 'giveUpOn',
			type: 'string',
			default: giveUpOn,
			placeholder: `e.g. ${placeholders.giveUpOn}`,
			description: `The ${noun}s that end the wait with an error: those that the ${resource} doesn't leave by itself, separated by commas. With any other ${noun} the wait continues. A ${noun} that is also in Wait For counts as reached.`,
		},
		numberField(
			'timeoutSeconds',
			"Maximum time to wait, in total for all items. Only the first item's value is used.",
		),
		{
			displayName: 'On Timeout',
			name: 'onTimeout',
			type: 'options',
			options: onTimeoutOptions(noun),
			default: 'error',
			description: 'What to do when the time is up',
		},
	];
}

export function waitOptions({ resource }: Pick<WaitLabels, 'resource'>): INodeProperties[] {
	return [
		numberField('stableFor', 'Consecutive checks that must match Wait For'),
		{
			displayName: 'Wait for It to Exist',
			name: 'waitForExistence',
			type: 'boolean',
			default: false,
			description: `Whether to continue while the ${resource} isn't found because it's still being created. Otherwise a 404, or a 400 for an invalid ID, ends the wait with an error.`,
		},
	];
}

export function waitIssues(
	{ waitFor, giveUpOn, timeoutSeconds, onTimeout, options }: Parameters,
	{ noun }: Pick<WaitLabels, 'noun'>,
): ValidationIssue[] {
	return [
		...textListIssues('waitFor', waitFor),
		...targetIssues(waitFor, noun),
		...textListIssues('giveUpOn', giveUpOn),
		...numberIssues('timeoutSeconds', 'timeoutSeconds', timeoutSeconds),
		...choiceIssues('onTimeout', onTimeout, ON_TIMEOUT),
		...numberIssues('options.stableFor', 'stableFor', asObject(options)['stableFor']),
	];
}

/** Returns the rule that parameters without issues set. */
export function waitRule(
	parameters: Parameters,
	read: Pick<WaitRule, 'resource' | 'noun' | 'valuePath' | 'advice'>,
): WaitRule {
	const { waitFor, giveUpOn, timeoutSeconds, onTimeout } = parameters;
	const { stableFor, waitForExistence } = asObject(parameters['options']);
	return {
		...read,
		waitFor: textList(waitFor).map(String),
		giveUpOn: textList(giveUpOn).map(String),
		stableFor: numberOf('stableFor', stableFor),
		waitForExistence: waitForExistence === true,
		timeout: numberOf('timeoutSeconds', timeoutSeconds) * MS_PER_SECOND,
		outputOnTimeout: onTimeout === 'output',
	};
}

function onTimeoutOptions(noun: WaitLabels['noun']): INodePropertyOptions[] {
	return [
		{
			name: 'Fail',
			value: 'error',
			description: `End with an error that contains the last ${noun}`,
		},
		{
			name: 'Output the Last Record',
			value: 'output',
			description: `Continue. The field "reached" of each item shows whether the ${noun} was reached.`,
		},
	];
}

function numberField(name: keyof typeof NUMBERS, description: string): INodeProperties {
	const { label, default: usual, minValue, maxValue } = NUMBERS[name];
	return property(
		name,
		number(label, { default: usual, bounds: [minValue, maxValue], description }),
	);
}

function targetIssues(waitFor: unknown, noun: string): ValidationIssue[] {
	const isEmpty = isTextList(waitFor) && textList(waitFor).length === 0;
	return isEmpty ? [{ path: 'waitFor', code: 'noTarget', noun }] : [];
}

function numberIssues(path: string, name: keyof typeof NUMBERS, value: unknown): ValidationIssue[] {
	const { default: defaultValue, minValue: min, maxValue: max } = NUMBERS[name];
	const number = emptyToUndefined(value) ?? defaultValue;
	const isWhole = typeof number === 'number' && Number.isInteger(number);
	return isWhole && number >= min && number <= max ? [] : [{ path, code: 'notInBounds', min, max }];
}

function numberOf(name: keyof typeof NUMBERS, value: unknown): number {
	return typeof value === 'number' ? value : NUMBERS[name].default;
}
