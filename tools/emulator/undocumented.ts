import type { RequestHandler } from 'express';
import { bodyFaults, findOperation, type Match } from '../contract';
import { isJsonObject } from '../contract/json';
import { answerWith, apiOf, callOf, exchangeOf, type Parts } from './exchange';
import { perform } from './routes';
import { ContractViolation } from './validation';

/** The neutral contract lacks the operation, so ClickHouse Cloud's document is searched. */
function found(method: string, path: string): Match | undefined {
	const cloudPath = path.replace(/(\/services\/[^/]+\/)pipes/, '$1clickpipes');
	return findOperation('clickhouseCloud', method, cloudPath);
}

/** The settings may be the whole body. */
function inCloudSpelling(body: unknown): unknown {
	if (!isJsonObject(body)) return body;
	const members = Object.entries(body).map(([name, value]): [string, unknown] => [
		name.replace(/^engine_/, 'clickhouse_'),
		name === 'settings' ? inCloudSpelling(value) : value,
	]);
	return Object.fromEntries(members);
}

/**
 * The neutral contract lacks these operations of ClickHouse Cloud, which work in the neutral spelling here. ClickHouse
 * Cloud's document checks bodies but not IDs.
 */
export function performUndocumented(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { entry, match } = exchange;
		const isNeutral = apiOf(exchange) === 'management' && match === undefined;
		const other = isNeutral ? found(entry.method, request.path) : undefined;
		if (other === undefined) {
			next();
			return;
		}
		const { operation } = other;
		entry.operationId = operation.operationId;
		const faults =
			operation.bodySchema === undefined ? [] : bodyFaults(operation, inCloudSpelling(entry.body));
		if (faults.length > 0) next(new ContractViolation(faults.join('; ')));
		else answerWith(parts, exchange, response, other, perform(callOf(parts, request, other)));
	};
}
