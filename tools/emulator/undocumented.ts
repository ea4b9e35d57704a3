import type { RequestHandler } from 'express';
import { bodyFaults, findOperation, type Match } from '../contract';
import { isJsonObject } from '../contract/json';
import { answerWith, callOf, exchangeOf, type Parts } from './exchange';
import { perform } from './routes';
import { ContractViolation } from './validation';

/** The operations of real services that are served always, although the neutral contract doesn't describe them. */
const ALWAYS = ['getPipe', 'updateServiceState'];

/** Finds an operation that the neutral contract lacks. */
function found(method: string, path: string, { cloudOperations }: Parts): Match | undefined {
	const cloudPath = path.replace(/(\/services\/[^/]+\/)pipes/, '$1clickpipes');
	const match = findOperation('clickhouseCloud', method, cloudPath);
	const isServed = cloudOperations || ALWAYS.includes(match?.operation.operationId ?? '');
	return isServed ? match : undefined;
}

/** Returns a body with its settings, which may be the whole body, in ClickHouse Cloud's spelling. */
function inCloudSpelling(body: unknown): unknown {
	if (!isJsonObject(body)) return body;
	const members = Object.entries(body).map(([name, value]): [string, unknown] => [
		name.replace(/^engine_/, 'clickhouse_'),
		name === 'settings' ? inCloudSpelling(value) : value,
	]);
	return Object.fromEntries(members);
}

/** Carries out the operations that the neutral contract does not list. */
export function performUndocumented(parts: Parts): RequestHandler {
	return (request, response, next) => {
		const exchange = exchangeOf(request);
		const { entry, match } = exchange;
		const other = match === undefined ? found(entry.method, request.path, parts) : undefined;
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
