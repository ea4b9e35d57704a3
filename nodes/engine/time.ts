import { sleep } from 'n8n-workflow';
import { DateTime } from 'luxon';

export const MS_PER_SECOND = 1000;
export const MS_PER_DAY = 24 * 60 * 60 * MS_PER_SECOND;

/** n8n 1.x cannot abort a sleep: there, this is how late an abort may be noticed. */
const SLICE_MS = 500;

/** Time and sleep, from n8n or from a test. Times are in milliseconds. */
export interface Clock {
	/** Since 1970, for dates: someone may set this clock forward or back. */
	now: () => number;
	/** Since some moment, for durations: nobody sets this clock. */
	elapsed: () => number;
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Waits that many milliseconds. Throws if the signal aborts before or during the wait. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	const end = elapsed() + ms;
	for (let remaining = ms; remaining > 0; remaining = end - elapsed()) {
		signal.throwIfAborted();
		await sleep(Math.min(remaining, SLICE_MS), signal);
	}
	signal.throwIfAborted();
}

/** The machine's clock. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), elapsed, sleep: sleepUnlessAborted };

/** Whole milliseconds, as they are logged. */
function elapsed(): number {
	return Math.floor(performance.now());
}

/** UNIX times above this are milliseconds: as seconds it would be the year 5138. */
const LARGEST_SECONDS = 100_000_000_000;

/** How APIs write times. Lists can have a hundred thousand, for which luxon needs seconds. */
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/**
 * Reads any time that n8n provides: a date-time field, a luxon or JavaScript date, ISO or SQL text with or without a
 * zone, a UNIX time in seconds or milliseconds. Text without a zone is in `timezone` (IANA). Returns the instant in
 * UTC, or undefined if the value isn't a time.
 */
export function parseTime(value: unknown, timezone: string): DateTime | undefined {
	const time = read(value, timezone).toUTC();
	return time.isValid ? time : undefined;
}

/**
 * The entered calendar date, as 2026-05-31, ignoring its zone: the date at the start of a text, a luxon date's day in
 * its own zone, a JavaScript date's day in UTC. Undefined if the value isn't a date.
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

/** An expression can return a date of another copy of luxon, for which instanceof fails. */
function isLuxonDate(value: object): value is { toISODate: () => unknown } {
	return 'toISODate' in value && typeof value.toISODate === 'function';
}

function read(value: unknown, timezone: string): DateTime {
	if (typeof value === 'number') return ofUnix(value);
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'string') return ofText(value.trim(), timezone);
	// An expression can return a date of another copy of luxon, for which instanceof fails.
	const millis = millisOf(value);
	return millis === undefined ? DateTime.invalid('not a time') : DateTime.fromMillis(millis);
}

function millisOf(value: unknown): number | undefined {
	// luxon's valueOf returns its milliseconds, as a JavaScript date's does.
	if (typeof value !== 'object' || typeof value?.valueOf !== 'function') return undefined;
	const millis: unknown = value.valueOf();
	return typeof millis === 'number' ? millis : undefined;
}

function ofUnix(value: number): DateTime {
	return Math.abs(value) > LARGEST_SECONDS
		? DateTime.fromMillis(value)
		: DateTime.fromSeconds(value);
}

function ofText(text: string, timezone: string): DateTime {
	if (/^-?\d{9,}(?:\.\d+)?$/.test(text)) return ofUnix(Number(text));
	const millis = UTC_TIME.test(text) ? Date.parse(text) : NaN;
	// February 30 would be a day in March.
	const isDay =
		!Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text.slice(0, 10));
	if (isDay) return DateTime.fromMillis(millis, { zone: 'utc' });
	const zone = { zone: timezone };
	const iso = DateTime.fromISO(text, zone);
	return iso.isValid ? iso : DateTime.fromSQL(text, zone);
}
