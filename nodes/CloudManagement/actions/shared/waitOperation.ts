import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { named } from '../../../core/summary';
import { MS_PER_SECOND } from '../../../core/clock';
import type { Operation, Parameters, ValidationIssue, WaitRule } from '../../../core/operation';
import { collection, isTextList, optional, textList } from '../../../core/parameters/values';
import type { KnownStates } from '../../api/states';
import { choiceIssues, textListIssues } from './inputIssues';
import { operationFields } from './operationFields';
import { ON_TIMEOUT, WAIT_LABELS, WAIT_NUMBERS, waitFields, waitOptions } from './waitFields';

/** What one operation waits for. */
export interface AwaitedResource {
	/** The name of the resource among the parameters. */
	resource: string;
	/** What messages and descriptions call it. */
	title: string;
	/** The member of its record that holds its state. */
	stateMember: string;
	states: KnownStates;
	/** The operation that reads it. */
	get: Operation;
	/** The fields that say which one to read. */
	idFields: INodeProperties[];
	/** The fields that say what of it to output. */
	outputFields: INodeProperties[];
}

/** Returns the operation that reads a resource again and again until it is in a state. */
export function waitOperation(awaited: AwaitedResource): Operation {
	const { resource, title, states, get, idFields, outputFields } = awaited;
	return {
		...get,
		properties: operationFields(resource, 'wait', {
			reads: true,
			retries: false,
			fields: [...idFields, ...waitFields(title, states), ...outputFields],
			own: waitOptions(title),
		}),
		summarize: (_request, parameters) => summary(parameters, awaited),
		plan: (parameters, context) => {
			const plan = get.plan(parameters, context);
			return {
				...plan,
				issues: [...plan.issues, ...waitIssues(parameters)],
				hints: unknownStateHints(parameters, states),
			};
		},
		wait: (parameters) => waitRule(parameters, awaited),
	};
}

/** Returns the entry of the operation in the selector of its resource. */
export function waitOption({ title, stateMember }: AwaitedResource): INodePropertyOptions {
	return {
		name: 'Wait for State',
		value: 'wait',
		description: `Wait until a ${title} has a certain ${stateMember}`,
		action: `Wait for ${title} ${stateMember}`,
	};
}

function summary(
	parameters: Parameters,
	{ title, stateMember, idFields }: AwaitedResource,
): string {
	const id = idFields.slice(-1).map(({ name }) => named(parameters[name]));
	const states = textList(parameters.waitFor).map(named);
	return `Wait until the ${stateMember} of ${title} ${id.join('')} is ${states.join(' or ')}`;
}

function waitIssues({
	waitFor,
	giveUpOn,
	timeoutSeconds,
	onTimeout,
	options,
}: Parameters): ValidationIssue[] {
	const reactions = ON_TIMEOUT.map(({ value }) => value);
	return [
		...textListIssues(WAIT_LABELS.waitFor, waitFor),
		...(isTextList(waitFor) && textList(waitFor).length === 0
			? [{ field: WAIT_LABELS.waitFor, message: 'is empty. Enter at least one state.' }]
			: []),
		...textListIssues(WAIT_LABELS.giveUpOn, giveUpOn),
		...numberIssues('timeoutSeconds', timeoutSeconds),
		...choiceIssues(WAIT_LABELS.onTimeout, onTimeout, reactions),
		...numberIssues('stableFor', collection(options).stableFor),
	];
}

/** Tells which states to wait for are not known; the API may have them all the same. */
function unknownStateHints({ waitFor }: Parameters, { all }: KnownStates): string[] {
	const known = new Set(all.map((state) => state.toLowerCase()));
	return textList(waitFor)
		.map(String)
		.filter((state) => !known.has(state.toLowerCase()))
		.map((state) => `'${state}' is none of the known states; waiting for it all the same.`);
}

function numberIssues(name: keyof typeof WAIT_NUMBERS, value: unknown): ValidationIssue[] {
	const { default: defaultValue, minValue, maxValue } = WAIT_NUMBERS[name];
	const number = optional(value) ?? defaultValue;
	const isWhole = typeof number === 'number' && Number.isInteger(number);
	if (isWhole && number >= minValue && number <= maxValue) return [];
	const bounds = `${String(minValue)} to ${String(maxValue)}`;
	return [{ field: WAIT_LABELS[name], message: `must be a whole number from ${bounds}.` }];
}

/** Returns the rule that parameters without issues set. */
function waitRule(
	parameters: Parameters,
	{ title, stateMember, states }: AwaitedResource,
): WaitRule {
	const { waitFor, giveUpOn, timeoutSeconds, onTimeout } = parameters;
	const { stableFor, waitForExistence } = collection(parameters.options);
	return {
		resource: title,
		stateMember,
		waitFor: textList(waitFor).map(String),
		giveUpOn: textList(giveUpOn).map(String),
		advice: states.advice,
		stableFor: numberOf('stableFor', stableFor),
		waitForExistence: waitForExistence === true,
		timeout: numberOf('timeoutSeconds', timeoutSeconds) * MS_PER_SECOND,
		outputOnTimeout: onTimeout === 'output',
	};
}

function numberOf(name: keyof typeof WAIT_NUMBERS, value: unknown): number {
	return typeof value === 'number' ? value : WAIT_NUMBERS[name].default;
}
