import type { RequestHandler } from 'express';
import { type Api, findOperation } from '../contract';
import { inManagedEnvelope, managedPath } from './clickstack/managed';
import { type Exchange, exchangeOf, openExchange, type Parts, refuse } from './exchange';

const MANAGED_BLOCK = 0x62;

/** The entry is completed after the response or a disconnect. */
export function logArrival(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const entry = parts.log.open({
			method: request.method,
			url: request.url,
			headers: request.headers,
			body: undefined,
			rawBody: '',
			status: undefined,
			api: undefined,
			operationId: undefined,
			fault: undefined,
		});
		openExchange(request, { entry, match: undefined, malformedBody: false });
		const close = () => {
			response.off('prefinish', close);
			response.off('close', close);
			entry.status = response.headersSent ? response.statusCode : undefined;
			parts.onRequest(entry);
		};
		// Runs before the last byte is sent, so that the entry is complete before the client's next request.
		response.once('prefinish', close);
		response.once('close', close);
		next();
	};
}

function parseInto(exchange: Exchange, text: string): unknown {
	try {
		const body: unknown = JSON.parse(text);
		return body;
	} catch {
		exchange.malformedBody = true;
		return undefined;
	}
}

/** Keeps the body as text and as JSON. `request.body` becomes the JSON. */
export const readBody: RequestHandler = (request, _response, next) => {
	const exchange = exchangeOf(request);
	const raw: unknown = request.body;
	const text = Buffer.isBuffer(raw) ? raw.toString('utf8') : '';
	exchange.entry.rawBody = text;
	exchange.entry.body = text === '' ? undefined : parseInto(exchange, text);
	request.body = exchange.entry.body;
	next();
};

export function delay(parts: Parts): RequestHandler {
	return (_request, _response, next) => {
		const ms = parts.nextDelay();
		if (ms <= 0) next();
		else setTimeout(next, ms).unref();
	};
}

function apiOfPath(path: string, parts: Parts, isQueryHost: boolean): Api | undefined {
	const { dashboardApi, managementApi } = parts;
	if (isQueryHost) return path.startsWith('/run/') ? managementApi : undefined;
	if (path.startsWith('/v1/')) return managementApi;
	return path.startsWith('/api/v2/') ? dashboardApi : undefined;
}

/** Requests to managed ClickStack continue like requests to a self-hosted server. */
export function locate(parts: Parts, isQueryHost: boolean): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { entry } = exchange;
		const managed = managedPath(entry.path);
		const path = managed?.path ?? entry.path;
		const api = managed === undefined ? apiOfPath(path, parts, isQueryHost) : 'clickstack';
		if (api === undefined) {
			parts.log.violate(entry, 'request', 404, 'the path belongs to no API');
			refuse(request, response, 404, 'NOT_FOUND: no such path');
			return;
		}
		const other = api === 'dashboard' ? 'clickstack' : api;
		const [match] = [api, other].flatMap((one) => findOperation(one, entry.method, path) ?? []);
		const named = match?.operation.api === 'clickstack' ? 'clickstack' : api;
		Object.assign(exchange, { match, managed });
		Object.assign(entry, { api: named, operationId: match?.operation.operationId });
		request.url = path + entry.url.slice(entry.path.length);
		if (managed !== undefined) {
			const json = response.json.bind(response);
			response.json = (body: unknown) => {
				const requestId = parts.state.newIds.uuid(MANAGED_BLOCK);
				return json(inManagedEnvelope(response.statusCode, body, requestId));
			};
		}
		next();
	};
}
