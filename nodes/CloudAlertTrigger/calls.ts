import type { INode } from 'n8n-workflow';
import { errorDetails, requestError } from '../engine/errors/nodeErrors';
import type { PayloadReader, PayloadResult } from '../engine/execution/reader';
import { isWebPage } from '../engine/http/response';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { HttpRequest, Operation, Parameters } from '../engine/operation';
import type { ListType } from '../features/record/record';
import { readList } from '../features/record/record';

type Failed = Extract<PayloadResult, { failure: unknown }>;

/** The requests that start and stop a trigger. They return records exactly as the API sent them. */
export interface Calls {
	/** Returns all records of a kind. Throws a `NodeApiError` if any couldn't be read. */
	list: (kind: ListType) => Promise<JsonObject[]>;
	/** Returns a record, or undefined if the API has none with this ID. Throws a `NodeApiError`. */
	get: (kind: ListType, id: string) => Promise<JsonObject | undefined>;
	/** Creates a record, or replaces the one with the ID. */
	write: (
		kind: ListType,
		id: string | undefined,
		body: JsonObject,
		advice?: Operation['advice'],
	) => Promise<PayloadResult>;
	/** Deletes a record. A missing record counts as deleted. Throws a `NodeApiError`. */
	remove: (kind: ListType, id: string) => Promise<void>;
	/** Throws the `NodeApiError` of a failed request. */
	fail: (failed: Failed) => never;
}

/** The senders of the calls, with the parameters and the credential that form their paths. */
interface Target extends Pick<PayloadReader, 'read' | 'send'> {
	node: INode;
	parameters: Parameters;
	credential: Readonly<JsonObject>;
}

/** A record that is written back must not be redacted. */
const UNREDACTED = { unredacted: true } as const;

export function callsTo({ node, parameters, credential, read, send }: Target): Calls {
	const pathOf = (kind: ListType, id?: string): string => {
		const { path } = kind.collection(parameters, credential);
		return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
	};
	const fail = ({ error }: Failed): never => {
		throw requestError(node, error, 0);
	};
	return {
		list: async (kind) => {
			const operation = { ...readList(kind), ...UNREDACTED, properties: [] };
			const result = await read(operation, { ...parameters, returnAll: true });
			if ('failure' in result) return fail(result);
			if (Array.isArray(result.payload)) return result.payload.filter(isJsonObject);
			const message = `The response contains no list of ${kind.title}s.`;
			const details = errorDetails('unavailable', 'unknown', message, 'Try again later.', 1);
			throw requestError(node, details, 0);
		},
		get: async (kind, id) => {
			const request: HttpRequest = { method: 'GET', path: pathOf(kind, id) };
			const plan = () => ({ request, issues: [] });
			const result = await read({ ...UNREDACTED, properties: [], plan }, parameters);
			if (!('failure' in result)) return isJsonObject(result.payload) ? result.payload : undefined;
			return isMissing(result) ? undefined : fail(result);
		},
		write: async (kind, id, body, advice) => {
			const method = id === undefined ? 'POST' : 'PUT';
			const request = { method, path: pathOf(kind, id), body } as const;
			return await send(request, { ...UNREDACTED, ...(advice && { advice }) });
		},
		remove: async (kind, id) => {
			const request = { method: 'DELETE', path: pathOf(kind, id) } as const;
			const result = await send(request, { emptyResult: () => ({}) });
			if ('failure' in result && !isMissing(result)) fail(result);
		},
		fail,
	};
}

/** Returns whether the API has no such record. A web page comes from a gateway. */
function isMissing({ failure }: Failed): boolean {
	if (failure.kind !== 'rejected') return false;
	return failure.response.status === 404 && !isWebPage(failure.response);
}
