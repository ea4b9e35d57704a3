import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import {
	type Api,
	headerFaults,
	judgedBody,
	type Match,
	queryFaults,
	requestFaults,
	validateAnswer,
} from '../contract';
import { isJsonObject } from '../contract/json';
import { judge } from '../contract/vendor';
import { apiOf, type Exchange, exchangeOf, type Parts, refuse } from './exchange';
import type { LoggedRequest } from './requestLog';

const REFUSALS: Record<Api, string> = {
	management: 'BAD_REQUEST',
	clickhouseCloud: 'BAD_REQUEST',
	dashboard: 'Invalid dashboard configuration',
	clickstack: 'Body validation failed',
};

/** A contract violation by a request or by the emulator's response. */
export class ContractViolation extends Error {
	constructor(
		message: string,
		readonly status = 400,
	) {
		super(message);
	}
}

/** The body may not be JSON, or may have the wrong type. */
function faultsOf({ entry, malformedBody }: Exchange, match: Match): string[] {
	if (malformedBody) return ['the body is not JSON'];
	const type = entry.headers['content-type'] ?? '';
	if (entry.rawBody !== '' && !/^application\/json\b/.test(type)) return [`the body is ${type}`];
	return [
		...headerFaults(match.operation, entry.headers),
		...queryFaults(match.operation, new URLSearchParams(entry.url.split('?')[1])),
		...requestFaults(match, entry.body),
		...vendorFaults(entry),
	];
}

/** Empty if the vendor has no document for the API. */
function vendorFaults({ api, method, url, body }: LoggedRequest): string[] {
	const isNeutral = api === 'management' || api === 'dashboard';
	return isNeutral ? [] : judge({ method, path: url, body });
}

export const validate: RequestHandler = (request, response, next) => {
	const exchange = exchangeOf(request);
	const { match } = exchange;
	if (match === undefined) throw new ContractViolation('no such path', 404);
	const faults = faultsOf(exchange, match);
	if (faults.length > 0) throw new ContractViolation(faults.join('; '));
	request.body = judgedBody(apiOf(exchange), exchange.entry.body);
	const json = response.json.bind(response);
	response.json = (answer: unknown) => {
		response.json = json;
		const wrong = validateAnswer(match.operation, response.statusCode, answer);
		if (wrong.length > 0) throw new ContractViolation(wrong.join('; '), 500);
		return json(answer);
	};
	next();
};

function statusOf(error: unknown): number {
	const status = isJsonObject(error) ? error['status'] : undefined;
	return typeof status === 'number' ? status : 500;
}

function isAborted(request: Request, error: unknown): boolean {
	return request.destroyed && isJsonObject(error) && error['type'] === 'request.aborted';
}

/** Responds with 400 or 404 for a request, and with 500 for the emulator's own response. */
export function answerViolation(parts: Parts): ErrorRequestHandler {
	return (error: unknown, request, response, next) => {
		if (isAborted(request, error)) return;
		if (response.headersSent) {
			next(error);
			return;
		}
		const status = statusOf(error);
		const message = error instanceof Error ? error.message : String(error);
		const { entry } = exchangeOf(request);
		const where = status >= 500 ? 'answer' : 'request';
		parts.log.violate(entry, where, status, message);
		if (where === 'answer') refuse(request, response, 500, `INTERNAL_ERROR: ${message}`);
		else if (status === 404) refuse(request, response, 404, 'NOT_FOUND: no such path');
		else refuse(request, response, 400, `${REFUSALS[apiOf(exchangeOf(request))]}: ${message}`);
	};
}
