import type { INodeProperties } from 'n8n-workflow';
import { description, flag, number, text } from '../../engine/body/fields';
import { propertiesOf } from '../../engine/body/interpret';
import {
	APPROVED_PLAN_LABEL,
	NUMBER_OPTIONS,
	RESEND_UNKNOWN_LABEL,
} from '../../engine/parameters/options';

/** Which operation the collection is for. */
export interface RequestOptionsFor {
	/** Whether the operation reads: only reads run side by side. */
	reads: boolean;
	/** Whether a request that failed is sent again. */
	retries?: boolean;
	/** Whether the operation has enumerations, whose unlisted values can be left to the API. */
	allowUnlisted?: boolean;
	/** Options that only this operation has. */
	own?: INodeProperties[];
}

const shared = propertiesOf(
	description('', {
		allowUnlisted: flag('Allow Unlisted Values', {
			description:
				"Whether to send values that the API reference doesn't list, such as a newer type or format. The API decides whether it accepts them.",
		}),
		approvedPlan: text(APPROVED_PLAN_LABEL, {
			placeholder: 'e.g. {{ $json.plan.hash }}',
			description:
				"The plan.hash of a dry run that someone has approved. If this run's requests or credential differ from it, nothing is sent.",
		}),
		dryRun: flag('Dry Run', {
			// Who adds the option wants it on. Without it, it is off.
			default: true,
			description:
				'Whether to check the items and output the requests instead of sending them. Secrets are redacted. Any expression result except false keeps it on.',
		}),
		fullResponse: flag('Full Response', {
			description:
				'Whether to output the complete response as one item, including metadata such as the request ID, which support will ask for',
		}),
		maxConcurrency: number('Max Concurrency', {
			...NUMBER_OPTIONS.maxConcurrency,
			description:
				"Maximum number of requests in progress at the same time. The node starts with fewer, and uses fewer after the API has limited the rate. Only the first item's value is used.",
		}),
		maxRetries: number('Max Retries', {
			...NUMBER_OPTIONS.maxRetries,
			description:
				"How often to retry a request after a failure that may be temporary. A change is only retried if it certainly wasn't applied. Rate-limit responses don't count: see Max Wait. Only the first item's value is used.",
		}),
		maxWait: number('Max Wait (Seconds)', {
			...NUMBER_OPTIONS.maxWait,
			description:
				"Maximum time that a request at the head of the queue may wait while the API limits the rate. If the API asks for a longer pause, the request fails at once. Only the first item's value is used.",
		}),
		resendUnknown: flag(RESEND_UNKNOWN_LABEL, {
			description:
				'Whether to send a change again if n8n runs the node again and the outcome of the earlier attempt is unknown. The change may then be made twice.',
		}),
		timeout: number('Request Timeout (Milliseconds)', {
			...NUMBER_OPTIONS.timeout,
			description:
				"Maximum time for one request, including the complete response. Some requests need more than 30,000. Only the first item's value is used.",
		}),
	}),
);

/** Returns the `options` collection that an operation has as its last field. */
export function optionsField({
	reads,
	retries = true,
	allowUnlisted = false,
	own = [],
}: RequestOptionsFor): INodeProperties {
	const left: Readonly<Record<string, boolean>> = {
		allowUnlisted: !allowUnlisted,
		approvedPlan: reads,
		maxConcurrency: !reads,
		maxRetries: !retries,
		resendUnknown: reads,
	};
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...shared.filter(({ name }) => left[name] !== true)].sort((one, other) =>
			one.displayName.localeCompare(other.displayName),
		),
	};
}
