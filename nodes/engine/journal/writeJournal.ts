import { DateTime } from 'luxon';
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { errorDetails, unknownOutcomeOf } from '../errors/nodeErrors';
import type { Execution, InputItem, PlannedItem, ItemResult, SentResult } from '../executionState';
import type { Facts, Operation } from '../operation';
import type { RequestIdentity } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { hashOf, keyOf, withoutAbsent } from '../json';
import type { Decision, JournalEntry, RequestHashes, WriteIdentity } from './entries';
import {
	decide,
	decryptOutput,
	encryptOutput,
	entryFinder,
	isJournal,
	mayBeApplied,
	hashesByNamesAndIds,
} from './entries';
import { isRead, objectBody } from '../request';
import { addHint, looksLikeError, jsonItems, isUsedAsTool } from '../items';
import { OPTIONS } from '../parameterNames';
import { contentOptions, readItemOptions, RESEND_UNKNOWN_LABEL } from '../options/requestOptions';
import { shownRequest } from '../redaction/redact';
import { counted, formatted, truncate, were } from '../text';

/** Key in the node's context. n8n stores the context with the execution. */
const STORE_KEY = 'cloudWrites';
const JOURNAL_KEY = 'n8n-nodes-cloud-management write journal';
/** Characters of 1 MB in Base64. */
const MAX_ROWS_LENGTH = (4 / 3) * 1024 * 1024;

interface PlannedWrite {
	identity: WriteIdentity;
	entry: JournalEntry | undefined;
	/** The entry that may have been applied, possibly by another request of this item. */
	sent: JournalEntry | undefined;
	decision: Decision;
}

/**
 * Journal of a run's writes. When n8n runs a node again with all items, finished writes are output from here, and
 * writes with an unknown outcome are repeated only if that's harmless.
 */
export class WriteJournal {
	private readonly runIndex: number;
	private readonly entries: JournalEntry[];
	private readonly writes: ReadonlyMap<number, PlannedWrite>;
	private readonly find: ReturnType<typeof entryFinder>;
	private readonly key: Buffer;

	private constructor(
		private readonly execution: Execution,
		items: readonly PlannedItem[],
	) {
		const { api, context, credential } = execution;
		const store = context.getContext('node');
		// An agent may call a tool in parallel, so all calls share the stored array.
		this.entries = isJournal(store[STORE_KEY]) ? store[STORE_KEY] : [];
		store[STORE_KEY] = this.entries;
		const secrets = api.secretCredentialProperties.map((name) => credential[name]);
		this.key = keyOf(secrets, JOURNAL_KEY);
		this.runIndex = context.getWorkflowDataProxy(0).$thisRunIndex;
		const node = nodeHash(context.getNode());
		this.find = entryFinder(this.entries, this.runIndex, isUsedAsTool(context.getNode()));
		this.writes = new Map(
			items.map((item) => {
				const { itemIndex } = item;
				const hashes = this.hashesOf(item, item.names);
				const identity = { runIndex: this.runIndex, itemIndex, node, ...hashes };
				return [itemIndex, this.plannedWrite(identity, item)];
			}),
		);
	}

	/** Undefined if all items are reads. */
	static open(execution: Execution, items: readonly PlannedItem[]): WriteJournal | undefined {
		const writes = items.filter(({ request }) => !isRead(request));
		return writes.length === 0 ? undefined : new WriteJournal(execution, writes);
	}

	/** Matches items again by the IDs that were found for their names. An earlier attempt may have had these IDs. */
	matchFoundIds(items: readonly PlannedItem[]): void {
		for (const item of items) {
			const write = this.writes.get(item.itemIndex);
			const isMatched = write?.entry !== undefined && mayBeApplied(write.entry);
			if (write === undefined || isMatched || item.foundIds === undefined) continue;
			const identity = { ...write.identity, ...this.hashesOf(item) };
			const matched = this.plannedWrite(identity, item);
			if (matched.entry !== undefined && mayBeApplied(matched.entry)) Object.assign(write, matched);
		}
	}

	/** True if an earlier attempt produced the item's result, or forbids sending it again. */
	isSettled({ itemIndex }: InputItem): boolean {
		return (this.writes.get(itemIndex)?.decision ?? 'send') !== 'send';
	}

	/**
	 * Keeps an item's approved hash if this attempt doesn't send it, or if its input is the approved one and the record
	 * that it replaces is the result of an approved request. `inputHash` starts the hash, and covers secrets.
	 */
	approvedHashOf(item: PlannedItem, inputHash: string): string | undefined {
		const { base, replaces } = item;
		const write = this.writes.get(item.itemIndex);
		const planHash = write?.entry?.planHash;
		if (write === undefined || planHash === undefined || this.isSettled(item)) return planHash;
		if (replaces === undefined || !planHash.startsWith(inputHash)) return undefined;
		const record = this.recordHashOf(base, replaces);
		const isApproved = this.lastChanges(write).some(({ recordHash }) => recordHash === record);
		return isApproved ? planHash : undefined;
	}

