import { errorDetails, failureDetails, invalidInput } from '../errors/nodeErrors';
import type { Client } from '../http/client';
import { MAX_LIST_BYTES, readPages } from '../http/pages';
import type { Failure } from '../http/response';
import { isWebPage } from '../http/response';
import type { ErrorDetails, Execution, FailedRead, Need } from '../operation';
import { successBody } from '../output/output';
import { accessKey, hasReadFrom, readKey, rememberRead } from './identity';

/** A fact that was read, and when by the execution's clock; or why it couldn't be read. */
export type Known = { value: unknown; readAt: number } | { error: ErrorDetails };

const NOT_IMPLEMENTED = 501;

/** The reads that plans need. Equal ones are sent once. Throws nothing. */
export class Reads {
	private readonly known = new Map<string, Promise<Known>>();
	private bytes = 0;

	constructor(
		private readonly access: Pick<Execution, 'api' | 'clock' | 'credential' | 'redactorFor'>,
		private readonly client: Pick<Client, 'send'>,
	) {}

	async read(need: Need, itemIndex: number): Promise<Known> {
		const key = readKey(need.request);
		const pending = this.known.get(key) ?? this.readNow(need, itemIndex);
		this.known.set(key, pending);
		return await pending;
	}

	/** Reads even what is known already. */
	async readNow(need: Need, itemIndex: number): Promise<Known> {
		const { api, clock, credential } = this.access;
		const { request, pages, factIn, factOfFailure } = need;
		// A record that is written back must not be redacted.
		const parse = successBody({ api, operation: { unredacted: true }, credential });
		const result = await readPages(request, pages, api.payloadKey, async (page) => {
			const answer = await this.client.send(page, itemIndex, parse);
			if (answer.kind === 'success') this.bytes += answer.bytes;
			return answer;
		});
		// Kept until the last request: the item that goes beyond fails.
		if (this.bytes > MAX_LIST_BYTES) return { error: TOO_LARGE };
		const key = accessKey(api, credential);
		if (result.kind !== 'success') {
			const value = factOfFailure?.(failedRead(result), hasReadFrom(key, request));
			if (value !== undefined) return { value, readAt: clock.elapsed() };
			return { error: this.unread(result, need) };
		}
		rememberRead(key, request);
		const fact = factIn(result.body[api.payloadKey]);
		if ('value' in fact) return { value: fact.value, readAt: clock.elapsed() };
		const { message, description } = fact.problem;
		return { error: invalidInput({ message, description: `${NOTHING_CHANGED} ${description}` }) };
	}

	/** The item's change was certainly not sent. */
	private unread(failure: Failure, need: Need): ErrorDetails {
		const { api, redactorFor } = this.access;
		const { purpose, request } = need;
		const redact = redactorFor(request);
		const details = failureDetails(failure, { api, operation: need, request, redact });
		const description = `${purpose} ${NOTHING_CHANGED} ${details.description}`;
		return { ...details, description, outcome: 'notSent' };
	}
}

const NOTHING_CHANGED = 'Nothing was changed.';

const TOO_LARGE = errorDetails(
	'unavailable',
	'notSent',
	'The records to read before the changes are larger than 200 MB together.',
	`${NOTHING_CHANGED} Send fewer items at a time.`,
);

function failedRead(failure: Failure): FailedRead {
	if (!('response' in failure)) return { isWebPage: false };
	const { kind, response } = failure;
	const { status } = response;
	const isRefused = kind === 'rejected' || status === NOT_IMPLEMENTED;
	return { ...(isRefused && { refusedWith: status }), isWebPage: isWebPage(response) };
}
