import { DateTime } from 'luxon';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { errorDetails, unknownOutcomeOf } from '../errors/nodeErrors';
import type { Execution, InputItem, PlannedItem, ItemResult, SentResult } from '../executionState';
import type { Operation } from '../operation';
import type { RequestIdentity } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { withoutAbsent, hashOf, keyOf } from '../json';
import type { Decision, JournalEntry, WriteIdentity } from './entries';
import {
	decide,
	decryptOutput,
	encryptOutput,
	entryFinder,
	isJournal,
	mayBeApplied,
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
		const find = entryFinder(this.entries, this.runIndex, isUsedAsTool(context.getNode()));
		this.writes = new Map(
			items.map((item) => {
				const { itemIndex } = item;
				const hashes = requestHashes(shownRequest(item.inputRequest, execution), item.names);
				const identity = { runIndex: this.runIndex, itemIndex, node, ...hashes };
				const { entry, sent } = find(identity);
				const { resendUnknown } = readItemOptions(item.parameters[OPTIONS]);
				const decision = decide(entry, resendUnknown);
				return [itemIndex, { identity, entry, sent, decision }];
			}),
		);
	}

	/** Undefined if all items are reads. */
	static open(execution: Execution, items: readonly PlannedItem[]): WriteJournal | undefined {
		const writes = items.filter(({ request }) => !isRead(request));
		return writes.length === 0 ? undefined : new WriteJournal(execution, writes);
	}

	/** True if an earlier attempt produced the item's result, or forbids sending it again. */
	isSettled({ itemIndex }: InputItem): boolean {
		return (this.writes.get(itemIndex)?.decision ?? 'send') !== 'send';
	}

	/**
	 * Keeps the approved hash of a request that an earlier attempt sent, or of an item that builds on nothing newer.
	 */
	approvedHashOf({ itemIndex, base, replaces }: PlannedItem): string | undefined {
		const { entry, identity } = this.writes.get(itemIndex) ?? {};
		if (entry?.planHash === undefined || mayBeApplied(entry)) return entry?.planHash;
		if (replaces === undefined || entry.request !== identity?.request) return undefined;
		const record = hashOf(withoutAbsent(base, replaces.readOnly));
		const isRecorded = this.entries.some(({ recordHash }) => recordHash === record);
		return isRecorded ? entry.planHash : undefined;
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

	/** Items whose write an earlier attempt has applied, or may have. */
	get sentCount(): number {
		return [...this.writes.values()].filter(({ sent }) => sent !== undefined).length;
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

	private recordStart(item: PlannedItem, write: PlannedWrite): JournalEntry {
		const { clock, operation } = this.execution;
		const entry = (write.entry ??= this.addEntry(write.identity));
		const [sentAt, repeatable] = [clock.now(), isRepeatable(operation, item)];
		const details = { sentAt, outcome: 'unknown', message: undefined, repeatable } as const;
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
		if (replaces) entry.recordHash = hashOf(withoutAbsent(result.payload, replaces.readOnly));
		const output = encryptOutput(items, this.key);
		// n8n stores the journal with the execution, and a query may return any number of rows.
		if (request.reader === undefined || output.length <= MAX_ROWS_LENGTH) entry.output = output;
		const id = items[0]?.[this.execution.api.idKey];
		if (typeof id === 'string') entry.id = truncate(this.execution.redactorFor(request)(id));
	}

	private notSentAgain(
		{ sentAt, message, request }: JournalEntry,
		now: WriteIdentity,
	): ErrorDetails {
		const [happened, check] = unknownOutcomeOf(this.execution.operation);
		const cause = message ?? `${happened}. The execution ended before the response arrived.`;
		const difference = request === now.request ? '' : ' with other content';
		const how = request === now.request ? 'once more' : 'as it is now';
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

	private timeText(time: number): string {
		const { timezone: zone } = this.execution;
		return DateTime.fromMillis(time, { zone }).toFormat("yyyy-MM-dd HH:mm:ss '('z')'");
	}
}

function isRepeatable(operation: Operation, { request, facts }: PlannedItem): boolean {
	if (operation.kind !== 'change') return false;
	const { repeatable = false } = operation;
	return typeof repeatable === 'function' ? repeatable(objectBody(request), facts) : repeatable;
}

/** Before the lookup, the name itself tells items apart. */
function requestHashes({ method, url, body }: RequestIdentity, names: InputItem['names']) {
	const [path] = url.split('?');
	const namesByKeys = names.map(({ keys, name }) => [keys, name]);
	return {
		address: hashOf([method, path, ...namesByKeys]),
		request: hashOf([method, url, body, ...namesByKeys]),
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