	/** The changes that the item's record may show last: back to the last finished change to the same record. */
	private lastChanges({ entry, identity }: PlannedWrite): JournalEntry[] {
		const { address, itemIndex, runIndex } = identity;
		const changes = this.entries
			.filter(mayBeApplied)
			.filter(
				(change) =>
					change === entry ||
					(change.runIndex === runIndex &&
						change.itemIndex < itemIndex &&
						hashesByNamesAndIds(change).some((hashes) => hashes.address === address)),
			);
		const lastDone = changes.findLastIndex(({ outcome }) => outcome === 'done');
		return changes.slice(Math.max(0, lastDone));
	}

	/** Stores the approved hashes, in case another attempt sends the rest of the plan. */
	approve(planHashes: ReadonlyMap<PlannedItem, string>): void {
		for (const [{ itemIndex }, planHash] of planHashes) {
			const write = this.writes.get(itemIndex);
			if (write === undefined) continue;
			write.entry ??= this.addEntry(write.identity);
			write.entry.planHash = planHash;
		}
	}

	/** The IDs of the records that an earlier attempt sent the item's request to, if it has chosen them by name. */
	sentIds({ itemIndex }: InputItem): Facts | undefined {
		const entry = this.writes.get(itemIndex)?.entry;
		return entry && mayBeApplied(entry) ? entry.ids : undefined;
	}

	/** Explains in hints what earlier attempts change in this run. */
	addHints(): void {
		const { context } = this.execution;
		const count = counted(context.getInputData().length, 'item');
		for (const [kind, text] of Object.entries(HINTS)) {
			const times = [...this.writes.values()].flatMap(({ decision, entry, sent }) =>
				sent !== undefined && kind === (entry === sent ? decision : 'sendAsNew') ? sent.sentAt : [],
			);
			if (times.length === 0) continue;
			const items = `${formatted(times.length)} of ${count} ${were(times.length)}`;
			const first = times.reduce((earliest, time) => Math.min(earliest, time));
			addHint(context, `${items} ${text(this.timeText(first))}.`);
		}
	}

	/**
	 * Records a write before and after sending it, unless an earlier attempt forbids it. `send` learns whether that
	 * attempt may have applied the write.
	 */
	async run(
		item: PlannedItem,
		send: (item: PlannedItem, isResend: boolean) => Promise<SentResult>,
	): Promise<SentResult> {
		const write = this.writes.get(item.itemIndex);
		if (write === undefined) return await send(item, false);
		const settled = this.isSettled(item) ? this.earlierResult(item) : undefined;
		if (settled !== undefined) return settled;
		const unknown = write.entry?.outcome === 'unknown' ? { ...write.entry } : undefined;
		const entry = this.recordStart(item, write);
		const result = await send(item, unknown !== undefined);
		this.recordResult(entry, result, item);
		// A refusal concerns only this attempt. The earlier attempt's outcome is still unknown.
		if (entry.outcome === 'refused') Object.assign(entry, unknown);
		return result;
	}

