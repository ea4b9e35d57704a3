import { MS_PER_SECOND } from './clock';
import type { WaitRule } from './operation';
import { counted, formatted, truncate } from './text';
import type { WaitProgress } from './waitRule';
import type { ErrorDetails } from './errors/nodeErrors';

/** What the messages about a wait that ended are made from. */
export interface WaitErrorContext {
	rule: WaitRule;
	progress: WaitProgress;
	/** How long the wait took, in milliseconds. */
	took: number;
	/** Keeps secrets out of a message. */
	redact: (text: string) => string;
}

/** The time is up. */
export function timedOutError(context: WaitErrorContext): ErrorDetails {
	const { rule, progress } = context;
	const { resource } = rule;
	const advice =
		adviceOn(context) ??
		`The ${resource} may still get there. Raise Timeout (Seconds), or look at the ${resource}.`;
	const failure =
		progress.error === undefined ? '' : `The last check failed: ${progress.error.message} `;
	return {
		message: `The ${resource} did not become ${wanted(rule)} within ${durationOf(context)}: ${lastState(context)}.`,
		description: failure + advice,
		outcome: 'unknown',
		reason:
			progress.record === undefined ? (progress.error?.reason ?? 'unavailable') : 'unavailable',
		attempts: progress.checks,
	};
}

/** The resource is in a state on which to give up. */
export function gaveUpError(context: WaitErrorContext): ErrorDetails {
	const { rule, progress } = context;
	const { resource } = rule;
	const advice =
		adviceOn(context) ??
		`Look at the ${resource}, correct what keeps it from getting there, and run the node again; or remove the state from Give Up On.`;
	return {
		message: `The wait for the ${resource} to become ${wanted(rule)} ended after ${durationOf(context)}: ${lastState(context)}.`,
		description: `This state is in Give Up On. ${advice}`,
		outcome: 'refused',
		reason: 'conflict',
		attempts: progress.checks,
	};
}

/** Checks failed, so that the wait does not go on. Keeps what the latest one says. */
export function failedChecksError(error: ErrorDetails, context: WaitErrorContext): ErrorDetails {
	const { progress } = context;
	const { failures, checks } = progress;
	const inRow = failures > 1 ? `, the last ${formatted(failures)} of which failed` : '';
	const isMissing = error.httpCode === '404';
	const advice = isMissing ? ' If it is still being created, turn on Wait for It to Exist.' : '';
	const ended = `The wait ended after ${durationOf(context)}${inRow}: ${lastState(context)}.`;
	return { ...error, description: `${error.description} ${ended}${advice}`, attempts: checks };
}

/** Returns what helps in the last state, where that is known. */
function adviceOn({ rule, progress }: WaitErrorContext): string | undefined {
	const { record } = progress;
	return record && rule.advice?.get(record.state.trim().toLowerCase());
}

function wanted({ waitFor }: WaitRule): string {
	return waitFor.map((state) => `"${truncate(state)}"`).join(' or ');
}

function lastState({ rule, progress, redact }: WaitErrorContext): string {
	const { record, matches } = progress;
	if (record === undefined) return 'no state was read';
	const state = `its last state is "${truncate(redact(record.state))}"`;
	if (matches === 0) return state;
	return `${state}, found by ${counted(matches, 'check')} in a row in place of ${formatted(rule.stableFor)}`;
}

function durationOf({ progress, took }: WaitErrorContext): string {
	const seconds = Math.round(took / MS_PER_SECOND);
	return `${counted(seconds, 'second')} and ${counted(progress.checks, 'check')}`;
}
