import type { INodeExecutionData } from 'n8n-workflow';
import { pairedItem } from '../items';
import { inColumnOrder } from './columns';
import type { Execution, InputItem, ItemResult, PlannedItem } from '../executionState';
import type { Api, ChangeOperation } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { errorData, failureDetails } from '../errors/nodeErrors';
import type { ParseSuccess } from '../http/client';
import type { Failure } from '../http/response';
import { addHints } from '../issues/issueTexts';
import { isRead } from '../request';
import { isPlainText } from '../http/response';
import type { JsonObject } from '../json';
import { dataObject, isDataObject, isJsonObject } from '../json';
import { OPTIONS } from '../parameterNames';
import { readItemOptions } from '../options/requestOptions';
import { asObject } from '../parameters/values';
import { redactSecrets } from '../redaction/redact';
import { SECRET_MAP_NAME } from '../redaction/secretNames';
import { doneSummaryOf, targetOf } from '../summary/summaries';
import { truncate, withoutHtml } from '../text';

/** The key under which plain text is output. */
const TEXT_KEY = 'data';

/**
 * Reads a success's body, which has a payload if the operation's success has one. The body is ready to show: in the
 * neutral spelling, its secrets redacted. If the response is output as the API sent it, it may be a list or a single
 * value, which is then the payload, or plain text.
 */
export function successParser({
	api,
	operation,
	credential,
}: {
	api: Api;
	operation: Pick<ChangeOperation, 'isEmptySuccess' | 'output'>;
	credential: Readonly<JsonObject>;
}): ParseSuccess<JsonObject> {
	const { isEmptySuccess, output = {} } = operation;
	const { emptyResult, raw, secrets: secretNames } = output;
	return (response) => {
		const { status, json, value, text } = response;
		if (raw === true && value !== undefined) return { [api.payloadKey]: value };
		if (raw === true && isPlainText(response)) return { [TEXT_KEY]: text };
		const body = json ?? (text.trim() === '' ? {} : undefined);
		if (body === undefined) return undefined;
		const payload = body[api.payloadKey];
		const hasPayload = typeof payload === 'object' && payload !== null;
		const isClear =
			emptyResult !== undefined || hasPayload || isEmptySuccess?.(body, status) === true;
		if (!isClear) return undefined;
		if (raw === true) return body;
		const redacted = redactSecrets(api.fromWire(body, credential), undefined, SECRET_MAP_NAME);
		if (secretNames === undefined || !isJsonObject(payload)) return redacted;
		const names = secretNames.filter((name) => Object.hasOwn(payload, name));
		const secrets = Object.fromEntries(names.map((name) => [name, payload[name]]));
		return { ...redacted, [api.payloadKey]: { ...asObject(redacted[api.payloadKey]), ...secrets } };
	};
}

/**
 * Turns a request's result into the item's result. A success's body is ready to show; `isShared`: whether other items
 * have the same one, so that the output must be a copy.
 */
export function resultOf(
	execution: Execution,
	sentItem: PlannedItem,
	result: Failure | { kind: 'success'; body: JsonObject; attempts: number; isCut?: true },
	isShared: boolean,
): ItemResult {
	const { parameters, request } = sentItem;
	const { api, operation, redactorFor, log } = execution;
	const redact = (text: string): string => redactorFor(request)(text);
	// Describing the target takes longer than reading a small response, and only a failure needs it.
	const failed = (failure: Failure): ItemResult => {
		const target = operation.texts?.subjectOf && targetOf(sentItem, execution);
		return { error: failureDetails(failure, { api, operation, request, target, redact }) };
	};
	if (result.kind !== 'success') return failed(result);
	try {
		const responseItems = successItems(result.body, sentItem, execution);
		const items = isShared ? structuredClone(responseItems) : responseItems;
		const payload = result.body[api.payloadKey];
		// The API's own summary stays.
		if (!isRead(request) && !isShownAsSent(execution, sentItem)) {
			const summary = doneSummaryOf(sentItem, execution, payload);
			for (const outputItem of items) {
				if (outputItem.json['summary'] === undefined)
					outputItem.json = { summary, ...inColumnOrder(outputItem.json, api.idKey) };
			}
		}
		const quote = (text: string): string => truncate(redact(text));
		const cutHint = operation.kind === 'list' && result.isCut ? operation.cutHint : undefined;
		const record = isDataObject(payload) ? payload : {};
		const hint = operation.output?.successHint?.(record, request, quote, parameters) ?? cutHint;
		return hint === undefined ? { items } : { items, hint };
	} catch (error) {
		// An operation's `pick`, `toItem` or `successHint` threw on an unexpected payload; the request itself was accepted.
		log.unexpected('reading a response', error, request);
		const facts = { attempts: result.attempts, maybeSent: true };
		return failed({ kind: 'unexpected', error, ...facts });
	}
}

