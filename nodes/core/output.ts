import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { JsonObject } from './json';
import { isDataObject } from './json';
import type { ErrorDetails } from './errors/nodeErrors';
import { errorData } from './errors/nodeErrors';
import { redactMembers } from './redact/redact';
import type { Execution, ExecutionTime, Parameters, PlannedRequest } from './operation';
import { unexpectedError } from './errors/requestErrors';
import type { Outcome } from './http/retry';
import { readItemOptions } from './parameters/options';
import type { PlannedItem } from './preflight';
import { counted, formatted } from './text';

/** What shapes the output of one execution. */
type OutputContext = Pick<Execution, 'api' | 'operation'> & ExecutionTime;

/** What one input item ends in. */
export type ItemResult = { items: INodeExecutionData[] } | { error: ErrorDetails };

/** Returns the outcome of a request with its body as it is output: in the neutral spelling, redacted. */
export function shownOutcome(
	execution: Pick<Execution, 'api' | 'operation' | 'credential' | 'redactorFor'>,
	request: PlannedRequest,
	outcome: Outcome,
): Outcome {
	const { api, operation, credential } = execution;
	if ('error' in outcome || operation.rawResponse === true) return outcome;
	return unlessThrown(execution, request, () => ({
		body: redactMembers(api.toNeutral(outcome.body, credential), api.secretMembers),
	}));
}

/**
 * Turns the shown outcome of an item's request into what the item ends in, and keeps what there is to give notice of.
 * Of an outcome that other items share, the item gets a copy of what it outputs.
 */
export function resultOf(
	execution: Execution,
	{ itemIndex, parameters, request }: PlannedItem,
	outcome: Outcome,
	isShared: boolean,
): ItemResult {
	if ('error' in outcome) return outcome;
	const { body } = outcome;
	return unlessThrown(execution, request, () => {
		const items = successItems(body, itemIndex, parameters, execution);
		execution.notices.push(...noticeOf(body, execution));
		return { items: isShared ? deepCopy(items) : items };
	});
}

/** An operation's `select`, `shape` or `notice` throws on an unexpected payload; the request itself was accepted. */
function unlessThrown<T>(
	{ api, operation, redactorFor }: Pick<Execution, 'api' | 'operation' | 'redactorFor'>,
	request: PlannedRequest,
	make: () => T,
): T | { error: ErrorDetails } {
	try {
		return make();
	} catch {
		const { method } = request;
		const redact = redactorFor(request);
		return { error: unexpectedError({ api, operation, method, redact, attempts: 1 }, true) };
	}
}

/** Returns the last record of a wait as items that say whether the state was `reached`; without one, that alone. */
export function waitItems(
	items: readonly INodeExecutionData[],
	{ itemIndex }: PlannedItem,
	reached: boolean,
): INodeExecutionData[] {
	if (items.length === 0) return [item({ reached }, itemIndex)];
	return items.map((record) => ({ ...record, json: { ...record.json, reached } }));
}

/** Turns a success body, as it is shown, into the items of one input item. */
export function successItems(
	shown: JsonObject,
	itemIndex: number,
	parameters: Parameters,
	context: OutputContext,
): INodeExecutionData[] {
	const { api, operation } = context;
	const { fullResponse } = readItemOptions(parameters['options']);
	const isRaw = operation.rawResponse === true;
	const payload = shown[api.payloadMember];
	if (payload === undefined || payload === null) {
		const isBare = (fullResponse || isRaw) && Object.keys(shown).length > 0;
		const bare = isBare ? undefined : operation.emptyResult?.(parameters);
		return [item(bare ?? dataObject(shown), itemIndex)];
	}
	const elements = selectedElements(payload, parameters, context);
	if (fullResponse) {
		const content = Array.isArray(payload) ? elements : elements[0];
		return [item(dataObject({ ...shown, [api.payloadMember]: content }), itemIndex)];
	}
	return elements.map((element) =>
		item(operation.shape?.(element, parameters) ?? element, itemIndex),
	);
}

/** Turns JSON objects, such as the stored output of an earlier try, into the items of one input item. */
export function jsonItems(elements: JsonObject[], itemIndex: number): INodeExecutionData[] {
	return elements.map((element) => item(dataObject(element), itemIndex));
}

/** Shows a hint beside the node's output, where this n8n knows hints. */
export function addHint(context: IExecuteFunctions, message: string): void {
	if ('addExecutionHints' in context)
		context.addExecutionHints({ message, location: 'outputPane' });
}

/** Returns what the user should know of an accepted request, by its success body. */
function noticeOf(
	body: JsonObject,
	{ api, operation }: Pick<Execution, 'api' | 'operation'>,
): string[] {
	const payload = body[api.payloadMember];
	const notice = isDataObject(payload) ? operation.notice?.(payload) : undefined;
	return notice === undefined ? [] : [notice];
}

/** Shows a hint that the requests of a dry run, `count` of them, were not sent. */
export function addDryRunHint(
	{ context, results }: Pick<Execution, 'context' | 'results'>,
	count: number,
): void {
	if (count === 0) return;
	const rest = `${formatted(count)} of ${counted(results.length, 'item')} not sent.`;
	addHint(context, `Dry Run: ${count === results.length ? 'Nothing was sent.' : rest}`);
}

/** Shows the notices of an execution as hints, each once. */
export function addNotices({
	context,
	notices,
	results,
}: Pick<Execution, 'context' | 'notices' | 'results'>): void {
	for (const notice of new Set(notices)) {
		const times = notices.filter((other) => other === notice).length;
		const items = `${formatted(times)} of ${counted(results.length, 'item')}`;
		addHint(context, results.length === 1 ? notice : `${items}: ${notice}`);
	}
}

/** Returns whether n8n takes an output that begins with this item for a failure, and tries the node again. */
export function isTakenForFailure(first: INodeExecutionData | undefined): boolean {
	const error: unknown = first?.json['error'];
	return error !== undefined && error !== null && error !== false;
}

/** Turns a failure into the item that stands for it when the workflow goes on after errors. */
export function errorItem(details: ErrorDetails, itemIndex: number): INodeExecutionData {
	// Older and newer n8n alike take an item with just these two members for an error, on either output.
	return item({ error: errorData(details), message: details.description }, itemIndex);
}

function selectedElements(
	payload: unknown,
	parameters: Parameters,
	{ api, operation, startedAt, timezone }: OutputContext,
): IDataObject[] {
	const entries: unknown[] = Array.isArray(payload) ? payload : [payload];
	const elements = entries.map((entry) =>
		isDataObject(entry) ? entry : dataObject({ [api.payloadMember]: entry }),
	);
	return operation.select?.(elements, parameters, { startedAt, timezone }) ?? elements;
}

function item(json: IDataObject, itemIndex: number): INodeExecutionData {
	return { json, pairedItem: { item: itemIndex } };
}

/** JSON objects are n8n's data objects; the two types only say it differently. */
function dataObject(value: JsonObject): IDataObject;
function dataObject(value: JsonObject): JsonObject {
	return value;
}
