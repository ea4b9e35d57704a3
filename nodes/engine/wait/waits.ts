import { MS_PER_SECOND } from '../time';
import { errorDetails } from '../errors/nodeErrors';
import type { Execution, PlannedItem, ItemResult } from '../executionState';
import type { WaitOperation, WaitRule } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { hasStatus } from '../errorDetails';
import { NOT_FOUND } from '../request';
import type { Client } from '../http/client';
import type { Failure } from '../http/response';
import type { JsonObject } from '../json';
import { textMember } from '../json';
import { beforeId, itemError, resultOf, successParser } from '../output/output';
import { jsonItems } from '../items';
import { redactSecrets } from '../redaction/redact';
import { counted, enumerated, formatted, shortLine } from '../text';
import { afterCheck, checkOf, endOf, NO_CHECKS, pauseAfter, scalarAt } from './waitChecks';
import type { WaitProgress } from './waitChecks';

/**
 * The response to the n-th check. The first item that asks for it sends it, and other items with the same request get
 * the same response.
 */
type NumberedCheck = (
	number: number,
) => Promise<
	| { body: JsonObject }
	| { error: ErrorDetails; retryAfter: number }
	| { stopped: Pick<Failure, 'attempts' | 'maybeSent'> }
>;

interface EndedWait {
	rule: WaitRule;
	progress: WaitProgress;
	/** How many milliseconds the wait took. */
	took: number;
	/** Last value read, redacted. */
	lastValue: string;
}

/**
 * A run's waits, which end together at the first item's deadline. A check is an ordinary read: it goes through the
 * queue, and has a permit only while it's in flight.
 */
export class Waits {
	private readonly startedAt: number;
	private readonly checksByPath = new Map<string, NumberedCheck>();
	private deadline = Infinity;
	/** Number of checks for all requests together. */
	private checks = 0;

	constructor(
		private readonly execution: Execution,
		private readonly client: Client,
		private readonly waitRuleOf: WaitOperation['rule'],
	) {
		this.startedAt = execution.clock.elapsed();
	}

	/** Checks an item's resource until its wait ends. Never throws. */
	async waitFor(item: PlannedItem): Promise<ItemResult> {
		const rule = this.waitRuleOf(item.parameters);
		if (this.deadline === Infinity) {
			this.deadline = this.startedAt + rule.timeout;
			this.client.closeAfter(rule.timeout);
		}
		const { path } = item.request;
		const check = this.checksByPath.get(path) ?? this.checksOf(item);
		this.checksByPath.set(path, check);
		const redact = this.execution.redactorFor(item.request);
		let progress = NO_CHECKS;
		for (;;) {
			const response = await check(progress.checks + 1);
			if ('stopped' in response) return this.cutOff(item, rule, progress, response.stopped);
			progress = afterCheck(progress, checkOf(response, rule, redact), rule);
			const end = endOf(progress, rule);
			if (end === 'reached') return this.output(item, rule, progress, true);
			if (end === undefined) continue;
			const { error } = progress;
			const endedWait = this.ended(item, rule, progress);
			return {
				error: error === undefined ? gaveUpError(endedWait) : failedChecksError(error, endedWait),
			};
		}
	}

	/** All items with the same request share its checks. */
	private checksOf(item: PlannedItem): NumberedCheck {
		const { itemIndex, request } = item;
		let [sentCount, maybeSent, retryAfter] = [0, false, 0];
		const parse = successParser(this.execution, request);
		const check: NumberedCheck = async (number) => {
			const isDue = number === 1 || (await this.pause(number - 1, retryAfter));
			if (!isDue) return { stopped: { attempts: 0, maybeSent } };
			this.checks += 1;
			// Each check queues behind the previous check, so the first items don't keep the others waiting.
			const result = await this.client.send(request, itemIndex, parse, { order: this.checks });
			sentCount += result.attempts;
			if (result.kind === 'success') {
				[maybeSent, retryAfter] = [true, 0];
				return { body: result.body };
			}
			retryAfter = result.retryAfter ?? 0;
			// Even if this check wasn't sent, an earlier check may have been.
			maybeSent ||= result.maybeSent || 'response' in result;
			if (result.kind === 'stopped') return { stopped: { attempts: result.attempts, maybeSent } };
			const failure = { ...result, attempts: sentCount, maybeSent };
			const error = itemError(failure, item, this.execution);
			return { error, retryAfter };
		};
		let count = 0;
		let latestCheck: ReturnType<NumberedCheck>;
		return async (number) => {
			if (number > count) [count, latestCheck] = [number, check(number)];
			return await latestCheck;
		};
	}

	/** Pauses at least as long as the API asks. Returns false if no time is left for another check. */
	private async pause(checks: number, retryAfter: number): Promise<boolean> {
		const timeLeft = this.deadline - this.execution.clock.elapsed();
		const pause = pauseAfter(checks, timeLeft, this.client.random(), retryAfter);
		if (pause === undefined) return false;
		return await this.client.sleep(pause).then(
			() => true,
			() => false,
		);
	}

