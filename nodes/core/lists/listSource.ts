import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { SYSTEM_CLOCK } from '../clock';
import { readCredential } from '../credentials/read';
import type { ErrorDetails } from '../errors/nodeErrors';
import { requestError } from '../errors/nodeErrors';
import type { PayloadResult } from '../execution/openClient';
import { openPayloadReader, reportDefects } from '../execution/openClient';
import type { JsonObject } from '../json';
import type { Api, Operation, Parameters } from '../operation';

/** Where a list in the panel comes from. */
export interface ListSource {
	timezone: string;
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Reads with the options of the node. */
	read: (operation: Operation, parameters: Parameters) => Promise<PayloadResult>;
	/**
	 * The same, but throws a `NodeApiError` that explains in the list why it couldn't be read. `otherwise` is for an API
	 * that does not have what is read.
	 */
	payload: (
		operation: Operation,
		parameters: Parameters,
		otherwise?: () => Promise<unknown>,
	) => Promise<unknown>;
}

/** A user is waiting for the list: short limits, no retries. */
const LIMITS = {
	budget: 15_000,
	timeout: 15_000,
	maxWait: 10_000,
	maxRetries: 0,
	maxConcurrency: 5,
};

/** How to do without a list. */
export const TYPE_THE_ID = 'Choose By ID to type the ID.';

/**
 * Opens the source with the node's credential, and closes it when the list is done. `options` go with each read;
 * `byHand` explains how to do without the list.
 */
export async function openListSource<List>(
	context: ILoadOptionsFunctions,
	{ api, options, byHand }: { api: Api; options: JsonObject; byHand: string },
	list: (source: ListSource) => Promise<List>,
): Promise<List> {
	const credential = await readCredential(context, api);
	const reader = openPayloadReader(context, api, credential, SYSTEM_CLOCK, LIMITS);
	const read: ListSource['read'] = async (operation, parameters) =>
		await reader.read(operation, { ...parameters, options });
	const payload: ListSource['payload'] = async (operation, parameters, otherwise) => {
		const result = await read(operation, parameters);
		if ('payload' in result) return result.payload;
		if (otherwise !== undefined && result.error.httpCode === '404') return await otherwise();
		const details = reader.client.isOutOfTime
			? outOfTime(result.error, byHand)
			: shownDetails(result.error, byHand);
		throw requestError(context.getNode(), details, 0);
	};
	try {
		const { redact } = reader;
		const source = { timezone: context.getTimezone(), redact, read, payload };
		return await reportDefects(
			context,
			{ api, credential },
			'the list',
			async () => await list(source),
		);
	} finally {
		reader.client.close();
	}
}

function shownDetails(details: ErrorDetails, byHand: string): ErrorDetails {
	const description = `${details.description} ${byHand}`;
	if (details.httpCode !== '429') return { ...details, description };
	const message = 'The API limits the rate of requests.';
	return { ...details, message, description: `Open the list again in a minute. ${byHand}` };
}

function outOfTime(details: ErrorDetails, byHand: string): ErrorDetails {
	const message = `The API didn't respond within ${String(LIMITS.budget / 1000)} seconds.`;
	return { ...details, message, description: `Open the list again. ${byHand}` };
}
