import type { NodeHint } from 'n8n-workflow';
import { ExecutionOptions } from '../operation';
import { MS_PER_SECOND } from '../time';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';

/** The default and the bounds of each numeric option, for the form and the engine. */
export const NUMBER_OPTIONS = {
	maxConcurrency: { default: 50, bounds: [1, 100] },
	maxRetries: { default: 3, bounds: [0, 20] },
	maxWait: { default: 300, bounds: [0, 86_400] },
	timeout: { default: 120_000, bounds: [1, 3_600_000] },
} as const;

type NumberOption = keyof typeof NUMBER_OPTIONS;

/** Dry Run as n8n's editor sees it: if an expression sets it, the text of that expression. */
export const STORED_DRY_RUN = '$parameter["options"]["dryRun"]';

/** Explains Dry Run in the panel while it is on. A field could not: n8n 1.x resolves no condition on an option. */
export const DRY_RUN_HINT: NodeHint = {
	message: 'With Dry Run on, the node outputs the requests and changes nothing',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${STORED_DRY_RUN} === true }}`,
};

/** The labels of options, for messages. */
export const APPROVED_PLAN_LABEL = 'Approved Plan';
export const RESEND_UNKNOWN_LABEL = 'Resend Unknown Outcomes';

/** Reads the options that the first item sets for all, each number within its bounds. */
export function readOptions(value: unknown): ExecutionOptions {
	const options = isJsonObject(value) ? value : {};
	return {
		maxConcurrency: numberOption('maxConcurrency', options),
		maxRetries: numberOption('maxRetries', options),
		maxWait: numberOption('maxWait', options) * MS_PER_SECOND,
		timeout: numberOption('timeout', options),
	};
}

/**
 * Reads the options that count for one item. The approved plan is as entered, empty if an expression returned nothing.
 * A Dry Run that exists and isn't false counts as on, even if an expression returned nothing: nothing is sent by
 * mistake.
 */
export function readItemOptions(value: unknown) {
	const options = isJsonObject(value) ? value : {};
	return {
		allowUnlisted: options['allowUnlisted'] === true,
		approvedPlan: Object.hasOwn(options, 'approvedPlan')
			? (options['approvedPlan'] ?? '')
			: undefined,
		dryRun: Object.hasOwn(options, 'dryRun') && options['dryRun'] !== false,
		fullResponse: options['fullResponse'] === true,
		resendUnknown: options['resendUnknown'] === true,
	};
}

/** The options that define the request, without those that only define how it's sent and output. */
export function contentOptions(value: unknown): JsonObject {
	const options = isJsonObject(value) ? value : {};
	const nodeOptions = new Set([
		...Object.keys(readOptions({})),
		...Object.keys(readItemOptions({})),
	]);
	return Object.fromEntries(Object.entries(options).filter(([name]) => !nodeOptions.has(name)));
}

function numberOption(name: NumberOption, options: JsonObject): number {
	const value = options[name];
	if (typeof value !== 'number' || Number.isNaN(value)) return NUMBER_OPTIONS[name].default;
	const [min, max] = NUMBER_OPTIONS[name].bounds;
	return Math.min(max, Math.max(min, Math.round(value)));
}
