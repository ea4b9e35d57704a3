import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../json';
import type { Operation, Parameters } from '../operation';
import type { Poll } from './poll';
import type { ReadError } from './pollError';
import { pollError } from './pollError';
import type { ReadResult } from './reader';

/** A list that was read. */
type ListResult = Exclude<ReadResult, { error: unknown }> & { records: IDataObject[] };

/** Reads a list, which messages call `title`. Throws a `NodeApiError` if it can't be read. */
export async function readRecords(
	poll: Poll,
	operation: Operation,
	parameters: Parameters,
	title: string,
): Promise<ListResult> {
	const result = await tryRecords(poll, operation, parameters, title);
	if ('error' in result) throw pollError(poll.node, result.error);
	return result;
}

/** Reads a list, or returns why it can't be read. */
export async function tryRecords(
	{ read }: Poll,
	operation: Operation,
	parameters: Parameters,
	title: string,
): Promise<ListResult | { error: ReadError }> {
	const result = await read(operation, parameters);
	if ('error' in result) return result;
	const { payload } = result;
	if (Array.isArray(payload)) return { ...result, records: payload.filter(isDataObject) };
	return {
		error: {
			message: `The response contains no list of ${title}.`,
			description: 'Nothing is lost: the next poll reads again.',
		},
	};
}
