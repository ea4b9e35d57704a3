import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { pairedItem } from '../items';
import type { Execution, InputItem, ItemResult, PlannedItem } from '../executionState';
import type { Operation } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { errorData, failureDetails, withItemNumber } from '../errors/nodeErrors';
import { toldToModel } from '../errors/modelText';
import type { ParseSuccess, Success } from '../http/client';
import type { Failure } from '../http/response';
import { addHints, hintTexts } from '../issues/issueMessages';
import type { HttpRequest } from '../request';
import { isRead } from '../request';
import { isPlainText, reportsFailure } from '../http/response';
import type { JsonObject } from '../json';
import { dataObject, isDataObject, isJsonObject } from '../json';
import { OPTIONS } from '../parameterNames';
import { readItemOptions } from '../options/requestOptions';
import { asObject } from '../parameters/values';
import { redactSecrets } from '../redaction/redact';
import { doneSummaryOf, targetOf } from '../summary/summaries';
import { shortLine, withoutHtml } from '../text';

/** Raw output contains plain text under this key. */
const TEXT_KEY = 'data';

/**
 * Parses a success into a body for the output: in the neutral spelling, with secrets redacted. Raw output is the
 * response as the API sent it, which may also be a list, a single value, or plain text.
 */
export function successParser(
	{
		api,
		operation,
		credential,
	}: Pick<Execution, 'api' | 'credential'> & { operation: Pick<Operation, 'output'> },
	{ path }: Pick<HttpRequest, 'path'>,
): ParseSuccess<JsonObject> {
	const {
		emptyResult,
		isSuccessWithoutPayload,
		raw,
		secrets: secretNames,
	} = operation.output ?? {};
	return (response) => {
		const { status, json, value, text } = response;
		if (raw === true && value !== undefined) return { [api.payloadKey]: value };
		if (raw === true && isPlainText(response)) return { [TEXT_KEY]: text };
		const body = json ?? (text.trim() === '' ? {} : undefined);
		if (body === undefined || (raw !== true && reportsFailure(body))) return undefined;
		const payload = body[api.payloadKey];
		const hasPayload = isJsonObject(payload) || Array.isArray(payload);
		const isClear =
			emptyResult !== undefined ||
			hasPayload ||
			isSuccessWithoutPayload?.(body, status, api) === true;
		if (!isClear) return undefined;
		if (raw === true) return body;
		const neutral = hasPayload
			? { ...body, [api.payloadKey]: api.fromWire(payload, credential, path) }
			: body;
		if (secretNames === 'all') return neutral;
		const redacted = redactSecrets(neutral);
		if (secretNames === undefined || !isJsonObject(payload)) return redacted;
		const names = secretNames.filter((name) => Object.hasOwn(payload, name));
		const secrets = Object.fromEntries(names.map((name) => [name, payload[name]]));
		return { ...redacted, [api.payloadKey]: { ...asObject(redacted[api.payloadKey]), ...secrets } };
	};
}

/** Turns a request's result into the item's result. If items share a body, each outputs a copy. */
export function resultOf(
	execution: Execution,
	sentItem: PlannedItem,
	result: Failure | Pick<Success<JsonObject>, 'attempts' | 'body' | 'isCut' | 'isShared' | 'kind'>,
): ItemResult {
	const { request } = sentItem;
	const { api, operation, redactorFor, logDefect } = execution;
	if (result.kind !== 'success') return { error: itemError(result, sentItem, execution) };
	try {
		const responseItems = successItems(result.body, sentItem, execution);
		const items = result.isShared ? structuredClone(responseItems) : responseItems;
		const payload = result.body[api.payloadKey];
		// A record may have a key `summary`. The node doesn't replace its value.
		if (!isRead(request) && !isShownAsSent(execution, sentItem)) {
			const summary = doneSummaryOf(sentItem, execution, payload);
			for (const outputItem of items) {
				if (outputItem.json['summary'] === undefined)
					outputItem.json = { summary, ...inColumnOrder(outputItem.json, api.idKey) };
			}
		}
		const redact = (text: string): string => shortLine(redactorFor(request)(text));
		const cutHint = operation.kind === 'list' && result.isCut ? operation.cutHint : undefined;
		const record = isDataObject(payload) ? payload : {};
		const hint = operation.output?.successHint?.(record, request, redact) ?? cutHint;
		return hint === undefined ? { items } : { items, hint };
	} catch (error) {
		// The API accepted the request, but its payload was so unexpected that `pick`, `toItem`, or `successHint`
		// threw.
		logDefect('reading a response', error, request);
		const { attempts } = result;
		const failure = { kind: 'unexpected', error, attempts, maybeSent: true } as const;
		return { error: itemError(failure, sentItem, execution) };
	}
}

