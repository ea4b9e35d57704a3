import { pipeline, Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { type Api, type Match, validateAnswer } from '../contract';
import { successOf } from '../contract/example';
import { isJsonObject } from '../contract/json';
import { Random } from '../random';
import type { ManagedPath } from './clickstack/managed';
import { answerAsClickStack, refuseAsClickStack } from './clickstack';
import type { EmulatorKeys } from './options';
import { errorBody, successBody } from './envelopes';
import type { Faults } from './faults';
import type { Admit } from './rateLimit';
import type { LoggedRequest, RequestLog } from './requestLog';
import type { Answer, Call } from './routes/answers';
import type { EmulatorState } from './state';

const REQUEST_BLOCK = 0x60;
const MAX_CHUNK = 64 * 1024;

/** What all steps of an emulator share. */
export interface Parts {
	managementApi: 'clickhouseCloud' | 'management';
	dashboardApi: 'clickstack' | 'dashboard';
	keys: EmulatorKeys;
	state: EmulatorState;
	log: RequestLog;
	faults: Faults;
	admit: Admit;
	nextDelay: () => number;
	onRequest: (entry: LoggedRequest) => void;
}

export interface Exchange {
	entry: LoggedRequest;
	/** Undefined if no operation has this path and method. */
	match: Match | undefined;
	malformedBody: boolean;
	/** Set if the request addresses a service's managed ClickStack. */
	managed?: ManagedPath | undefined;
}

const exchanges = new WeakMap<Request, Exchange>();

export function openExchange(request: Request, exchange: Exchange): void {
	exchanges.set(request, exchange);
}

/** Throws if the request never passed the emulator's first step. */
export function exchangeOf(request: Request): Exchange {
	const exchange = exchanges.get(request);
	if (exchange === undefined) throw new Error('the request was not logged');
	return exchange;
}

/** If the path belongs to no API, errors look like the management API's errors. */
export function apiOf(exchange: Exchange): Api {
	return exchange.entry.api ?? 'management';
}

/** A request to managed ClickStack has the management API's key and envelope. */
export function outerApiOf(exchange: Exchange): Api {
	return exchange.managed === undefined ? apiOf(exchange) : 'clickhouseCloud';
}

export function callOf({ state }: Parts, request: Request, match: Match): Call {
	const { parameters } = match;
	const sent: unknown = request.body;
	return {
		...match,
		place: exchangeOf(request).managed?.place ?? parameters,
		query: request.query,
		body: isJsonObject(sent) ? sent : {},
		state,
		now: new Date().toISOString(),
	};
}

export function refuse(
	request: Request,
	response: Response,
	status: number,
	message: string,
	headers: Record<string, string> = {},
): void {
	const exchange = exchangeOf(request);
	if (exchange.managed !== undefined) {
		response.status(status).set(headers).json({ message });
		return;
	}
	if (apiOf(exchange) === 'clickstack') {
		refuseAsClickStack(response.set(headers), status, message);
		return;
	}
	const body = errorBody(apiOf(exchange), status, message);
	const faults =
		exchange.match === undefined ? [] : validateAnswer(exchange.match.operation, status, body);
	if (faults.length > 0) throw new Error(faults.join('; '));
	response.status(status).set(headers).json(body);
}

/** Long text goes out in chunks that end anywhere, even within a character, to a client that may stop reading. */
function sendText(response: Response, text: string | Iterable<string>): void {
	response.type('text/plain');
	if (typeof text === 'string') response.send(text);
	else pipeline(Readable.from(chunksOf(text)), response, () => undefined);
}

function* chunksOf(pieces: Iterable<string>): Generator<Buffer> {
	const random = new Random(1);
	let waiting: Buffer[] = [];
	let size = 0;
	for (const piece of pieces) {
		waiting.push(Buffer.from(piece));
		size += waiting.at(-1)?.length ?? 0;
		if (size <= MAX_CHUNK) continue;
		let all = Buffer.concat(waiting);
		while (all.length > MAX_CHUNK) {
			const end = random.integer(1, MAX_CHUNK);
			yield all.subarray(0, end);
			all = all.subarray(end);
		}
		waiting = [all];
		size = all.length;
	}
	yield Buffer.concat(waiting);
}

export function answerWith(
	parts: Parts,
	exchange: Exchange,
	response: Response,
	{ operation }: Match,
	answer: Answer,
): void {
	if ('text' in answer) {
		sendText(response.status(answer.status ?? 200).set(answer.headers ?? {}), answer.text);
		return;
	}
	const api = apiOf(exchange);
	if (api === 'clickstack') {
		answerAsClickStack(response, answer, exchange.managed !== undefined);
		return;
	}
	if ('message' in answer) {
		response.status(answer.status).json(errorBody(api, answer.status, answer.message));
		return;
	}
	const requestId = parts.state.newIds.uuid(REQUEST_BLOCK);
	const { result, page }: { result?: unknown; page?: object } = 'result' in answer ? answer : {};
	const { status } = successOf(operation);
	response.status(status).json(successBody(api, requestId, result, { status, ...page }));
}
