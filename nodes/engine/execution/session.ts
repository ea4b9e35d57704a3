import type { ICredentialTestFunctions } from 'n8n-workflow';
import {
	errorDetails,
	failureDetails,
	invalidInput,
	operationError,
	REPORT,
} from '../errors/nodeErrors';
import type { ClientOptions, Result } from '../http/client';
import { Client } from '../http/client';
import { MAX_LIST_BYTES, readPages } from '../http/pages';
import { SharedLimiter } from '../http/requestQueue';
import type { Failure } from '../http/response';
import { flawed, isProgrammingError, isWebPage } from '../http/response';
import type { Authenticate, HttpContext, Transport } from '../http/transport';
import { credentialTestTransport, n8nTransport } from '../http/transport';
import type { JsonObject } from '../json';
import type { ErrorDetails } from '../errorDetails';
import type { Execution, Limits } from '../executionState';
import type { ChangeOperation, FailedRead, Need } from '../operation';
import type { HttpRequest } from '../request';
import { isRead } from '../request';
import { shownSubject } from '../summary/summaries';
import { successParser } from '../output/output';
import { credentialSecrets, textRedactor } from '../redaction/redact';
import { accessKey, hasReadFrom, readKey, rememberRead } from './identity';
import { nodeLog } from './log';
import { nameOfError } from '../text';

/** What requests with a credential have in common. */
type Access = Pick<Execution, 'api' | 'clock' | 'credential' | 'redactorFor'>;

/** What the reading of a response and the texts about a failure depend on. */
export type SentOperation = Pick<
	ChangeOperation,
	'isEmptySuccess' | 'output' | 'texts' | 'unknownOutcome'
>;

/** A fact that was read, and when by the execution's clock; or why it couldn't be read. */
export type ReadFact = { value: unknown; readAt: number } | { error: ErrorDetails };

/** The response to the read of a page, and when it arrived by the execution's clock. */
interface PageAnswer {
	result: Result<JsonObject>;
	readAt: number;
}

const NOT_IMPLEMENTED = 501;

/** Reads and sends with a credential until it is closed. Throws nothing. */
export class Session {
	/** Needs that ask for the same page share it, whatever each of them looks for in it. */
	private readonly answers = new Map<string, Promise<PageAnswer>>();
	private bytes = 0;
	/** The page with which all pages together became too large. No further one is read. */
	private excess: PageAnswer | undefined;
	private readonly accessKey: string;
	/** Whether changes may have been sent. */
	hasChanged = false;

	constructor(
		private readonly access: Access,
		readonly client: Client,
	) {
		this.accessKey = accessKey(access.api, access.credential);
	}

	/** Sends a request once, with the client's retries. */
	async send(
		request: HttpRequest,
		operation: SentOperation,
		itemIndex = 0,
	): Promise<Result<JsonObject>> {
		const { api, credential } = this.access;
		this.hasChanged ||= !isRead(request);
		const parse = successParser({ api, operation, credential });
		return await this.client.send(request, itemIndex, parse);
	}

	/** Removes the credential's secrets from text that the API sent. */
	redact(text: string): string {
		return this.access.redactorFor(undefined)(text);
	}

	/** Explains a failure of a request to the user. */
	errorOf(
		failure: Failure,
		request: HttpRequest,
		operation: SentOperation,
		subject?: string,
	): ErrorDetails {
		const { api, redactorFor } = this.access;
		const redact = redactorFor(request);
		const target = subject && shownSubject(subject, redactorFor(request, 'node'));
		return failureDetails(failure, { api, operation, request, target, redact });
	}

	/** Reads what a plan or a credential needs. */
	async read(need: Need, itemIndex = 0): Promise<ReadFact> {
		return await this.factOf(need, 'Nothing was changed.', async (page) => {
			const key = readKey(page);
			const answer = this.answers.get(key) ?? this.readKept(page, itemIndex);
			this.answers.set(key, answer);
			return await answer;
		});
	}

	/** The result of a read that a need has sent already, with the body as the API sent it. */
	async earlier(request: HttpRequest): Promise<Result<JsonObject> | undefined> {
		return (await this.answers.get(readKey(request)))?.result;
	}

	/** Reads even what is known already, right before a change. */
	async readNow(need: Need, itemIndex: number): Promise<ReadFact> {
		return await this.factOf(
			need,
			'The item was not sent.',
			async (page) => await this.readPage(page, itemIndex),
		);
	}

