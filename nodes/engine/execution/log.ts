import type { Logger } from 'n8n-workflow';
import { MS_PER_SECOND } from '../time';
import type { ClientEvent } from '../http/client';
import type { DefectLog, HttpRequest } from '../operation';
import type { JsonObject } from '../json';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What goes to n8n's log, with secrets redacted. */
interface NodeLog extends DefectLog {
	/** Notes what happens to a request: each attempt and retry at the level debug, each pause at info. */
	observe: (event: ClientEvent) => void;
}

/** Returns the log of one execution or poll. `redactorFor` returns what keeps secrets out of it, including the request's. */
export function nodeLog(
	logger: Logger,
	redactorFor: (request: HttpRequest | undefined, author: 'node') => (text: string) => string,
): NodeLog {
	const redact = redactorFor(undefined, 'node');
	const unexpected: NodeLog['unexpected'] = (step, error, request) => {
		const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
		logger.error(
			`Cloud Management: ${step} failed unexpectedly. ${redactorFor(request, 'node')(stack)}`,
		);
	};
	return {
		unexpected,
		observe: (event) => {
			const { request, index, attempt } = event;
			const name = `${request.method} ${redact(pathOnly(request.path))}`;
			const facts = { item: index, attempt };
			switch (event.kind) {
				case 'response': {
					const { response, ms } = event;
					const requestId = requestIdOf(response.json, redact);
					const { status } = response;
					logger.debug(`${name} responded ${String(status)}`, { ...facts, status, ms, requestId });
					break;
				}
				case 'networkError':
					logger.debug(`${name} got no response: ${event.error.kind}`, {
						...{ ...facts, ms: event.ms, code: event.error.code },
					});
					break;
				case 'retry':
					logger.debug(`${name} is sent again in ${String(event.ms)} ms`, facts);
					break;
				case 'pause':
					logger.info(
						`${name} was throttled: requests with this credential wait for ${String(Math.ceil(event.ms / MS_PER_SECOND))} s`,
						facts,
					);
					break;
				case 'unexpected':
					unexpected(name, event.error, request);
			}
		},
	};
}

/** A query may contain anything that a user searches for. */
function pathOnly(path: string): string {
	return path.replace(/\?.*$/s, '');
}

/** Returns a request ID as the reference has it: any other text may repeat what was sent, secrets included. */
function requestIdOf(
	json: JsonObject | undefined,
	redact: (text: string) => string,
): string | undefined {
	const id = json?.['requestId'];
	return typeof id === 'string' && UUID.test(id) && redact(id) === id ? id : undefined;
}
