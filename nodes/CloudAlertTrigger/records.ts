import type { INode } from 'n8n-workflow';
import { errorDetails, requestError } from '../engine/errors/nodeErrors';
import type { NodeResult, NodeSession } from '../engine/execution/nodeSession';
import { isUnknownToApi } from '../engine/http/response';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { Api, OperationTexts, Parameters } from '../engine/operation';
import type { HttpRequest } from '../engine/request';
import type { ApiRecord } from '../features/record/record';
import { readList } from '../features/record/record';

/** A record that is written back must not be redacted. */
const UNREDACTED = { output: { raw: true } } as const;

/** ClickStack's records, exactly as the API sends them. Throws a `NodeApiError` for a failed request. */
export class Records {
	constructor(
		private readonly session: NodeSession,
		private readonly api: Api,
		private readonly parameters: Parameters,
		private readonly node: INode,
	) {}

	/** All records of a kind. */
	async list(kind: ApiRecord): Promise<JsonObject[]> {
		const operation = { ...readList(kind), ...UNREDACTED, properties: [] };
		const payload = this.payloadOf(await this.session.read(operation, { returnAll: true }));
		if (Array.isArray(payload)) return payload.filter(isJsonObject);
		const message = `The response contains no list of ${kind.title}s.`;
		const details = errorDetails('unavailable', 'unknown', message, 'Try again later.', 1);
		throw requestError(this.node, details, 0);
	}

	/** A record, or undefined if the API has none with this ID. */
	async get(kind: ApiRecord, id: string): Promise<JsonObject | undefined> {
		const record = await this.sent(kind, id, { method: 'GET' });
		return isJsonObject(record) ? record : undefined;
	}

	/** Creates a record, or replaces the one with the ID. */
	async write(
		kind: ApiRecord,
		id: string | undefined,
		body: JsonObject,
		advice: OperationTexts['advice'] = {},
	): Promise<unknown> {
		const request = {
			method: id === undefined ? 'POST' : 'PUT',
			path: this.pathOf(kind, id),
			body,
		} as const;
		return this.payloadOf(await this.session.send(request, { ...UNREDACTED, texts: { advice } }));
	}

	/** Deletes a record, unless it is gone already. */
	async remove(kind: ApiRecord, id: string): Promise<void> {
		await this.sent(kind, id, { method: 'DELETE' });
	}

	private async sent(
		kind: ApiRecord,
		id: string,
		{ method }: Pick<HttpRequest, 'method'>,
	): Promise<unknown> {
		const request = { method, path: this.pathOf(kind, id) };
		const operation = method === 'GET' ? UNREDACTED : { output: { emptyResult: () => ({}) } };
		const result = await this.session.send(request, operation);
		return 'error' in result && isUnknownToApi(result.failure, this.api)
			? undefined
			: this.payloadOf(result);
	}

	private pathOf(kind: ApiRecord, id?: string): string {
		const { path } = kind.collection(this.parameters, this.session.credential);
		return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
	}

	private payloadOf(result: NodeResult): unknown {
		if ('error' in result) throw requestError(this.node, result.error, 0);
		return result.payload;
	}
}
