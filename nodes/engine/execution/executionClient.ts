import type { Client } from '../http/client';
import { n8nTransport } from '../http/transport';
import { addHint } from '../items';
import type { Execution } from '../operation';
import { counted, times } from '../text';
import { MS_PER_SECOND } from '../time';
import { nodeLog, openClient } from './reader';

/** Opens the client of an execution, with the options of its first item. */
export function executionClient(execution: Execution): Client {
	const { api, clock, context, credential, operation, options, redactorFor } = execution;
	const { observe } = nodeLog(context.logger, redactorFor, context.getNode().type);
	return openClient(api, credential, {
		...options,
		// A wait checks again anyway.
		...(operation.kind === 'wait' && { maxRetries: 0 }),
		clock,
		observe,
		signal: context.getExecutionCancelSignal(),
		transport: n8nTransport(context, api.credentialType, credential, options.timeout),
	});
}

/** Says how long the API made a client wait, if it did. */
export function addWaitHint({ context }: Execution, { queue: { rateLimitWaits } }: Client): void {
	const { count, ms } = rateLimitWaits;
	const seconds = counted(Math.max(1, Math.round(ms / MS_PER_SECOND)), 'second');
	const waits = `the node waited ${times(count)}, ${seconds} in all.`;
	if (count > 0) addHint(context, `The API rate-limits requests: ${waits}`);
}
