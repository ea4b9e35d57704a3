import type { RequestHandler } from 'express';
import { isJsonObject } from '../contract/json';
import { answerWith, exchangeOf, type Parts } from './exchange';
import { perform } from './routes';

const SERVICE = '/v1/organizations/(?<organizationId>[^/]+)/services/(?<serviceId>[^/]+)';

/** What real services have and the reference does not: `test/contract` does not describe it. */
const OPERATIONS = [
	{
		operationId: 'getPipe',
		method: 'GET',
		path: new RegExp(`^${SERVICE}/pipes/(?<clickPipeId>[^/]+)$`),
	},
	{ operationId: 'wakeService', method: 'PATCH', path: new RegExp(`^${SERVICE}/state$`) },
];

/** Carries out the operations that some examples use and the reference does not list. */
export function performUndocumented(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { entry, match } = exchange;
		if (match !== undefined) {
			next();
			return;
		}
		for (const { operationId, method, path } of OPERATIONS) {
			const parameters = path.exec(request.path)?.groups;
			if (parameters === undefined || method !== entry.method) continue;
			entry.operationId = operationId;
			const body = isJsonObject(entry.body) ? entry.body : {};
			const call = { parameters, query: {}, body, state: parts.state, now: new Date() };
			answerWith(parts, exchange, response, perform({ api: 'management', operationId }, call));
			return;
		}
		next();
	};
}
