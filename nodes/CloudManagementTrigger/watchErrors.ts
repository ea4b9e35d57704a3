import { andMore, counted, shortened } from '../core/text';
import type { ReadError } from './pollError';

/** The API rejects the ID itself, or what the key may read of it: the next poll would fail as well. */
const REJECTED: ReadonlySet<unknown> = new Set(['400', '403', '404']);

const MAX_NAMED = 10;
const MAX_ID_LENGTH = 100;

const NO_TIME: ReadError = {
	message: 'There was no time to read anything.',
	description: 'Nothing is lost: the next poll reads again.',
};

/** Returns why nothing could be read. What keeps all reads from working says more than IDs that are rejected. */
export function readFailure(label: string, errors: ReadonlyMap<string, ReadError>): ReadError {
	const all = [...errors.values()];
	const general = all.find(({ httpCode }) => !REJECTED.has(httpCode));
	return general ?? rejectedError(label, errors) ?? NO_TIME;
}

/** Returns the error that names the rejected IDs, or undefined where none is. */
export function rejectedError(
	label: string,
	errors: ReadonlyMap<string, ReadError>,
): ReadError | undefined {
	const rejected = [...errors].filter(([, { httpCode }]) => REJECTED.has(httpCode));
	const [first] = rejected;
	if (first === undefined) return undefined;
	const advice = 'Correct or remove these IDs, or use a key that may read them.';
	return { ...namedErrors(label, rejected, advice), httpCode: first[1].httpCode };
}

/** Returns the error that reports IDs which go on failing, while others are watched. */
export function failingError(label: string, errors: ReadonlyMap<string, ReadError>): ReadError {
	const advice =
		'The other IDs are still watched. These are read at every poll, and reported again only if they fail again after they could be read.';
	return namedErrors(label, [...errors], advice);
}

function namedErrors(
	label: string,
	errors: ReadonlyArray<[string, ReadError]>,
	advice: string,
): ReadError {
	const named = errors
		.slice(0, MAX_NAMED)
		.map(([id, { message }]) => ({ id: shortened(id, MAX_ID_LENGTH), message }));
	const ids = named.map(({ id }) => id).join(', ') + andMore(errors.length - named.length);
	return {
		message: `${label}: ${counted(errors.length, 'ID')} cannot be read: ${ids}`,
		description: [advice, ...named.map(({ id, message }) => `• ${id}: ${message}`)].join('\n'),
	};
}
