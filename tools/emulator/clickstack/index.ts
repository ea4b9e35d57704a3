import type { RequestHandler, Response } from 'express';
import { isJsonObject } from '../../contract/json';
import { apiOf, exchangeOf, type Parts } from '../exchange';
import * as alerts from './alerts';
import * as connections from './connections';
import * as dashboards from './dashboards';
import { searchEvents } from './events';
import { inManagedEnvelope } from './managed';
import { invalidTeamRequest } from './refusals';
import { badRequest, type Handler, type Reply } from './reply';
import * as savedSearches from './savedSearches';
import { queryChartSeries } from './series';
import * as sources from './sources';
import * as team from './team';
import * as webhooks from './webhooks';

const OBJECT_ID = /^[0-9a-f]{24}$/i;

const HANDLERS: Record<string, Handler> = {
	...alerts,
	...connections,
	...dashboards,
	...savedSearches,
	...sources,
	...team,
	...webhooks,
	queryChartSeries,
	searchEvents,
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
			const isOfTeam = match?.operation.template.startsWith('/api/v2/team/') === true;
			const body = invalidTeamRequest('Params', 'Invalid');
			const refused = badRequest('Params validation failed: id: Invalid');
			sendReply(response, isOfTeam ? { status: 400, body } : refused);
			return;
		}
		const sent: unknown = request.body;
		const reply = handler({
			state: state.clickStack,
			isManaged: exchange.managed !== undefined,
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