	/** Its time limit or the end of the execution interrupted the wait. */
	private cutOff(
		item: PlannedItem,
		rule: WaitRule,
		before: WaitProgress,
		{ attempts, maybeSent }: Pick<Failure, 'attempts' | 'maybeSent'>,
	): ItemResult {
		// Counts every attempt of the interrupted check, because the rate limit may have let none finish.
		const progress = { ...before, checks: before.checks + attempts };
		if (this.client.signal.aborted && !this.client.isOutOfTime) {
			const { checks: attempts } = progress;
			const failure = { kind: 'stopped', attempts, maybeSent } as const;
			return { error: itemError(failure, item, this.execution) };
		}
		const isKnown = progress.record !== undefined || hasStatus(progress.error, NOT_FOUND);
		if (rule.outputOnTimeout && isKnown) return this.output(item, rule, progress, false);
		// Shows the full time until the deadline, although the last check was sent a little earlier.
		const took = this.deadline - this.startedAt;
		return { error: timedOutError({ ...this.ended(item, rule, progress), took }) };
	}

	private output(
		item: PlannedItem,
		rule: WaitRule,
		{ record, checks: attempts }: WaitProgress,
		reached: boolean,
	): ItemResult {
		// Items with the same wait get the same record, so each gets a copy.
		const result: ItemResult =
			record === undefined
				? { items: [] }
				: resultOf(this.execution, item, {
						kind: 'success',
						body: record.body,
						attempts,
						isShared: true,
					});
		if ('error' in result || !rule.outputOnTimeout) return result;
		const records = result.items.length === 0 ? jsonItems([{}], item.itemIndex) : result.items;
		return {
			items: records.map((outputItem) => ({
				...outputItem,
				json: beforeId(outputItem.json, { reached }, this.execution.api.idKey),
			})),
		};
	}

	private ended({ request }: PlannedItem, rule: WaitRule, progress: WaitProgress): EndedWait {
		const redact = this.execution.redactorFor(request);
		const took = this.execution.clock.elapsed() - this.startedAt;
		// If the name says that the value is secret, only the output shows the value, and no message does.
		const result = scalarAt(redactSecrets(progress.record?.body), rule.valuePath, redact);
		const lastValue = 'value' in result ? redact(result.value) : '';
		return { rule, progress, took, lastValue };
	}
}

function timedOutError(ended: EndedWait): ErrorDetails {
	const { rule, progress } = ended;
	const { record, error, checks } = progress;
	const advice =
		adviceOn(ended) ??
		`The ${rule.resource} may still reach this ${rule.valueKind}. Raise ${rule.labels.timeout}, or check the ${rule.resource}.`;
	const failure = error === undefined ? '' : `The last check failed: ${error.message} `;
	const reason = record === undefined ? error?.reason : undefined;
	const message = `The ${rule.resource} didn't become ${awaitedStates(rule)} in ${durationOf(ended)}. ${lastState(ended)}.`;
	return errorDetails(reason ?? 'unavailable', 'unknown', message, failure + advice, checks);
}

function gaveUpError(ended: EndedWait): ErrorDetails {
	const { rule, progress } = ended;
	const { resource, valueKind } = rule;
	const { giveUpOn } = rule.labels;
	const otherwise = giveUpOn ? ` You can also remove the ${valueKind} from ${giveUpOn}.` : '';
	const advice =
		adviceOn(ended) ?? `Check the ${resource}, fix what's blocking it, and retry.${otherwise}`;
	const message = `The wait for the ${resource} to become ${awaitedStates(rule)} ended after ${durationOf(ended)}. ${lastState(ended)}.`;
	const reason = giveUpOn ? `This ${valueKind} is in ${giveUpOn}. ` : '';
	const description = `${reason}${advice}`;
	return errorDetails('conflict', 'refused', message, description, progress.checks);
}

/** Copies the facts about the latest failure. */
function failedChecksError(error: ErrorDetails, ended: EndedWait): ErrorDetails {
	const { failures, checks } = ended.progress;
	const { waitForExistence } = ended.rule.labels;
	const inRow = failures > 1 ? `, the last ${formatted(failures)} of which failed` : '';
	const isMissing = hasStatus(error, NOT_FOUND) && waitForExistence !== undefined;
	const advice = isMissing ? ` If it's still being created, turn on ${waitForExistence}.` : '';
	const text = `The wait ended after ${durationOf(ended)}${inRow}. ${lastState(ended)}.`;
	const attempts = Math.max(error.attempts, checks);
	return { ...error, description: `${error.description} ${text}${advice}`, attempts };
}

function adviceOn({ rule, progress }: EndedWait): string | undefined {
	const { record } = progress;
	return record && textMember(rule.advice ?? {}, record.state.trim().toLowerCase());
}

function awaitedStates({ waitFor }: WaitRule): string {
	return enumerated(
		waitFor.map((state) => `"${shortLine(state)}"`),
		'or',
	);
}

function lastState({ rule, progress, lastValue }: EndedWait): string {
	const { valueKind, stableFor } = rule;
	const { record, matches } = progress;
	if (record === undefined) return `No ${valueKind} was read`;
	const valueText = lastValue === '' ? 'empty' : `"${shortLine(lastValue)}"`;
	const state = `Its last ${valueKind} was ${valueText}`;
	if (matches === 0) return state;
	return `${state}, seen in ${formatted(matches)} of ${formatted(stableFor)} consecutive checks`;
}

function durationOf({ progress, took }: EndedWait): string {
	const seconds = Math.round(took / MS_PER_SECOND);
	return `${counted(seconds, 'second')} (${counted(progress.checks, 'check')})`;
}
