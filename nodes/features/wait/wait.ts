import type { INodeProperties } from 'n8n-workflow';
import type { SingleField, FieldSettings } from '../../engine/body/fields';
import type { Phrase } from '../../engine/phrase';
import { joinPhrases, phrase, quoteName } from '../../engine/phrase';
import { choice, flag, number, property, several, text } from '../../engine/body/fields';
import type {
	ParameterValues,
	ReadOperation,
	WaitOperation,
	WaitRule,
} from '../../engine/operation';
import { cachedField } from '../../engine/caching';
import type { RequestOptionsFor } from '../../engine/options/requestOptions';
import {
	asObject,
	choiceIssues,
	emptyToUndefined,
	isText,
	isTextList,
	nearlyKnownIssues,
	textList,
	textListIssues,
} from '../../engine/parameters/values';
import { capitalized, isAmong } from '../../engine/text';
import { MS_PER_SECOND } from '../../engine/time';
import type { Issue } from '../../engine/issue';
import { sentenceHint } from '../../engine/issue';

/** Defaults and bounds for both the form and the plan, by path. */
const NUMBERS = {
	// Leaves five minutes of the hour that n8n allows an execution by default (EXECUTIONS_TIMEOUT_MAX).
	timeoutSeconds: { default: 300, bounds: [1, 3300] },
	'options.stableFor': { default: 1, bounds: [1, 100] },
} as const;

const LABELS = {
	timeout: 'Wait Limit (Seconds)',
	giveUpOn: 'Give Up On',
	waitForExistence: 'Wait for It to Exist',
} as const;

/** What a wait reads and waits for. */
interface AwaitedValue extends Pick<WaitRule, 'advice' | 'resource' | 'valueKind'> {
	/** Initial values of Wait For and Give Up On. In text fields, placeholders. */
	examples: { waitFor: string; giveUpOn: string };
	/** Known values for the panel's lists. If omitted, users enter text. */
	knownValues?: readonly string[];
	/** Names the value in a summary, as in "Wait until … is Running". */
	nameValue: (parameters: ParameterValues) => Phrase;
	valuePath: (parameters: ParameterValues) => string;
	outputFields?: INodeProperties[];
	options: (operation: RequestOptionsFor) => INodeProperties;
}

/** Repeats a read. The read's fields come first in the panel. */
export function waitForValue(
	read: Pick<ReadOperation, 'output' | 'plan' | 'properties' | 'texts'>,
	awaited: AwaitedValue,
): WaitOperation {
	const { knownValues, nameValue, outputFields = [], options } = awaited;
	return {
		...read,
		kind: 'wait',
		properties: [
			...read.properties,
			...waitFields(awaited),
			...outputFields,
			options({
				reads: true,
				retries: false,
				offersAllowUnusual: knownValues !== undefined,
				extraOptions: waitOptions,
			}),
		],
		texts: {
			...read.texts,
			summarize: (_request, parameters) => {
				const values = joinPhrases(textList(parameters.waitFor).map(quoteName), ' or ');
				return phrase`Wait until ${nameValue(parameters)} is ${values}`;
			},
		},
		plan: (parameters, context) => {
			const plan = read.plan(parameters, context);
			return { ...plan, issues: [...plan.issues, ...waitIssues(parameters, awaited)] };
		},
		rule: (parameters) => waitRule(parameters, awaited),
	};
}

const timeoutField = property(
	'timeoutSeconds',
	number(LABELS.timeout, {
		...NUMBERS.timeoutSeconds,
		description: "Maximum wait for all items together. The first item's value applies to all.",
	}),
);

const onTimeoutField = cachedField((valueKind: string) =>
	property(
		'onTimeout',
		choice(
			'On Timeout',
			{ error: 'Fail', output: 'Output the Last Record' },
			{
				descriptions: {
					error: `End with an error that contains the last ${valueKind}`,
					output: `Continue. The field "reached" in the output says whether the ${valueKind} was reached.`,
				},
				description: 'Outcome when the wait reaches its limit',
			},
		),
	),
);

