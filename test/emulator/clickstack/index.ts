import type { RequestHandler, Response } from 'express';
import { isJsonObject } from '../../contract/json';
import { apiOf, exchangeOf, type Parts } from '../exchange';
import type { Collection } from '../state/collection';
import * as alerts from './alerts';
import * as dashboards from './dashboards';
import { inManagedEnvelope } from './managed';
import { badRequest, type Call, data, type Handler, type Reply } from './reply';
import { CLICKSTACK_IDS, type StoredRecord } from './state';

const MAX_PAGE = 1000;
const OBJECT_ID = /^[0-9a-f]{24}$/i;

function page({ query }: Call, records: Collection<StoredRecord>): Reply {
	const all = records.all();
	const [limit, offset] = [Number(query['limit'] ?? MAX_PAGE), Number(query['offset'] ?? 0)];
	const meta = { total: all.length, limit, offset };
	const headers = { 'x-total-count': String(all.length) };
	return { status: 200, headers, body: { data: all.slice(offset, offset + limit), meta } };
}

const HANDLERS: Record<string, Handler> = {
	...alerts,
	...dashboards,
	listAlerts: (call) => page(call, call.state.alerts),
	listSavedSearches: (call) => page(call, call.state.savedSearches),
	listWebhooks: (call) => page(call, call.state.webhooks),
	listSources: ({ state }) => data(state.sources.all()),
	getTeam: () => data({ id: CLICKSTACK_IDS.teamId, name: 'Shop' }),
};

/** Carries out an operation of ClickStack; any other API is left to the next step. */
export function performClickStack({ state }: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { match } = exchange;
		const handler = match && HANDLERS[match.operation.operationId];
		if (apiOf(exchange) !== 'clickstack' || handler === undefined) {
			next();
			return;
		}
		const id = match?.parameters['id'];
		if (id !== undefined && !OBJECT_ID.test(id)) {
			sendReply(response, badRequest('Params validation failed: id: Invalid'));
			return;
		}
		const sent: unknown = request.body;
		const reply = handler({
			state: state.clickStack,
			id: id?.toLowerCase() ?? '',
			query: exchange.entry.query,
			body: isJsonObject(sent) ? sent : {},
			sent,
			now: new Date().toISOString(),
		});
		const { status, body } = reply;
		// Plain text is JSON there, which the document does not have.
		if (exchange.managed !== undefined && typeof body === 'string') {
			const error = inManagedEnvelope(status, { message: body }, '');
			response.status(status).type('json').send(JSON.stringify(error));
		} else sendReply(response, reply);
	};
}

function sendReply(response: Response, { status, body, headers = {} }: Reply): void {
	response.status(status).set(headers);
	if (typeof body === 'string') response.type('text/plain').send(body);
	else response.json(body);
}
