import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { describeFields, flag, number, text } from '../body/fields';
import type { Issue } from '../issue';
import { ALLOW_UNUSUAL_LABEL } from '../issue';
import type { Limits } from '../request';
import { MS_PER_SECOND } from '../time';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { ParameterValues } from '../operation';
import { emptyToUndefined } from '../parameters/values';
import { OPTIONS, RESEND_UNKNOWN_LABEL } from '../parameterNames';
import { sortedByLabel, collection } from '../parameters/properties';
import { cachedField } from '../caching';
import { propertiesOf } from '../body/interpret';

/** The form and the engine both use these bounds and defaults. */
const NUMBER_OPTIONS = {
	maxConcurrency: { default: 50, bounds: [1, 100] },
	maxRetries: { default: 3, bounds: [0, 20] },
	maxWait: { default: 300, bounds: [0, 86_400] },
	timeout: { default: 120_000, bounds: [1, 3_600_000] },
} as const;

/** Dry Run in n8n's editor. If an expression sets the option, this is the expression's text. */
export const STORED_DRY_RUN = '$parameter["options"]["dryRun"]';

/**
 * The panel shows this while Dry Run is on. It can't be a notice field, because n8n 1.x doesn't resolve conditions on
 * options.
 */
export const DRY_RUN_HINT: NodeHint = {
	message: 'With Dry Run on, the node outputs the requests and changes nothing',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${STORED_DRY_RUN} === true }}`,
};

export const APPROVED_PLAN_LABEL = 'Approved Plan';

/** Reads the first item's options, which apply to all, and clamps each number. */
export function readLimits(value: unknown): Limits {
	const options = isJsonObject(value) ? value : {};
	return {
		maxConcurrency: numberOption('maxConcurrency', options),
		maxRetries: numberOption('maxRetries', options),
		maxWait: numberOption('maxWait', options) * MS_PER_SECOND,
		timeout: numberOption('timeout', options),
	};
}

/** Refuses numbers that would be replaced by a default, such as an expression's "10s". */
export function numberOptionIssues(value: unknown): Issue[] {
	const options = isJsonObject(value) ? value : {};
	return Object.keys(NUMBER_OPTIONS)
		.filter((name) => emptyToUndefined(options[name]) !== undefined)
		.filter((name) => !Number.isFinite(options[name]))
		.map((name) => ({ path: `${OPTIONS}.${name}`, text: 'must be a number.' }));
}

/**
 * Reads an item's own options. An approved plan stays as entered, or is empty if an expression returned nothing. Dry
 * Run is on for any value except false, even an empty result, so that nothing is sent by mistake. Workflows store Allow
 * Unusual Values as `allowUnlisted`.
 */
export function readItemOptions(value: unknown) {
	const options = isJsonObject(value) ? value : {};
	return {
		allowUnusual: options['allowUnlisted'] === true,
		approvedPlan: Object.hasOwn(options, 'approvedPlan')
			? (options['approvedPlan'] ?? '')
			: undefined,
		dryRun: Object.hasOwn(options, 'dryRun') && options['dryRun'] !== false,
		fullResponse: options['fullResponse'] === true,
		resendUnknown: options['resendUnknown'] === true,
	};
}

export function isDryRun({ parameters }: { parameters: ParameterValues }): boolean {
	return readItemOptions(parameters[OPTIONS]).dryRun;
}

/** Leaves out options about sending and output, because they don't change what the request does. */
export function contentOptions(value: unknown): JsonObject {
	const options = isJsonObject(value) ? value : {};
	const nodeOptions = new Set([
		...Object.keys(readLimits({})),
		...Object.keys(readItemOptions({})),
	]);
	return Object.fromEntries(Object.entries(options).filter(([name]) => !nodeOptions.has(name)));
}

function numberOption(name: keyof Limits, options: JsonObject): number {
	const value = options[name];
	if (typeof value !== 'number' || Number.isNaN(value)) return NUMBER_OPTIONS[name].default;
	const [min, max] = NUMBER_OPTIONS[name].bounds;
	return Math.min(max, Math.max(min, Math.round(value)));
}

export interface RequestOptionsFor {
	/**
	 * True offers the options for reads, which run in parallel. False offers the options for changes. An operation
	 * where a field decides between the two offers all of them.
	 */
	reads: boolean | 'sometimes';
	/** False leaves out Max Retries, for requests that the node never resends. */
	retries?: boolean;
	/** Adds Allow Unusual Values, for operations that can leave unlisted or unusual values to the API. */
	offersAllowUnusual?: boolean | undefined;
	/** Options specific to this operation. */
	extraOptions?: INodeProperties[] | undefined;
}

const sharedOptions = propertiesOf(
	describeFields('', {
		allowUnlisted: flag(ALLOW_UNUSUAL_LABEL, {
			description: 'Whether to send values the node would otherwise reject. The API then decides.',
		}),
		approvedPlan: text(APPROVED_PLAN_LABEL, {
			placeholder: "e.g. {{ $('Dry Run').all() }}",
			description:
				"The dry run's items, or its plan.hash. The node sends only the requests in this dry run.",
		}),
		dryRun: flag('Dry Run', {
			// Adding the option turns Dry Run on. Without the option, it's off.
			default: true,
			description:
				'Whether to output requests, with secrets redacted, instead of sending them. A change still reads what it needs. In an expression, only false turns it off.',
		}),
		fullResponse: flag('Full Response', {
			description: 'Whether to output the whole response as one item',
		}),
		maxConcurrency: number('Max Concurrency', {
			...NUMBER_OPTIONS.maxConcurrency,
			description: 'Maximum number of parallel requests, lowered after rate limiting',
		}),
		maxRetries: number('Max Retries', {
			...NUMBER_OPTIONS.maxRetries,
			description:
				"Maximum number of resends after a temporary failure. The node resends a change only if the API didn't apply it.",
		}),
		maxWait: number('Max Wait (Seconds)', {
			...NUMBER_OPTIONS.maxWait,
			description: 'Maximum total wait for the rate limit',
		}),
		resendUnknown: flag(RESEND_UNKNOWN_LABEL, {
			description:
				'Whether a retry resends a change that may have happened. It can then happen twice.',
		}),
		timeout: number('Request Timeout (Milliseconds)', {
			...NUMBER_OPTIONS.timeout,
			description: 'Maximum time for a response',
		}),
	}),
);

/** Only Allow Unusual Values, for operations without the other options. */
export const allowUnusualOptions = sharedOptions.filter(isAllowUnusual);

function isAllowUnusual({ name }: { name: string }): boolean {
	return name === 'allowUnlisted';
}

type IsOption = (option: { name: string }) => boolean;

function offers(properties: readonly INodeProperties[], isOption: IsOption): boolean {
	return properties.some(({ name, options }) => name === OPTIONS && options?.some(isOption));
}

export function offersAllowUnusual(properties: readonly INodeProperties[]): boolean {
	return offers(properties, isAllowUnusual);
}

/** Tells how to send what a dry run shows. Empty for reads, which have no such option. */
export function sendLaterText(properties: readonly INodeProperties[], nodeName: string): string {
	if (!offers(properties, ({ name }) => name === 'approvedPlan')) return '';
	const name = nodeName.replace(/['\\]/g, '\\$&');
	return ` To send exactly this later, set ${APPROVED_PLAN_LABEL} to {{ $('${name}').all() }} in a copy of this node without Dry Run.`;
}

const optionsCollection = cachedField((...options: INodeProperties[]) =>
	collection('Options', OPTIONS, 'Add Option', options),
);

export function optionsField({
	reads,
	retries = true,
	offersAllowUnusual = false,
	extraOptions = [],
}: RequestOptionsFor): INodeProperties {
	const isOmitted: Readonly<Record<string, boolean>> = {
		allowUnlisted: !offersAllowUnusual,
		approvedPlan: reads === true,
		maxConcurrency: reads === false,
		maxRetries: !retries,
		resendUnknown: reads === true,
	};
	return optionsCollection(
		...sortedByLabel([
			...sharedOptions.filter(({ name }) => isOmitted[name] !== true),
			...extraOptions,
		]),
	);
}

/** Like `optionsField`, with options that a record's operations share. */
export function optionsWith(
	sharedFields: readonly INodeProperties[],
): (operation: RequestOptionsFor) => INodeProperties {
	return ({ extraOptions = [], ...operation }) =>
		optionsField({ ...operation, extraOptions: [...sharedFields, ...extraOptions] });
}
