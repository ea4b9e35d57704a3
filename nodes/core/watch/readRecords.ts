import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../json';
import type { Operation, Parameters } from '../operation';
import type { Poll } from './poll';
import { pollError } from './pollError';
import type { ReadResult } from './reader';

/** A list that was read. */
type ListResult = Exclude<ReadResult, { error: unknown }> & { records: IDataObject[] };

/** Reads a list, which messages call `title`. Throws a `NodeApiError` if the response has none. */
export async function readRecords(
	{ node, read }: Poll,
	operation: Operation,
	parameters: Parameters,
	title: string,
): Promise<ListResult> {
	const result = await read(operation, parameters);
	if ('error' in result) throw pollError(node, result.error);
	const { payload } = result;
	if (Array.isArray(payload)) return { ...result, records: payload.filter(isDataObject) };
	throw pollError(node, {
		message: `The response contains no list of ${title}.`,
		description: 'Nothing is lost: the next poll reads again.',
	});
}
