import { isJsonObject } from '../json';
import type { WaitRule } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { emptyToUndefined, isText } from '../parameters/values';
import { isAmong, andMore, counted, shortened } from '../text';
import { CHECK_BASE_URL, errorDetails } from '../errors/nodeErrors';
import type { JsonObject } from '../json';
import type { Issue } from '../issue';

export const VALUE_PATH_LABEL = 'Value Path';
export const EXAMPLE_VALUE_PATH = 'result.state';
export const VALUE_PATH_HELP =
	'Dot path of the value in the response, such as result.0.state. List elements are counted from 0.';

/** The advice if a path leads nowhere. */
export const CORRECT_VALUE_PATH = `Correct ${VALUE_PATH_LABEL}.`;

const MAX_NAMED_FIELDS = 10;
const MAX_NAME_LENGTH = 80;

/** The text at the end of a path, empty if its last field is missing or null; or why the path leads nowhere. */
export type PathValue = { value: string } | { problem: string };

/**
 * The value at a dotted path in JSON, an element of a list by its index: `result.0.state`. The parts of the response
 * and the path in a problem are redacted: the name of a field may be a secret.
 */
export function scalarAt(json: unknown, path: string, redact: (text: string) => string): PathValue {
	const names = path.trim().split('.');
	let value = json;
	for (const [index, name] of names.entries()) {
		const parent = value;
		const before = names.slice(0, index);
		const isList = Array.isArray(parent);
		if (!isList && !isJsonObject(parent)) {
			const place = pathPhrase(before, redact);
			return { problem: `${place} is neither an object nor a list. End the path there.` };
		}
		const content = (): string => contentOf(parent, before, redact);
		if (isList && !/^\d+$/.test(name)) return { problem: content() };
		value = Object.hasOwn(parent, name) ? Reflect.get(parent, name) : undefined;
		if (value === undefined && index < names.length - 1) {
			const place = pathPhrase([...before, name], redact);
			return { problem: `The response has no ${place}. ${content()}` };
		}
	}
	if (typeof value === 'object' && value !== null) {
		return { problem: contentOf(value, names, redact) };
	}
	return { value: isText(value) || typeof value === 'boolean' ? String(value) : '' };
}

/** A state is never empty. */
export function stateAt(json: unknown, path: string): PathValue {
	// The message is its own, and lists nothing.
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
	const place = pathPhrase(path, redact);
	if (Array.isArray(parent)) {
		return `${place} is a list of ${counted(parent.length, 'element')}. Choose one by its index, counted from 0.`;
	}
	const names = Object.keys(parent);
	// Redacted before it is cut, or half a secret would be left.
	const shownNames = names
		.slice(0, MAX_NAMED_FIELDS)
		.map((name) => shortened(redact(name), MAX_NAME_LENGTH));
	const fields = shownNames.length === 0 ? 'nothing' : shownNames.join(', ');
	return `${place} contains ${fields}${andMore(names.length - shownNames.length)}.`;
}

function pathPhrase(path: readonly string[], redact: (text: string) => string): string {
	if (path.length === 0) return 'The response';
	return `"${shortened(redact(path.join('.')), MAX_NAME_LENGTH)}"`;
}

/** One check's result: the record and its state, or why it couldn't be read and how long the API asks to wait, in ms. */
type Check =
	| { record: { state: string; body: JsonObject } }
	| { error: ErrorDetails; retryAfter?: number | undefined };

/** The results of one item's checks. */
export interface WaitProgress {
	checks: number;
	/** How many consecutive checks have found an awaited state. */
	matches: number;
	/**
	 * How many consecutive checks have failed. It is no failure if the record is awaited and not found yet, or if the API
	 * asks to wait.
	 */
	failures: number;
	/** The last record that was read. */
	record?: { state: string; body: JsonObject };
	/** Why the latest check read no record. */
	error?: ErrorDetails;
}

/** How APIs refuse an unknown ID with a 400. */
const INVALID_ID = /\binvalid [\w ]{1,40}\bid\b/i;

export const NO_CHECKS: WaitProgress = { checks: 0, matches: 0, failures: 0 };

const MAX_FAILURES = 5;
/** No further check can change these. */
const FINAL_STATUSES: ReadonlySet<string> = new Set(['400', '401', '403', '404']);

const MIN_PAUSE_MS = 2000;
const PAUSE_GROWTH = 1.5;
const MAX_PAUSE_MS = 15_000;
/** The random part of a pause. */
const JITTER = 0.2;
/** The last check starts this long before the time is up. */
const LAST_CHECK_MS = 1000;

/**
 * Reads the value that a rule checks in a response, redacted. A success without it doesn't count for the wait: the
 * check has failed.
 */
export function checkOf(
	response: { body: JsonObject } | Extract<Check, { error: unknown }>,
	{ noun, valuePath }: WaitRule,
	redact: (text: string) => string,
): Check {
	if ('error' in response) return response;
	const { body } = response;
	const isState = noun === 'state';
	const result = isState ? stateAt(body, valuePath) : scalarAt(body, valuePath, redact);
	if ('value' in result) return { record: { state: result.value, body } };
	const advice = isState ? CHECK_BASE_URL : CORRECT_VALUE_PATH;
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

/** How the wait ends after the latest check, or undefined if it continues. */
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
 * How long to pause after this many checks, or undefined if there's no time for another one: two seconds at first, half
 * as long again each time up to fifteen, plus or minus a fifth by `random` (from 0 to 1). The last pause is shorter, so
 * that the last check is sent shortly before the time is up. None is shorter than `retryAfter`, although it may leave
 * no time for another check.
 */
export function pauseAfter(
	checks: number,
	timeLeft: number,
	random: number,
	retryAfter = 0,
): number | undefined {
	const untilLastCheck = timeLeft - LAST_CHECK_MS;
	if (untilLastCheck <= 0) return undefined;
	const pause = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * PAUSE_GROWTH ** (checks - 1));
	const varied = Math.round(pause * (1 + JITTER * (2 * random - 1)));
	return Math.max(retryAfter, Math.min(varied, untilLastCheck));
}

/** Whether a check has not found the record, and its existence is awaited. */
function isAwaited({ httpCode, message }: ErrorDetails, { waitForExistence }: WaitRule): boolean {
	const isUnknown = httpCode === '404' || (httpCode === '400' && INVALID_ID.test(message));
	return waitForExistence && isUnknown;
}

function isFinal({ httpCode = '', reason }: ErrorDetails): boolean {
	return reason === 'invalidInput' || FINAL_STATUSES.has(httpCode);
}
