import type { INodeExecutionData } from 'n8n-workflow';

import { journalHints, notSentAgainError, outputLostError } from './errors/journalErrors';
import { requestUrl } from './http/transport';
import type { Decision, JournalEntry, JournalScope } from './journal';
import {
	decide,
	decryptOutput,
	encryptOutput,
	entriesOf,
	hashOf,
	matchEntries,
	outputKey,
} from './journal';
import type { Execution, Operation, PlannedRequest } from './operation';
import type { ItemResult } from './output';
import { addHint, isTakenForFailure, storedItems } from './output';
import { readItemOptions, contentOptions } from './parameters/options';
import type { PlannedItem } from './preflight';
import { redactMembers } from './redact/redact';
import { isUsedAsTool } from './usedAsTool';

/** The member of the node's context that holds the journal: n8n stores it with the execution. */
const MEMBER = 'cloudWrites';

interface PlannedWrite {
	hash: string;
	decision: Decision;
}

/**
 * The journal of one run's writes. n8n may run a node again with all its items: what an earlier try has carried out
 * is then output again, and what may have been carried out is only sent again where that does no harm.
 */
export class WriteJournal {
	private readonly entries: JournalEntry[];
	private readonly writes: ReadonlyMap<number, PlannedWrite>;
	private readonly key: Buffer;

	private constructor(
		private readonly execution: Execution,
		private readonly scope: JournalScope,
		items: readonly PlannedItem[],
	) {
		const { context, api, credential } = execution;
		const store = context.getContext('node');
		this.entries = entriesOf(store[MEMBER], scope);
		store[MEMBER] = this.entries;
		this.key = outputKey(api.secretCredentialMembers.map((name) => credential[name]));
		this.writes = plannedWrites(execution, this.entries, scope, items);
		this.tellHints();
	}

	/** Opens the journal for the writes among the items. Returns undefined where all items are reads. */
	static open(execution: Execution, items: readonly PlannedItem[]): WriteJournal | undefined {
		const writes = items.filter(({ request }) => request.method !== 'GET');
		return writes.length === 0
			? undefined
			: new WriteJournal(execution, scopeOf(execution), writes);
	}

	/** Sends a write and notes it before and after, unless an earlier try forbids it. */
	async run(item: PlannedItem, send: () => Promise<ItemResult>): Promise<ItemResult> {
		const write = this.writes.get(item.itemIndex);
		if (write === undefined) return await send();
		const { decision } = write;
		const timezone = this.execution.context.getTimezone();
		if (decision.action === 'block') {
			return { error: notSentAgainError(decision.entry, this.execution.operation, timezone) };
		}
		if (decision.action === 'replay') {
			const output = decryptOutput(decision.entry, this.key);
			if (output === undefined) return { error: outputLostError(decision.entry, timezone) };
			return { items: storedItems(output, item.itemIndex) };
		}
		const entry = this.begin(item, write);
		const result = await send();
		this.end(entry, result);
		return result;
	}

	/** Removes the journal at the end of a run, unless n8n runs the node again after this output. */
	close(output: readonly INodeExecutionData[]): void {
		const { context } = this.execution;
		const store = context.getContext('node');
		if (context.getNode().retryOnFail === true && isTakenForFailure(output[0])) return;
		const kept = this.scope.isTool ? this.entries.filter(isUnknown) : [];
		if (kept.length > 0) store[MEMBER] = kept;
		else Reflect.deleteProperty(store, MEMBER);
	}

	private begin({ itemIndex }: PlannedItem, { hash, decision }: PlannedWrite): JournalEntry {
		const { node, runIndex } = this.scope;
		const sentAt = this.execution.clock.now();
		const begun: JournalEntry = { runIndex, itemIndex, node, request: hash, sentAt };
		if (decision.entry === undefined) {
			this.entries.push(begun);
			return begun;
		}
		delete decision.entry.outcome;
		return Object.assign(decision.entry, begun);
	}

	private end(entry: JournalEntry, result: ItemResult): void {
		if ('error' in result) {
			entry.outcome = result.error.outcome;
			return;
		}
		entry.outcome = 'done';
		if (this.scope.isTool) return;
		const output = result.items.map(({ json }) => json);
		entry.output = encryptOutput(output, this.key, entry.request);
		const id = output[0]?.['id'];
		if (typeof id === 'string') entry.id = id;
	}

	private tellHints(): void {
		const { context, results } = this.execution;
		const entries = (action: Decision['action']): JournalEntry[] =>
			[...this.writes.values()].flatMap(({ decision }) =>
				decision.action === action && decision.entry !== undefined ? [decision.entry] : [],
			);
		const actions = {
			replayed: entries('replay'),
			sentAgain: entries('sendAgain'),
			blocked: entries('block'),
		};
		for (const hint of journalHints(actions, results.length, context.getTimezone())) {
			addHint(context, hint);
		}
	}
}

function scopeOf({ context, credential }: Execution): JournalScope {
	const node = context.getNode();
	const { parameters, credentials = {} } = node;
	const ids = Object.entries(credentials).map(([name, { id }]) => [name, id]);
	const options = contentOptions(parameters['options']);
	return {
		node: hashOf([{ ...parameters, options }, ids, credential['baseUrl']]),
		runIndex: context.getWorkflowDataProxy(0).$thisRunIndex,
		isTool: isUsedAsTool(node),
	};
}

function plannedWrites(
	{ api, operation, credential }: Execution,
	entries: readonly JournalEntry[],
	scope: JournalScope,
	items: readonly PlannedItem[],
): Map<number, PlannedWrite> {
	const hashed = items.map((item) => {
		const { method, path, body } = item.request;
		const url = requestUrl(credential['baseUrl'], path);
		return { ...item, hash: hashOf([method, url, redactMembers(body, api.secretMembers)]) };
	});
	const found = matchEntries(entries, hashed, scope);
	return new Map(
		hashed.map(({ itemIndex, parameters, request, hash }) => {
			const { resendUnknown } = readItemOptions(parameters['options']);
			const mayRepeat = resendUnknown || isRepeatable(operation, request);
			const decision = decide(found.get(itemIndex), { mayRepeat, isTool: scope.isTool });
			return [itemIndex, { hash, decision }] as const;
		}),
	);
}

function isRepeatable({ repeatable }: Operation, { body = {} }: PlannedRequest): boolean {
	return typeof repeatable === 'function' ? repeatable(body) : repeatable === true;
}

function isUnknown({ outcome }: JournalEntry): boolean {
	return outcome === undefined || outcome === 'unknown';
}
