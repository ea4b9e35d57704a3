import type { RequestHandler } from 'express';
import { type Api, findOperation } from '../contract';
import { inManagedEnvelope, managedPath } from './clickstack/managed';
import { type Exchange, exchangeOf, openExchange, type Parts, refuse } from './exchange';

const MANAGED_BLOCK = 0x62;

/** Starts a request's log entry, and ends it when the response is sent or the client has disconnected. */
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
		let open = true;
		const close = () => {
			if (!open) return;
			open = false;
			entry.status = response.headersSent ? response.statusCode : undefined;
			parts.log.close();
			parts.onRequest(entry);
		};
		// Before the last byte is out, so that a client's next request is never counted together with this one.
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

/** Keeps the body as text and as JSON; `request.body` becomes the JSON. */
export const readBody: RequestHandler = (request, _response, next) => {
	const exchange = exchangeOf(request);
	const raw: unknown = request.body;
	const text = Buffer.isBuffer(raw) ? raw.toString('utf8') : '';
	exchange.entry.rawBody = text;
	exchange.entry.body = text === '' ? undefined : parseInto(exchange, text);
	request.body = exchange.entry.body;
	next();
};

/** Waits for the latency. */
export function delay(parts: Parts): RequestHandler {
	return (_request, _response, next) => {
		const ms = parts.nextDelay();
		if (ms <= 0) next();
		else setTimeout(next, ms).unref();
	};
}

function apiOfPath(path: string, { dashboardApi, managementApi }: Parts): Api | undefined {
	if (path.startsWith('/v1/')) return managementApi;
	return path.startsWith('/api/v2/') ? dashboardApi : undefined;
}

function withoutBase(path: string, basePath: string): string | undefined {
	return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/** Finds a request's operation; from here on its URL and responses are in neutral spelling. */
export function locate(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { entry } = exchange;
		const path = withoutBase(entry.path, parts.basePath);
		const neutral = path === undefined ? undefined : parts.spelling.neutralPath(path);
		const managed = neutral === undefined ? undefined : managedPath(neutral, parts);
		const inner = managed?.path ?? neutral;
		const outer = inner === undefined ? undefined : apiOfPath(inner, parts);
		const api = managed === undefined ? outer : 'clickstack';
		if (inner === undefined || api === undefined) {
			parts.log.violate(entry, 'request', 404, 'the path belongs to no API');
			refuse(request, response, 404, 'NOT_FOUND: no such path');
			return;
		}
		exchange.match = findOperation(api, entry.method, inner);
		entry.api = api;
		exchange.managed = managed;
		if (exchange.match === undefined && api === 'dashboard' && parts.cloudOperations) {
			exchange.match = findOperation('clickstack', entry.method, inner);
			if (exchange.match !== undefined) entry.api = 'clickstack';
		}
		entry.operationId = exchange.match?.operation.operationId;
		request.url = inner + entry.url.slice(entry.path.length);
		const json = response.json.bind(response);
		response.json = (body: unknown) => {
			if (managed === undefined) return json(parts.spelling.spellAnswer(body));
			const requestId = parts.state.newIds.uuid(MANAGED_BLOCK);
			return json(inManagedEnvelope(response.statusCode, body, requestId));
		};
		next();
	};
}
