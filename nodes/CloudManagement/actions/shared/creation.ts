import type { JsonObject } from '../../../core/json';
import type { Operation } from '../../../core/operation';
import { isText, optional } from '../../../core/parameters/values';

/** Returns what all creations share: a success without a record is done, and a hint says where no ID came. */
export function creationOf(title: string): Pick<Operation, 'isDone' | 'notice'> {
	return {
		isDone,
		notice: ({ id }) =>
			isText(optional(id))
				? undefined
				: `The ${title} was created, but the response contains no ID. Find it in the console.`,
	};
}

/**
 * Returns whether a body without `result` is the envelope of a success. Reference, "Envelopes"; it does not show the
 * response of pipe creation.
 */
function isDone({ requestId, status, result, error }: JsonObject): boolean {
	const isEnvelope = optional(requestId) !== undefined || status === 200;
	return isEnvelope && (result ?? error ?? undefined) === undefined;
}