function waitFields({ valueKind, knownValues, examples }: AwaitedValue): INodeProperties[] {
	const plural = valueKind === 'status' ? 'statuses' : `${valueKind}s`;
	const field = (
		label: string,
		name: 'giveUpOn' | 'waitFor',
		settings: FieldSettings,
	): SingleField => {
		const example = examples[name];
		return knownValues === undefined
			? text(label, { placeholder: `e.g. ${example}`, ...settings })
			: several(label, knownValues, { default: textList(example).map(String), ...settings });
	};
	const separated = knownValues === undefined ? ', separated by commas' : '';
	const valuesHelp =
		knownValues === undefined
			? ' Separate values with commas, and enter numbers and booleans without quotes, such as 3 or true.'
			: ` For other ${plural}, use an expression that returns a list or comma-separated text.`;
	const waitFor = field('Wait For', 'waitFor', {
		required: true,
		description: `Wait until the API returns one of these ${plural}.${valuesHelp} Case doesn't matter.`,
	});
	const giveUpOn = field(LABELS.giveUpOn, 'giveUpOn', {
		description: `${capitalized(plural)} that end the wait with an error${separated}. Ignored for ${plural} in Wait For.`,
	});
	return [
		property('waitFor', waitFor),
		property('giveUpOn', giveUpOn),
		timeoutField,
		onTimeoutField(valueKind),
	];
}

const waitOptions: INodeProperties[] = [
	property(
		'stableFor',
		number('Stable For (Checks)', {
			...NUMBERS['options.stableFor'],
			description: 'Consecutive checks that must match Wait For',
		}),
	),
	property(
		'waitForExistence',
		flag(LABELS.waitForExistence, {
			description:
				"Whether to keep waiting while the API can't find the record yet. Otherwise, a 404, or a 400 for an invalid ID, ends the wait with an error.",
		}),
	),
];

function waitIssues(
	{ waitFor, giveUpOn, timeoutSeconds, onTimeout, options }: ParameterValues,
	{ valueKind, knownValues = [] }: AwaitedValue,
): Issue[] {
	const values = textList(waitFor);
	const isEmpty = isTextList(waitFor) && values.length === 0;
	const isUnknown = (value: unknown): boolean =>
		isText(value) && !isAmong(String(value), knownValues);
	const unknownValues = knownValues.length === 0 ? [] : values.filter(isUnknown);
	return [
		...textListIssues('waitFor', waitFor),
		...(isEmpty ? [{ path: 'waitFor', text: `is empty. Enter at least one ${valueKind}.` }] : []),
		...textListIssues('giveUpOn', giveUpOn),
		...nearlyKnownIssues('waitFor', waitFor, knownValues),
		...nearlyKnownIssues('giveUpOn', giveUpOn, knownValues),
		...numberIssues('timeoutSeconds', timeoutSeconds),
		...choiceIssues('onTimeout', onTimeout, ['error', 'output']),
		...numberIssues('options.stableFor', asObject(options)['stableFor']),
		...unknownValues.map((value) =>
			sentenceHint(`"${String(value)}" isn't a known ${valueKind}. The node waits for it anyway.`),
		),
	];
}

/** Call it only if the parameters have no issues. */
function waitRule(
	parameters: ParameterValues,
	{ resource, valueKind, advice, valuePath }: AwaitedValue,
): WaitRule {
	const { waitFor, giveUpOn, timeoutSeconds, onTimeout } = parameters;
	const { stableFor, waitForExistence } = asObject(parameters['options']);
	return {
		resource,
		valueKind,
		valuePath: valuePath(parameters),
		advice,
		waitFor: textList(waitFor).map(String),
		giveUpOn: textList(giveUpOn).map(String),
		stableFor: numberOrDefault('options.stableFor', stableFor),
		waitForExistence: waitForExistence === true,
		timeout: numberOrDefault('timeoutSeconds', timeoutSeconds) * MS_PER_SECOND,
		outputOnTimeout: onTimeout === 'output',
		labels: LABELS,
	};
}

function numberIssues(path: keyof typeof NUMBERS, value: unknown): Issue[] {
	const [min, max] = NUMBERS[path].bounds;
	const count = emptyToUndefined(value) ?? NUMBERS[path].default;
	const isWhole = typeof count === 'number' && Number.isInteger(count);
	if (isWhole && count >= min && count <= max) return [];
	return [{ path, text: `must be a whole number from ${String(min)} to ${String(max)}.` }];
}

function numberOrDefault(path: keyof typeof NUMBERS, value: unknown): number {
	return typeof value === 'number' ? value : NUMBERS[path].default;
}
