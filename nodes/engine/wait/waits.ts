import { MS_PER_SECOND } from '../time';
import { failureDetails } from '../errors/failureDetails';
import type {
	ErrorDetails,
	Execution,
	Operation,
	PlannedItem,
	WaitRule,
	ItemResult,
} from '../operation';
import type { Client, Result } from '../http/client';
import type { Failure } from '../http/response';
import type { JsonObject } from '../json';
import { resultOf, successBody, waitItems } from '../output/output';
import { redactSecrets } from '../redaction/redact';
import { counted, formatted, truncate } from '../text';
import { valueAt, afterCheck, checkOf, endOf, NO_CHECKS, pauseAfter } from './waitRule';
import type { CheckResponse, WaitProgress } from './waitRule';

/** What a check was answered, or that the client was closed before. */
type CheckEnd = CheckResponse | { stopped: Cutoff };

/** How often the check that was cut off was sent, and whether any of the request's checks may have reached the API. */
type Cutoff = Pick<Failure, 'attempts' | 'maybeSent'>;

/** Returns the check of this number, which the first item that asks for it causes. */
type NumberedCheck = (number: number) => Promise<CheckEnd>;

interface WaitingItem {
	item: PlannedItem;
	rule: WaitRule;
}

/**
 * The waits of one run, with one deadline for all, that of the first item. A check is a read like any other: it goes
 * through the request queue and has a permit only while it is under way.
 */
export class Waits {
	private readonly startedAt: number;
	private readonly checksByPath = new Map<string, NumberedCheck>();
	private deadline = Infinity;
	/** How many checks were made of all requests. */
	private checks = 0;

	constructor(
		private readonly execution: Execution,
		private readonly client: Client,
		private readonly ruleOf: NonNullable<Operation['wait']>,
	) {
		this.startedAt = execution.clock.elapsed();
	}

	/** Checks an item's resource until its wait ends. Throws nothing. */
	async resultOf(item: PlannedItem): Promise<ItemResult> {
		const rule = this.ruleOf(item.parameters);
		if (this.deadline === Infinity) {
			this.deadline = this.startedAt + rule.timeout;
			this.client.closeAfter(rule.timeout);
		}
		const check = this.checksOf(item, this.deadline);
		const redact = this.execution.redactorFor(item.request);
		let progress = NO_CHECKS;
		for (;;) {
			const response = await check(progress.checks + 1);
			if ('stopped' in response) {
				return this.unfinished({ item, rule }, progress, response.stopped);
			}
			progress = afterCheck(progress, checkOf(response, rule, redact), rule);
			const result = this.finished({ item, rule }, progress);
			if (result !== undefined) return result;
		}
	}

	/** Returns the checks of one request, which all items with this request go through together. */
	private checksOf(item: PlannedItem, deadline: number): NumberedCheck {
		const { path } = item.request;
		const known = this.checksByPath.get(path);
		if (known !== undefined) return known;
		let [maybeSent, retryAfter] = [false, 0];
		let [count, latest] = [0, Promise.resolve<CheckEnd>({ stopped: { attempts: 0, maybeSent } })];
		const check: NumberedCheck = async (number) => {
			const isDue = number === 1 || (await this.pause(number - 1, deadline, retryAfter));
			if (!isDue) return { stopped: { attempts: 0, maybeSent } };
			const result = await this.send(item);
			retryAfter = result.kind === 'success' ? 0 : (result.retryAfter ?? 0);
			// What this check could not send, an earlier one may have sent.
			maybeSent ||= result.kind === 'success' || result.maybeSent || 'response' in result;
			if (result.kind === 'success') return { body: result.body };
			if (result.kind === 'stopped') return { stopped: { attempts: result.attempts, maybeSent } };
			const error = this.details({ ...result, attempts: number, maybeSent }, item);
			return { error, retryAfter };
		};
		const numbered: NumberedCheck = async (number) => {
			if (number > count) [count, latest] = [number, check(number)];
			return await latest;
		};
		this.checksByPath.set(path, numbered);
		return numbered;
	}

	private async send({ itemIndex, request }: PlannedItem): Promise<Result<JsonObject>> {
		this.checks += 1;
		// Those that were asked for first go first, or the first items would keep the others from their turn.
		return await this.client.send(request, itemIndex, successBody(this.execution), this.checks);
	}

	private details(failure: Failure, { request }: PlannedItem): ErrorDetails {
		const { api, operation, redactorFor } = this.execution;
		return failureDetails(failure, { api, operation, request, redact: redactorFor(request) });
	}

	/** Pauses after so many checks, no shorter than the API asks. Returns whether there is time for another one. */
	private async pause(checks: number, deadline: number, retryAfter: number): Promise<boolean> {
		const left = deadline - this.execution.clock.elapsed();
		const pause = pauseAfter(checks, left, Math.random(), retryAfter);
		if (pause === undefined) return false;
		return await this.client.sleep(pause).then(
			() => true,
			() => false,
		);
	}

	/** Returns an item's result after its latest check, or undefined if its wait continues. */
	private finished(waiting: WaitingItem, progress: WaitProgress): ItemResult | undefined {
		const end = endOf(progress, waiting.rule);
		if (end === undefined) return undefined;
		if (end.kind === 'reached') return this.output(waiting, progress, true);
		const context = this.errorContext(waiting, progress);
		return {
			error: end.kind === 'gaveUp' ? gaveUpError(context) : failedChecksError(end.error, context),
		};
	}

