import { DateTime } from 'luxon';

/** UNIX times above this are taken as milliseconds: as seconds it would be the year 5138. */
const LARGEST_SECONDS = 100_000_000_000;

/**
 * Reads any time that n8n gives: a date-time field, a luxon or JavaScript date, ISO or SQL text with or without
 * a zone, a UNIX time in seconds or milliseconds. Text without a zone is in `timezone` (IANA).
 * Gives the instant in UTC, or undefined where the value is no time.
 */
export function parseTime(value: unknown, timezone: string): DateTime | undefined {
	const time = read(value, timezone).toUTC();
	return time.isValid ? time : undefined;
}

function read(value: unknown, timezone: string): DateTime {
	if (typeof value === 'number') return ofUnix(value);
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'string') return ofText(value.trim(), timezone);
	// An expression can give a date of another copy of luxon, for which instanceof fails.
	const millis = millisOf(value);
	return millis === undefined ? DateTime.invalid('not a time') : DateTime.fromMillis(millis);
}

function millisOf(value: unknown): number | undefined {
	// luxon's valueOf gives its milliseconds, as a JavaScript date's does.
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
	const zone = { zone: timezone };
	const iso = DateTime.fromISO(text, zone);
	return iso.isValid ? iso : DateTime.fromSQL(text, zone);
}
