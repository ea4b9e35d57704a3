import type { RequestHandler } from 'express';
import { bodyFaults, findOperation, type Match, type Operation } from '../contract';
import { isJsonObject } from '../contract/json';
import { answerWith, exchangeOf, type Parts } from './exchange';
import { perform } from './routes';
import { ContractViolation } from './validation';

const SERVICE = '/v1/organizations/(?<organizationId>[^/]+)/services/(?<serviceId>[^/]+)';

/** Endpoints of real services that the neutral contract in `tools/contract` does not describe. */
const OPERATIONS = [
	{
		...undescribed('getPipe', 'GET'),
		path: new RegExp(`^${SERVICE}/pipes/(?<clickPipeId>[^/]+)$`),
	},
	{ ...undescribed('wakeService', 'PATCH'), path: new RegExp(`^${SERVICE}/state$`) },
];

function undescribed(operationId: string, method: string): Operation {
	const described = { template: '', parameters: [], bodySchema: undefined, responses: {} };
	return { api: 'management', method, operationId, ...described };
}

/** Finds an operation that the neutral contract lacks. */
function found(method: string, path: string, { cloudOperations }: Parts): Match | undefined {
	if (cloudOperations) {
		const cloudPath = path.replace(/(\/services\/[^/]+\/)pipes/, '$1clickpipes');
		return findOperation('clickhouseCloud', method, cloudPath);
	}
	for (const operation of OPERATIONS) {
		const parameters = operation.path.exec(path)?.groups;
		if (parameters === undefined || method !== operation.method) continue;
		return { operation, parameters };
	}
	return undefined;
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
		const { operation, parameters } = other;
		entry.operationId = operation.operationId;
		const faults =
			operation.bodySchema === undefined ? [] : bodyFaults(operation, inCloudSpelling(entry.body));
		if (faults.length > 0) {
			next(new ContractViolation(faults.join('; ')));
			return;
		}
		const body = isJsonObject(entry.body) ? entry.body : {};
		const { query } = request;
		const call = { parameters, query, body, state: parts.state, now: new Date() };
		answerWith(parts, exchange, response, perform(operation, call));
	};
}
