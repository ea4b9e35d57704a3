import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { addHint, item } from '../items';
import { ItemResult } from '../operation';
import { MS_PER_SECOND } from '../time';
import type {
	ErrorDetails,
	Api,
	Execution,
	InputItem,
	Operation,
	Parameters,
	PlannedItem,
} from '../operation';
import { errorData } from '../errors/nodeErrors';
import { failureDetails } from '../errors/failureDetails';
import type { ParseSuccess } from '../http/client';
import type { Failure, ParsedResponse } from '../http/response';
import { isRead } from '../operation';
import { isPlainText } from '../http/response';
import type { JsonObject } from '../json';
import { dataObject, isDataObject } from '../json';
import { readItemOptions } from '../parameters/options';
import { redactSecrets } from '../redaction/redact';
import { doneSummaryOf, targetOf } from '../approval/sentences';
import { counted, formatted, times, truncate } from '../text';

/** The key under which plain text is output. */
const TEXT_MEMBER = 'data';

/**
 * Returns the function that reads the body of a success, which has a payload if the operation's success carries one.
 * The body is ready to be shown: in the neutral spelling, its secrets redacted. If the response is output as the
 * API sent it, it may be a list or a single value, which is then the payload, or plain text.
 */
export function successBody({
	api,
	operation: { emptyResult, isDone, unredacted },
	credential,
}: {
	api: Pick<Api, 'payloadKey' | 'normalizeNames'>;
	operation: Pick<Operation, 'emptyResult' | 'isDone' | 'unredacted'>;
	credential: Readonly<JsonObject>;
}): ParseSuccess<JsonObject> {
	const parse = (response: ParsedResponse): JsonObject | undefined => {
		const { status, json, value, text } = response;
		if (unredacted === true && value !== undefined) return { [api.payloadKey]: value };
		if (unredacted === true && isPlainText(response)) return { [TEXT_MEMBER]: text };
		const body = json ?? (text.trim() === '' ? {} : undefined);
		if (body === undefined || emptyResult !== undefined) return body;
		const payload = body[api.payloadKey];
		const hasPayload = typeof payload === 'object' && payload !== null;
		return hasPayload || isDone?.(body, status) === true ? body : undefined;
	};
	return (response) => {
		const body = parse(response);
		if (body === undefined || unredacted === true) return body;
		return redactSecrets(api.normalizeNames(body, credential));
	};
}

/**
 * Turns the result of an item's request into what the item ends in. A success's body is ready to be shown;
 * `isShared`: whether other items have the same one, so that the output must be a copy.
 */
export function resultOf(
	execution: Execution,
	planned: PlannedItem,
	result: Failure | { kind: 'success'; body: JsonObject; attempts: number },
	isShared: boolean,
): ItemResult {
	const { itemIndex, parameters, request } = planned;
	const { api, operation, redactorFor, log } = execution;
	const context = { api, operation, request, redact: (text: string) => redactorFor(request)(text) };
	if (result.kind !== 'success') return { error: failureDetails(result, context) };
	try {
		const own = successItems(result.body, itemIndex, parameters, execution);
		const records = isShared ? structuredClone(own) : own;
		// What is output as the API sent it stays so.
		const isPlain = isRead(request) || operation.unredacted === true;
		const payload = result.body[api.payloadKey];
		const items = isPlain
			? records
			: withSummary(records, doneSummaryOf(planned, execution, payload));
		const shown = (text: string): string => truncate(context.redact(text));
		const hint = operation.successHint?.(isDataObject(payload) ? payload : {}, request, shown);
		return hint === undefined ? { items } : { items, hint };
	} catch (error) {
		// An operation's `select`, `shape` or `successHint` threw on an unexpected payload; the request itself was accepted.
		log.unexpected('reading a response', error, request);
		const facts = { attempts: result.attempts, maybeSent: true };
		return { error: failureDetails({ kind: 'unexpected', error, ...facts }, context) };
	}
}

/** Adds a sentence on what was done. A field of that name from the API stays. */
function withSummary(items: readonly INodeExecutionData[], summary: string): INodeExecutionData[] {
	return items.map((one) => ({
		...one,
		json: { ...one.json, summary: one.json['summary'] ?? summary },
	}));
}

/** Returns the last record of a wait as items, each with `reached`; without a record, one item with just that. */
export function waitItems(
	items: readonly INodeExecutionData[],
	{ itemIndex }: PlannedItem,
	reached: boolean,
): INodeExecutionData[] {
	if (items.length === 0) return [item({ reached }, itemIndex)];
	return items.map((record) => ({ ...record, json: { ...record.json, reached } }));
}

/** Turns a body that is ready to be shown into the items of one input item. */
function successItems(
	shown: JsonObject,
	itemIndex: number,
	parameters: Parameters,
	execution: Execution,
): INodeExecutionData[] {
	const { api, operation } = execution;
	const { fullResponse } = readItemOptions(parameters['options']);
	const isRaw = operation.unredacted === true;
	const payload = shown[api.payloadKey];
	if (payload === undefined || payload === null) {
		const isBare = (fullResponse || isRaw) && Object.keys(shown).length > 0;
		const bare = isBare ? undefined : operation.emptyResult?.(parameters);
		return [item(bare ?? dataObject(shown), itemIndex)];
	}
	if (fullResponse && isRaw) return [item(dataObject(shown), itemIndex)];
	const elements = selectedElements(payload, parameters, execution);
	if (fullResponse) {
		const content = Array.isArray(payload) ? elements : elements[0];
		return [item(dataObject({ ...shown, [api.payloadKey]: content }), itemIndex)];
	}
	return elements.map((element) =>
		item(operation.shape?.(element, parameters) ?? element, itemIndex),
	);
}

/** Shows a hint that the requests of a dry run, `planned` of all items, were not sent. */
export function addDryRunHint(context: IExecuteFunctions, planned: number, count: number): void {
	if (planned === 0) return;
	const rest = `${formatted(planned)} of ${counted(count, 'item')} not sent.`;
	addHint(context, `Dry Run: ${planned === count ? 'Nothing was sent.' : rest}`);
}

/** Shows a hint on how often and how long an execution waited for the rate limit, if it did. */
export function addRateLimitHint(
	context: IExecuteFunctions,
	{ count, ms }: { count: number; ms: number },
): void {
	if (count === 0) return;
	const seconds = Math.max(1, Math.round(ms / MS_PER_SECOND));
	addHint(
		context,
		`The API limits the rate of requests: the node waited ${times(count)}, ${counted(seconds, 'second')} in all.`,
	);
}

/** Turns a failure into the item that represents it when the workflow continues after errors. */
export function errorItem(
	execution: Execution,
	input: InputItem,
	details: ErrorDetails,
): INodeExecutionData {
	const error = errorData({ ...details, target: targetOf(input, execution) });
	// All versions of n8n treat an item with exactly these two fields as an error, on either output.
	return item({ error, message: details.description }, input.itemIndex);
}

function selectedElements(
	payload: unknown,
	parameters: Parameters,
	execution: Execution,
): IDataObject[] {
	const { api, operation } = execution;
	const entries: unknown[] = Array.isArray(payload) ? payload : [payload];
	const elements = entries.map((entry) =>
		isDataObject(entry) ? entry : dataObject({ [api.payloadKey]: entry }),
	);
	return operation.select?.(elements, parameters, execution) ?? elements;
}
