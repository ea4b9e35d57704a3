import { counted, listed, shortenedInside } from '../../engine/text';
import type { ReadError } from './poll';
import type { ComparedRecords, RecordDiff } from './states';

type FailedDiff = RecordDiff & { error: ReadError };

export function failedReads(diffs: readonly RecordDiff[]): FailedDiff[] {
	return diffs.flatMap(({ error, ...diff }) => (error === undefined ? [] : [{ ...diff, error }]));
}

/** After these statuses, the next poll would fail, too: the API rejects the ID, or denies access. */
const REJECTED: ReadonlySet<unknown> = new Set(['400', '403', '404']);

function isRejected({ error: { httpCode } }: FailedDiff): boolean {
	return REJECTED.has(httpCode);
}

const MAX_NAMED_RECORDS = 10;
const MAX_ID_LENGTH = 100;

/** A cause that stops all reads matters more than rejected IDs. */
export function readFailure(
	level: Pick<ComparedRecords, 'label' | 'thing'>,
	failedDiffs: readonly FailedDiff[],
): ReadError | undefined {
	const general = failedDiffs.find((read) => !isRejected(read));
	return general?.error ?? rejectedError(level, failedDiffs);
}

export function rejectedError(
	{ label, thing }: Pick<ComparedRecords, 'label' | 'thing'>,
	failedDiffs: readonly FailedDiff[],
): ReadError | undefined {
	const rejected = failedDiffs.filter(isRejected);
	const [firstRejection] = rejected;
	if (firstRejection === undefined) return undefined;
	return {
		message: `${label}: ${counted(rejected.length, thing)} can't be read: ${listed(rejected, shownId, MAX_NAMED_RECORDS)}`,
		description: `Correct or remove these ${thing}s, or use a key that can read them.${reasonsText(rejected)}`,
		httpCode: firstRejection.error.httpCode,
	};
}

/** Reports IDs whose reads keep failing, while the trigger watches all other IDs. */
export function failingError(
	{ label, thing }: Pick<ComparedRecords, 'label' | 'thing'>,
	failing: readonly FailedDiff[],
): ReadError {
	return {
		message: `${label}: ${counted(failing.length, thing)} couldn't be read in two consecutive polls: ${listed(failing, shownId, MAX_NAMED_RECORDS)}`,
		description: `The trigger still watches the other ${thing}s. It retries failed reads in every poll, and reports failures again only after a read has recovered.${reasonsText(failing)}`,
	};
}

function reasonsText(failedDiffs: readonly FailedDiff[]): string {
	return failedDiffs
		.slice(0, MAX_NAMED_RECORDS)
		.map((read) => `\n• ${shownId(read)}: ${read.error.message}`)
		.join('');
}

function shownId({ id, name }: FailedDiff): string {
	return shortenedInside(name === undefined ? id : `${name} (${id})`, MAX_ID_LENGTH);
}