	/** Output of a finished write, or the error about its unknown outcome. */
	earlierResult({ itemIndex }: InputItem): ItemResult | undefined {
		const write = this.writes.get(itemIndex);
		if (write?.entry === undefined || !mayBeApplied(write.entry)) return undefined;
		const { entry, identity } = write;
		if (entry.outcome === 'unknown') return { error: this.notSentAgain(entry, identity) };
		const output = decryptOutput(entry, this.key);
		if (output === undefined) return { error: this.outputLost(entry) };
		return { items: jsonItems(output, itemIndex) };
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

	private plannedWrite(identity: WriteIdentity, { parameters }: InputItem): PlannedWrite {
		const { entry, sent } = this.find(identity);
		const { resendUnknown } = readItemOptions(parameters[OPTIONS]);
		return { identity, entry, sent, decision: decide(entry, resendUnknown) };
	}

	private hashesOf(
		{ inputRequest, parameters }: PlannedItem,
		names: InputItem['names'] = [],
	): RequestHashes {
		const { texts } = this.execution.operation;
		const { name } = objectBody(inputRequest);
		const subject = texts?.subjectOf?.(inputRequest, parameters) ?? name;
		return requestHashes(shownRequest(inputRequest, this.execution), names, subject);
	}

	private recordStart(item: PlannedItem, write: PlannedWrite): JournalEntry {
		const { clock, operation } = this.execution;
		const entry = (write.entry ??= this.addEntry(write.identity));
		const [sentAt, repeatable] = [clock.now(), isRepeatable(operation, item)];
		const { foundIds, replaces } = item;
		const details = {
			sentAt,
			outcome: 'unknown',
			message: undefined,
			repeatable,
			...(foundIds && { ids: foundIds, byIds: this.hashesOf(item) }),
			...(replaces?.after && { recordHash: this.recordHashOf(replaces.after, replaces) }),
		} as const;
		return Object.assign(entry, write.identity, details);
	}

	/** Adds an entry for a write that wasn't sent yet. */
	private addEntry(identity: WriteIdentity): JournalEntry {
		const entry = { ...identity, sentAt: 0, outcome: 'refused' } as const;
		this.entries.push(entry);
		return entry;
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
		if (replaces) entry.recordHash = this.recordHashOf(result.payload, replaces);
		const output = encryptOutput(items, this.key);
		// n8n stores the journal with the execution, and a query may return any number of rows.
		if (request.reader === undefined || output.length <= MAX_ROWS_LENGTH) entry.output = output;
		const id = items[0]?.[this.execution.api.idKey];
		if (typeof id === 'string') entry.id = truncate(this.execution.redactorFor(request)(id));
	}

	private notSentAgain(entry: JournalEntry, now: WriteIdentity): ErrorDetails {
		const [happened, check] = unknownOutcomeOf(this.execution.operation);
		const { message, sentAt } = entry;
		const isSame = hashesByNamesAndIds(entry).some(({ request }) => request === now.request);
		const cause = message ?? `${happened}. The execution ended before the response arrived.`;
		const difference = isSame ? '' : ' with other content';
		const how = isSame ? 'once more' : 'as it is now';
		return errorDetails(
			'outcomeUnknown',
			'unknown',
			`${cause.replace(/(?<![.!?])$/, '.')} Not sent again, because it was already sent at ${this.timeText(sentAt)}${difference}.`,
			`${check} To send it ${how}, turn on "${RESEND_UNKNOWN_LABEL}" in the options.`,
		);
	}

	private outputLost({ sentAt, id, output }: JournalEntry): ErrorDetails {
		const idText = id === undefined ? '' : ` (ID ${id})`;
		if (output === undefined) {
			return errorDetails(
				'outcomeUnknown',
				'unknown',
				`It was run at ${this.timeText(sentAt)} and not sent again. The node didn't keep its rows, because they were larger than 1 MB.`,
				'To run it once more, start a new execution.',
			);
		}
		return errorDetails(
			'outcomeUnknown',
			'unknown',
			`It was applied at ${this.timeText(sentAt)}${idText} and not sent again. Its earlier output can't be decrypted.`,
			"The credential's secret has changed since then. Check the result, then start a new execution for the items after this item.",
		);
	}

	/** Leaves out IDs, because the API gives new rows their own. */
	private recordHashOf(record: unknown, { readOnly }: NonNullable<PlannedItem['replaces']>) {
		return hashOf(withoutAbsent(record, readOnly), this.execution.api.idKey);
	}

	private timeText(time: number): string {
		const { timezone: zone } = this.execution;
		return DateTime.fromMillis(time, { zone }).toFormat("yyyy-MM-dd HH:mm:ss '('z')'");
	}
}

/** Number of items whose write an earlier attempt of this run has applied, or may have. */
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

/** Before the lookup, the name itself tells items apart. */
function requestHashes(
	{ method, url, body }: RequestIdentity,
	names: InputItem['names'],
	subject: unknown,
): RequestHashes {
	const [path] = url.split('?');
	const namesByKeys = names.map(({ keys, name }) => [keys, name]);
	const address = hashOf([method, path, ...namesByKeys]);
	const request = hashOf([method, url, body, ...namesByKeys]);
	return {
		address,
		request,
		subject: subject === undefined ? request : hashOf([address, subject]),
	};
}

function nodeHash({ parameters, credentials = {} }: INode): string {
	const ids = Object.entries(credentials).map(([name, { id }]) => [name, id]);
	return hashOf([{ ...parameters, options: contentOptions(parameters[OPTIONS]) }, ids]);
}

/** Hints for requests like the earlier attempt's, by decision. */
const HINTS: Readonly<Record<Decision | 'sendAsNew', (time: string) => string>> = {
	replay: (time) =>
		`already done at ${time}. Changes you made since then weren't sent. To send them, start a new execution`,
	send: (time) => `sent again: the outcome of the attempt at ${time} is unknown`,
	sendAsNew: (time) => `sent as new: the attempt at ${time} sent another request`,
	block: (time) => `not sent again: the outcome of the attempt at ${time} is unknown`,
};
