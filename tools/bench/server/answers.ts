import { randomUUID } from 'node:crypto';

import { samplePipe, sampleService } from '../../emulator/state/samples';
import { isJsonObject } from '../../contract/json';
import { AUTHORIZATION } from '../calls';

/** A request that has arrived in full. */
export interface Arrived {
	method: string;
	url: string;
	authorization: string;
	body: string;
}

export interface Answer {
	status: number;
	body: string;
}

const ID = '%ID%';
const SERVICE = JSON.stringify({ ...sampleService(), id: ID }).split(ID);
const PIPE = JSON.stringify(samplePipe(ID, 'kafka')).split(ID);
const NOT_FOUND: Answer = { status: 404, body: '{"status":404,"error":"NOT_FOUND"}' };
const MANAGEMENT =
	/^\/v1\/organizations\/[^/]+\/services\/([^/]+)(?:\/pipes(?:\/([^/]+)\/state)?)?$/;
const DASHBOARD = /^\/api\/v2\/dashboards\/([^/]+)$/;

/** Returns the response to a request, in the contract's shape; constant strings are made once. */
export function answerTo({ method, url, authorization, body }: Arrived): Answer {
	const dashboard = DASHBOARD.exec(url);
	const expected = dashboard === null ? AUTHORIZATION.management : AUTHORIZATION.dashboard;
	if (authorization !== expected) return { status: 401, body: '{"status":401,"error":"no key"}' };
	if (dashboard !== null) return method === 'PUT' ? updated(dashboard[1], body) : NOT_FOUND;
	const management = MANAGEMENT.exec(url);
	if (management === null) return NOT_FOUND;
	const [, serviceId = '', pipeId] = management;
	if (method === 'GET') return success(SERVICE.join(serviceId));
	return success(PIPE.join(pipeId ?? randomUUID()));
}

function success(result: string): Answer {
	return {
		status: 200,
		body: `{"status":200,"requestId":"${randomUUID()}","result":${result}}`,
	};
}

function updated(id: string | undefined, body: string): Answer {
	const parsed: unknown = JSON.parse(body);
	const content = isJsonObject(parsed) ? parsed : {};
	return { status: 200, body: JSON.stringify({ data: { id, ...content } }) };
}
