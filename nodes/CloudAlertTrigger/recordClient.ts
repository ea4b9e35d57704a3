import type { ErrorDetails } from '../engine/errorDetails';
import { errorDetails, inputError, requestError } from '../engine/errors/nodeErrors';
import { recordCheck } from '../engine/execution/recordCheck';
import type { Answer, Session } from '../engine/execution/session';
import { UNREDACTED } from '../engine/execution/session';
import type { HttpContext } from '../engine/http/transport';
import type { JsonObject } from '../engine/json';
import { isJsonObject } from '../engine/json';
import type { OperationTexts, ParameterValues } from '../engine/operation';
import { hasSameId } from '../features/record/needs';
import type { ApiRecord, RecordId } from '../features/record/record';
import { listRead, pluralOf, recordPath } from '../features/record/record';
import type { Replacement } from '../features/record/replacement';

/** Limits the attempts to replace a record if others undo the change. */
const MAX_ATTEMPTS = 5;

/** ClickStack's records with their secrets. Throws a `NodeApiError` for a failed request. */
export class RecordClient {
	constructor(
		private readonly session: Session,
		private readonly parameters: ParameterValues,
		private readonly context: HttpContext,
	) {}

	async list(recordType: ApiRecord): Promise<JsonObject[]> {
		const operation = { ...listRead(recordType), ...UNREDACTED };
		const parameters = { ...this.parameters, returnAll: true };
		const payload = this.payloadOf(await this.session.run(operation, parameters, this.context));
		if (Array.isArray(payload)) return payload.filter(isJsonObject);
		const error = unreadable(`The response contains no list of ${pluralOf(recordType)}.`);
		throw requestError(this.context.getNode(), error);
	}

	/**
	 * Replaces a record until a read shows that no change is left. The last replacement wins, so somebody else's may undo
	 * this change, and an old record is read again before this change undoes somebody else's.
	 */
	async change(
		recordType: ApiRecord & { id: RecordId },
		id: string,
		{ readOnly }: Pick<Replacement, 'readOnly'>,
		changeOf: (
			stored: JsonObject | undefined,
		) => Promise<(Pick<OperationTexts, 'advice'> & { body: JsonObject }) | undefined>,
	): Promise<void> {
		let isAccepted = false;
		for (let attempt = 1; ; attempt += 1) {
			const read = await this.read(recordType, id);
			if ('error' in read) throw requestError(this.context.getNode(), read.error);
			const change = await changeOf(read.value);
			if (change === undefined) return;
			if (attempt > MAX_ATTEMPTS) throw this.undoneError(recordType, id);
			const { body, advice } = change;
			const readAgain = async (waited: number) => await this.read(recordType, id, waited);
			const check = recordCheck(this.session.clock, read, readAgain, readOnly);
			const request = { method: 'PUT', path: this.pathOf(recordType, id), body } as const;
			const operation = { ...UNREDACTED, texts: { advice } };
			const result = await this.session.answerTo(request, operation, { check });
			const isRefused = 'error' in result && result.error.reason === 'recordChanged';
			if (!isRefused || (attempt >= MAX_ATTEMPTS && !isAccepted)) this.payloadOf(result);
			isAccepted ||= !isRefused;
		}
	}

	/** Without an ID, creates a record. Otherwise, replaces it. */
	async write(
		recordType: ApiRecord & { id: RecordId },
		id: string | undefined,
		body: JsonObject,
		advice: OperationTexts['advice'] = {},
	): Promise<unknown> {
		const method = id === undefined ? 'POST' : 'PUT';
		const request = { method, path: this.pathOf(recordType, id), body } as const;
		return this.payloadOf(
			await this.session.answerTo(request, { ...UNREDACTED, texts: { advice } }),
		);
	}

	/** A record that is already gone is no error. */
	async remove(recordType: ApiRecord & { id: RecordId }, id: string): Promise<void> {
		const request = { method: 'DELETE', path: this.pathOf(recordType, id) } as const;
		const result = await this.session.answerTo(request, { output: { emptyResult: () => ({}) } });
		if (!isGone(result)) this.payloadOf(result);
	}

	/** No value if the API says that it has no such record. */
	private async read(recordType: ApiRecord & { id: RecordId }, id: string, waited?: number) {
		const request = { method: 'GET', path: this.pathOf(recordType, id) } as const;
		const result = await this.session.answerTo(request, UNREDACTED, { waited });
		const readAt = this.session.clock.elapsed();
		if (isGone(result)) return { value: undefined, readAt };
		if ('error' in result) return result;
		const { payload } = result;
		if (isJsonObject(payload) && hasSameId(payload, id, recordType))
			return { value: payload, readAt };
		// Another record, written back, would overwrite the record that was asked for.
		return { error: unreadable(`The response isn't the ${recordType.title} ${id}.`) };
	}

	private pathOf(recordType: ApiRecord & { id: RecordId }, id: string | undefined): string {
		const { field } = recordType.id;
		const parameters = { ...this.parameters, [field.name]: id };
		const pathIn = id === undefined ? recordType.collection : recordPath(recordType);
		const { value: path, issues } = pathIn(parameters, this.session.credential);
		if (issues.length === 0) return path;
		const message = `The ${recordType.title} has the ID "${String(id)}", which isn't an ID of ClickStack.`;
		const description = `Choose the ${recordType.title} from the list, or copy its ID again.`;
		throw inputError(this.context.getNode(), { message, description });
	}

	private undoneError({ title }: ApiRecord, id: string): Error {
		const message = `ClickStack accepted the change to the ${title} ${id}, but no longer shows it.`;
		const description = 'Someone else may be changing it at the same time. Try again later.';
		const details = errorDetails('unavailable', 'unknown', message, description, MAX_ATTEMPTS);
		return requestError(this.context.getNode(), details);
	}

	private payloadOf(result: Answer): unknown {
		if ('error' in result) throw requestError(this.context.getNode(), result.error);
		return result.payload;
	}
}

function unreadable(message: string): ErrorDetails {
	return errorDetails('unavailable', 'unknown', message, 'Try again later.', 1);
}

function isGone(result: Answer): boolean {
	return 'error' in result && result.isUnknown;
}
