import { andMore, counted, shortenedInside } from '../../engine/text';
import { CORRECT_VALUE_PATH, VALUE_PATH_LABEL } from '../../engine/wait/waitRule';
import type { ReadError } from './poll';
import type { WatchedResources } from './resources';
import type { Readings } from './states';

/** Unreadable resources with their errors. */
type FailedReads = ReadonlyArray<readonly [string, ReadError]>;

export function failedReads({ readings }: Pick<Readings, 'readings'>): FailedReads {
	return [...readings].flatMap(([id, reading]) =>
		'error' in reading ? [[id, reading.error] as const] : [],
	);
}

/** The API rejects the ID, or denies the key access, so the next poll would also fail. */
const REJECTED: ReadonlySet<unknown> = new Set(['400', '403', '404']);

const MAX_NAMED_RECORDS = 10;
const MAX_ID_LENGTH = 100;

/** A cause that stops all reads matters more than rejected IDs. */
export function readFailure(field: WatchedResources['field'], errors: FailedReads): ReadError {
	const general = errors.find(([, { httpCode }]) => !REJECTED.has(httpCode));
	return (
		general?.[1] ??
		rejectedError(field, errors) ?? {
			message: 'The list is empty, so there is nothing to watch yet.',
			description: 'The trigger reports the first record when it exists.',
		}
	);
}

/** Names the IDs that the API rejects. */
export function rejectedError(
	{ label, thing }: WatchedResources['field'],
	errors: FailedReads,
): ReadError | undefined {
	const rejected = errors.filter(([, { httpCode }]) => REJECTED.has(httpCode));
	const [first] = rejected;
	if (first === undefined) return undefined;
	return {
		message: `${label}: ${counted(rejected.length, thing)} can't be read: ${idsOf(rejected)}`,
		description: `Correct or remove these ${thing}s, or use a key that can read them.${reasons(rejected)}`,
		httpCode: first[1].httpCode,
	};
}

/** Names the paths where Value Path leads to nothing. */
export function wrongPathError(errors: FailedReads): ReadError | undefined {
	const wrong = errors.filter(([, { isWrongPath }]) => isWrongPath === true);
	if (wrong.length === 0) return undefined;
	return {
		message: `${VALUE_PATH_LABEL} leads to nothing in the response of ${counted(wrong.length, 'path')}: ${idsOf(wrong)}`,
		description: `${CORRECT_VALUE_PATH} It applies to every path.${reasons(wrong)}`,
	};
}

/** Reports IDs that keep failing while the rest is watched. */
export function failingError(
	{ label, thing }: { label: string; thing: string },
	errors: FailedReads,
): ReadError {
	return {
		message: `${label}: ${counted(errors.length, thing)} couldn't be read in two consecutive polls: ${idsOf(errors)}`,
		description: `The other ${thing}s are still watched. Failed ones are retried at every poll, and reported again only after one recovers.${reasons(errors)}`,
	};
}

function idsOf(errors: FailedReads): string {
	const ids = errors.slice(0, MAX_NAMED_RECORDS).map(([id]) => shortenedInside(id, MAX_ID_LENGTH));
	return ids.join(', ') + andMore(errors.length - ids.length);
}

function reasons(errors: FailedReads): string {
	return errors
		.slice(0, MAX_NAMED_RECORDS)
		.map(([id, { message }]) => `\n• ${shortenedInside(id, MAX_ID_LENGTH)}: ${message}`)
		.join('');
}
