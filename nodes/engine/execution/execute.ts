import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';
import { approvalError, outputDryRun } from '../approval/approval';
import type { Clock } from '../time';
import { SYSTEM_CLOCK } from '../time';
import { readCredential, readExtraCredential } from '../credentials/read';
import { REPORT } from '../errors/failureDetails';
import {
	inputError,
	invalidInput,
	messageOfError,
	nameOfError,
	operationError,
} from '../errors/nodeErrors';
import { WriteJournal } from '../journal/writeJournal';
import { nodeLog } from './log';
import type {
	Api,
	Author,
	Execution,
	Operation,
	OperationTable,
	PlannedItem,
	ExecutionOptions,
	InvalidItem,
	ItemHint,
	OnResult,
} from '../operation';
import { addDryRunHint, errorItem } from '../output/output';
import { addHint } from '../items';
import { readItemOptions, readOptions } from '../parameters/options';
import type { ItemParameters } from '../parameters/read';
import { parameterReader } from '../parameters/read';
import { planItems } from './plan';
import {
	credentialSecrets,
	isOrdinaryWord,
	redactRequest,
	secretsIn,
	textRedactor,
} from '../redaction/redact';
import { sendItems } from './send';
import { describeIssues, hintTexts, issuesError } from '../issues/issueTexts';

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
		execution = await openExecution({ context, api, operation, options, clock });
		return [await runItems(execution, readItem)];
	} catch (error) {
		throw nodeErrorOf(context, error, execution);
	}
}

/** Adds the credentials, and what follows from them. */
async function openExecution(
	known: Pick<Execution, 'api' | 'clock' | 'context' | 'operation' | 'options'>,
): Promise<Execution> {
	const { context, api, operation, clock } = known;
	const { extraCredentialType = '' } = operation;
	const credential = await readCredential(context, api);
	const extraCredential = await readExtraCredential(context, operation);
	const redactorFor = redactorOf(api, credential, extraCredential);
	return {
		...{ ...known, credential, extraCredential, redactorFor, sending: false },
		...{ startedAt: clock.now(), timezone: context.getTimezone() },
		extraCredentialName: context.getNode().credentials?.[extraCredentialType]?.name,
		log: nodeLog(context.logger, redactorFor),
	};
}

