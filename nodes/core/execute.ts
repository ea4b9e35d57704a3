import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';

import { approvalError, outputDryRun } from './approval';
import { refuseBatch, sendBatch } from './batch';
import { readCredential, readExtraCredential } from './credentials/read';
import type { ErrorDetails } from './errors/nodeErrors';
import { inputError, invalidInput, messageOfError, operationError } from './errors/nodeErrors';
import type { Clock } from './clock';
import { SYSTEM_CLOCK } from './clock';
import type { Api, Execution, Operation, OperationTable } from './operation';
import { addDryRunHint, addHint, addNotices, errorItem } from './output';
import type { ExecutionOptions } from './parameters/options';
import { readItemOptions, readOptions } from './parameters/options';
import type { ItemParameters } from './parameters/read';
import { parameterReader } from './parameters/read';
import type { InvalidItem, PlannedItem } from './preflight';
import { planItems } from './preflight';
import { credentialSecrets, querySecrets, secretsIn, textRedactor } from './redact';
import { hintTexts, invalidItemError, preflightError } from './validation/issueTexts';
import { WriteJournal } from './journal/writeJournal';

/**
 * Runs the node's selected operation for all input items: plans them all, refuses invalid ones before anything
 * is sent, sends, and returns the output items in input order, each paired with its input item.
 * Throws a `NodeOperationError` for invalid input and a `NodeApiError` for a failed request,
 * unless the node continues on errors. Nothing else leaves it.
 */
export async function executeOperation(
	context: IExecuteFunctions,
	api: Api,
	operations: OperationTable,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length === 0) return [[]];
	let execution: Execution | undefined;
	try {
		const operation = selectedOperation(context, operations);
		const readItem = parameterReader(context, operation.properties);
		const options = firstItemOptions(context, operation, readItem(0));
		execution = await openExecution(context, api, operation, options, clock);
		return [await runItems(execution, readItem)];
	} catch (error) {
		throw nodeErrorOf(context, error, execution);
	}
}

/** Reads the credentials and begins an execution with them. */
async function openExecution(
	context: IExecuteFunctions,
	api: Api,
	operation: Operation,
	options: ExecutionOptions,
	clock: Clock,
): Promise<Execution> {
	const { secretMembers = api.secretMembers } = operation;
	const ownApi = { ...api, secretMembers };
	const credential = await readCredential(context, api.credentialType);
	const extraCredential = await readExtraCredential(context, operation);
	return {
		context,
		api: ownApi,
		operation,
		credential,
		extraCredential,
		options,
		clock,
		startedAt: clock.now(),
		timezone: context.getTimezone(),
		redactorFor: redactorFor(ownApi, credential, extraCredential),
		results: context.getInputData().map(() => []),
		notices: [],
		sending: false,
	};
}

