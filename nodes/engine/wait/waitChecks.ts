import { isJsonObject } from '../json';
import type { WaitRule } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { hasStatus } from '../errorDetails';
import { NOT_FOUND } from '../request';
import { emptyToUndefined, isText } from '../parameters/values';
import { andMore, counted, isAmong, MAX_NAME_LENGTH, shortened } from '../text';
import { CHECK_BASE_URL, errorDetails } from '../errors/nodeErrors';
import type { JsonObject } from '../json';
import type { Issue } from '../issue';

export const VALUE_PATH_LABEL = 'Value Path';
export const EXAMPLE_VALUE_PATH = 'result.state';
export const VALUE_PATH_HELP =
	'Dot path of the value in the response, such as result.0.state. List elements are counted from 0.';

export const CHECK_VALUE_PATH = `Check ${VALUE_PATH_LABEL}.`;

const MAX_NAMED_FIELDS = 10;

/** `value` is empty if the last field of the path is missing or null. `problem` says why the path leads nowhere. */
export type PathValue = { value: string } | { problem: string };

/**
 * Follows a dotted path in which numbers are list positions, as in `result.0.state`. Redacts what a problem quotes,
 * because field names may be secret.
 */
export function scalarAt(json: unknown, path: string, redact: (text: string) => string): PathValue {
	const names = path.trim().split('.');
	let value = json;
	for (const [index, name] of names.entries()) {
		const parent = value;
		const before = names.slice(0, index);
		const isList = Array.isArray(parent);
		if (!isList && !isJsonObject(parent)) {
			const shownPath = pathPhrase(before, redact);
			return { problem: `${shownPath} is neither an object nor a list. End the path there.` };
		}
		const content = (): string => contentOf(parent, before, redact);
		if (isList && !/^\d+$/.test(name)) return { problem: content() };
		value = Object.hasOwn(parent, name) ? Reflect.get(parent, name) : undefined;
		if (value === undefined && index < names.length - 1) {
			const shownPath = pathPhrase([...before, name], redact);
			return { problem: `The response has no ${shownPath}. ${content()}` };
		}
	}
	if (typeof value === 'object' && value !== null) {
		return { problem: contentOf(value, names, redact) };
	}
	return { value: isText(value) || typeof value === 'boolean' ? String(value) : '' };
}

/** An empty state is a problem, because no API has one. */
export function stateAt(json: unknown, path: string): PathValue {
	// The code below replaces `problem`, so nothing needs redacting.
	const result = scalarAt(json, path, (text) => text);
	const isThere = 'value' in result && result.value.trim() !== '';
	return isThere ? result : { problem: `The response has no "${path}".` };
}

export function valuePathIssues(value: unknown): Issue[] {
	const [path, example] = ['valuePath', EXAMPLE_VALUE_PATH];
	if (emptyToUndefined(value) === undefined) {
		const text = `is empty. Enter the path of a field in the response, such as ${example}.`;
		return [{ path, text }];
	}
	if (typeof value !== 'string') return [{ path, text: `must be text, such as ${example}.` }];
	const hasEmptyPart = value.split('.').some((name) => name.trim() === '');
	const text = 'contains an empty part. Separate the parts with one dot.';
	return hasEmptyPart ? [{ path, text }] : [];
}

function contentOf(
	parent: object,
	path: readonly string[],
	redact: (text: string) => string,
): string {
	const shownPath = pathPhrase(path, redact);
	if (Array.isArray(parent)) {
		return `${shownPath} is a list of ${counted(parent.length, 'element')}. Add the index of an element to the path, counted from 0.`;
	}
	const names = Object.keys(parent);
	// Redacts first, because half a secret isn't recognized.
	const shownNames = names
		.slice(0, MAX_NAMED_FIELDS)
		.map((name) => shortened(redact(name), MAX_NAME_LENGTH));
	const fields = shownNames.length === 0 ? 'nothing' : shownNames.join(', ');
	return `${shownPath} contains ${fields}${andMore(names.length - shownNames.length)}.`;
}

function pathPhrase(path: readonly string[], redact: (text: string) => string): string {
	if (path.length === 0) return 'The response';
	return `"${shortened(redact(path.join('.')), MAX_NAME_LENGTH)}"`;
}

type Check =
	| { record: { state: string; body: JsonObject } }
	| { error: ErrorDetails; retryAfter?: number | undefined };