/** Plans all items, then shows or sends them. Returns what they end in. */
async function runItems(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<INodeExecutionData[]> {
	const { context } = execution;
	const results: INodeExecutionData[][] = context.getInputData().map(() => []);
	const notices: ItemHint[] = [];
	const onResult: OnResult = (item, result) => {
		const { itemIndex } = item;
		results[itemIndex] =
			'error' in result ? [errorItem(execution, item, result.error)] : result.items;
		if ('hint' in result) notices.push({ itemIndex, text: result.hint });
	};
	const { valid, invalid, hints } = planItems(execution, results.length, readItem);
	refuseInvalid(execution, invalid, onResult);
	addHints(context, hints);
	const planned = valid.filter(isDryRun);
	outputDryRun(execution, planned, onResult);
	addDryRunHint(context, planned.length, results.length);
	const items = valid.filter((item) => !isDryRun(item));
	const journal = await sendApproved(execution, items, invalid, onResult);
	const output = results.flat();
	journal?.close(output);
	// Reads end in any order.
	addHints(
		context,
		notices.sort((one, other) => one.itemIndex - other.itemIndex),
	);
	return output;
}

function addHints(context: IExecuteFunctions, hints: readonly ItemHint[]): void {
	for (const hint of hintTexts(hints, context.getInputData().length)) addHint(context, hint);
}

/** Throws for invalid items, or turns them into error items if the execution continues on errors. */
function refuseInvalid(execution: Execution, invalid: InvalidItem[], onResult: OnResult): void {
	const { context } = execution;
	const [first] = invalid;
	if (first === undefined) return;
	if (!context.continueOnFail()) {
		const count = context.getInputData().length;
		const details = describeIssues(invalid, count, execution, 'Nothing was sent.');
		const itemIndex = invalid.length === 1 ? first.itemIndex : undefined;
		throw inputError(context.getNode(), details, itemIndex);
	}
	for (const item of invalid) {
		const text = describeIssues([item], 1, execution, 'The item was not sent.');
		onResult(item, { error: invalidInput(text) });
	}
}

/** Sends the items, unless they are to be those of an approved plan and are not. Returns the journal of the writes. */
async function sendApproved(
	execution: Execution,
	items: PlannedItem[],
	invalid: InvalidItem[],
	onResult: OnResult,
): Promise<WriteJournal | undefined> {
	const { context, clock } = execution;
	if (items.length === 0) return undefined;
	const journal = WriteJournal.open(context, execution, clock, items);
	const refusal = approvalError(execution, items, invalid, journal?.sentCount ?? 0);
	if (refusal === undefined) {
		execution.sending = true;
		journal?.tellHints();
		await sendItems(execution, items, journal, onResult);
	} else if (context.continueOnFail()) {
		for (const item of items) onResult(item, journal?.refuse(item, refusal) ?? { error: refusal });
	} else throw operationError(context.getNode(), refusal);
	return journal;
}

function isDryRun({ parameters }: PlannedItem): boolean {
	return readItemOptions(parameters['options']).dryRun;
}

function redactorOf(
	api: Api,
	credential: ICredentialDataDecryptedObject,
	extraCredential: ICredentialDataDecryptedObject | undefined,
): Execution['redactorFor'] {
	const own = credentialSecrets(credential, api);
	const ofSource = secretsIn(extraCredential);
	const latest = new Map<Author, { secrets: string; redact: (text: string) => string }>();
	return (request, author = 'api') => {
		const ofRequest = request === undefined ? [] : redactRequest(request).secrets;
		const others = [...new Set([...ofSource, ...ofRequest])];
		const secrets = JSON.stringify(others);
		const known = latest.get(author);
		// Requests mostly have the secrets of the one before, or none: what is looked for is worked out once for them.
		if (known?.secrets === secrets) return known.redact;
		const words = author === 'node' ? [] : others.filter(isOrdinaryWord);
		const whole = others.filter((secret) => !isOrdinaryWord(secret));
		const redact = textRedactor([...own, ...whole], words);
		latest.set(author, { secrets, redact });
		return redact;
	};
}

/** Returns n8n's error for whatever was thrown: a raw one could show a request with its key. */
function nodeErrorOf(
	context: IExecuteFunctions,
	error: unknown,
	execution: Execution | undefined,
): NodeError {
	if (error instanceof NodeError) return error;
	// Before there is an execution, only n8n throws, and its message explains what is wrong.
	if (execution === undefined) {
		const description = 'Nothing was sent.';
		return inputError(context.getNode(), { message: messageOfError(error), description });
	}
	const { sending } = execution;
	execution.log.unexpected('an execution', error);
	const [message, advice] = sending
		? [
				"Requests may have been applied. The node couldn't finish sending them",
				'Check the results in the console before you run the node again.',
			]
		: ["The node couldn't finish checking the items", 'Nothing was sent.'];
	return operationError(context.getNode(), {
		message: `${message} (${nameOfError(error)}).`,
		description: `${advice} ${REPORT}`,
		outcome: sending ? 'unknown' : 'notSent',
		reason: sending ? 'outcomeUnknown' : 'defect',
		attempts: 0,
	});
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
		message: `${choice} is unknown`,
		description: 'Nothing was sent. Choose the resource and the operation again.',
	});
}

/** The first item's options count for all. When they cannot be read, nobody knows whether to send at all. */
function firstItemOptions(
	context: IExecuteFunctions,
	operation: Operation,
	{ parameters, issues }: ItemParameters,
): ExecutionOptions {
	const unread = issues.find(({ path }) => path === 'options');
	if (unread === undefined) return readOptions(parameters['options']);
	throw issuesError(context.getNode(), [unread], operation, 0);
}