async function runItems(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<INodeExecutionData[]> {
	const { context, operation, credential, extraCredential, results } = execution;
	const { startedAt, timezone } = execution;
	const planContext = {
		credential,
		extraCredential,
		startedAt,
		timezone,
		extraCredentialName: extraCredentialName(context, operation),
	};
	const { valid, invalid, hints } = planItems(operation, planContext, results.length, readItem);
	settleInvalid(execution, invalid);
	for (const hint of hintTexts(hints, results.length)) addHint(context, hint);
	const isDryRun = ({ parameters }: PlannedItem): boolean =>
		readItemOptions(parameters['options']).dryRun;
	const planned = valid.filter(isDryRun);
	outputDryRun(execution, planned);
	addDryRunHint(execution, planned.length);
	const sent = valid.filter((item) => !isDryRun(item));
	const journal = await sendApproved(execution, sent, invalid);
	const items = results.flat();
	journal?.close(items);
	addNotices(execution);
	return items;
}

/** Sends the items, unless they are to be those of an approved plan and are not. Returns the journal of the writes. */
async function sendApproved(
	execution: Execution,
	items: PlannedItem[],
	invalid: InvalidItem[],
): Promise<WriteJournal | undefined> {
	if (items.length === 0) return undefined;
	const journal = WriteJournal.open(execution, items);
	const refusal = approvalError(execution, items, invalid, journal?.sentCount ?? 0);
	if (refusal === undefined) {
		journal?.tellHints();
		execution.sending = true;
		await sendBatch(execution, items, journal);
		return journal;
	}
	if (!execution.context.continueOnFail()) {
		throw operationError(execution.context.getNode(), refusal);
	}
	refuseBatch(execution, items, refusal, journal);
	return journal;
}

/** Returns n8n's error for whatever was thrown: a raw one could show a request with its key. */
function nodeErrorOf(
	context: IExecuteFunctions,
	error: unknown,
	execution: Execution | undefined,
): NodeError {
	if (error instanceof NodeError) return error;
	return operationError(context.getNode(), unexpectedDetails(error, execution));
}

/** Describes an unexpected error. Its own message is shown only where it is n8n's, before any request. */
function unexpectedDetails(error: unknown, execution: Execution | undefined): ErrorDetails {
	if (execution === undefined) {
		const description = 'Nothing was sent.';
		return invalidInput({ message: messageOfError(error), description });
	}
	const description = execution.sending
		? 'Look at the results in the console before you run the node again: requests may have been carried out.'
		: 'Nothing was sent.';
	return {
		message: 'The node could not finish.',
		description,
		outcome: execution.sending ? 'unknown' : 'notSent',
		reason: execution.sending ? 'outcomeUnknown' : 'unavailable',
		attempts: 0,
	};
}

function redactorFor(
	api: Api,
	credential: ICredentialDataDecryptedObject,
	extraCredential: ICredentialDataDecryptedObject | undefined,
): Execution['redactorFor'] {
	const own = credentialSecrets(credential, api.secretCredentialMembers);
	const fixed = [...own, ...secretsIn(extraCredential, api.secretMembers)];
	return (request) =>
		textRedactor([
			...fixed,
			...secretsIn(request?.body, api.secretMembers),
			...querySecrets(request?.path ?? '', api.secretMembers),
		]);
}

function extraCredentialName(
	context: IExecuteFunctions,
	{ extraCredentialType = '' }: Operation,
): string | undefined {
	return context.getNode().credentials?.[extraCredentialType]?.name;
}

function selectedOperation(context: IExecuteFunctions, operations: OperationTable): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const group = Object.hasOwn(operations, resource) ? operations[resource] : undefined;
	// n8n knows no operation of a resource that is not in the list.
	if (group === undefined) throw notKnown(context, `The resource "${resource}"`);
	const name = context.getNodeParameter('operation', 0);
	const operation = Object.hasOwn(group, name) ? group[name] : undefined;
	if (operation !== undefined) return operation;
	throw notKnown(context, `The operation "${name}" of the resource "${resource}"`);
}

function notKnown(context: IExecuteFunctions, choice: string): NodeError {
	return inputError(context.getNode(), {
		message: `${choice} is not known`,
		description: 'Nothing was sent. Choose the resource and the operation again.',
	});
}

/** The first item's options count for all. When they cannot be read, nobody knows whether to send at all. */
function firstItemOptions(
	context: IExecuteFunctions,
	{ properties }: Operation,
	{ parameters, issues }: ItemParameters,
): ExecutionOptions {
	const label = properties.find(({ name }) => name === 'options')?.displayName;
	const unread = issues.find(({ field }) => field === label);
	if (unread === undefined) return readOptions(parameters['options']);
	throw inputError(
		context.getNode(),
		{ message: `${unread.field} ${unread.message}`, description: 'Nothing was sent.' },
		0,
	);
}

/** Refuses the whole execution for its invalid items, or turns them into error items where it continues. */
function settleInvalid(execution: Execution, invalid: InvalidItem[]): void {
	const { context, redactorFor, results } = execution;
	const [first] = invalid;
	if (first === undefined) return;
	if (!context.continueOnFail()) {
		const details = preflightError(invalid, results.length, redactorFor);
		throw inputError(
			context.getNode(),
			details,
			invalid.length === 1 ? first.itemIndex : undefined,
		);
	}
	for (const item of invalid) {
		const details = invalidInput(invalidItemError(item, redactorFor(item.request)));
		results[item.itemIndex] = [errorItem(details, item.itemIndex)];
	}
}
