import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The bounds of the numeric options, as the form shows and the engine applies them. */
export const OPTION_BOUNDS = {
	maxConcurrency: { minValue: 1, maxValue: 100 },
	maxRetries: { minValue: 0, maxValue: 20 },
	maxWait: { minValue: 0, maxValue: 86_400 },
	timeout: { minValue: 1, maxValue: 3_600_000 },
} as const;

/** Which operation the collection is for. */
export interface RequestOptionsFor {
	/** Whether the operation reads: only reads run side by side. */
	reads: boolean;
	displayOptions: IDisplayOptions;
}

/** Gives the `options` collection that an operation has as its last field. */
export function requestOptions({ reads, displayOptions }: RequestOptionsFor): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: [
			dryRun,
			fullResponse,
			...(reads ? [maxConcurrency] : []),
			maxRetries,
			maxWait,
			timeout,
		],
	};
}

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to check the input and output the requests that would be sent, without sending them. Secrets are masked.',
};

const fullResponse: INodeProperties = {
	displayName: 'Full Response',
	name: 'fullResponse',
	type: 'boolean',
	default: false,
	description:
		'Whether to output the whole answer of the service as one item, with what stands around the data, such as the request ID that support asks for',
};

const maxConcurrency: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { ...OPTION_BOUNDS.maxConcurrency, numberPrecision: 0 },
	default: 20,
	description:
		'How many requests may be under way at the same time. The value of the first item counts for all.',
};

const maxRetries: INodeProperties = {
	displayName: 'Max Retries',
	name: 'maxRetries',
	type: 'number',
	typeOptions: { ...OPTION_BOUNDS.maxRetries, numberPrecision: 0 },
	default: 3,
	description:
		'How many times to send a request again after a failure that may pass. A change is only sent again when it is certain that the service did not act. Refusals for the rate do not count: for them there is Max Wait. The value of the first item counts for all.',
};

const maxWait: INodeProperties = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { ...OPTION_BOUNDS.maxWait, numberPrecision: 0 },
	default: 300,
	description:
		'How many seconds a request may wait in all while the service limits the rate. The value of the first item counts for all.',
};

const timeout: INodeProperties = {
	displayName: 'Timeout (Milliseconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { ...OPTION_BOUNDS.timeout, numberPrecision: 0 },
	default: 120_000,
	description:
		'How many milliseconds to wait for the answer to one request. The service itself may take more than 30,000. The value of the first item counts for all.',
};
