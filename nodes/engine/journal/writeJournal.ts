import { DateTime } from 'luxon';
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { errorDetails, unknownOutcomeOf } from '../errors/nodeErrors';
import type {
	AwaitingItem,
	Execution,
	InputItem,
	PlannedItem,
	ItemResult,
	SentResult,
	SendableItem,
} from '../executionState';
import { lastReadOfRecord } from '../executionState';
import type { Facts, Operation } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { secretValuesOf } from '../credentials/readCredential';
import { isSameButAdditions, withoutAbsent } from '../json';
import { keyedHash, keyOf, hashOf } from '../crypto';
import type {
	Decision,
	JournalEntry,
	PlanHash,
	PlannedWrite,
	RequestHashes,
	WriteIdentity,
} from './entries';
import {
	decryptOutput,
	encryptOutput,
	isJournal,
	mayBeApplied,
	hashesByNamesAndIds,
	writePlanner,
} from './entries';
import { isRead, objectBody } from '../request';
import { addHint, looksLikeError, jsonItems, isUsedAsTool } from '../items';
import { OPTIONS } from '../parameterNames';
import { contentOptions, readItemOptions } from '../options/requestOptions';
import { redactRequest, shownRequest } from '../redaction/redact';
import { subjectText } from '../summary/plainText';
import { counted, formatted, shortLine, were } from '../text';

/** Key in the node's context. n8n stores the context with the execution. */
const STORE_KEY = 'cloudWrites';
/** Stands for a subject's quotes in its hash, because no name contains this character. */
const HASHED_QUOTE = '\u{E000}';
const JOURNAL_KEY = 'n8n-nodes-cloud-management write journal';
/** Maximum length of a query's stored rows: 1 MB in Base64. */
const MAX_ROWS_LENGTH = (4 / 3) * 1024 * 1024;
/** Maximum length of all stored outputs: 100 MB. n8n can't store an execution of 512 MB. */
const MAX_OUTPUTS_LENGTH = 100 * MAX_ROWS_LENGTH;

type IdentifiedItem = AwaitingItem | PlannedItem;

/**
 * Journal of a run's writes. When n8n runs a node again with all items, finished writes are output from here, and
 * writes with an unknown outcome are repeated only if that's harmless.
 */
export class WriteJournal {
	private readonly runIndex: number;
	private readonly entries: JournalEntry[];
	private readonly nodeHash: string;
	private readonly writes: Map<number, PlannedWrite>;
	private readonly plan: ReturnType<typeof writePlanner>;
	private readonly key: Buffer;

	private constructor(
		private readonly execution: Execution,
		items: readonly IdentifiedItem[],
	) {
		const { api, context, credential } = execution;
		const node = context.getNode();
		const store = context.getContext('node');
		// All calls share the stored array, because an agent may call a tool in parallel.
		this.entries = isJournal(store[STORE_KEY]) ? store[STORE_KEY] : [];
		store[STORE_KEY] = this.entries;
		this.key = keyOf(secretValuesOf(api, credential), JOURNAL_KEY);
		this.runIndex = context.getWorkflowDataProxy(0).$thisRunIndex;
		this.nodeHash = hashOfNode(node);
		this.plan = writePlanner(this.entries, this.runIndex, isUsedAsTool(node));
		this.writes = new Map(items.map((item) => [item.itemIndex, this.plannedWrite(item)]));
	}

	/** Opens the journal with the items' writes. A run that only reads has none. */
	static open(execution: Execution, items: readonly InputItem[]): WriteJournal | undefined {
		const writes = items.filter(isIdentified).filter(({ request }) => !isRead(request));
		return writes.length === 0 ? undefined : new WriteJournal(execution, writes);
	}

	/** Settles an item if an earlier attempt produced its result, or forbids sending it again. */
	settle(item: InputItem): InputItem {
		if (!isIdentified(item)) return item;
		this.matchFoundIds(item);
		const decision = this.writes.get(item.itemIndex)?.decision;
		const isKnown = decision === 'replay' || decision === 'block';
		const result = isKnown ? this.earlierResult(item) : undefined;
		return result ? { ...item, state: 'settled', result } : item;
	}

