import type { IHookFunctions } from 'n8n-workflow';
import { errorDetails, requestError } from '../engine/errors/nodeErrors';
import type { Answer, Session } from '../engine/execution/session';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { OperationTexts, Parameters } from '../engine/operation';
import type { ApiRecord } from '../features/record/record';
import { listRead, pluralOf } from '../features/record/record';

/** Unredacted, because the record is written back. */
const UNREDACTED = { output: { raw: true } } as const;

/** ClickStack's records as the API sends them. Throws a `NodeApiError` for a failed request. */
export class RecordClient {
	constructor(
		private readonly session: Session,
		private readonly parameters: Parameters,
		private readonly context: IHookFunctions,
	) {}

	async list(record: ApiRecord): Promise<JsonObject[]> {
		const operation = { ...listRead(record), ...UNREDACTED, properties: [] };
		const parameters = { ...this.parameters, returnAll: true };
		const payload = this.payloadOf(await this.session.run(operation, parameters, this.context));
		if (Array.isArray(payload)) return payload.filter(isJsonObject);
		const message = `The response contains no list of ${pluralOf(record)}.`;
		const details = errorDetails('unavailable', 'unknown', message, 'Try again later.', 1);
		throw requestError(this.context.getNode(), details);
	}

	/** Undefined if the API has no record with this ID. */
	async get(record: ApiRecord, id: string): Promise<JsonObject | undefined> {
		const request = { method: 'GET', path: this.pathOf(record, id) } as const;
		const result = await this.session.ask(request, UNREDACTED);
		const payload = isGone(result) ? undefined : this.payloadOf(result);
		return isJsonObject(payload) ? payload : undefined;
	}

	/** Creates a record, or replaces the record with this ID. */
	async write(
		record: ApiRecord,
		id: string | undefined,
		body: JsonObject,
		advice: OperationTexts['advice'] = {},
	): Promise<unknown> {
		const method = id === undefined ? 'POST' : 'PUT';
		const request = { method, path: this.pathOf(record, id), body } as const;
		return this.payloadOf(await this.session.ask(request, { ...UNREDACTED, texts: { advice } }));
	}

	/** Accepts that the record is already gone. */
	async remove(record: ApiRecord, id: string): Promise<void> {
		const request = { method: 'DELETE', path: this.pathOf(record, id) } as const;
		const result = await this.session.ask(request, { output: { emptyResult: () => ({}) } });
		if (!isGone(result)) this.payloadOf(result);
	}

	private pathOf(record: ApiRecord, id?: string): string {
		const { path } = record.collection(this.parameters, this.session.credential);
		return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
	}

	private payloadOf(result: Answer): unknown {
		if ('error' in result) throw requestError(this.context.getNode(), result.error);
		return result.payload;
	}
}

function isGone(result: Answer): boolean {
	return 'error' in result && result.isUnknown;
}
