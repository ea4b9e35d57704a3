import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';
import { showDryRun, unapprovedResults } from '../approval/approval';
import { rateLimitText } from '../errors/interruptions';
import { inputError } from '../errors/nodeErrors';
import { defectError } from '../errors/progress';
import { addHints, hintTexts } from '../issues/issueMessages';
import { addHint } from '../items';
import { WriteJournal } from '../journal/writeJournal';
import type { Execution, InputItem, ItemParameters, SendableItem } from '../executionState';
import type { Api, NameLookups, OperationTable } from '../operation';
import { outputItems } from '../output/output';
import { parameterReader } from '../parameters/readParameters';
import type { Clock } from '../time';
import { SYSTEM_CLOCK } from '../time';
import { planWithCredential } from './credentialLookup';
import { readNeeds } from './facts';
import { openExecution, selectedOperation } from './open';
import { isDryRun, planItem, planItems } from './plan';
import { refuseInvalid, refusedResults } from './refuse';
import { withRepeatHints } from './repeatedCreates';
import { sendItems } from './send';
import type { Session } from './session';
import { withSession } from './session';
import { messageOfError } from '../text';

/**
 * Runs the selected operation for all input items. It refuses invalid items before anything is sent, and outputs items
 * in input order, each paired with its input item. Throws a `NodeOperationError` for invalid input and a `NodeApiError`
 * for a failed request, unless the node continues on errors.
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

/** Each step finishes all items before the next step begins. */
async function runSteps(
	execution: Execution,
	readItem: (itemIndex: number) => ItemParameters,
): Promise<INodeExecutionData[]> {
	const count = execution.context.getInputData().length;
	const planned = planItems(execution, count, readItem);
	const items = await planWithCredential(execution, planned);
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
	checked: readonly InputItem[],
	session: Session,
): Promise<INodeExecutionData[]> {
	const journal = WriteJournal.open(
		execution,
		checked.filter((item) => !isDryRun(item)),
	);
	const settle = (item: InputItem) => journal?.withEarlierResult(item) ?? item;
	const resumed = checked.map((item) => settle(withSentIds(execution, item, journal)));
	const read = await readNeeds(execution, resumed, session);
	refuseInvalid(execution, read);
	const items = withRepeatHints(execution, read);
	const planned = items.filter((item) => item.state === 'planned');
	addHints(
		execution.context,
		planned.flatMap((item) =>
			hintTexts(item, execution).map((text) => ({ itemIndex: item.itemIndex, text })),
		),
	);
	const dryRuns = showDryRun(execution, planned.filter(isDryRun));
	journal?.matchFoundIds(planned);
	const sendable = items.map(settle).filter(isSendable);
	const invalid = items.filter(({ state }) => state === 'invalid' || state === 'unread');
	const unapproved = unapprovedResults(execution, sendable, invalid, journal);
	const sent = unapproved ?? (await sendItems(execution, sendable, session, journal));
	const results = [...refusedResults(execution, invalid), ...dryRuns, ...sent];
	const output = outputItems(execution, results);
	journal?.close(output);
	return output;
}

/** Uses the IDs that an earlier attempt found, so that a rename since then doesn't change the target. */
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

/** Wraps any thrown value, because a raw error could show a request with its key. */
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
