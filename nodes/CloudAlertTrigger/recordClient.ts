import { errorDetails, inputError, requestError } from '../engine/errors/nodeErrors';
import type { Answer, Session } from '../engine/execution/session';
import type { HttpContext } from '../engine/http/transport';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { OperationTexts, ParameterValues } from '../engine/operation';
import { hasSameId } from '../features/record/needs';
import type { ApiRecord, RecordId } from '../features/record/record';
import { listRead, pluralOf, recordPath } from '../features/record/record';

/** Records aren't redacted, because they are written back. */
const UNREDACTED = { output: { raw: true } } as const;

/** ClickStack's records as the API sends them. Throws a `NodeApiError` for a failed request. */
export class RecordClient {
	constructor(
		private readonly session: Session,
		private readonly parameters: ParameterValues,
		private readonly context: HttpContext,
	) {}

	async list(record: ApiRecord): Promise<JsonObject[]> {
		const operation = { ...listRead(record), ...UNREDACTED, properties: [] };
		const parameters = { ...this.parameters, returnAll: true };
		const payload = this.payloadOf(await this.session.run(operation, parameters, this.context));
		if (Array.isArray(payload)) return payload.filter(isJsonObject);
		throw this.unreadableError(`The response contains no list of ${pluralOf(record)}.`);
	}

	/** Undefined if the API says that it has no such record. */
	async get(record: ApiRecord & { id: RecordId }, id: string): Promise<JsonObject | undefined> {
		const request = { method: 'GET', path: this.pathOf(record, id) } as const;
		const result = await this.session.answerTo(request, UNREDACTED);
		if (isGone(result)) return undefined;
		const payload = this.payloadOf(result);
		if (isJsonObject(payload) && hasSameId(payload, id, record)) return payload;
		// Another record, written back, would overwrite the record that was asked for.
		throw this.unreadableError(`The response isn't the ${record.title} ${id}.`);
	}

	/** Without an ID, creates a record. Otherwise, replaces it. */
	async write(
		record: ApiRecord & { id: RecordId },
		id: string | undefined,
		body: JsonObject,
		advice: OperationTexts['advice'] = {},
	): Promise<unknown> {
		const method = id === undefined ? 'POST' : 'PUT';
		const request = { method, path: this.pathOf(record, id), body } as const;
		return this.payloadOf(
			await this.session.answerTo(request, { ...UNREDACTED, texts: { advice } }),
		);
	}

	/** A record that is already gone is no error. */
	async remove(record: ApiRecord & { id: RecordId }, id: string): Promise<void> {
		const request = { method: 'DELETE', path: this.pathOf(record, id) } as const;
		const result = await this.session.answerTo(request, { output: { emptyResult: () => ({}) } });
		if (!isGone(result)) this.payloadOf(result);
	}

	private pathOf(record: ApiRecord & { id: RecordId }, id: string | undefined): string {
		const { field } = record.id;
		const parameters = { ...this.parameters, [field.name]: id };
		const pathIn = id === undefined ? record.collection : recordPath(record);
		const { value: path, issues } = pathIn(parameters, this.session.credential);
		if (issues.length === 0) return path;
		const message = `The ${record.title} has the ID "${String(id)}", which isn't an ID of ClickStack.`;
		const description = `Choose the ${record.title} from the list, or copy its ID again.`;
		throw inputError(this.context.getNode(), { message, description });
	}

	private unreadableError(message: string): Error {
		const details = errorDetails('unavailable', 'unknown', message, 'Try again later.', 1);
		return requestError(this.context.getNode(), details);
	}

	private payloadOf(result: Answer): unknown {
		if ('error' in result) throw requestError(this.context.getNode(), result.error);
		return result.payload;
	}
}

function isGone(result: Answer): boolean {
	return 'error' in result && result.isUnknown;
}
