import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { authenticateWith } from '../credentials/authorization';
import type { Interruptions } from '../errors/interruptions';
import { withInterruption } from '../errors/interruptions';
import {
	errorDetails,
	failureDetails,
	invalidInput,
	operationError,
	REPORT,
} from '../errors/nodeErrors';
import { safetyPromise } from '../errors/progress';
import type { ClientOptions, ParseSuccess, Result, SendOptions } from '../http/client';
import { Client } from '../http/client';
import { readPages } from '../http/pages';
import { SharedLimiter } from '../http/requestQueue';
import type { Failure } from '../http/response';
import { isOwnError, isUnknownToApi, isWebPage } from '../http/response';
import { isProgrammingError } from '../http/networkError';
import type { HttpContext, Transport } from '../http/transport';
import { credentialTestTransport, n8nTransport } from '../http/transport';
import { throwIfInvalid } from '../issues/issueMessages';
import type { JsonObject } from '../json';
import type { ErrorDetails } from '../errorDetails';
import type { Execution, FactRead } from '../executionState';
import type { Api, FailedRead, Need, Operation, ParameterValues } from '../operation';
import type { HttpRequest, Limits, PagedList, SendCheck } from '../request';
import { isRead, NOT_FOUND } from '../request';
import type { Phrase } from '../phrase';
import { subjectText } from '../summary/plainText';
import { successParser } from '../output/output';
import { credentialSecrets, textRedactor } from '../redaction/redact';
import { accessKey, hasReadFrom, rememberRead } from './identity';
import { nodeLog } from './log';
import type { PageAnswer, SentOperation } from './pageCache';
import { PageCache } from './pageCache';
import { wirePlan } from './plan';
import { nameOfError } from '../text';
import type { Clock } from '../time';

/** What an `Execution` shares with polls, panel lists, and credential tests. */
export interface Opening
	extends
		Pick<Execution, 'api' | 'clock' | 'credential'>,
		Partial<Pick<Execution, 'progress' | 'redactorFor'>> {
	context: HttpContext | ICredentialTestFunctions;
	limits: Limits & Pick<ClientOptions, 'budget'>;
	/** Texts about interrupted requests. Defaults to an execution's texts. */
	interruptions?: Interruptions | undefined;
	/** A trigger's or panel list's options. Neither has items. */
	options?: unknown;
	/** Secrets that requests contain and the credential doesn't. */
	secrets?: readonly string[];
	/** Name of the task, for the error if the node has a bug. If omitted, the caller makes that error. */
	purpose?: string;
}

interface AnswerOptions extends SendOptions {
	list?: PagedList | undefined;
	subject?: Phrase | undefined;
}

export type Answer = { payload: unknown; body: JsonObject; headers: JsonObject } | FailedAnswer;

export interface FailedAnswer {
	error: ErrorDetails;
	/** True if the API itself says that the record doesn't exist, and not a proxy. */
	isUnknown: boolean;
	/** Milliseconds that the API asks to wait, or that its rate limit needs. */
	retryAfter: number | undefined;
}

export type ReadFact = FactRead | { error: ErrorDetails };

const NOT_IMPLEMENTED = 501;

/** The node may write a record back, so its secrets aren't redacted. */
export const UNREDACTED = { output: { secrets: 'all' } } as const satisfies SentOperation;

/**
 * All requests of an execution, poll, or panel list, with the same credential. `run` throws. The other methods return
 * errors.
 */
export class Session {
	private readonly pages = new PageCache();
	private readonly accessKey: string;
	readonly credential: ICredentialDataDecryptedObject;
	readonly clock: Clock;
	/** Set before the first change is sent, because even a failed change may have been made. */
	mayHaveChanged = false;

	constructor(
		private readonly access: Opening & Pick<Execution, 'redactorFor'>,
		readonly client: Client,
	) {
		this.credential = access.credential;
		this.clock = access.clock;
		this.accessKey = accessKey(access.api, access.credential);
	}

	/** Sends a request with the client's retries. */
	async send(
		request: HttpRequest,
		operation: SentOperation,
		itemIndex = 0,
		options: SendOptions = {},
	): Promise<Result<JsonObject>> {
		this.mayHaveChanged ||= !isRead(request);
		const parse = this.parserFor(request, operation);
		const result = await this.client.send(request, itemIndex, parse, options);
		if (result.kind === 'success' && request.method === 'GET') {
			const { idKey, payloadKey } = this.access.api;
			rememberRead(this.accessKey, request, result.body[payloadKey], idKey);
		}
		return result;
	}

