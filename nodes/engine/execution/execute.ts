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
import { rateLimitText } from '../errors/interruptions';
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
	ExecutionOptions,
	InputItem,
	InvalidItem,
	ItemHint,
	ItemResult,
	ItemResults,
	Operation,
	OperationTable,
	PlannedItem,
} from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { errorItem } from '../output/output';
import { addHint } from '../items';
import { counted, formatted } from '../text';
import { readOptions } from '../parameters/options';
import type { ItemParameters } from '../parameters/read';
import { parameterReader } from '../parameters/read';
import { completedCredential } from './completion';
import { nodeLog } from './log';
import type { Draft } from './plan';
import {
	draftItems,
	isDryRun,
	isOpen,
	sorted,
	withCredential,
	withNeeds,
	withoutOpen,
} from './plan';
import {
	credentialSecrets,
	isOrdinaryWord,
	redactRequest,
	secretsIn,
	textRedactor,
} from '../redaction/redact';
import type { Sending } from './send';
import { sendItems, stoppedError, unchanged } from './send';
import type { Session } from './session';
import { executionSession } from './session';
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
			log: nodeLog(context.logger, redactorFor, context.getNode().type),
			startedAt: clock.now(),
			timezone: context.getTimezone(),
			maxWait: options.maxWait,
			hasRead: false,
			prepared: [],
			sending: false,
		};
		return [await runItems(execution, readItem)];
	} catch (error) {
		throw nodeErrorOf(context, error, execution);
	}
}