export function itemError(failure: Failure, item: PlannedItem, execution: Execution): ErrorDetails {
	const { api, credential, operation, redactorFor } = execution;
	const { request } = item;
	const target = targetOf(item, execution);
	const call = target?.replace(/\?.*/s, '');
	const subject = operation.texts?.subjectOf === undefined ? { call } : { target };
	const redact = redactorFor(request);
	const { baseUrl } = credential;
	return failureDetails(failure, { api, operation, request, baseUrl, redact, ...subject });
}

/** Makes an item's output from a redacted body. */
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
	const listElements = entries.map((entry) =>
		isDataObject(entry) ? entry : dataObject({ [api.payloadKey]: entry }),
	);
	const elements = pick?.(listElements, parameters, execution) ?? listElements;
	if (fullResponse) {
		const content = Array.isArray(payload) ? elements : elements[0];
		return [pairedItem(dataObject({ ...body, [api.payloadKey]: content }), itemIndex)];
	}
	return elements.map((element) =>
		pairedItem(toItem?.(element, parameters, facts) ?? element, itemIndex),
	);
}

export function outputItems(
	execution: Execution,
	results: ReadonlyArray<[InputItem, ItemResult]>,
): INodeExecutionData[] {
	// Reads finish in any order, but items are output in input order.
	const ordered = [...results].sort(([first], [second]) => first.itemIndex - second.itemIndex);
	const hints = ordered.flatMap(([item, result]) =>
		responseHints(execution, item, result).map((text) => ({ itemIndex: item.itemIndex, text })),
	);
	addHints(execution.context, hints);
	return ordered.flatMap(([input, result]) => {
		const warnings = warningsOf(execution, input, result);
		if ('error' in result) return [errorItem(execution, input, result.error, warnings)];
		return isShownAsSent(execution, input)
			? result.items
			: withWarnings(result.items, warnings, execution.api.idKey);
	});
}

function responseHints(
	{ redactorFor }: Execution,
	{ request }: InputItem,
	result: ItemResult,
): string[] {
	return 'hint' in result ? [redactorFor(request, 'node')(result.hint)] : [];
}

/** Adds the editor's hints to the output, because later nodes, approvers, and agents don't see the editor. */
function warningsOf(execution: Execution, item: InputItem, result: ItemResult): string[] {
	const texts = [...hintTexts(item, execution), ...responseHints(execution, item, result)];
	return texts.map(withoutHtml);
}

/** True if the output is the API's response, to which the node adds nothing. */
function isShownAsSent(
	{ operation }: Execution,
	{ parameters }: Pick<InputItem, 'parameters'>,
): boolean {
	const { dryRun, fullResponse } = readItemOptions(parameters[OPTIONS]);
	if (dryRun) return false;
	const { choosesRaw, raw } = operation.output ?? {};
	return raw === true || fullResponse || choosesRaw?.(parameters) === true;
}

/**
 * Puts warnings into the first item, after a plan's summary or before a record's ID. If the API uses the key, it adds
 * none.
 */
function withWarnings(
	items: INodeExecutionData[],
	warnings: string[],
	idKey: string,
): INodeExecutionData[] {
	const [first, ...furtherItems] = items;
	if (first === undefined || warnings.length === 0 || Object.hasOwn(first.json, 'warnings')) {
		return items;
	}
	const { summary, ...data } = first.json;
	const json =
		data['dryRun'] === true
			? { summary, warnings, ...data }
			: beforeId(first.json, { warnings }, idKey);
	return [{ ...first, json }, ...furtherItems];
}

function errorItem(
	execution: Execution,
	input: InputItem,
	details: ErrorDetails,
	warnings: string[],
): INodeExecutionData {
	const count = execution.context.getInputData().length;
	const told = execution.isTool === true ? toldToModel(details) : details;
	const numbered = withItemNumber(told, input.itemIndex, count);
	const data = errorData({ ...numbered, target: targetOf(input, execution) });
	const error = warnings.length === 0 ? data : { ...data, warnings };
	// Every n8n version treats an item with exactly these two fields as an error, on either output.
	return pairedItem({ error, message: told.description }, input.itemIndex);
}

/** The first columns, which identify a record at a glance. */
const FIRST = ['name', 'displayName', 'email', 'description', 'state', 'status'];

/** Moves name and state to the front and the ID to the end. */
export function inColumnOrder(record: IDataObject, idKey: string): IDataObject {
	const furtherKeys = Object.keys(record).filter((key) => ![...FIRST, idKey].includes(key));
	const keys = [...FIRST, ...furtherKeys, idKey].filter((key) => Object.hasOwn(record, key));
	return Object.fromEntries(keys.map((key) => [key, record[key]]));
}

/** Adds values to a record, before its ID. */
export function beforeId(record: IDataObject, values: IDataObject, idKey: string): IDataObject {
	if (!Object.hasOwn(record, idKey)) return { ...record, ...values };
	const { [idKey]: id, ...otherMembers } = record;
	return { ...otherMembers, ...values, [idKey]: id };
}