	/**
	 * Shares a page that a plan has read, or an equal read in progress. Once the run may have changed something, shares
	 * nothing.
	 */
	async sendForItem(
		request: HttpRequest,
		operation: SentOperation,
		itemIndex: number,
		check?: SendCheck,
	): Promise<Result<JsonObject>> {
		if (!isRead(request) || this.mayHaveChanged)
			return await this.send(request, operation, itemIndex, { check });
		const sharedPage = this.pages.get(request);
		if (sharedPage !== undefined) {
			const { result, parsedFor } = await sharedPage;
			if (result.kind !== 'success') return result;
			const isParsed = parsedFor === operation;
			const body = isParsed ? result.body : this.parserFor(request, operation)(result.response);
			// This operation can't use the shared page, so it reads the page itself.
			if (body) return { ...result, body, isShared: true };
		}
		const read = async () => await this.readPage(request, itemIndex, operation);
		return (await this.pages.readForItem(request, read)).result;
	}

	/**
	 * Runs an operation without items, for triggers, panel lists, and credential tests. Throws a `NodeOperationError`
	 * for invalid parameters.
	 */
	async run(operation: Operation, fields: ParameterValues, context: HttpContext): Promise<Answer> {
		const { api, clock, credential, options } = this.access;
		const parameters = { ...fields, options };
		const time = { startedAt: clock.now(), timezone: context.getTimezone(), facts: {} };
		const { request, issues } = wirePlan({ api, operation }, parameters, { credential, ...time });
		throwIfInvalid({ node: context.getNode(), ...operation }, issues);
		const subject = operation.texts?.subjectOf?.(request, parameters);
		const list = pagedListOf(operation, parameters);
		return await this.answerTo(request, operation, { list, subject });
	}

	/** Sends a request, and reads all pages of a list. Resends a change only if the API can't have received it. */
	async answerTo(
		request: HttpRequest,
		operation: SentOperation,
		{ list, subject, ...options }: AnswerOptions = {},
	): Promise<Answer> {
		const { api, interruptions } = this.access;
		const sendPage = async (page: HttpRequest) => await this.send(page, operation, 0, options);
		const result = await readPages(request, list, api.payloadKey, sendPage);
		if (result.kind === 'success') {
			const { body, response } = result;
			return { payload: body[api.payloadKey], body, headers: response.headers };
		}
		const details = this.errorOf(result, request, operation, subject);
		const error = withInterruption(details, this.client.isOutOfTime, interruptions);
		return { error, isUnknown: isUnknownToApi(result, api), retryAfter: result.retryAfter };
	}

	private parserFor(request: HttpRequest, operation: SentOperation): ParseSuccess<JsonObject> {
		return successParser({ ...this.access, operation }, request);
	}

	redact(text: string): string {
		return this.access.redactorFor(undefined)(text);
	}

	errorOf(
		failure: Failure,
		request: HttpRequest,
		operation: SentOperation,
		subject?: Phrase,
	): ErrorDetails {
		const { api, interruptions, redactorFor } = this.access;
		const redact = redactorFor(request);
		const target = subject && subjectText(subject, redactorFor(request, 'node'));
		const { baseUrl } = this.credential;
		const context = { api, operation, request, baseUrl, target, interruptions, redact };
		return failureDetails(failure, context);
	}

	async read(need: Need, itemIndex = 0): Promise<ReadFact> {
		const progress = {
			prepared: [],
			sentBefore: 0,
			...this.access.progress,
			sent: 'reads',
		} as const;
		return await this.factOf(
			need,
			safetyPromise(progress),
			async (page) =>
				await this.pages.readForPlan(page, async () => await this.readPage(page, itemIndex)),
		);
	}

	/**
	 * Reads right before a change, and never reuses an earlier response. The change has `waited` this many
	 * milliseconds.
	 */
	async readNow(need: Need, itemIndex: number, waited?: number): Promise<ReadFact> {
		return await this.factOf(
			need,
			"The item wasn't sent.",
			async (page) => await this.readPage(page, itemIndex, UNREDACTED, { waited }),
		);
	}

