import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';
import { showDryRun, unapprovedResults, withApprovedNames } from '../approval/approval';
import { rateLimitText } from '../errors/interruptions';
import { inputError } from '../errors/nodeErrors';
import { defectError } from '../errors/progress';
import { readCredential, readExtraCredential } from '../credentials/readCredential';
import { addHints, hintTexts, issuesError } from '../issues/issueMessages';
import { addHint, isUsedAsTool } from '../items';
import { countSentBefore, WriteJournal } from '../journal/writeJournal';
import type { Execution, InputItem, ItemParameters, SendableItem } from '../executionState';
import { ownValue } from '../json';
import type { Api, NameLookups, Operation, OperationTable } from '../operation';
import { isDryRun, readLimits } from '../options/requestOptions';
import { outputItems } from '../output/output';
import { OPERATION, OPTIONS, RESOURCE } from '../parameterNames';
import { parameterReader } from '../parameters/readParameters';
import { redactorOf } from '../redaction/redact';
import type { Limits } from '../request';
import type { Clock } from '../time';
import { SYSTEM_CLOCK } from '../time';
import { withExampleValue, withLookedUpValue } from './credentialLookup';
import { readNeeds } from './facts';
import { nodeLog } from './log';
import { planItem, planItems } from './plan';
import { refuseInvalid, refusedResults } from './refuse';
import { withRepeatHints } from './repeatedCreates';
import { sendItems } from './send';
import type { Session } from './session';
import { withSession } from './session';
import { messageOfError } from '../text';

/**
 * Runs the selected operation for all input items. Refuses invalid items before it sends anything. The output keeps the
 * input's order, and each item is paired with its input item. Unless the node continues on errors, throws a
 * `NodeOperationError` for invalid input and a `NodeApiError` for a failed request.
 */
export async function executeOperation(
	context: IExecuteFunctions,
	apiOf: (context: IExecuteFunctions) => Api,
	operations: OperationTable,
	{ clock = SYSTEM_CLOCK, lookups = new Map() }: { clock?: Clock; lookups?: NameLookups } = {},
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length === 0) return [[]];
	let execution: Execution | undefined;
	try {
		const api = apiOf(context);
		const operation = selectedOperation(context, operations);
		const readItem = parameterReader(context, operation.properties);
		execution = await openExecution({ api, clock, context, lookups, operation }, readItem(0));
		return [await runSteps(execution, readItem)];
	} catch (error) {
		throw nodeErrorOf(context, error, execution);
	}
}

function selectedOperation(context: IExecuteFunctions, operations: OperationTable): Operation {
	const resource = context.getNodeParameter(RESOURCE, 0);
	const group = ownValue(operations, resource);
	// Checked before the operation, because n8n can't find an operation of an unknown resource.
	if (group === undefined) throw notKnownError(context, `The resource "${resource}"`);
	const name = context.getNodeParameter(OPERATION, 0);
	const operation = ownValue(group, name);
	if (operation !== undefined) return operation;
	throw notKnownError(context, `The operation "${name}" of the resource "${resource}"`);
}

function notKnownError(context: IExecuteFunctions, choice: string): NodeError {
	return inputError(context.getNode(), {
		message: `${choice} is unknown`,
		description: 'Nothing was sent. Choose the resource and the operation again.',
	});
}

/** Reads the credentials. The first item's options apply to all items. */
async function openExecution(
	use: Pick<Execution, 'api' | 'clock' | 'context' | 'lookups' | 'operation'>,
	firstItem: ItemParameters,
): Promise<Execution> {
	const { api, clock, context, operation } = use;
	const limits = firstItemLimits(context, operation, firstItem);
	const credential = await readCredential(context, api);
	const extraCredential = await readExtraCredential(context, operation);
	const { extraCredentialType = '' } = operation;
	const sentBefore = operation.kind === 'change' ? countSentBefore(context) : 0;
	const redactorFor = redactorOf(api, credential, extraCredential);
	const { logDefect } = nodeLog(context.logger, redactorFor, context.getNode().type, api);
	return {
		...use,
		// A wait's requests need no retries, because the wait reads again anyway.
		limits: operation.kind === 'wait' ? { ...limits, maxRetries: 0 } : limits,
		credential,
		extraCredential,
		isTool: isUsedAsTool(context.getNode()),
		extraCredentialName: context.getNode().credentials?.[extraCredentialType]?.name,
		redactorFor,
		logDefect,
		startedAt: clock.now(),
		timezone: context.getTimezone(),
		progress: { sent: 'nothing', sentBefore, prepared: [] },
	};
}

