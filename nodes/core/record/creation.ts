import type { JsonObject } from '../json';
import type { Operation } from '../operation';
import { emptyToUndefined, isText } from '../parameters/values';

/** Returns what all creations share: a success without a record is done, and a hint appears if no ID came. */
export function createDefaults(title: string): Pick<Operation, 'isDone' | 'successHint'> {
	return {
		isDone,
		successHint: ({ id }) =>
			isText(emptyToUndefined(id))
				? undefined
				: `The ${title} was created, but the response contains no ID. Find it in the console.`,
	};
}

/** Created, and done without a body: the status confirms it. */
const DONE_STATUSES: readonly number[] = [201, 204];

/**
 * Returns whether a response without `result` is a success: by its status, or as the envelope of one. Reference,
 * "Envelopes"; it does not show the response of pipe creation.
 */
function isDone({ requestId, status, result, error }: JsonObject, httpStatus: number): boolean {
	const isEnvelope = emptyToUndefined(requestId) !== undefined || status === 200;
	const isSuccess = isEnvelope || DONE_STATUSES.includes(httpStatus);
	return isSuccess && (result ?? error ?? undefined) === undefined;
}