	/** `outcomeText` tells in the error whether the change was sent. */
	private async factOf(
		plannedNeed: Need,
		outcomeText: string,
		send: (page: HttpRequest) => Promise<PageAnswer>,
	): Promise<ReadFact> {
		const { api } = this.access;
		const need = { ...plannedNeed, request: api.toWire(plannedNeed.request, this.credential) };
		const { request, pages, factIn, factOfFailure } = need;
		let readAt = Infinity;
		const rounded: string[] = [];
		const result = await readPages(request, pages, api.payloadKey, async (page) => {
			const answer = await send(page);
			readAt = Math.min(readAt, answer.readAt);
			if (answer.result.kind === 'success') rounded.push(...(answer.result.response.rounded ?? []));
			return answer.result;
		});
		if (result.kind !== 'success') {
			const hasRead = hasReadFrom(this.accessKey, request);
			const value = factOfFailure?.({ ...failedRead(result, api), hasRead });
			return value === undefined
				? { error: this.needError(result, need, outcomeText) }
				: { value, readAt, rounded };
		}
		const payload = result.body[api.payloadKey];
		const fact = factIn(payload);
		if ('value' in fact) return { value: fact.value, readAt, rounded };
		const { message, description } = fact.problem;
		const redact = this.access.redactorFor(request, 'node');
		const text = `${outcomeText} ${redact(description)}`;
		return { error: invalidInput({ message: redact(message), description: text }) };
	}

	private async readPage(
		page: HttpRequest,
		itemIndex: number,
		parsedFor: SentOperation = UNREDACTED,
		options?: SendOptions,
	): Promise<PageAnswer> {
		const result = await this.send(page, parsedFor, itemIndex, options);
		return { result, readAt: this.clock.elapsed(), parsedFor };
	}

	/** The outcome is `notSent`, because the change waits for this read. */
	private needError(failure: Failure, need: Need, outcomeText: string): ErrorDetails {
		const { purpose, request, subject } = need;
		if ('flaw' in failure && failure.flaw === 'listTooLarge') return tooLargeError(outcomeText);
		const details = this.errorOf(failure, request, { texts: need }, subject);
		const description = `${purpose} ${outcomeText} ${details.description}`;
		return { ...details, description, outcome: 'notSent' };
	}
}

function tooLargeError(outcomeText: string): ErrorDetails {
	return errorDetails(
		'unavailable',
		'notSent',
		'The records to read before the changes are larger than 200 MB in total.',
		`${outcomeText} Send fewer items at a time.`,
	);
}

function failedRead(failure: Failure, api: Api): Omit<FailedRead, 'hasRead'> {
	if (!('response' in failure)) return { isOwn: false };
	const { kind, response } = failure;
	const { status } = response;
	const isRefused = kind === 'rejected' || status === NOT_IMPLEMENTED;
	const isOwn = status === NOT_FOUND ? isOwnError(response, api) : !isWebPage(response);
	return { ...(isRefused && { refusedWith: status }), isOwn };
}

/**
 * Opens a session for a task. Closes it afterward, so other sessions get their turn. Sessions with the same base URL
 * and Authorization share a rate limiter.
 */
export async function withSession<Value>(
	opening: Opening,
	task: (session: Session) => Promise<Value>,
): Promise<Value> {
	const { api, clock, context, credential, limits, purpose, secrets = [] } = opening;
	const redact = textRedactor([...credentialSecrets(credential, api), ...secrets]);
	const { redactorFor = () => redact } = opening;
	const hasNode = 'getNode' in context;
	const source = hasNode ? context.getNode().type : api.credentialType;
	const { logDefect, observe } = nodeLog(context.logger, redactorFor, source, api);
	const client = new Client({
		...limits,
		observe,
		clock,
		limiter: SharedLimiter.of(accessKey(api, credential), api.expectedLimit, clock.elapsed()),
		signal: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
		transport: transportOf(opening),
	});
	const session = new Session({ ...opening, redactorFor }, client);
	const reportDefect = (error: unknown): never => {
		const isNamed = purpose !== undefined && hasNode && isProgrammingError(error);
		if (!isNamed) throw error;
		// The raw error could show a secret.
		logDefect(purpose, error);
		const details = defectDetails(purpose, error, session.mayHaveChanged);
		throw operationError(context.getNode(), details);
	};
	try {
		return await task(session).catch(reportDefect);
	} finally {
		client.close();
	}
}

/** A credential test has no node, so n8n can't sign its requests. */
function transportOf({ api, context, credential, limits }: Opening): Transport {
	const { timeout } = limits;
	if ('getNode' in context) return n8nTransport(context, api.credentialType, credential, timeout);
	const authenticate = authenticateWith(api.authorizationProperties);
	return credentialTestTransport(context, authenticate, credential, timeout);
}

function defectDetails(purpose: string, error: unknown, mayHaveChanged: boolean): ErrorDetails {
	const message = `The node couldn't finish ${purpose} (${nameOfError(error)}).`;
	const description = mayHaveChanged ? REPORT : `Nothing was changed. ${REPORT}`;
	return errorDetails('defect', 'unknown', message, description);
}

export function pagedListOf(
	operation: Operation,
	parameters: ParameterValues,
): PagedList | undefined {
	return operation.kind === 'list' ? operation.pages?.(parameters) : undefined;
}
