import type { INodeExecutionData } from 'n8n-workflow';

import type { Delivery, Outcome } from './delivery';
import { deliver } from './delivery';
import type { Dispatch } from './dispatch';
import { dispatchReads, dispatchWrites } from './dispatch';
import { inputError, requestError } from './failure';
import { GateQueue } from './gateQueue';
import { failureItem, successItems } from './outputs';
import type { DataMask } from './mask';
import type { PlannedItem } from './planItems';
import { RateGate } from './rateGate';
import type { Run } from './run';
import { dataMaskFor, maskFor } from './run';
import { n8nTransport } from './send';
import { StopSwitch } from './stopSwitch';

/**
 * Sends all planned items, reads side by side and writes in order, and puts what they give into the results.
 * Throws a `NodeApiError` when an item fails and the node does not go on after errors,
 * and a `NodeOperationError` when the execution is cancelled.
 */
export async function sendItems(run: Run, items: PlannedItem[]): Promise<void> {
	const { context, settings } = run;
	const cancelled = context.getExecutionCancelSignal();
	const stopSwitch = new StopSwitch();
	const stop = (): void => {
		stopSwitch.stop();
	};
	if (cancelled?.aborted === true) stop();
	cancelled?.addEventListener('abort', stop);
	try {
		const dispatch = dispatchOf(run, stopSwitch);
		const reads = items.every(({ request }) => request.method === 'GET');
		const failed = reads
			? await dispatchReads(dispatch, items, settings.maxConcurrency)
			: await dispatchWrites(dispatch, items);
		if (failed !== undefined) {
			throw requestError(context.getNode(), failed.failure, failed.itemIndex);
		}
	} finally {
		stop();
		cancelled?.removeEventListener('abort', stop);
	}
	if (cancelled?.aborted === true) {
		const description = 'Requests under way were broken off, and the rest were not sent.';
		throw inputError(context.getNode(), { message: 'The execution was stopped.', description });
	}
}

function dispatchOf(run: Run, stopSwitch: StopSwitch): Dispatch {
	const delivery = deliveryOf(run, stopSwitch.signal);
	// Requests without a body share one: to make it takes longer than to use it.
	const mask = dataMaskFor(run);
	return {
		continueOnFail: run.context.continueOnFail(),
		stop: () => {
			stopSwitch.stop();
		},
		deliver: async ({ itemIndex, request }) =>
			await stopSwitch.during(
				async (signal) =>
					await deliver(
						{ ...delivery, signal },
						{
							place: itemIndex,
							request,
							// Made only where something is to be said: most requests need none.
							mask: (text) => maskFor(run, request.body)(text),
						},
					),
			),
		onOutcome: (item, outcome) => {
			const { body } = item.request;
			const own = body === undefined ? mask : dataMaskFor(run, body);
			run.results[item.itemIndex] = itemsOf(run, item, outcome, own);
		},
	};
}

function deliveryOf(run: Run, signal: AbortSignal): Delivery {
	const { context, api, operation, credential, timing, settings } = run;
	const { maxRetries, maxWait, timeout } = settings;
	const sender = { credentialType: api.credentialType, credential, timeout };
	return {
		api,
		operation,
		transport: n8nTransport(context, sender),
		queue: new GateQueue(new RateGate(), timing, maxWait, signal),
		timing,
		signal,
		maxRetries,
		maxWait,
	};
}

function itemsOf(
	run: Run,
	item: PlannedItem,
	outcome: Outcome,
	mask: DataMask,
): INodeExecutionData[] {
	const { api, operation, credential, settings } = run;
	const { itemIndex, parameters } = item;
	if ('failure' in outcome) return [failureItem(outcome.failure, itemIndex)];
	const { fullResponse } = settings;
	return successItems(outcome.body, itemIndex, parameters, {
		api,
		operation,
		credential,
		mask,
		fullResponse,
	});
}
