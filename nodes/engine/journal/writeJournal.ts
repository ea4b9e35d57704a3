import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorDetails, isUsedAsTool, unknownOutcomeOf } from '../errors/nodeErrors';
import type {
	ErrorDetails,
	Execution,
	InputItem,
	Operation,
	PlannedItem,
	ItemResult,
	SentResult,
} from '../operation';
import { content, hashOf, keyOf } from '../json';
import type { Decision, EarlierAction, JournalEntry, JournalScope, RequestHashes } from './entries';
import {
	decide,
	decryptOutput,
	encryptOutput,
	hashesOf,
	isUnknown,
	matchEntries,
	storedEntries,
} from './entries';
import { isRead, objectBody } from '../operation';
import { addHint, looksLikeError, jsonItems } from '../items';
import { contentOptions, readItemOptions, RESEND_UNKNOWN_LABEL } from '../parameters/options';
import { shownRequest } from '../redaction/redact';
import { counted, formatted, truncate, were } from '../text';

/** The key in the node's context that holds the journal: n8n stores it with the execution. */
const STORE_KEY = 'cloudWrites';
const KEY_PURPOSE = 'n8n-nodes-cloud-management write journal';

type PlannedWrite = Decision & {
	hashes: RequestHashes;
	/** The entry of the request that this run sends. The one behind the decision may be of another request. */
	current: JournalEntry | undefined;
};

/**
 * The journal of one run's writes. n8n may run a node again with all its items: writes that an earlier attempt finished
 * are output again, and those that may have been applied are only sent again if that does no harm.
 */
export class WriteJournal {
	private readonly scope: JournalScope;
	private readonly entries: JournalEntry[];
	private readonly writes: ReadonlyMap<number, PlannedWrite>;
	private readonly key: Buffer;
	/** The entries that this call has started. */
	private readonly started = new Set<JournalEntry>();

	private constructor(
		private readonly execution: Execution,
		items: readonly PlannedItem[],
	) {
		const { api, context, credential } = execution;
		const store = context.getContext('node');
		this.scope = scopeOf(context);
		this.entries = storedEntries(store[STORE_KEY], this.scope);
		store[STORE_KEY] = this.entries;
		const secrets = api.secretCredentialProperties.map((name) => credential[name]);
		this.key = keyOf(secrets, KEY_PURPOSE);
		this.writes = plannedWrites(execution, this.entries, this.scope, items);
	}

	/** Opens the journal for the writes among the items. Returns undefined if all items are reads. */
	static open(execution: Execution, items: readonly PlannedItem[]): WriteJournal | undefined {
		const writes = items.filter(({ request }) => !isRead(request));
		return writes.length === 0 ? undefined : new WriteJournal(execution, writes);
	}

	/** Whether an earlier attempt has decided an item: its result is known, or it must not be sent again. */
	isSettled({ itemIndex }: InputItem): boolean {
		const action = this.writes.get(itemIndex)?.action;
		return action === 'block' || action === 'replay';
	}

	/**
	 * The hash of an item in an approved plan that counts instead of a new one: of what an earlier attempt sent, or of
	 * an item that builds on that and on nothing else that happened since.
	 */
	approvedHashOf({ itemIndex, base }: PlannedItem): string | undefined {
		const { action, entry, hashes } = this.writes.get(itemIndex) ?? {};
		if (entry?.planHash === undefined || action === 'sendAsNew') return undefined;
		if (action !== 'send') return entry.planHash;
		if (base === undefined || entry.request !== hashes?.request) return undefined;
		const record = hashOf(content(base.record, base.need.readOnly));
		return this.entries.some(({ recordHash }) => recordHash === record)
			? entry.planHash
			: undefined;
	}

	/** Remembers the hashes with which a plan was approved, in case that another attempt sends the rest of it. */
	approve(planHashes: ReadonlyMap<PlannedItem, string>): void {
		for (const [{ itemIndex }, planHash] of planHashes) {
			const write = this.writes.get(itemIndex);
			if (write === undefined) continue;
			write.current ??= this.added(itemIndex, write.hashes, { outcome: 'notSent' });
			write.current.planHash = planHash;
			this.started.add(write.current);
		}
	}

	/** For how many items an earlier attempt has applied a write, or may have. */
	get sentCount(): number {
		return [...this.writes.values()].filter(({ action }) => action !== 'send').length;
	}