export interface WaitProgress {
	checks: number;
	/** Number of checks in a row that found an awaited state. */
	matches: number;
	/**
	 * Number of failed checks in a row. If an awaited record doesn't exist yet, or the API asks to wait, the check
	 * hasn't failed.
	 */
	failures: number;
	record?: { state: string; body: JsonObject };
	/** Why the latest check read no record. */
	error?: ErrorDetails;
}

/** Some APIs refuse an unknown ID with a 400 and this text. */
const INVALID_ID = /\binvalid [\w ]{1,40}\bid\b/i;

export const NO_CHECKS: WaitProgress = { checks: 0, matches: 0, failures: 0 };

const MAX_FAILURES = 5;
/** Statuses that end the wait, because further checks would get the same status. */
const FINAL_STATUSES: ReadonlySet<string> = new Set(['400', '401', '403', '404']);

const MIN_PAUSE_MS = 2000;
const PAUSE_GROWTH = 1.5;
const MAX_CHECK_PAUSE_MS = 15_000;
/** A pause gets longer or shorter at random by up to this share. */
const JITTER_REACH = 0.2;
/** The last check starts this long before the time limit, so it ends in time. */
const LAST_CHECK_MS = 1000;

/** Reads the value that a rule checks, redacted. If a success lacks the value, the check has failed. */
export function checkOf(
	response: { body: JsonObject } | Extract<Check, { error: unknown }>,
	{ valueKind, valuePath }: WaitRule,
	redact: (text: string) => string,
): Check {
	if ('error' in response) return response;
	const { body } = response;
	const isState = valueKind !== 'value';
	const result = isState ? stateAt(body, valuePath) : scalarAt(body, valuePath, redact);
	if ('value' in result) return { record: { state: result.value, body } };
	const advice = isState ? CHECK_BASE_URL : CHECK_VALUE_PATH;
	return { error: errorDetails('unavailable', 'unknown', result.problem, advice, 1) };
}

export function afterCheck(before: WaitProgress, check: Check, rule: WaitRule): WaitProgress {
	const checks = before.checks + 1;
	if ('error' in check) {
		const { error, retryAfter = 0 } = check;
		const isFailure = retryAfter === 0 && !isAwaited(error, rule);
		return { ...before, checks, matches: 0, failures: isFailure ? before.failures + 1 : 0, error };
	}
	const { record } = check;
	const matches = isAmong(record.state, rule.waitFor) ? before.matches + 1 : 0;
	return { checks, matches, failures: 0, record };
}

/** How the wait ends, or undefined while it continues. */
export function endOf(
	{ matches, failures, record, error }: WaitProgress,
	rule: WaitRule,
): 'failed' | 'gaveUp' | 'reached' | undefined {
	if (error !== undefined) {
		const isOver = isFinal(error) || failures >= MAX_FAILURES;
		return isOver && !isAwaited(error, rule) ? 'failed' : undefined;
	}
	if (record === undefined) return undefined;
	if (matches > 0) return matches >= rule.stableFor ? 'reached' : undefined;
	return isAmong(record.state, rule.giveUpOn) ? 'gaveUp' : undefined;
}

/**
 * Milliseconds until the next check. Undefined if there's no time for another check. Starts with two seconds, grows by
 * half up to fifteen, and varies by a fifth. Shortens the last pause so that a check is sent just before the time is
 * up. Never shorter than `retryAfter`, even if that leaves no time for a check.
 */
export function pauseAfter(
	checks: number,
	timeLeft: number,
	random: number,
	retryAfter = 0,
): number | undefined {
	const untilLastCheck = timeLeft - LAST_CHECK_MS;
	if (untilLastCheck <= 0) return undefined;
	const pause = Math.min(MAX_CHECK_PAUSE_MS, MIN_PAUSE_MS * PAUSE_GROWTH ** (checks - 1));
	const varied = Math.round(pause * (1 + JITTER_REACH * (2 * random - 1)));
	return Math.max(retryAfter, Math.min(varied, untilLastCheck));
}

/** True if the record doesn't exist yet. */
function isAwaited(error: ErrorDetails, { waitForExistence }: WaitRule): boolean {
	const isInvalidId = hasStatus(error, 400) && INVALID_ID.test(error.message);
	return waitForExistence && (hasStatus(error, NOT_FOUND) || isInvalidId);
}

function isFinal({ httpCode = '', reason }: ErrorDetails): boolean {
	return reason === 'invalidInput' || FINAL_STATUSES.has(httpCode);
}
