import type { RequestHandler } from 'express';
import { apiOf, exchangeOf, type Parts, refuse } from './exchange';
import { successBody } from './envelopes';

const MANAGEMENT_PATH = /^\/v1\/organizations\/([^/]+)\/echo$/;
const DASHBOARD_PATH = '/api/v2/echo';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const REQUEST_BLOCK = 0x61;

/**
 * Requests under `…/echo` stand for endpoints that no contract lists, so nothing checks them. The response repeats the
 * request.
 */
export function echoUndocumented(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { entry, malformedBody } = exchange;
		const organizationId = MANAGEMENT_PATH.exec(request.path)?.[1];
		const isEcho = organizationId !== undefined || request.path === DASHBOARD_PATH;
		if (!isEcho || !METHODS.includes(entry.method)) {
			next();
			return;
		}
		entry.operationId = 'undocumentedEcho';
		if (organizationId !== undefined && organizationId !== parts.state.organizationId) {
			refuse(request, response, 404, 'NOT_FOUND: organization not found');
		} else if (malformedBody) {
			refuse(request, response, 400, 'BAD_REQUEST: the body is not JSON');
		} else {
			const received = { method: entry.method, query: request.query, body: entry.body };
			const requestId = parts.state.newIds.uuid(REQUEST_BLOCK);
			response.json(successBody(apiOf(exchange), requestId, received));
		}
	};
}