	/** Explains in hints how this run differs because of earlier attempts. */
	addHints(): void {
		const { context, timezone } = this.execution;
		const count = context.getInputData().length;
		for (const [action, text] of Object.entries(HINTS)) {
			const entries = [...this.writes.values()].flatMap((write) =>
				write.action !== 'send' && write.action === action ? [write.entry] : [],
			);
			if (entries.length === 0) continue;
			const first = entries.reduce((time, { sentAt }) => Math.min(time, sentAt), Infinity);
			const items = `${formatted(entries.length)} of ${counted(count, 'item')}`;
			addHint(context, `${items} ${were(entries.length)} ${text(timeOf(first, timezone))}.`);
		}
	}

	/**
	 * Sends a write and records it before and after, unless an earlier attempt forbids it. `send` receives whether that
	 * attempt may have applied the write already.
	 */
	async run(
		item: PlannedItem,
		send: (item: PlannedItem, isSentAgain: boolean) => Promise<SentResult>,
	): Promise<SentResult> {
		const write = this.writes.get(item.itemIndex);
		if (write === undefined) return await send(item, false);
		const { action } = write;
		if (action !== 'send' && this.isSettled(item)) return this.known(write, item.itemIndex);
		const isSentAgain = action === 'sendAgain';
		const earlier = { ...write.current };
		const entry = this.begin(item, write);
		const result = await send(item, isSentAgain);
		this.end(entry, result, item);
		// A refusal is about this attempt: whether the earlier one was applied is still unknown.
		if (isSentAgain && 'error' in result && !isUnknown(entry)) {
			Object.assign(entry, { outcome: 'unknown' }, earlier);
		}
		return result;
	}

	/** The result of a write that must not be sent now: the error, or an earlier attempt's result. */
	refuse({ itemIndex }: PlannedItem, error: ErrorDetails): ItemResult {
		const write = this.writes.get(itemIndex);
		return write === undefined || write.action === 'send' || write.action === 'sendAsNew'
			? { error }
			: this.known(write, itemIndex);
	}

	/** Removes the journal at the end of a run, unless n8n runs the node again after this output. */
	close(output: readonly INodeExecutionData[]): void {
		const { context } = this.execution;
		const store = context.getContext('node');
		if (context.getNode().retryOnFail === true && looksLikeError(output[0])) return;
		// A tool's other calls need this call's unknown outcomes. The array belongs to all: it is changed in place.
		const openEntries = this.entries.filter(
			(entry) => !this.started.has(entry) || isUnknown(entry),
		);
		if (this.scope.isTool) this.entries.splice(0, this.entries.length, ...openEntries);
		if (!this.scope.isTool || openEntries.length === 0) Reflect.deleteProperty(store, STORE_KEY);
	}

	private begin({ itemIndex, repeatable }: PlannedItem, write: PlannedWrite): JournalEntry {
		const { hashes } = write;
		const { current: entry = this.added(itemIndex, hashes) } = write;
		delete entry.outcome;
		delete entry.message;
		delete entry.id;
		delete entry.repeatable;
		this.started.add(entry);
		const started = this.newEntry(itemIndex, hashes);
		return Object.assign(entry, started, repeatable !== undefined && { repeatable });
	}

	/** Adds an entry of this run. */
	private added(
		itemIndex: number,
		hashes: RequestHashes,
		facts: Partial<JournalEntry> = {},
	): JournalEntry {
		const entry = { ...this.newEntry(itemIndex, hashes), ...facts };
		this.entries.push(entry);
		return entry;
	}

	private newEntry(itemIndex: number, hashes: RequestHashes): JournalEntry {
		const { node, runIndex } = this.scope;
		return { runIndex, itemIndex, node, ...hashes, sentAt: this.execution.clock.now() };
	}

	private end(entry: JournalEntry, result: SentResult, { base, request }: PlannedItem): void {
		if ('error' in result) {
			entry.outcome = result.error.outcome;
			if (isUnknown(entry)) entry.message = result.error.message;
			return;
		}
		entry.outcome = 'done';
		const items = result.items.map(({ json }) => json);
		if (base) entry.recordHash = hashOf(content(result.payload, base.need.readOnly));
		entry.output = encryptOutput(JSON.stringify(items), this.key, entry.request);
		const id = result.items[0]?.json['id'];
		if (typeof id === 'string') entry.id = truncate(this.execution.redactorFor(request)(id));
	}

