import { andMore, counted, formatted, shortenedInside } from '../text';
import { CORRECT_VALUE_PATH, VALUE_PATH_LABEL } from '../wait/valuePath';
import { MAX_LISTED } from './keptText';
import type { ReadError } from './pollError';

/** The API rejects the ID itself, or what the key may read of it: the next poll would fail as well. */
const REJECTED: ReadonlySet<unknown> = new Set(['400', '403', '404']);

const MOST = formatted(MAX_LISTED);
const MAX_NAMED = 10;
const MAX_ID_LENGTH = 100;

/** The field that chooses what to watch: its label, and what it contains. */
export interface WatchedField {
	label: string;
	thing: 'ID' | 'path';
}

/** Reads that failed, by ID. */
type FailedReads = ReadonlyArray<readonly [string, ReadError]>;

const NOTHING_LISTED: ReadError = {
	message: 'The list is empty: there is nothing to watch yet.',
	description: 'The trigger reports the first one once it exists.',
};

/** A cause that stops all reads matters more than rejected IDs. */
export function readFailure(watched: WatchedField, errors: FailedReads): ReadError {
	const general = errors.find(([, { httpCode }]) => !REJECTED.has(httpCode));
	return general?.[1] ?? rejectedError(watched, errors) ?? NOTHING_LISTED;
}

/** More would be too much to remember. `home` is what to choose one of, if the records of all are read. */
export function tooLongList(title: string, home?: string): ReadError {
	return {
		message: `There are more than ${MOST} ${title}s, and one trigger watches no more.`,
		description:
			home === undefined
				? 'Enter the IDs of the ones to watch.'
				: `Choose a ${home} in each of several triggers.`,
	};
}

/** The rest of a paged list isn't read. */
export function partialList(title: string): ReadError {
	return {
		message: `There are more than ${MOST} ${title}s, and a poll reads only the first ${MOST}.`,
		description:
			"The others aren't watched, and none counts as new or gone. To watch others, enter their IDs.",
	};
}

/** Names the IDs that the API itself rejects. */
export function rejectedError(
	{ label, thing }: WatchedField,
	errors: FailedReads,
): ReadError | undefined {
	const rejected = errors.filter(([, { httpCode }]) => REJECTED.has(httpCode));
	const [first] = rejected;
	if (first === undefined) return undefined;
	return {
		message: `${label}: ${counted(rejected.length, thing)} can't be read: ${idsOf(rejected)}`,
		description: `Correct or remove these ${thing}s, or use a key that may read them.${reasons(rejected)}`,
		httpCode: first[1].httpCode,
	};
}

/** Names the paths in whose responses Value Path leads to nothing. */
export function wrongPathError(errors: FailedReads): ReadError | undefined {
	const wrong = errors.filter(([, { isWrongPath }]) => isWrongPath === true);
	if (wrong.length === 0) return undefined;
	return {
		message: `${VALUE_PATH_LABEL} leads to nothing in the response of ${counted(wrong.length, 'path')}: ${idsOf(wrong)}`,
		description: `${CORRECT_VALUE_PATH} It applies to every path.${reasons(wrong)}`,
	};
}

/** Reports IDs that keep failing while others are watched. */
export function failingError(
	{ label, thing }: { label: string; thing: string },
	errors: FailedReads,
): ReadError {
	return {
		message: `${label}: ${counted(errors.length, thing)} couldn't be read in two polls in a row: ${idsOf(errors)}`,
		description: `The other ${thing}s are still watched. These are still tried at every poll, and reported again only after one has been read.${reasons(errors)}`,
	};
}

function idsOf(errors: FailedReads): string {
	const named = errors.slice(0, MAX_NAMED).map(([id]) => shortenedInside(id, MAX_ID_LENGTH));
	return named.join(', ') + andMore(errors.length - named.length);
}

/** One line for each ID. */
function reasons(errors: FailedReads): string {
	return errors
		.slice(0, MAX_NAMED)
		.map(([id, { message }]) => `\n• ${shortenedInside(id, MAX_ID_LENGTH)}: ${message}`)
		.join('');
}