	/** Returns what an item ends in whose wait was cut off: by its time, or because the execution ends. */
	private unfinished(
		waiting: WaitingItem,
		progress: WaitProgress,
		{ attempts, maybeSent }: Cutoff,
	): ItemResult {
		// The check that was cut off counts as often as it was sent: the rate limit may have let none finish.
		const checks = progress.checks + attempts;
		if (this.client.signal.aborted && !this.client.isOutOfTime) {
			const facts = { attempts: checks, maybeSent };
			return { error: this.details({ kind: 'stopped', ...facts }, waiting.item) };
		}
		const context = this.errorContext(waiting, { ...progress, checks });
		const { record, error } = progress;
		const isKnown = record !== undefined || error?.httpCode === '404';
		if (!waiting.rule.outputOnTimeout || !isKnown) {
			// The last check comes a little before the time that was set is up.
			const took = this.deadline - this.startedAt;
			return { error: timedOutError({ ...context, took }) };
		}
		return this.output(waiting, { ...progress, checks }, false);
	}

	private output(
		{ item, rule }: WaitingItem,
		{ record, checks: attempts }: WaitProgress,
		reached: boolean,
	): ItemResult {
		// Items that wait for the same share the record.
		const result: ItemResult =
			record === undefined
				? { items: [] }
				: resultOf(this.execution, item, { kind: 'success', body: record.body, attempts }, true);
		if ('error' in result || !rule.outputOnTimeout) return result;
		return { items: waitItems(result.items, item, reached) };
	}

	private errorContext({ item, rule }: WaitingItem, progress: WaitProgress): WaitErrorContext {
		const redact = this.execution.redactorFor(item.request);
		const took = this.execution.clock.elapsed() - this.startedAt;
		// If the value is itself a secret, by its name, only the output has it, and no message does.
		const shown = redactSecrets(progress.record?.body);
		const found = valueAt(shown, rule.valuePath, redact);
		const lastValue = 'value' in found ? redact(found.value) : '';
		return { rule, progress, took, lastValue };
	}
}

interface WaitErrorContext {
	rule: WaitRule;
	progress: WaitProgress;
	/** How long the wait took, in milliseconds. */
	took: number;
	/** The last value that was read, redacted. */
	lastValue: string;
}

function timedOutError(context: WaitErrorContext): ErrorDetails {
	const { rule, progress } = context;
	const { resource } = rule;
	const advice =
		adviceOn(context) ??
		`The ${resource} may still get there. Raise Wait Limit (Seconds), or check the ${resource}.`;
	const failure =
		progress.error === undefined ? '' : `The last check failed: ${progress.error.message} `;
	return {
		message: `The ${resource} didn't become ${wanted(rule)} in ${durationOf(context)}. ${lastState(context)}.`,
		description: failure + advice,
		outcome: 'unknown',
		reason:
			progress.record === undefined ? (progress.error?.reason ?? 'unavailable') : 'unavailable',
		attempts: progress.checks,
	};
}

function gaveUpError(context: WaitErrorContext): ErrorDetails {
	const { rule, progress } = context;
	const { resource, noun } = rule;
	const advice =
		adviceOn(context) ??
		`Check the ${resource}, fix what's blocking it, and run the node again; or remove the ${noun} from Give Up On.`;
	return {
		message: `The wait for the ${resource} to become ${wanted(rule)} ended after ${durationOf(context)}. ${lastState(context)}.`,
		description: `This ${noun} is in Give Up On. ${advice}`,
		outcome: 'refused',
		reason: 'conflict',
		attempts: progress.checks,
	};
}

/** Checks failed, so the wait ends. Keeps the facts of the latest one. */
function failedChecksError(error: ErrorDetails, context: WaitErrorContext): ErrorDetails {
	const { progress } = context;
	const { failures, checks } = progress;
	const inRow = failures > 1 ? `, the last ${formatted(failures)} of which failed` : '';
	const isMissing = error.httpCode === '404';
	const advice = isMissing ? " If it's still being created, turn on Wait for It to Exist." : '';
	const ended = `The wait ended after ${durationOf(context)}${inRow}. ${lastState(context)}.`;
	return { ...error, description: `${error.description} ${ended}${advice}`, attempts: checks };
}

function adviceOn({ rule, progress }: WaitErrorContext): string | undefined {
	const { record } = progress;
	return record && rule.advice?.get(record.state.trim().toLowerCase());
}

function wanted({ waitFor }: WaitRule): string {
	return waitFor.map((state) => `"${truncate(state)}"`).join(' or ');
}

function lastState({ rule, progress, lastValue }: WaitErrorContext): string {
	const { noun, stableFor } = rule;
	const { record, matches } = progress;
	if (record === undefined) return `No ${noun} was read`;
	const shown = lastValue === '' ? 'empty' : `"${truncate(lastValue)}"`;
	const state = `Its last ${noun} was ${shown}`;
	if (matches === 0) return state;
	return `${state}, seen in ${formatted(matches)} of ${formatted(stableFor)} consecutive checks`;
}

function durationOf({ progress, took }: WaitErrorContext): string {
	const seconds = Math.round(took / MS_PER_SECOND);
	return `${counted(seconds, 'second')} (${counted(progress.checks, 'check')})`;
}
