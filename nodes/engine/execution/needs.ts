import { errorDetails, failureDetails, invalidInput } from '../errors/nodeErrors';
import type { Client, Result } from '../http/client';
import { MAX_LIST_BYTES, readPages } from '../http/pages';
import type { Failure } from '../http/response';
import { flawed, isWebPage } from '../http/response';
import type { JsonObject } from '../json';
import type { Execution, FailedRead, Need } from '../operation';
import type { HttpRequest } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { successParser } from '../output/output';
import { accessKey, hasReadFrom, readKey, rememberRead } from './identity';

/** A fact that was read, and when by the execution's clock; or why it couldn't be read. */
export type Known = { value: unknown; readAt: number } | { error: ErrorDetails };

/** The response to the read of a page, and when it arrived by the execution's clock. */
interface Answer {
	result: Result<JsonObject>;
	readAt: number;
}

const NOT_IMPLEMENTED = 501;

/** The reads that plans need. Throws nothing. */
export class Reads {
	/** Needs that ask for the same page share it, whatever each of them looks for in it. */
	private readonly answers = new Map<string, Promise<Answer>>();
	private bytes = 0;
	/** The page with which all pages together became too large. No further one is read. */
	private excess: Answer | undefined;
	private readonly accessKey: string;

	constructor(
		private readonly access: Pick<Execution, 'api' | 'clock' | 'credential' | 'redactorFor'>,
		private readonly client: Pick<Client, 'send'>,
	) {
		this.accessKey = accessKey(access.api, access.credential);
	}

	async read(need: Need, itemIndex: number): Promise<Known> {
		return await this.factOf(need, 'Nothing was changed.', async (page) => {
			const key = readKey(page);
			const answer = this.answers.get(key) ?? this.readKept(page, itemIndex);
			this.answers.set(key, answer);
			return await answer;
		});
	}

	/** Reads even what is known already, right before a change. */
	async readNow(need: Need, itemIndex: number): Promise<Known> {
		return await this.factOf(
			need,
			'The item was not sent.',
			async (page) => await this.send(page, itemIndex),
		);
	}

	/** `fate` says in an error what became of the change. */
	private async factOf(
		need: Need,
		fate: string,
		send: (page: HttpRequest) => Promise<Answer>,
	): Promise<Known> {
		const { api } = this.access;
		const { request, pages, factIn, factOfFailure } = need;
		let readAt = Infinity;
		const result = await readPages(request, pages, api.payloadKey, async (page) => {
			const answer = await send(page);
			readAt = Math.min(readAt, answer.readAt);
			return answer.result;
		});
		if (result.kind !== 'success') {
			const value = factOfFailure?.(failedRead(result), hasReadFrom(this.accessKey, request));
			return value === undefined ? { error: this.unread(result, need, fate) } : { value, readAt };
		}
		const payload = result.body[api.payloadKey];
		rememberRead(this.accessKey, request, payload);
		const fact = factIn(payload);
		if ('value' in fact) return { value: fact.value, readAt };
		const { message, description } = fact.problem;
		return { error: invalidInput({ message, description: `${fate} ${description}` }) };
	}

	/** Reads a page that is kept until the last request. */
	private async readKept(page: HttpRequest, itemIndex: number): Promise<Answer> {
		if (this.excess !== undefined) return this.excess;
		const answer = await this.send(page, itemIndex);
		const { result, readAt } = answer;
		if (result.kind !== 'success') return answer;
		this.bytes += result.bytes;
		if (this.bytes <= MAX_LIST_BYTES) return answer;
		this.excess = { result: flawed(result, 'listTooLarge'), readAt };
		return this.excess;
	}

	private async send(page: HttpRequest, itemIndex: number): Promise<Answer> {
		const { api, clock, credential } = this.access;
		// A record that is written back must not be redacted.
		const parse = successParser({ api, operation: { output: { raw: true } }, credential });
		const result = await this.client.send(page, itemIndex, parse);
		return { result, readAt: clock.elapsed() };
	}

	/** The item's change was certainly not sent. */
	private unread(failure: Failure, need: Need, fate: string): ErrorDetails {
		const { api, redactorFor } = this.access;
		const { purpose, request } = need;
		if ('flaw' in failure && failure.flaw === 'listTooLarge') return tooLarge(fate);
		const redact = redactorFor(request);
		const details = failureDetails(failure, { api, operation: { texts: need }, request, redact });
		const description = `${purpose} ${fate} ${details.description}`;
		return { ...details, description, outcome: 'notSent' };
	}
}

function tooLarge(fate: string): ErrorDetails {
	return errorDetails(
		'unavailable',
		'notSent',
		'The records to read before the changes are larger than 200 MB together.',
		`${fate} Send fewer items at a time.`,
	);
}

function failedRead(failure: Failure): FailedRead {
	if (!('response' in failure)) return { isWebPage: false };
	const { kind, response } = failure;
	const { status } = response;
	const isRefused = kind === 'rejected' || status === NOT_IMPLEMENTED;
	return { ...(isRefused && { refusedWith: status }), isWebPage: isWebPage(response) };
}
