import { isJsonObject } from './formValues';
import { OPTION_BOUNDS } from './options';

/** How one execution sends, as set in the `options` collection. Times are in milliseconds. */
export interface Settings {
	dryRun: boolean;
	fullResponse: boolean;
	maxConcurrency: number;
	maxRetries: number;
	maxWait: number;
	timeout: number;
}

const MS_PER_SECOND = 1000;

/** The defaults of the form, for options that are not set. */
const DEFAULTS = { maxConcurrency: 20, maxRetries: 3, maxWait: 300, timeout: 120_000 } as const;

/**
 * Takes the value of the `options` collection. Gives the settings, each number within its bounds.
 * A Dry Run that is neither true nor false counts as on: nothing is sent by mistake.
 */
export function readSettings(value: unknown): Settings {
	const options = isJsonObject(value) ? value : {};
	return {
		dryRun: ![undefined, null, false, ''].some((off) => off === options['dryRun']),
		fullResponse: options['fullResponse'] === true,
		maxConcurrency: bounded('maxConcurrency', options),
		maxRetries: bounded('maxRetries', options),
		maxWait: bounded('maxWait', options) * MS_PER_SECOND,
		timeout: bounded('timeout', options),
	};
}

function bounded(name: keyof typeof OPTION_BOUNDS, options: Record<string, unknown>): number {
	const value = options[name];
	if (typeof value !== 'number' || Number.isNaN(value)) return DEFAULTS[name];
	const { minValue, maxValue } = OPTION_BOUNDS[name];
	return Math.min(maxValue, Math.max(minValue, Math.round(value)));
}
