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
import {
	REPORT,
	errorDetails,
	inputError,
	invalidInput,
	messageOfError,
	nameOfError,
	operationError,
	requestError,
} from '../errors/nodeErrors';
import { WriteJournal } from '../journal/writeJournal';
import type {
	Api,
	Author,
	Execution,
	Operation,
	OperationTable,
	PlannedItem,
	ExecutionOptions,
	InvalidItem,
	ItemResults,
} from '../operation';
import { errorItem } from '../output/output';
import { addHint } from '../items';
import { counted, formatted } from '../text';
import { readItemOptions, readOptions } from '../parameters/options';
import type { ItemParameters } from '../parameters/read';
import { parameterReader } from '../parameters/read';
import type { Issue } from '../issue';
import { completedCredential } from './completion';
import { planItems } from './plan';
import {
	credentialSecrets,
	isOrdinaryWord,
	redactRequest,
	secretsIn,
	textRedactor,
} from '../redaction/redact';
import { nodeLog } from './reader';
import { sendItems } from './send';
import { describeIssues, hintTexts, issuesError } from '../issues/issueTexts';

/**
 * Runs the node's selected operation for all input items: plans them all, refuses invalid ones before anything is sent,
 * sends, and returns the output items in input order, each paired with its input item. Throws a `NodeOperationError`
 * for invalid input and a `NodeApiError` for a failed request, unless the node continues on errors. Throws nothing
 * else.
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
		const credential = await readCredential(context, api);
		const extraCredential = await readExtraCredential(context, operation);
		const { extraCredentialType = '' } = operation;
		const redactorFor = redactorOf(api, credential, extraCredential);
		execution = {
			context,
			api,
			operation,
			options,
			clock,
			credential,
			extraCredential,
			extraCredentialName: context.getNode().credentials?.[extraCredentialType]?.name,
			redactorFor,
			log: nodeLog(context.logger, redactorFor),
			startedAt: clock.now(),
			timezone: context.getTimezone(),
			sending: false,
		};
		return [await runItems(execution, readItem)];
	} catch (error) {
		throw nodeErrorOf(context, error, execution);
	}
}

/** Plans all items, then shows or sends them. Returns their results. */
async function runItems(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<INodeExecutionData[]> {
	const { context } = execution;
	const count = context.getInputData().length;
	const { valid, invalid, hints } = await planCompleted(execution, count, readItem);
	const refused = refuseInvalid(execution, invalid, count);
	for (const hint of hintTexts(hints, count)) addHint(context, hint);
	const planned = valid.filter(isDryRun);
	const shown = outputDryRun(execution, planned);
	if (planned.length > 0) {
		const some = `${formatted(planned.length)} of ${counted(count, 'item')} not sent.`;
		addHint(context, `Dry Run: ${planned.length === count ? 'Nothing was sent.' : some}`);
	}
	const items = valid.filter((item) => !isDryRun(item));
	const journal = WriteJournal.open(execution, items);
	const sent = await sendApproved(execution, items, invalid, journal);
	// Reads end in any order.
	const results = [...refused, ...shown, ...sent].sort(
		([one], [other]) => one.itemIndex - other.itemIndex,
	);
	const output = results.flatMap(([item, result]) =>
		'error' in result ? [errorItem(execution, item, result.error)] : result.items,
	);
	journal?.close(output);
	const notices = results.flatMap(([{ itemIndex }, result]) =>
		'hint' in result ? [{ itemIndex, text: result.hint }] : [],
	);
	for (const hint of hintTexts(notices, count)) addHint(context, hint);
	return output;
}

/** Plans all items. If an item needs values that the credential leaves open, they are read first, even in a dry run. */
async function planCompleted(
	execution: Execution,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<ReturnType<typeof planItems>> {
	const plans = planItems(execution, count, readItem);
	const { api, context } = execution;
	const isOpen = ({ path }: Issue) => path === api.completion?.issuePath;
	const first = plans.invalid.find(({ issues }) => issues.some(isOpen));
	if (first === undefined || !api.completion?.isNeeded(execution.credential, {})) return plans;
	const { credential, clock } = execution;
	const completed = await completedCredential(context, { api, credential, clock });
	if ('error' in completed) {
		const { error } = completed;
		if (!context.continueOnFail()) throw requestError(context.getNode(), error, first.itemIndex);
		const unread = plans.invalid.map((item) =>
			item.issues.some(isOpen) ? { ...item, error } : item,
		);
		return { ...plans, invalid: unread };
	}
	execution.credential = completed.credential;
	return planItems(execution, count, readItem);
}

/** Throws for invalid items, or turns them into errors if the execution continues on errors. */
function refuseInvalid(execution: Execution, invalid: InvalidItem[], count: number): ItemResults {
	const { context } = execution;
	const [first] = invalid;
	if (first !== undefined && !context.continueOnFail()) {
		const details = describeIssues(invalid, count, execution, 'Nothing was sent.');
		// The texts count items from 1. With an index, n8n would add its own count, from 0.
		throw inputError(context.getNode(), details, count === 1 ? first.itemIndex : undefined);
	}
	return new Map(
		invalid.map((item) => {
			const text = describeIssues([item], 1, execution, 'The item was not sent.');
			return [item, { error: item.error ?? invalidInput(text) }];
		}),
	);
}

/** Sends the items, unless they must match an approved plan and don't. */
async function sendApproved(
	execution: Execution,
	items: PlannedItem[],
	invalid: InvalidItem[],
	journal: WriteJournal | undefined,
): Promise<ItemResults> {
	const { context } = execution;
	if (items.length === 0) return new Map();
	const refusal = approvalError(execution, items, invalid, journal?.sentCount ?? 0);
	if (refusal === undefined) {
		execution.sending = true;
		journal?.addHints();
		return await sendItems(execution, items, journal);
	}
	if (!context.continueOnFail()) throw operationError(context.getNode(), refusal);
	return new Map(items.map((item) => [item, journal?.refuse(item, refusal) ?? { error: refusal }]));
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
		// Requests mostly have the secrets of the one before, or none: the search pattern is built once for them.
		if (known?.secrets === secrets) return known.redact;
		const words = author === 'node' ? [] : others.filter(isOrdinaryWord);
		const whole = others.filter((secret) => !isOrdinaryWord(secret));
		const redact = textRedactor([...own, ...whole], words);
		latest.set(author, { secrets, redact });
		return redact;
	};
}

/** Returns n8n's error for any thrown value: a raw one could show a request with its key. */
function nodeErrorOf(
	context: IExecuteFunctions,
	error: unknown,
	execution: Execution | undefined,
): NodeError {
	if (error instanceof NodeError) return error;
	// Before there is an execution, only n8n throws, and its message explains the problem.
	if (execution === undefined) {
		const description = 'Nothing was sent.';
		return inputError(context.getNode(), { message: messageOfError(error), description });
	}
	execution.log.unexpected('an execution', error);
	const name = nameOfError(error);
	const unsent = `The node couldn't finish checking the items (${name}).`;
	const sent = `Requests may have been applied. The node couldn't finish sending them (${name}).`;
	const advice = 'Check the results in the console before you run the node again.';
	const details = execution.sending
		? errorDetails('outcomeUnknown', 'unknown', sent, `${advice} ${REPORT}`)
		: errorDetails('defect', 'notSent', unsent, `Nothing was sent. ${REPORT}`);
	return operationError(context.getNode(), details);
}

function selectedOperation(context: IExecuteFunctions, operations: OperationTable): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const group = Object.hasOwn(operations, resource) ? operations[resource] : undefined;
	// n8n finds no operation of a resource that is not in the list.
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

/** The first item's options count for all. If they can't be read, nobody knows whether to send at all. */
function firstItemOptions(
	context: IExecuteFunctions,
	operation: Operation,
	{ parameters, issues }: ItemParameters,
): ExecutionOptions {
	const unread = issues.find(({ path }) => path === 'options');
	if (unread === undefined) return readOptions(parameters['options']);
	throw issuesError(context.getNode(), [unread], operation, 0);
}
