import type { Logger } from 'n8n-workflow';
import type { ClientOptions } from '../http/client';
import type { Execution } from '../executionState';
import type { Api } from '../operation';
import { UUID } from '../text';
import { MS_PER_SECOND } from '../time';

/**
 * Logs each attempt and retry at level debug and each pause at info, for an execution or a poll. `redactorFor` removes
 * secrets, including the request's. `source` is the node's or credential's type, which n8n's log wouldn't name.
 */
export function nodeLog(
	logger: Logger,
	redactorFor: Execution['redactorFor'],
	source: string,
	{ requestIdKey }: Pick<Api, 'requestIdKey'>,
): Pick<ClientOptions, 'observe'> & Pick<Execution, 'logDefect'> {
	const redact = redactorFor(undefined, 'node');
	const logDefect: Execution['logDefect'] = (step, error, request) => {
		const stack = redactorFor(request, 'node')(stackOf(error));
		logger.error(`${source}: ${step} failed unexpectedly. ${stack}`);
	};
	return {
		logDefect,
		observe: ({ request, index, attempts }, event) => {
			// Drops the query, which may contain a user's search terms.
			const name = `${request.method} ${redact(request.path.split('?', 1).join(''))}`;
			const fields = { item: index, attempt: attempts };
			const ms = 'ms' in event ? event.ms : 0;
			switch (event.kind) {
				case 'response': {
					const { status, json } = event.response;
					const requestId = shownRequestId(json?.[requestIdKey], redact);
					logger.debug(`${name} responded ${String(status)}`, { ...fields, status, ms, requestId });
					break;
				}
				case 'networkError': {
					const { kind, code } = event.error;
					logger.debug(`${name} got no response: ${kind}`, { ...fields, ms, code });
					break;
				}
				case 'retry':
					logger.debug(`${name} is sent again in ${String(ms)} ms`, fields);
					break;
				case 'pause': {
					const wait = `wait for ${String(Math.ceil(ms / MS_PER_SECOND))} s`;
					logger.info(`${name} was throttled: requests with this credential ${wait}`, fields);
					break;
				}
				case 'unexpected':
					logDefect(name, event.error, request);
			}
		},
	};
}

function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Shows a request ID only in the documented form, because other text may repeat secrets from the request. */
function shownRequestId(id: unknown, redact: (text: string) => string) {
	return typeof id === 'string' && UUID.test(id) && redact(id) === id ? id : undefined;
}