/** Throws if the first item's options are unreadable, because they decide whether anything may be sent. */
function firstItemLimits(
	context: IExecuteFunctions,
	operation: Operation,
	{ parameters, issues }: ItemParameters,
): Limits {
	const optionsIssue = issues.find(({ path }) => path === OPTIONS);
	if (optionsIssue === undefined) return readLimits(parameters[OPTIONS]);
	throw issuesError(context.getNode(), [optionsIssue], operation);
}

/** Each step finishes all items before the next step begins. */
async function runSteps(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<INodeExecutionData[]> {
	const count = execution.context.getInputData().length;
	const credential = withExampleValue(execution);
	const planned = planItems({ ...execution, credential }, count, withApprovedNames(readItem));
	refuseInvalid(execution, planned);
	const items = await withLookedUpValue(execution, planned);
	return await withSession(execution, async (session) => {
		try {
			return await planAndSend(execution, items, session);
		} finally {
			hintAtWaits(execution, session);
		}
	});
}

async function planAndSend(
	execution: Execution,
	inputItems: readonly InputItem[],
	session: Session,
): Promise<INodeExecutionData[]> {
	const journal = WriteJournal.open(
		execution,
		inputItems.filter((item) => !isDryRun(item)),
	);
	const settle = (item: InputItem) => journal?.settle(item) ?? item;
	const resumed = inputItems.map((item) => settle(withSentIds(execution, item, journal)));
	const itemsWithFacts = await readNeeds(execution, resumed, session);
	// If an earlier attempt sent an item, the next item for the same record builds on the record as it is now.
	const matched = await readNeeds(execution, itemsWithFacts.map(settle), session);
	refuseInvalid(execution, matched);
	const items = withRepeatHints(execution, matched);
	const planned = items.filter((item) => item.state === 'planned');
	addHints(
		execution.context,
		planned.flatMap((item) =>
			hintTexts(item, execution).map((text) => ({ itemIndex: item.itemIndex, text })),
		),
	);
	const dryRuns = showDryRun(execution, planned.filter(isDryRun));
	const sendable = items.filter(isSendable);
	const invalidItems = items.filter(({ state }) => state === 'invalid' || state === 'unread');
	const unapproved = unapprovedResults(execution, sendable, invalidItems, journal);
	const sentResults = unapproved ?? (await sendItems(execution, sendable, session, journal));
	const results = [...refusedResults(execution, invalidItems), ...dryRuns, ...sentResults];
	const output = outputItems(execution, results);
	journal?.close(output);
	return output;
}

/** Uses the IDs that an earlier attempt found, because a record may have been renamed since then. */
function withSentIds(
	execution: Execution,
	item: InputItem,
	journal: WriteJournal | undefined,
): InputItem {
	const ids = journal?.sentIds(item);
	return ids === undefined
		? item
		: planItem(execution, { ...item, facts: { ...item.facts, ...ids } });
}

function isSendable(item: InputItem): item is SendableItem {
	return item.state === 'settled' || (item.state === 'planned' && !isDryRun(item));
}

function hintAtWaits({ context }: Execution, { client }: Session): void {
	const { rateLimitWaits } = client.queue;
	if (rateLimitWaits.count > 0) addHint(context, `${rateLimitText(rateLimitWaits)}.`);
}

/** Wraps every thrown value, because a raw error may contain a request with its key. */
function nodeErrorOf(
	context: IExecuteFunctions,
	error: unknown,
	execution: Execution | undefined,
): NodeError {
	if (error instanceof NodeError) return error;
	if (execution !== undefined) return defectError(execution, error);
	// Before the execution exists, only n8n throws, and its message explains the problem.
	const description = 'Nothing was sent.';
	return inputError(context.getNode(), { message: messageOfError(error), description });
}