	/** An earlier attempt's result: its output, or that its outcome is unknown. */
	private known(
		{ entry, hashes }: Exclude<PlannedWrite, { action: 'send' }>,
		itemIndex: number,
	): ItemResult {
		const { operation, timezone } = this.execution;
		if (isUnknown(entry)) return { error: notSentAgainError(entry, hashes, operation, timezone) };
		const output = decryptOutput(entry, this.key);
		if (output === undefined) return { error: outputLostError(entry, timezone) };
		return { items: jsonItems(output, itemIndex) };
	}
}

function scopeOf(context: IExecuteFunctions): JournalScope {
	const node = context.getNode();
	const { parameters, credentials = {} } = node;
	const ids = Object.entries(credentials).map(([name, { id }]) => [name, id]);
	const options = contentOptions(parameters['options']);
	return {
		node: hashOf([{ ...parameters, options }, ids]),
		runIndex: context.getWorkflowDataProxy(0).$thisRunIndex,
		isTool: isUsedAsTool(node),
	};
}

function plannedWrites(
	execution: Execution,
	entries: readonly JournalEntry[],
	scope: JournalScope,
	items: readonly PlannedItem[],
): Map<number, PlannedWrite> {
	const hashed = items.map((item) => ({
		...item,
		hashes: hashesOf(shownRequest(item.entered, execution)),
	}));
	const matches = matchEntries(entries, hashed, scope);
	const { repeatable = false } = execution.operation;
	return new Map(
		hashed.map(({ itemIndex, parameters, entered, hashes }) => {
			const entry = matches.get(itemIndex);
			const decision = decide(entry, hashes, {
				node: scope.node,
				isRepeatable:
					typeof repeatable === 'function'
						? repeatable(objectBody(entered), parameters)
						: repeatable,
				resendUnknown: readItemOptions(parameters['options']).resendUnknown,
			});
			// The entry of another request stays: a later attempt may need it.
			const current = decision.action === 'sendAsNew' ? undefined : entry;
			return [itemIndex, { ...decision, hashes, current }] as const;
		}),
	);
}

function notSentAgainError(
	{ sentAt, message, request }: JournalEntry,
	hashes: RequestHashes,
	operation: Pick<Operation, 'unknownOutcome'>,
	timezone: string,
): ErrorDetails {
	const isSame = request === hashes.request;
	const sent = `${timeOf(sentAt, timezone)}${isSame ? '' : ' with other content'}`;
	const how = isSame ? 'once more' : 'as it is now';
	const [happened, check] = unknownOutcomeOf(operation);
	const cause = message ?? `${happened}. The execution ended before the response arrived.`;
	return errorDetails(
		'outcomeUnknown',
		'unknown',
		`${cause.replace(/(?<![.!?])$/, '.')} Not sent again: it was sent at ${sent}.`,
		`${check} To send it ${how}, turn on "${RESEND_UNKNOWN_LABEL}" in the options.`,
	);
}

function outputLostError({ sentAt, id }: JournalEntry, timezone: string): ErrorDetails {
	const made = id === undefined ? '' : ` (ID ${id})`;
	return errorDetails(
		'outcomeUnknown',
		'unknown',
		`It was applied at ${timeOf(sentAt, timezone)}${made}. Not sent again, although its output can no longer be decrypted.`,
		'The secret of the credential has changed since. Check the result in the console, then start a new execution for the items after this one.',
	);
}

const HINTS: Readonly<Record<EarlierAction, (time: string) => string>> = {
	replay: (time) =>
		`done by the attempt at ${time} and not sent again, so nothing that you changed since then was sent. To send your changes, start a new execution`,
	sendAgain: (time) => `sent again: the outcome of the attempt at ${time} is unknown`,
	sendAsNew: (time) => `sent as new: the attempt at ${time} sent another request`,
	block: (time) => `not sent again: the outcome of the attempt at ${time} is unknown`,
};

function timeOf(time: number, timezone: string): string {
	return DateTime.fromMillis(time, { zone: timezone }).toFormat("yyyy-MM-dd HH:mm:ss '('z')'");
}
