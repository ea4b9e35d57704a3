import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readCredential, readExtraCredential } from './credentials';
import { inputError } from './failure';
import { faultyItemFailure, preflightFailure } from './faultTexts';
import type { Timing } from './gateQueue';
import type { Api, Operation, OperationTable } from './operation';
import { dryRunItem, failureItem } from './outputs';
import type { FaultyItem } from './planItems';
import { planItems } from './planItems';
import type { ItemParameters } from './readParameters';
import { parameterReader } from './readParameters';
import type { Run } from './run';
import { dataMaskFor, maskFor } from './run';
import { sendItems } from './sendItems';
import type { Settings } from './settings';
import { readSettings } from './settings';
import { sleepUnlessStopped } from './sleepUnlessStopped';

const REAL_TIME: Timing = { now: () => Date.now(), sleep: sleepUnlessStopped };

/**
 * Runs the node's selected operation for all input items: plans them all, refuses faulty ones before anything
 * is sent, sends, and gives the output items in input order, each paired with its input item.
 * Throws a `NodeOperationError` for faulty input and a `NodeApiError` for a failed request,
 * unless the node goes on after errors.
 */
export async function runOperations(
	context: IExecuteFunctions,
	api: Api,
	operations: OperationTable,
	timing: Timing = REAL_TIME,
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	if (count === 0) return [[]];
	const operation = selectedOperation(context, operations);
	const readItem = parameterReader(context, operation.properties);
	const settings = settingsOf(context, operation, readItem(0));
	const credential = await readCredential(context, api.credentialType);
	const extraCredential = await readExtraCredential(context, operation);
	const results: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const run = { context, api, operation, credential, extraCredential, settings, timing, results };
	const planContext = { credential, extraCredential, timezone: context.getTimezone() };
	const { sound, faulty } = planItems(operation, planContext, count, readItem);
	settleFaulty(run, faulty);
	if (!settings.dryRun) await sendItems(run, sound);
	else {
		for (const { itemIndex, request } of sound) {
			const mask = dataMaskFor(run, request.body);
			results[itemIndex] = [dryRunItem(request, itemIndex, { credential, mask })];
		}
	}
	return [results.flat()];
}

function selectedOperation(context: IExecuteFunctions, operations: OperationTable): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const group = Object.hasOwn(operations, resource) ? operations[resource] : undefined;
	const operation = group !== undefined && Object.hasOwn(group, name) ? group[name] : undefined;
	if (operation !== undefined) return operation;
	throw inputError(context.getNode(), {
		message: `The operation "${name}" of the resource "${resource}" is not known`,
		description: 'Nothing was sent. Choose the resource and the operation again.',
	});
}

/** The first item's options count for all. When they cannot be read, nobody knows whether to send at all. */
function settingsOf(
	context: IExecuteFunctions,
	{ properties }: Operation,
	{ parameters, issues }: ItemParameters,
): Settings {
	const label = properties.find(({ name }) => name === 'options')?.displayName;
	const unread = issues.find(({ field }) => field === label);
	if (unread === undefined) return readSettings(parameters['options']);
	throw inputError(
		context.getNode(),
		{ message: `${unread.field} ${unread.message}`, description: 'Nothing was sent.' },
		0,
	);
}

/** Refuses the whole run for its faulty items, or lets them end as error items where the run goes on. */
function settleFaulty(run: Run, faulty: FaultyItem[]): void {
	const { context, results } = run;
	const [first] = faulty;
	if (first === undefined) return;
	const maskOf = ({ body }: FaultyItem): ((text: string) => string) => maskFor(run, body);
	if (!context.continueOnFail()) {
		const failure = preflightFailure(faulty, results.length, maskOf);
		throw inputError(context.getNode(), failure, faulty.length === 1 ? first.itemIndex : undefined);
	}
	for (const item of faulty) {
		results[item.itemIndex] = [failureItem(faultyItemFailure(item, maskOf(item)), item.itemIndex)];
	}
}
