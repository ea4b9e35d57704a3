import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Api } from '../contract';
import { isDashboardApi } from './envelopes';
import { answerWith, callOf, exchangeOf, outerApiOf, type Parts, refuse } from './exchange';
import { giveFault } from './faultAnswers';
import type { Fault } from './faults';
import { perform } from './routes';

const NO_KEY = 'UNAUTHORIZED: The API key is missing, wrong or not active.';
const UNAUTHORIZED: Record<Api, string> = {
	management: NO_KEY,
	clickhouseCloud: NO_KEY,
	dashboard: 'Unauthorized: the API key is missing or invalid.',
	clickstack: 'Unauthorized',
};

export function limitRate(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const headers = parts.admit(Date.now());
		if (headers === undefined) next();
		else refuse(request, response, 429, 'RATE_LIMITED: too many requests', headers);
	};
}

/** Replaces the normal response, which later steps still make, by `give`'s response. */
function replaceAnswer(response: Response, give: (normal: unknown) => void): void {
	let normal: unknown;
	const json = response.json.bind(response);
	response.json = (body: unknown) => {
		normal = body;
		return json(body);
	};
	response.send = () => {
		give(normal);
		return response;
	};
}

/** A delay changes nothing in the response, which later steps make. */
function give(fault: Fault, request: Request, response: Response, next: NextFunction): void {
	if (fault.kind === 'delay') {
		setTimeout(next, fault.ms).unref();
		return;
	}
	const exchange = exchangeOf(request);
	const scene = { response, entry: exchange.entry, api: outerApiOf(exchange) };
	if (fault.actAnyway === true) {
		replaceAnswer(response, (normal) => {
			giveFault(fault, { ...scene, normal });
		});
		next();
	} else {
		giveFault(fault, { ...scene, normal: undefined });
	}
}

export function interfere(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const fault = parts.faults.take(exchangeOf(request).entry);
		if (fault === undefined) next();
		else give(fault, request, response, next);
	};
}

export function authorize({ keys }: Parts): RequestHandler {
	const pair = Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64');
	return (request, response, next) => {
		const api = outerApiOf(exchangeOf(request));
		const accepted = isDashboardApi(api) ? `Bearer ${keys.accessToken}` : `Basic ${pair}`;
		if (request.headers.authorization === accepted) next();
		else refuse(request, response, 401, UNAUTHORIZED[api]);
	};
}

export function operate(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { match } = exchange;
		if (match === undefined) next();
		else answerWith(parts, exchange, response, match, perform(callOf(parts, request, match)));
	};
}
