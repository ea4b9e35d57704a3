import { stoppedError } from '../errors/requestErrors';
import type { WaitErrorContext } from './waitErrors';
import { failedChecksError, gaveUpError, timedOutError } from './waitErrors';
import type { AbortSignals } from '../http/abortSignals';
import type { SendContext } from '../http/retry';
import { sendWithRetry } from '../http/retry';
import type { Execution, PlannedRequest, WaitRule } from '../operation';
import type { ItemResult } from '../output';
import { resultOf, shownOutcome, waitItems } from '../output';
import type { PlannedItem } from '../preflight';
import type { Check, CheckedRecord, WaitProgress } from './waitRule';
import { afterCheck, checkOf, endOf, NO_CHECKS, pauseAfter } from './waitRule';

/** The checks of one request, which all items with this request go through together. */
class SharedChecks {
	private count = 0;
	private latest: Promise<Check | undefined> | undefined;

	constructor(private readonly check: (number: number) => Promise<Check | undefined>) {}

	/** Returns the check of this number, which the first item that asks for it causes. */
	async numbered(number: number): Promise<Check | undefined> {
		if (number > this.count) {
			this.count = number;
			this.latest = this.check(number);
		}
		return await this.latest;
	}
}

/** One item that waits. */
interface WaitingItem {
	item: PlannedItem;
	rule: WaitRule;
}

/**
 * The waits of one run, with one deadline for all. A check is a read like any other: it goes through the request queue
 * and holds a permit only while it is under way.
 */
export class Waits {
	private readonly startedAt: number;
	private readonly checksByPath = new Map<string, SharedChecks>();
	/** How many checks were made of all requests. */
	private checks = 0;
	private timeIsUp = false;

	/** Starts the time. When it is up, what is under way or waiting is aborted. */
	constructor(
		private readonly execution: Execution,
		private readonly sendContext: SendContext,
		private readonly abortSignals: AbortSignals,
		private readonly timeout: number,
	) {
		const { clock } = execution;
		this.startedAt = clock.now();
		void clock.sleep(timeout, abortSignals.signal).then(
			() => {
				this.timeIsUp = true;
				abortSignals.abort();
			},
			() => undefined,
		);
	}

	/** Checks an item's resource until its wait ends. Throws nothing. */
	async resultOf(item: PlannedItem, rule: WaitRule): Promise<ItemResult> {
		const checks = this.checksOf(item, rule);
		let progress = NO_CHECKS;
		for (;;) {
			const check = await checks.numbered(progress.checks + 1);
			if (check === undefined) return this.unfinished({ item, rule }, progress);
			progress = afterCheck(progress, check, rule);
			const result = this.finished({ item, rule }, progress);
			if (result !== undefined) return result;
		}
	}

	private checksOf({ request }: PlannedItem, { stateMember }: WaitRule): SharedChecks {
		const known = this.checksByPath.get(request.path);
		if (known !== undefined) return known;
		const checks = new SharedChecks(
			async (number) => await this.check(request, stateMember, number),
		);
		this.checksByPath.set(request.path, checks);
		return checks;
	}

	/** Makes a check, after the pause that comes before it. Returns undefined where it does not come to that. */
	private async check(
		request: PlannedRequest,
		stateMember: string,
		number: number,
	): Promise<Check | undefined> {
		const { api, redactorFor } = this.execution;
		return await this.abortSignals.run(async (signal) => {
			if (number > 1 && !(await this.pause(number - 1, signal))) return undefined;
			this.checks += 1;
			const outcome = await sendWithRetry(
				{ ...this.sendContext, signal },
				// Those that were asked for first go first, or the first items would keep the others from their turn.
				{ itemIndex: this.checks, request, redact: (text) => redactorFor(request)(text) },
			);
			if (signal.aborted && 'error' in outcome) return undefined;
			return checkOf(outcome, api.payloadMember, stateMember);
		});
	}

	/** Pauses after so many checks. Returns whether there is time for another one. */
	private async pause(checks: number, signal: AbortSignal): Promise<boolean> {
		const { clock, random } = this.sendContext;
		const pause = pauseAfter(checks, this.timeout - this.took(), random());
		if (pause === undefined) return false;
		return await clock.sleep(pause, signal).then(
			() => true,
			() => false,
		);
	}

	private took(): number {
		return this.execution.clock.now() - this.startedAt;
	}

	/** Returns what an item ends in after its latest check, or undefined where its wait goes on. */
	private finished(waiting: WaitingItem, progress: WaitProgress): ItemResult | undefined {
		const end = endOf(progress, waiting.rule);
		if (end === undefined) return undefined;
		if (end.kind === 'reached') return this.output(waiting, end.record, true);
		const context = this.errorContext(waiting, progress);
		return {
			error: end.kind === 'gaveUp' ? gaveUpError(context) : failedChecksError(end.error, context),
		};
	}

	/** Returns what an item ends in whose wait was cut off: by its time, or because the execution ends. */
	private unfinished(waiting: WaitingItem, progress: WaitProgress): ItemResult {
		const context = this.errorContext(waiting, progress);
		if (this.abortSignals.signal.aborted && !this.timeIsUp) {
			const { api, operation } = this.execution;
			const { redact } = context;
			const attempts = progress.checks;
			return { error: stoppedError({ api, operation, method: 'GET', redact, attempts }, false) };
		}
		const { record, error } = progress;
		const isKnown = record !== undefined || error?.httpCode === '404';
		if (!waiting.rule.outputOnTimeout || !isKnown) return { error: timedOutError(context) };
		return this.output(waiting, record, false);
	}

	private output(
		{ item, rule }: WaitingItem,
		record: CheckedRecord | undefined,
		reached: boolean,
	): ItemResult {
		const result = record === undefined ? { items: [] } : this.recordResult(item, record);
		if ('error' in result || !rule.outputOnTimeout) return result;
		return { items: waitItems(result.items, item, reached) };
	}

	/** Turns a record, which other items may share, into what one item ends in. */
	private recordResult(item: PlannedItem, { body }: CheckedRecord): ItemResult {
		const outcome = shownOutcome(this.execution, item.request, { body });
		return resultOf(this.execution, item, outcome, true);
	}

	private errorContext({ item, rule }: WaitingItem, progress: WaitProgress): WaitErrorContext {
		const redact = this.execution.redactorFor(item.request);
		return { rule, progress, took: this.took(), redact };
	}
}
