import type { IDisplayOptions, INodeProperties, NodeHint } from 'n8n-workflow';
import { ExecutionOptions } from '../operation';
import { MS_PER_SECOND } from '../time';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';

/** The default and the bounds of each numeric option, as the form shows and the engine applies them. */
const NUMBER_OPTIONS = {
	maxConcurrency: { default: 50, minValue: 1, maxValue: 100 },
	maxRetries: { default: 3, minValue: 0, maxValue: 20 },
	maxWait: { default: 300, minValue: 0, maxValue: 86_400 },
	timeout: { default: 120_000, minValue: 1, maxValue: 3_600_000 },
} as const;

type NumberOption = keyof typeof NUMBER_OPTIONS;

/** Which operation the collection is for. */
export interface RequestOptionsFor {
	/** Whether the operation reads: only reads run side by side. */
	reads: boolean;
	/** Whether a request that failed is sent again. */
	retries?: boolean;
	/** Whether the operation has enumerations, whose unlisted values can be left to the API. */
	allowUnlisted?: boolean;
	displayOptions?: IDisplayOptions;
	/** Options that only this operation has. */
	own?: INodeProperties[];
}

/** Gives the `options` collection that an operation has as its last field. */
export function optionsField({
	reads,
	retries = true,
	allowUnlisted = false,
	displayOptions,
	own = [],
}: RequestOptionsFor): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		...(displayOptions === undefined ? {} : { displayOptions }),
		options: [
			...own,
			...(allowUnlisted ? [allowUnlistedValues] : []),
			...(reads ? [] : [approvedPlan]),
			dryRun,
			fullResponse,
			...(reads ? [maxConcurrency] : []),
			...(retries ? [maxRetries] : []),
			maxWait,
			...(reads ? [] : [resendUnknown]),
			timeout,
		].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

/** Dry Run as n8n's editor sees it: if an expression sets it, the text of that expression. */
export const STORED_DRY_RUN = '$parameter["options"]["dryRun"]';

/** Says in the panel what Dry Run does, while it is on. A field could not: n8n 1.x resolves no condition on an option. */
export const DRY_RUN_HINT: NodeHint = {
	message: 'With Dry Run on, the node outputs the requests and sends nothing',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${STORED_DRY_RUN} === true }}`,
};

const allowUnlistedValues: INodeProperties = {
	displayName: 'Allow Unlisted Values',
	name: 'allowUnlisted',
	type: 'boolean',
	default: false,
	description:
		"Whether to send values that the API reference doesn't list, such as a newer type or format. The API decides whether it accepts them.",
};

/** The label of the option, for messages. */
export const APPROVED_PLAN_LABEL = 'Approved Plan';

const approvedPlan: INodeProperties = {
	displayName: APPROVED_PLAN_LABEL,
	name: 'approvedPlan',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.plan.hash }}',
	description:
		"The plan.hash of a dry run that someone has approved. If this run's requests or credential differ from it, nothing is sent.",
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Who adds the option wants it on. Without it, it is off.
	default: true,
	description:
		'Whether to check the items and output the requests instead of sending them. Secrets are redacted. Any expression result except false keeps it on.',
};

const fullResponse: INodeProperties = {
	displayName: 'Full Response',
	name: 'fullResponse',
	type: 'boolean',
	default: false,
	description:
		'Whether to output the complete response as one item, including metadata such as the request ID, which support will ask for',
};

const maxConcurrency = numberOption(
	'maxConcurrency',
	'Max Concurrency',
	"Maximum number of requests in progress at the same time. The node starts with fewer, and uses fewer after the API has limited the rate. Only the first item's value is used.",
);

const maxRetries = numberOption(
	'maxRetries',
	'Max Retries',
	"How often to retry a request after a failure that may be temporary. A change is only retried if it certainly wasn't applied. Rate-limit responses don't count: see Max Wait. Only the first item's value is used.",
);

const maxWait = numberOption(
	'maxWait',
	'Max Wait (Seconds)',
	"Maximum time that a request at the head of the queue may wait while the API limits the rate. If the API asks for a longer pause, the request fails at once. Only the first item's value is used.",
);

/** The label of the option, for messages. */
export const RESEND_UNKNOWN_LABEL = 'Resend Unknown Outcomes';

const resendUnknown: INodeProperties = {
	displayName: RESEND_UNKNOWN_LABEL,
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a change again if n8n runs the node again and the outcome of the earlier attempt is unknown. The change may then be made twice.',
};

const timeout = numberOption(
	'timeout',
	'Request Timeout (Milliseconds)',
	"Maximum time for one request, including the complete response. Some requests need more than 30,000. Only the first item's value is used.",
);

function numberOption(
	name: NumberOption,
	displayName: string,
	description: string,
): INodeProperties {
	return wholeNumberField(displayName, name, { ...NUMBER_OPTIONS[name], description });
}

/** Returns the field of a whole number that has a default and bounds. */
export function wholeNumberField(
	displayName: string,
	name: string,
	{ default: defaultValue, minValue, maxValue, description }: WholeNumber,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue, maxValue, numberPrecision: 0 },
		default: defaultValue,
		description,
	};
}

interface WholeNumber {
	default: number;
	minValue: number;
	maxValue: number;
	description: string;
}

/** The part of each item's `options` collection that applies only to that item. */
interface ItemOptions {
	allowUnlisted: boolean;
	/** The approved plan as entered, empty if an expression returned nothing; undefined without the option. */
	approvedPlan: unknown;
	dryRun: boolean;
	fullResponse: boolean;
	resendUnknown: boolean;
}

/** Reads the options that the first item sets for all, each number within its bounds. */
export function readOptions(value: unknown): ExecutionOptions {
	const options = isJsonObject(value) ? value : {};
	return {
		maxConcurrency: bounded('maxConcurrency', options),
		maxRetries: bounded('maxRetries', options),
		maxWait: bounded('maxWait', options) * MS_PER_SECOND,
		timeout: bounded('timeout', options),
	};
}

/**
 * Reads the options that count for one item.
 * A Dry Run that exists and isn't false counts as on, also if an expression returned nothing: nothing is sent by mistake.
 */
export function readItemOptions(value: unknown): ItemOptions {
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

/** Returns the options that define what is requested, without those that only define how it's sent and output. */
export function contentOptions(value: unknown): JsonObject {
	const options = isJsonObject(value) ? value : {};
	const others = new Set([...Object.keys(readOptions({})), ...Object.keys(readItemOptions({}))]);
	return Object.fromEntries(Object.entries(options).filter(([name]) => !others.has(name)));
}

function bounded(name: NumberOption, options: JsonObject): number {
	const value = options[name];
	if (typeof value !== 'number' || Number.isNaN(value)) return NUMBER_OPTIONS[name].default;
	const { minValue, maxValue } = NUMBER_OPTIONS[name];
	return Math.min(maxValue, Math.max(minValue, Math.round(value)));
}