	/** Matches an item again by the IDs found for its names, because an earlier attempt may have had the IDs as input. */
	private matchFoundIds(item: IdentifiedItem): void {
		const { foundIds, itemIndex } = item;
		const write = this.writes.get(itemIndex);
		if (foundIds === undefined || write === undefined || wasSent(write)) return;
		const writeByIds = this.plannedWrite(item);
		if (wasSent(writeByIds)) this.writes.set(itemIndex, writeByIds);
	}

	/**
	 * The hash that was approved for an item, if it's still valid: because the item isn't sent, or because its input is
	 * unchanged and its record shows only approved changes.
	 */
	planHashIfApproved(item: SendableItem, inputHash: string): PlanHash | undefined {
		const { replaces, state } = item;
		const write = this.writes.get(item.itemIndex);
		const planHash = write?.entry?.planHash;
		if (write === undefined || planHash === undefined || state === 'settled') return planHash;
		if (replaces === undefined || planHash.input !== inputHash) return undefined;
		const record = this.recordHashOf(lastReadOfRecord(item)?.value, replaces);
		const isApproved = this.lastChanges(write).some(({ recordHash }) => recordHash === record);
		return isApproved ? planHash : undefined;
	}

	/** The changes whose result the item's record may show: the last finished change, and all changes sent after it. */
	private lastChanges({ entry, identity }: PlannedWrite): JournalEntry[] {
		const { addressHash, itemIndex, runIndex } = identity;
		const isOfEarlierItem = (change: JournalEntry): boolean =>
			change.runIndex === runIndex &&
			change.itemIndex < itemIndex &&
			hashesByNamesAndIds(change).some((hashes) => hashes.addressHash === addressHash);
		const changes = this.entries.filter(
			(change) => mayBeApplied(change) && (change === entry || isOfEarlierItem(change)),
		);
		const lastDone = changes.findLastIndex(({ outcome }) => outcome === 'done');
		return changes.slice(Math.max(0, lastDone));
	}

	/** Stores the approved hashes, because another attempt may send the rest of the plan. */
	approve(items: ReadonlyArray<{ item: SendableItem; planHash: PlanHash }>): void {
		for (const { item, planHash } of items) {
			const write = this.writes.get(item.itemIndex);
			if (write !== undefined) this.entryOf(write).planHash = planHash;
		}
	}

	/** The IDs that an earlier attempt found for names, which may belong to other records by now. */
	sentIds({ itemIndex }: InputItem): Facts | undefined {
		const write = this.writes.get(itemIndex);
		return wasSent(write) ? write.entry.ids : undefined;
	}

	/** Tells in hints which items this run doesn't send, or sends again, because of earlier attempts. */
	hintEarlierAttempts(): void {
		const { context } = this.execution;
		const count = counted(context.getInputData().length, 'item');
		for (const [kind, text] of Object.entries(HINTS)) {
			const times = [...this.writes.values()].flatMap(({ decision, sent }) =>
				sent !== undefined && decision === kind ? sent.sentAt : [],
			);
			if (times.length === 0) continue;
			const items = `${formatted(times.length)} of ${count} ${were(times.length)}`;
			const earliestTime = times.reduce((earliest, time) => Math.min(earliest, time));
			addHint(context, `${items} ${text(this.timeText(earliestTime))}.`);
		}
	}

	/**
	 * Records the write before it's sent, because n8n may stop in between. `isResend`: an earlier attempt may have
	 * applied the write.
	 */
	async recordAndSend(
		item: PlannedItem,
		send: (item: PlannedItem, isResend: boolean) => Promise<SentResult>,
	): Promise<SentResult> {
		const write = this.writes.get(item.itemIndex);
		if (write === undefined) return await send(item, false);
		const unknown = write.entry?.outcome === 'unknown' ? { ...write.entry } : undefined;
		const entry = this.recordStart(item, write);
		const result = await send(item, unknown !== undefined);
		this.recordResult(entry, result, item);
		// A refusal concerns only this attempt. The earlier attempt's outcome is still unknown.
		if (entry.outcome === 'refused') Object.assign(entry, unknown);
		return result;
	}

	earlierResult({ itemIndex, request }: InputItem): ItemResult | undefined {
		const write = this.writes.get(itemIndex);
		if (!wasSent(write)) return undefined;
		const { entry } = write;
		if (entry.outcome === 'unknown')
			return { error: this.notSentAgainError(entry, write.identity) };
		const output = decryptOutput(entry, this.key);
		if (output !== undefined) return { items: jsonItems(output, itemIndex) };
		return { error: this.outputLostError(entry, request?.reader !== undefined) };
	}