/** Turns a body that is ready to show into the items of one input item. */
function successItems(
	body: JsonObject,
	{ itemIndex, parameters, facts }: PlannedItem,
	execution: Execution,
): INodeExecutionData[] {
	const { api, operation } = execution;
	const { emptyResult, pick, raw: isRaw = false, toItem } = operation.output ?? {};
	const { fullResponse } = readItemOptions(parameters[OPTIONS]);
	const payload = body[api.payloadKey];
	if (payload === undefined || payload === null) {
		const isBare = (fullResponse || isRaw) && Object.keys(body).length > 0;
		const bare = isBare ? undefined : emptyResult?.(parameters);
		return [pairedItem(bare ?? dataObject(body), itemIndex)];
	}
	if (fullResponse && isRaw) return [pairedItem(dataObject(body), itemIndex)];
	const entries: unknown[] = Array.isArray(payload) ? payload : [payload];
	const all = entries.map((entry) =>
		isDataObject(entry) ? entry : dataObject({ [api.payloadKey]: entry }),
	);
	const elements = pick?.(all, parameters, execution) ?? all;
	if (fullResponse) {
		const content = Array.isArray(payload) ? elements : elements[0];
		return [pairedItem(dataObject({ ...body, [api.payloadKey]: content }), itemIndex)];
	}
	return elements.map((element) =>
		pairedItem(toItem?.(element, parameters, facts) ?? element, itemIndex),
	);
}

/** Turns the results of all items into the node's output in input order, and shows their hints. */
export function outputItems(
	execution: Execution,
	results: ReadonlyArray<[InputItem, ItemResult]>,
): INodeExecutionData[] {
	// Reads end in any order.
	const ordered = [...results].sort(([first], [second]) => first.itemIndex - second.itemIndex);
	const hints = ordered.flatMap(([{ itemIndex }, result]) =>
		'hint' in result ? [{ itemIndex, text: result.hint }] : [],
	);
	addHints(execution.context, hints);
	return ordered.flatMap(([input, result]) => {
		const warnings = warningsOf(execution, input, result);
		if ('error' in result) return [errorItem(execution, input, result.error, warnings)];
		return isShownAsSent(execution, input) ? result.items : withWarnings(result.items, warnings);
	});
}

/** What the editor's hints say of an item: later nodes, approvers and agents see its output alone. */
function warningsOf(
	{ redactorFor }: Execution,
	{ hints = [], request }: InputItem,
	result: ItemResult,
): string[] {
	const texts = 'hint' in result ? [...hints, result.hint] : hints;
	if (texts.length === 0) return [];
	const redact = redactorFor(request, 'node');
	return texts.map((text) => withoutHtml(redact(text)));
}

/** Whether the output is the API's own, to which nothing is added. */
function isShownAsSent(
	{ operation }: Execution,
	{ parameters }: Pick<InputItem, 'parameters'>,
): boolean {
	const { dryRun, fullResponse } = readItemOptions(parameters[OPTIONS]);
	if (dryRun) return false;
	const { isUnchanged, raw } = operation.output ?? {};
	return raw === true || fullResponse || isUnchanged?.(parameters) === true;
}

/** Adds the warnings to the first item, after its summary, unless the API has a key of that name. */
function withWarnings(items: INodeExecutionData[], warnings: string[]): INodeExecutionData[] {
	const [first, ...furtherItems] = items;
	if (first === undefined || warnings.length === 0 || Object.hasOwn(first.json, 'warnings')) {
		return items;
	}
	const { summary, ...data } = first.json;
	const json = summary === undefined ? { ...data, warnings } : { summary, warnings, ...data };
	return [{ ...first, json }, ...furtherItems];
}

/** Turns a failure into the item that represents it if the workflow continues after errors. */
function errorItem(
	execution: Execution,
	input: InputItem,
	details: ErrorDetails,
	warnings: string[],
): INodeExecutionData {
	const data = errorData({ ...details, target: targetOf(input, execution) });
	const error = warnings.length === 0 ? data : { ...data, warnings };
	// All versions of n8n treat an item with exactly these two fields as an error, on either output.
	return pairedItem({ error, message: details.description }, input.itemIndex);
}
