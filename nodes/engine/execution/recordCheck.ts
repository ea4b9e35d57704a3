import { errorDetails } from '../errors/nodeErrors';
import type { ErrorDetails } from '../errorDetails';
import type { SendCheck } from '../request';
import { isSameJson } from '../crypto';
import { withoutAbsent } from '../json';
import type { Clock } from '../time';

/** Older records are read again before they're replaced. */
const RECORD_AGE_MS = 30_000;

/** `readAt` is on the clock of the check. */
export interface RecordRead {
	value: unknown;
	readAt: number;
}

const RECORD_CHANGED = errorDetails(
	'recordChanged',
	'notSent',
	'Someone changed the record after the node read it.',
	"The item wasn't sent, because it would overwrite that change. To apply the item to the current record, retry the execution.",
);

/**
 * Reads a record again if it's old when its replacement is about to be sent. Refuses the replacement if somebody has
 * changed the record.
 */
export function recordCheck(
	clock: Clock,
	{ value, readAt }: RecordRead,
	readAgain: (waited: number) => Promise<RecordRead | { error: ErrorDetails }>,
	readOnly?: readonly string[],
): SendCheck {
	let lastRead = readAt;
	return {
		isDue: () => isOldRecord(clock, lastRead),
		findRefusal: async (waited) => {
			const latest = await readAgain(waited);
			if ('error' in latest) return latest.error;
			lastRead = latest.readAt;
			return isSameRecord(value, latest.value, readOnly) ? undefined : RECORD_CHANGED;
		},
	};
}

function isOldRecord(clock: Clock, readAt: number): boolean {
	return clock.elapsed() - readAt > RECORD_AGE_MS;
}

/** Compares two reads of a record, without the keys that only the API sets. */
function isSameRecord(before: unknown, now: unknown, readOnly?: readonly string[]): boolean {
	return isSameJson(withoutAbsent(before, readOnly), withoutAbsent(now, readOnly));
}
