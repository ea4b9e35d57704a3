import { errorDetails } from '../errors/nodeErrors';
import type { ErrorDetails } from '../errorDetails';
import type { FactRead } from '../executionState';
import type { SendCheck } from '../request';
import { isSameJson } from '../crypto';
import { withoutAbsent } from '../json';
import type { Clock } from '../time';

/** The node reads a record that is older than this again before it replaces the record. */
const RECORD_AGE_MS = 30_000;

export type RecordRead = Pick<FactRead, 'readAt' | 'value'>;

const RECORD_CHANGED = errorDetails(
	'recordChanged',
	'notSent',
	'Someone changed the record after the node read it.',
	"The item wasn't sent, because it would overwrite that change. To apply the item to the current record, retry the execution.",
);

/** Reads an old record again right before it's replaced. Refuses to replace the record if somebody has changed it. */
export function recordCheck(
	clock: Clock,
	{ value, readAt }: RecordRead,
	readAgain: (waited: number) => Promise<RecordRead | { error: ErrorDetails }>,
	readOnly?: readonly string[],
): SendCheck {
	let lastRead = readAt;
	return {
		isDue: () => clock.elapsed() - lastRead > RECORD_AGE_MS,
		findRefusal: async (waited) => {
			const latest = await readAgain(waited);
			if ('error' in latest) return latest.error;
			lastRead = latest.readAt;
			// Ignores the keys that only the API sets.
			const [before, now] = [value, latest.value].map((record) => withoutAbsent(record, readOnly));
			return isSameJson(before, now) ? undefined : RECORD_CHANGED;
		},
	};
}
