import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { readCredential } from '../../../core/credentials/read';
import type { ErrorDetails } from '../../../core/errors/nodeErrors';
import { inputError, requestError } from '../../../core/errors/nodeErrors';
import type { PayloadResult } from '../../../core/execution/openClient';
import { openPayloadReader, reportDefects } from '../../../core/execution/openClient';
import { SYSTEM_CLOCK } from '../../../core/clock';
import type { Operation, Parameters } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';
import { managementApi } from '../../api/managementApi';

/** Where a list in the panel comes from. */
export interface ListSource {
	timezone: string;
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Reads in the organization of the node. */
	read: (operation: Operation, parameters: Parameters) => Promise<PayloadResult>;
	/**
	 * The same, and throws a `NodeApiError` that says in the list why it could not be read. `otherwise` is for an API
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

const TYPE_THE_ID = 'Choose By ID to type the ID.';

/**
 * Opens the source with the node's credential, and closes it when the list is done. `byHand` says how to do without
 * the list.
 */
export async function withListSource<List>(
	context: ILoadOptionsFunctions,
	list: (source: ListSource) => Promise<List>,
	byHand = TYPE_THE_ID,
): Promise<List> {
	const organizationId = chosenOrganization(context, byHand);
	const credential = await readCredential(context, managementApi);
	const reader = openPayloadReader(context, managementApi, credential, SYSTEM_CLOCK, LIMITS);
	const read: ListSource['read'] = async (operation, parameters) =>
		await reader.read(operation, { ...parameters, options: { organizationId } });
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
		const access = { api: managementApi, credential };
		return await reportDefects(context, access, 'the list', async () => await list(source));
	} finally {
		reader.client.close();
	}
}

/** Returns the organization in the node's options, undefined where the credential's counts. */
function chosenOrganization(context: ILoadOptionsFunctions, byHand: string): unknown {
	// n8n gives null for a collection with an expression that has no value while the panel is open.
	if (context.getCurrentNodeParameter('options') !== null) {
		return optional(context.getCurrentNodeParameter('options.organizationId'));
	}
	throw inputError(context.getNode(), {
		message:
			'The options contain an expression that has no value here, so the list cannot be read.',
		description: byHand,
	});
}

function shownDetails(details: ErrorDetails, byHand: string): ErrorDetails {
	const description = `${details.description} ${byHand}`;
	if (details.httpCode !== '429') return { ...details, description };
	const message = 'The API limits the rate of requests.';
	return { ...details, message, description: `Open the list again in a minute. ${byHand}` };
}

function outOfTime(details: ErrorDetails, byHand: string): ErrorDetails {
	const message = `The API did not respond within ${String(LIMITS.budget / 1000)} seconds.`;
	return { ...details, message, description: `Open the list again. ${byHand}` };
}