	/** Deletes the journal at the end of a run, unless this output makes n8n run the node again. */
	close(output: readonly INodeExecutionData[]): void {
		const { context } = this.execution;
		const node = context.getNode();
		if (node.retryOnFail === true && looksLikeError(output[0])) return;
		if (!isUsedAsTool(node)) Reflect.deleteProperty(context.getContext('node'), STORE_KEY);
		// A tool's later calls need this call's unknown outcomes.
		const openEntries = this.entries.filter(
			(entry) => entry.runIndex !== this.runIndex || entry.outcome === 'unknown',
		);
		this.entries.splice(0, this.entries.length, ...openEntries);
	}

	private plannedWrite(item: IdentifiedItem): PlannedWrite {
		const { itemIndex, parameters } = item;
		const { nodeHash, runIndex } = this;
		const identity = { runIndex, itemIndex, nodeHash, ...hashesOf(item, this.execution) };
		return this.plan(identity, readItemOptions(parameters[OPTIONS]).resendUnknown);
	}

	private recordStart(item: PlannedItem, write: PlannedWrite): JournalEntry {
		const { clock, operation } = this.execution;
		const entry = this.entryOf(write);
		const [sentAt, repeatable] = [clock.now(), isRepeatable(operation, item)];
		const { foundIds, replaces } = item;
		const details = {
			sentAt,
			outcome: 'unknown',
			message: undefined,
			repeatable,
			...(foundIds && { ids: foundIds, byIds: hashesOf(item, this.execution) }),
			...(replaces?.expected && { recordHash: this.recordHashOf(replaces.expected, replaces) }),
		} as const;
		return Object.assign(entry, write.identity, details);
	}

	/** A new entry counts as refused until its write is sent. */
	private entryOf(write: PlannedWrite): JournalEntry {
		if (write.entry === undefined) {
			write.entry = { ...write.identity, sentAt: 0, outcome: 'refused' };
			this.entries.push(write.entry);
		}
		return write.entry;
	}

	private recordResult(
		entry: JournalEntry,
		result: SentResult,
		{ replaces, request }: PlannedItem,
	): void {
		if ('error' in result) {
			if (result.error.outcome === 'unknown') entry.message = result.error.message;
			else entry.outcome = 'refused';
			return;
		}
		entry.outcome = 'done';
		const items = result.items.map(({ json }) => json);
		if (replaces && showsExpected(result.payload, replaces))
			entry.recordHash = this.recordHashOf(result.payload, replaces);
		const output = encryptOutput(items, this.key);
		// n8n stores the journal with the execution, and a query may return any number of rows.
		const isKept = request.reader === undefined || output.length <= MAX_ROWS_LENGTH;
		const stored = this.entries.reduce((sum, { output = '' }) => sum + output.length, 0);
		if (isKept && stored + output.length <= MAX_OUTPUTS_LENGTH) entry.output = output;
		const id = items[0]?.[this.execution.api.idKey];
		if (typeof id === 'string') entry.id = shortLine(this.execution.redactorFor(request)(id));
	}

	private notSentAgainError(entry: JournalEntry, now: WriteIdentity): ErrorDetails {
		const [happened, check] = unknownOutcomeOf(this.execution.operation);
		const { message, sentAt } = entry;
		const isSame = hashesByNamesAndIds(entry).some(
			({ requestHash }) => requestHash === now.requestHash,
		);
		const cause = message ?? `${happened}. The execution ended before the response arrived.`;
		const difference = isSame ? '' : ' with different content';
		const edited = isSame ? '' : ' The node then sends the item as it is now.';
		return noResult(
			`${cause.replace(/(?<![.!?])$/, '.')} Not sent again, because it was already sent at ${this.timeText(sentAt)}${difference}.`,
			`${check}${edited}`,
		);
	}

	private outputLostError({ sentAt, id, output }: JournalEntry, isQuery: boolean): ErrorDetails {
		const time = this.timeText(sentAt);
		if (output === undefined && isQuery) {
			return noResult(
				`The query ran at ${time} and wasn't sent again. The node didn't keep its rows, because they were larger than 1 MB, or the run's outputs larger than 100 MB.`,
				'To run it again, start a new execution.',
			);
		}
		const [loss, cause] =
			output === undefined
				? ["The node didn't keep its output", "The run's outputs were larger than 100 MB."]
				: ["Its output can't be decrypted", "The credential's secret has changed since then."];
		const idText = id === undefined ? '' : ` (ID ${id})`;
		return noResult(
			`The change was made at ${time}${idText} and wasn't sent again. ${loss}.`,
			`${cause} Check the change, then start a new execution for the items after this item.`,
		);
	}

