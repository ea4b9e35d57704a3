import { sleep } from 'n8n-workflow';
import { DateTime } from 'luxon';

export const MS_PER_SECOND = 1000;
export const MS_PER_DAY = 24 * 60 * 60 * MS_PER_SECOND;

/** An abort may be noticed this late, because n8n 1.x can't abort a sleep. */
const SLICE_MS = 500;

/** Time and sleep, from n8n or a test. Times are in milliseconds. */
export interface Clock {
	/** Milliseconds since 1970. Use it for dates only, because the system clock can jump. */
	now: () => number;
	/** Milliseconds since an arbitrary start. Use it for durations, because this clock never jumps. */
	elapsed: () => number;
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Throws if the signal aborts before or during the wait. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	const end = elapsed() + ms;
	for (let remaining = ms; remaining > 0; remaining = end - elapsed()) {
		signal.throwIfAborted();
		await sleep(Math.min(remaining, SLICE_MS), signal);
	}
	signal.throwIfAborted();
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), elapsed, sleep: sleepUnlessAborted };

/** Whole milliseconds, as they are logged. */
function elapsed(): number {
	return Math.floor(performance.now());
}

/** A larger UNIX time is in milliseconds, because this many seconds reach the year 5138. */
const LARGEST_SECONDS = 100_000_000_000;
/** Smaller positive numbers are mistakes, such as a year. Zero is meant: everything since the beginning. */
const YEAR_2000 = Date.UTC(2000, 0);
/** Larger numbers are mistakes too, such as microseconds. */
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * Matches digits that mean a date, or a date and time, such as 20260531 or 202605311430. As UNIX times, they would be
 * in 1970 to 1980, or after 2600.
 */
const WRITTEN_TIME = /^(?:19|20)\d{6}(?:\d{4}(?:\d{2})?)?$/;

/** An expression in a text field turns numbers into text. A positive number with fewer digits is never a UNIX time. */
const UNIX_TIME = /^(?:-\d+|0|\d{9,})(?:\.\d+)?$/;

/**
 * The text must start with an ISO or SQL date, because luxon would read 14:30 or 09 as a time on the day of the
 * execution. A year alone is a mistake, and so is 202605, which could also be a day in 2020.
 */
const LEADING_DATE =
	/^(?:[+-]\d{6}|\d{4})(?:-?W\d{2}(?:-?\d)?|-?\d{3}|-\d{2}|-?\d{2}-?\d{2})(?:$|[T\s])/i;

/** Fast path for the spelling that APIs use, because luxon takes seconds for a list of a hundred thousand. */
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/**
 * Reads any time that n8n provides: date-time fields, luxon and JavaScript dates, ISO or SQL text, UNIX seconds or
 * milliseconds from 2000 to 9999. Text without a zone is in `timezone` (IANA). Undefined if the value isn't a time with its
 * date.
 */
export function parseTime(value: unknown, timezone: string): DateTime | undefined {
	const time = parseDateTime(value, timezone).toUTC();
	return time.isValid ? time : undefined;
}

/**
 * The date as entered, such as 2026-05-31, whatever its zone: the date at the start of a text, a luxon date's day in
 * its own zone, or a JavaScript date's day in UTC.
 */
export function calendarDate(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value : dateObjectDay(value);
	const date = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text ?? '')?.[1];
	return date !== undefined && DateTime.fromISO(date).isValid ? date : undefined;
}

function dateObjectDay(value: unknown): string | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const luxonDay = isLuxonDate(value) ? value.toISODate() : undefined;
	return typeof luxonDay === 'string'
		? luxonDay
		: (parseTime(value, 'utc')?.toISODate() ?? undefined);
}

/** Doesn't use instanceof, because an expression can return a date from another copy of luxon. */
function isLuxonDate(value: object): value is { toISODate: () => unknown } {
	return 'toISODate' in value && typeof value.toISODate === 'function';
}

function parseDateTime(value: unknown, timezone: string): DateTime {
	if (typeof value === 'number') {
		const text = String(value);
		return WRITTEN_TIME.test(text) ? parseTimeText(text, timezone) : parseUnixTime(value);
	}
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'string') return parseTimeText(value.trim(), timezone);
	const millis = millisOf(value);
	return millis === undefined ? DateTime.invalid('not a time') : DateTime.fromMillis(millis);
}

function millisOf(value: unknown): number | undefined {
	// Works for luxon and JavaScript dates, whose valueOf returns milliseconds.
	if (typeof value !== 'object' || typeof value?.valueOf !== 'function') return undefined;
	const millis: unknown = value.valueOf();
	return typeof millis === 'number' ? millis : undefined;
}

function parseUnixTime(value: number): DateTime {
	const time =
		Math.abs(value) > LARGEST_SECONDS ? DateTime.fromMillis(value) : DateTime.fromSeconds(value);
	const isUsual = value <= 0 || (time.toMillis() >= YEAR_2000 && time.toMillis() < YEAR_10000);
	return isUsual ? time : DateTime.invalid('a number outside of 2000 to 9999');
}

function parseTimeText(text: string, timezone: string): DateTime {
	if (WRITTEN_TIME.test(text)) {
		const format = 'yyyyMMddHHmmss'.slice(0, text.length);
		return DateTime.fromFormat(text, format, { zone: timezone });
	}
	if (UNIX_TIME.test(text)) return parseUnixTime(Number(text));
	const millis = UTC_TIME.test(text) ? Date.parse(text) : NaN;
	// JavaScript would turn February 30 into a day in March.
	const isDay =
		!Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text.slice(0, 10));
	if (isDay) return DateTime.fromMillis(millis, { zone: 'utc' });
	if (!LEADING_DATE.test(text)) return DateTime.invalid('no date');
	const zone = { zone: timezone };
	const iso = DateTime.fromISO(text, zone);
	return iso.isValid ? iso : DateTime.fromSQL(text, zone);
}
