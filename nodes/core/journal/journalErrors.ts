import { DateTime } from 'luxon';

import type { JournalEntry } from './entries';
import type { Operation } from '../operation';
import { RESEND_UNKNOWN_LABEL } from '../parameters/options';
import { counted, formatted, were } from '../text';
import type { ErrorDetails } from '../errors/nodeErrors';
import { unknownOutcomeText } from '../errors/failureDetails';

/** The write was sent in an earlier try, and whether it was carried out is not known. */
export function notSentAgainError(
	{ sentAt }: JournalEntry,
	operation: Pick<Operation, 'unknownOutcome'>,
	timezone: string,
): ErrorDetails {
	return {
		message: `Not sent again: it was sent at ${timeOf(sentAt, timezone, 'yyyy-MM-dd HH:mm:ss')}, and its outcome is unknown.`,
		description: `${unknownOutcomeText(operation)} To send it once more, turn on "${RESEND_UNKNOWN_LABEL}" in the options.`,
		outcome: 'unknown',
		reason: 'outcomeUnknown',
		attempts: 0,
	};
}

/** The write was carried out in an earlier try, and its output cannot be decrypted any more. */
export function outputLostError({ sentAt, id }: JournalEntry, timezone: string): ErrorDetails {
	const made = id === undefined ? '' : ` (ID ${id})`;
	return {
		message: `Not sent again: it was carried out at ${timeOf(sentAt, timezone, 'yyyy-MM-dd HH:mm:ss')}${made}, and its output cannot be decrypted any more.`,
		description:
			'The secret of the credential has changed since. Look at the result in the console, then start a new execution for the items after this one.',
		outcome: 'unknown',
		reason: 'outcomeUnknown',
		attempts: 0,
	};
}

/** What a run did differently because of earlier tries. */
export interface JournalActions {
	replayed: readonly JournalEntry[];
	sentAgain: readonly JournalEntry[];
	/** The earlier entries of items whose request is another one now. */
	sentAsNew: readonly JournalEntry[];
	blocked: readonly JournalEntry[];
}

/** Returns one sentence for each kind of thing that a run of `count` items did because of earlier tries. */
export function journalHints(
	{ replayed, sentAgain, sentAsNew, blocked }: JournalActions,
	count: number,
	timezone: string,
): string[] {
	const hint = (entries: readonly JournalEntry[], text: (time: string) => string): string[] => {
		if (entries.length === 0) return [];
		const first = entries.reduce((time, { sentAt }) => Math.min(time, sentAt), Infinity);
		const items = `${formatted(entries.length)} of ${counted(count, 'item')}`;
		return [`${items} ${were(entries.length)} ${text(timeOf(first, timezone, 'HH:mm:ss'))}.`];
	};
	return [
		...hint(replayed, (time) => `sent in the try at ${time} and not repeated`),
		...hint(sentAgain, (time) => `sent again: the outcome of the try at ${time} is unknown`),
		...hint(
			sentAsNew,
			(time) => `sent as new: the try at ${time} used another method, path or query`,
		),
		...hint(blocked, (time) => `not sent again: the outcome of the try at ${time} is unknown`),
	];
}

function timeOf(time: number, timezone: string, format: string): string {
	return DateTime.fromMillis(time, { zone: timezone }).toFormat(format);
}