	/**
	 * Hashes a record without its rows' IDs, because the API gives new rows IDs of its own. Keyed, because the record may
	 * contain secrets.
	 */
	private recordHashOf(record: unknown, { readOnly }: NonNullable<PlannedItem['replaces']>) {
		const hash = hashOf(withoutAbsent(record, readOnly), this.execution.api.idKey);
		return keyedHash(hash, this.key);
	}

	private timeText(time: number): string {
		const { timezone: zone } = this.execution;
		return DateTime.fromMillis(time, { zone }).toFormat("yyyy-MM-dd HH:mm:ss '('z')'");
	}
}

/** A response that shows other people's changes too doesn't prove that the record contains only approved ones. */
function showsExpected(
	payload: unknown,
	{ expected, readOnly }: NonNullable<PlannedItem['replaces']>,
): boolean {
	return isSameButAdditions(withoutAbsent(payload, readOnly), withoutAbsent(expected, readOnly));
}

/** The API may have applied the write's request in an earlier attempt. */
function wasSent(write: PlannedWrite | undefined): write is PlannedWrite & { entry: JournalEntry } {
	return write?.entry !== undefined && mayBeApplied(write.entry);
}

function noResult(message: string, description: string): ErrorDetails {
	return errorDetails('outcomeUnknown', 'unknown', message, description);
}

function isIdentified(item: InputItem): item is IdentifiedItem {
	return item.state === 'awaiting' || item.state === 'planned';
}

/** Counts writes of earlier attempts that were applied, or may have been. */
export function countSentBefore(context: IExecuteFunctions): number {
	const entries: unknown = context.getContext('node')[STORE_KEY];
	if (!isJournal(entries)) return 0;
	const runIndex: unknown = context.getWorkflowDataProxy(0).$thisRunIndex;
	return entries.filter((entry) => entry.runIndex === runIndex && mayBeApplied(entry)).length;
}

function isRepeatable(operation: Operation, { request, facts }: PlannedItem): boolean {
	if (operation.kind !== 'change') return false;
	const { repeatable = false } = operation;
	return typeof repeatable === 'function' ? repeatable(objectBody(request), facts) : repeatable;
}

/**
 * Until IDs are looked up, only names tell items apart. The APIs ignore the case of IDs and emails, so hashes do too. The
 * address omits the host, because a Base URL can change to another name of the same API.
 */
function hashesOf(
	{ inputRequest, names, parameters }: IdentifiedItem,
	execution: Execution,
): RequestHashes {
	const { method, url, body } = shownRequest(inputRequest, execution);
	const path = redactRequest(inputRequest).redacted.path.split('?', 1).join('').toLowerCase();
	const namesByPath = names.map(({ path: locatorPath, name }) => [locatorPath, name]);
	const addressHash = hashOf([method, path, ...namesByPath]);
	const requestHash = hashOf([method, url, body, ...namesByPath]);
	const subject = execution.operation.texts?.subjectOf?.(inputRequest, parameters);
	const content = subject
		? subjectText(subject, String, HASHED_QUOTE).normalize().toLowerCase()
		: objectBody(inputRequest)['name'];
	const subjectHash = content === undefined ? requestHash : hashOf([addressHash, content]);
	return { addressHash, requestHash, subjectHash };
}

function hashOfNode({ parameters, credentials = {} }: INode): string {
	const ids = Object.entries(credentials).map(([name, { id }]) => [name, id]);
	return hashOf([{ ...parameters, options: contentOptions(parameters[OPTIONS]) }, ids]);
}

/** Says in a hint what happens to changes that an earlier attempt sent. */
const HINTS: Readonly<Record<Exclude<Decision, 'send'>, (time: string) => string>> = {
	replay: (time) =>
		`already done at ${time}. Edits since then, if any, weren't sent. To send them, start a new execution`,
	sendAgain: (time) => `sent again: the outcome of the attempt at ${time} is unknown`,
	sendAsNew: (time) => `sent as new: the attempt at ${time} sent a different request`,
	block: (time) => `not sent again: the outcome of the attempt at ${time} is unknown`,
};