	/** `fate` says in an error what became of the change. */
	private async factOf(
		need: Need,
		fate: string,
		send: (page: HttpRequest) => Promise<PageAnswer>,
	): Promise<ReadFact> {
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
			return value === undefined
				? { error: this.needError(result, need, fate) }
				: { value, readAt };
		}
		const payload = result.body[api.payloadKey];
		rememberRead(this.accessKey, request, payload);
		const fact = factIn(payload);
		if ('value' in fact) return { value: fact.value, readAt };
		const { message, description } = fact.problem;
		return { error: invalidInput({ message, description: `${fate} ${description}` }) };
	}

	/** Reads a page that is kept until the last request. */
	private async readKept(page: HttpRequest, itemIndex: number): Promise<PageAnswer> {
		if (this.excess !== undefined) return this.excess;
		const answer = await this.readPage(page, itemIndex);
		const { result, readAt } = answer;
		if (result.kind !== 'success') return answer;
		this.bytes += result.bytes;
		if (this.bytes <= MAX_LIST_BYTES) return answer;
		this.excess = { result: flawed(result, 'listTooLarge'), readAt };
		return this.excess;
	}

	private async readPage(page: HttpRequest, itemIndex: number): Promise<PageAnswer> {
		// A record that is written back must not be redacted.
		const result = await this.send(page, { output: { raw: true } }, itemIndex);
		return { result, readAt: this.access.clock.elapsed() };
	}

	/** The item's change was certainly not sent. */
	private needError(failure: Failure, need: Need, fate: string): ErrorDetails {
		const { purpose, request, subject } = need;
		if ('flaw' in failure && failure.flaw === 'listTooLarge') return tooLarge(fate);
		const details = this.errorOf(failure, request, { texts: need }, subject);
		const description = `${purpose} ${fate} ${details.description}`;
		return { ...details, description, outcome: 'notSent' };
	}
}

function tooLarge(fate: string): ErrorDetails {
	return errorDetails(
		'unavailable',
		'notSent',
		'The records to read before the changes are larger than 200 MB in total.',
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

/** What a session is opened with. An execution has all of it. */
export type Opening = Omit<Access, 'redactorFor'> &
	Partial<Pick<Access, 'redactorFor'>> & {
		limits: Limits & Pick<ClientOptions, 'budget'>;
		/** Secrets in the requests that the credential doesn't contain. */
		secrets?: readonly string[];
		/** The task's name in the error that a bug in it becomes. Left out: whoever opens it makes the error. */
		purpose?: string;
	} & (
		| { context: HttpContext }
		// A test of a credential has no node, so the credential type's own function signs.
		| { context: ICredentialTestFunctions; authenticate: Authenticate }
	);

/**
 * Opens a session for a task, and closes it afterwards: others would wait for its turns. All of a process with the same
 * base URL and Authorization share a rate limiter and are served in turn.
 */
export async function withSession<Result>(
	opening: Opening,
	task: (session: Session) => Promise<Result>,
): Promise<Result> {
	const { api, clock, context, credential, limits, purpose, secrets = [] } = opening;
	const redact = textRedactor([...credentialSecrets(credential, api), ...secrets]);
	const { redactorFor = () => redact } = opening;
	const isOfNode = 'getNode' in context;
	const source = isOfNode ? context.getNode().type : api.credentialType;
	const log = nodeLog(context.logger, redactorFor, source, api);
	const client = new Client({
		...limits,
		...log,
		clock,
		limiter: SharedLimiter.of(accessKey(api, credential), api.expectedLimit, clock.elapsed()),
		signal: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
		transport: transportOf(opening),
	});
	const session = new Session({ api, clock, credential, redactorFor }, client);
	try {
		return await task(session);
	} catch (error) {
		if (purpose === undefined || !isOfNode || !isProgrammingError(error)) throw error;
		// A raw one could show a secret.
		log.unexpected(purpose, error);
		const details = defectDetails(purpose, error, session.hasChanged);
		throw operationError(context.getNode(), details);
	} finally {
		client.close();
	}
}

function transportOf(opening: Opening): Transport {
	const { api, credential, limits } = opening;
	return 'authenticate' in opening
		? credentialTestTransport(opening.context, opening.authenticate, credential, limits.timeout)
		: n8nTransport(opening.context, api.credentialType, credential, limits.timeout);
}

function defectDetails(purpose: string, error: unknown, mayHaveChanged: boolean): ErrorDetails {
	const message = `The node couldn't finish ${purpose} (${nameOfError(error)}).`;
	const description = mayHaveChanged ? REPORT : `Nothing was changed. ${REPORT}`;
	return errorDetails('defect', 'unknown', message, description);
}
