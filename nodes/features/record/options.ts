import type { INodeProperties } from 'n8n-workflow';
import { description, flag, number, text } from '../../engine/body/fields';
import { propertiesOf } from '../../engine/body/interpret';
import {
	APPROVED_PLAN_LABEL,
	NUMBER_OPTIONS,
	RESEND_UNKNOWN_LABEL,
} from '../../engine/parameters/options';
import { byLabel } from '../../engine/parameters/json';
import { collection, madeOnce } from '../../engine/parameters/properties';

/** The collection's operation. */
export interface RequestOptionsFor {
	/** Whether the operation reads: only reads run side by side. */
	reads: boolean;
	/** Whether a request that failed is sent again. */
	retries?: boolean;
	/** Whether the operation has enumerations, whose unlisted values can be left to the API. */
	allowUnlisted?: boolean | undefined;
	/** Options that only this operation has. */
	extraOptions?: INodeProperties[] | undefined;
}

const shared = propertiesOf(
	description('', {
		allowUnlisted: flag('Allow Unlisted Values', {
			description:
				"Whether to send values that the API reference doesn't list, such as a newer type. The API decides.",
		}),
		approvedPlan: text(APPROVED_PLAN_LABEL, {
			placeholder: 'e.g. {{ $json.plan.hash }}',
			description:
				"The plan.hash of an approved dry run. If this run's requests or credential differ, nothing is sent.",
		}),
		dryRun: flag('Dry Run', {
			// Whoever adds the option wants it on. If it isn't added, it is off.
			default: true,
			description:
				'Whether to check the items and output the requests, with secrets redacted, instead of sending them. Any expression result except false keeps it on.',
		}),
		fullResponse: flag('Full Response', {
			description:
				'Whether to output the complete response as one item, including the request ID, which support will ask for',
		}),
		maxConcurrency: number('Max Concurrency', {
			...NUMBER_OPTIONS.maxConcurrency,
			description:
				"Maximum number of requests in progress at once. Fewer at the start and after rate limiting. Only the first item's value is used.",
		}),
		maxRetries: number('Max Retries', {
			...NUMBER_OPTIONS.maxRetries,
			description:
				"How often to retry after a temporary failure; a change only if it certainly wasn't applied. Rate limiting doesn't count: see Max Wait. Only the first item's value is used.",
		}),
		maxWait: number('Max Wait (Seconds)', {
			...NUMBER_OPTIONS.maxWait,
			description:
				"Maximum time that the next request may wait while the API rate-limits requests. If it asks for a longer pause, the request fails at once. Only the first item's value is used.",
		}),
		resendUnknown: flag(RESEND_UNKNOWN_LABEL, {
			description:
				'Whether to resend a change whose earlier outcome is unknown when n8n runs the node again. It may then be made twice.',
		}),
		timeout: number('Request Timeout (Milliseconds)', {
			...NUMBER_OPTIONS.timeout,
			description:
				"Maximum time for one request and its complete response. Some need more than 30,000. Only the first item's value is used.",
		}),
	}),
);

/** The option that lets unlisted values pass, for operations without the other options. */
export const allowUnlistedOptions = shared.filter(({ name }) => name === 'allowUnlisted');

const optionsCollection = madeOnce((...options: INodeProperties[]) =>
	collection('Options', 'options', 'Add option', options),
);

/** The `options` collection, which is an operation's last field. */
export function optionsField({
	reads,
	retries = true,
	allowUnlisted = false,
	extraOptions = [],
}: RequestOptionsFor): INodeProperties {
	const isOmitted: Readonly<Record<string, boolean>> = {
		allowUnlisted: !allowUnlisted,
		approvedPlan: reads,
		maxConcurrency: !reads,
		maxRetries: !retries,
		resendUnknown: reads,
	};
	return optionsCollection(
		...[...extraOptions, ...shared.filter(({ name }) => isOmitted[name] !== true)].sort(byLabel),
	);
}