/** Plans all items, reads what their plans need, then shows or sends them. Returns their results. */
async function runItems(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<INodeExecutionData[]> {
	const drafts = await checkedItems(execution, readItem);
	const journal = WriteJournal.open(execution, sorted(execution, drafts).valid.filter(isSent));
	const session = executionSession(execution);
	try {
		const results = await runDrafts(execution, drafts, session, journal);
		// Reads end in any order.
		results.sort(([first], [second]) => first.itemIndex - second.itemIndex);
		const output = results.flatMap(([item, result]) =>
			'error' in result ? [errorItem(execution, item, result.error)] : result.items,
		);
		journal?.close(output);
		addHints(
			execution,
			results.flatMap(([{ itemIndex }, result]) =>
				'hint' in result ? [{ itemIndex, text: result.hint }] : [],
			),
		);
		return output;
	} finally {
		session.client.close();
		const { rateLimitWaits } = session.client.queue;
		if (rateLimitWaits.count > 0) addHint(execution.context, `${rateLimitText(rateLimitWaits)}.`);
	}
}

/** Checks all items as far as that is possible without a read, and throws for invalid ones. */
async function checkedItems(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<Draft[]> {
	const { api, clock, context, credential } = execution;
	const initialDrafts = draftItems(execution, context.getInputData().length, readItem);
	const isCompletable = api.completion?.isNeeded(credential, {}) === true;
	const open = isCompletable ? initialDrafts.filter((draft) => isOpen(draft, execution)) : [];
	const isJudged = (draft: Draft) => !open.includes(draft);
	const drafts = isCompletable
		? initialDrafts.map((draft) => (isJudged(draft) ? withoutOpen(draft, execution) : draft))
		: initialDrafts;
	throwInvalid(execution, sorted(execution, drafts.filter(isJudged)).invalid);
	const [first] = open;
	if (first === undefined) return drafts;
	execution.hasRead = true;
	const completed = await completedCredential(context, { api, credential, clock });
	if (context.getExecutionCancelSignal()?.aborted === true) throw stoppedError(execution);
	if ('error' in completed) {
		const { error } = completed;
		if (!context.continueOnFail()) throw requestError(context.getNode(), error, first.itemIndex);
		return drafts.map((draft) => (open.includes(draft) ? { ...draft, error } : draft));
	}
	execution.credential = completed.credential;
	const whole = withCredential(execution, drafts);
	throwInvalid(execution, sorted(execution, whole).invalid);
	return whole;
}

/** What the journal knows isn't read or planned again. */
async function runDrafts(
	execution: Execution,
	drafts: readonly Draft[],
	session: Session,
	journal: WriteJournal | undefined,
): Promise<Array<[InputItem, ItemResult]>> {
	const settledDrafts = drafts.filter(
		(draft) => isSent(draft) && journal?.isSettled(draft) === true,
	);
	const open = drafts.filter((draft) => !settledDrafts.includes(draft));
	const { valid, invalid, hints } = sorted(execution, await withNeeds(execution, open, session));
	if (session.client.signal.aborted) throw stoppedError(execution);
	throwInvalid(execution, invalid);
	addHints(execution, hints);
	const planned = valid.filter((item) => !isSent(item));
	const dryRunResults = outputDryRun(execution, planned);
	if (planned.length > 0) {
		const count = execution.context.getInputData().length;
		const some = `${formatted(planned.length)} of ${counted(count, 'item')} not sent.`;
		const text = planned.length === count ? unchanged(execution) : some;
		addHint(execution.context, `Dry Run: ${text}`);
	}
	const settled = sorted(execution, settledDrafts).valid;
	const items = [...settled, ...valid.filter(isSent)].sort(
		(first, second) => first.itemIndex - second.itemIndex,
	);
	const sent = await sendApproved(execution, items, invalid, { journal, session });
	return [...invalidResults(execution, invalid), ...dryRunResults, ...sent];
}

function isSent(item: InputItem): boolean {
	return !isDryRun(item);
}

function addHints({ context }: Execution, hints: readonly ItemHint[]): void {
	for (const text of hintTexts(hints, context.getInputData().length)) addHint(context, text);
}

/** Throws for items that must not be sent, unless the execution continues on errors. */
function throwInvalid({ context, ...execution }: Execution, invalid: readonly InvalidItem[]): void {
	if (context.continueOnFail()) return;
	const count = context.getInputData().length;
	const invalidInputs = invalid.filter(({ error }) => error === undefined);
	const [first] = invalidInputs;
	if (first !== undefined) {
		const details = describeIssues(invalidInputs, count, execution, unchanged(execution));
		// The texts count items from 1. With an index, n8n would add its own count, from 0.
		throw inputError(context.getNode(), details, count === 1 ? first.itemIndex : undefined);
	}
	const [unread, ...laterUnread] = invalid;
	if (unread?.error === undefined) return;
	const error = withOthers(unread.error, laterUnread.length);
	throw requestError(context.getNode(), error, unread.itemIndex);
}

function invalidResults(execution: Execution, invalid: readonly InvalidItem[]): ItemResults {
	return new Map(
		invalid.map((item) => {
			const text = describeIssues([item], 1, execution, 'The item was not sent.');
			return [item, { error: item.error ?? invalidInput(text) }];
		}),
	);
}

/** Describes one of several failed reads. */
function withOthers(error: ErrorDetails, unreadCount: number): ErrorDetails {
	if (unreadCount === 0) return error;
	const more = `${counted(unreadCount, 'more item')} couldn't be read either.`;
	return { ...error, description: `${error.description} ${more}` };
}

/** Sends the items, unless they must match an approved plan and don't. */
async function sendApproved(
	execution: Execution,
	items: PlannedItem[],
	invalid: InvalidItem[],
	sending: Sending,
): Promise<ItemResults> {
	const { context } = execution;
	const { journal } = sending;
	if (items.length === 0) return new Map();
	const refusal = approvalError(execution, items, invalid, journal);
	if (refusal === undefined) {
		journal?.addHints();
		return await sendItems(execution, items, sending);
	}
	if (!context.continueOnFail()) throw operationError(context.getNode(), refusal);
	return new Map(items.map((item) => [item, journal?.earlierResult(item) ?? { error: refusal }]));
}

function redactorOf(
	api: Api,
	credential: ICredentialDataDecryptedObject,
	extraCredential: ICredentialDataDecryptedObject | undefined,
): Execution['redactorFor'] {
	const ofCredential = credentialSecrets(credential, api);
	const ofSource = secretsIn(extraCredential);
	const latest = new Map<Author, { secrets: string; redact: (text: string) => string }>();
	return (request, author = 'api') => {
		const ofRequest = request === undefined ? [] : redactRequest(request).secrets;
		const itemSecrets = [...new Set([...ofSource, ...ofRequest])];
		const secrets = JSON.stringify(itemSecrets);
		const cached = latest.get(author);
		// Requests mostly have the secrets of the one before, or none: the search pattern is built once for them.
		if (cached?.secrets === secrets) return cached.redact;
		const words = author === 'node' ? [] : itemSecrets.filter(isOrdinaryWord);
		const whole = itemSecrets.filter((secret) => !isOrdinaryWord(secret));
		const redact = textRedactor([...ofCredential, ...whole], words);
		latest.set(author, { secrets, redact });
		return redact;
	};
}

/** Wraps any thrown value in n8n's error: a raw one could show a request with its key. */
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
		: errorDetails('defect', 'notSent', unsent, `${unchanged(execution)} ${REPORT}`);
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
