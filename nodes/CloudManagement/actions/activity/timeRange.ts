import { DateTime } from 'luxon';

import type { JsonObject } from '../../../core/json';
import type { ExecutionTime, ValidationIssue } from '../../../core/operation';
import { parseTime } from '../../../core/parameters/time';
import { optional } from '../../../core/parameters/values';

/** The shortcuts for a time range. */
export const PERIODS = ['last24Hours', 'last7Days', 'yesterday'] as const;

/** A time range in milliseconds: `since` is inside it, `until` is not. */
export interface TimeRange {
	since: number;
	until: number;
}

const LABELS = { since: 'Since', until: 'Until', period: 'Period' } as const;
const ALWAYS: TimeRange = { since: -Infinity, until: Infinity };

/** Returns the time range that the filters set, and the issues with it. */
export function timeRange(
	filters: JsonObject,
	time: ExecutionTime,
): { range: TimeRange; issues: ValidationIssue[] } {
	const [period, since, until] = [filters.period, filters.since, filters.until].map(optional);
	if (period === undefined) return enteredRange(since, until, time);
	if (since !== undefined || until !== undefined) {
		return invalid('period', 'cannot be used together with Since or Until. Remove one of them.');
	}
	const range = periodRange(period, time);
	if (range !== undefined) return { range, issues: [] };
	return invalid('period', `must be one of ${PERIODS.join(', ')}.`);
}

function enteredRange(
	since: unknown,
	until: unknown,
	{ timezone }: ExecutionTime,
): { range: TimeRange; issues: ValidationIssue[] } {
	const read = (value: unknown): number | undefined => parseTime(value, timezone)?.toMillis();
	const range = {
		since: since === undefined ? ALWAYS.since : read(since),
		until: until === undefined ? ALWAYS.until : read(until),
	};
	if (range.since === undefined) return invalid('since', NOT_A_TIME);
	if (range.until === undefined) return invalid('until', NOT_A_TIME);
	if (range.since >= range.until) return invalid('since', 'must be before Until.');
	return { range: { since: range.since, until: range.until }, issues: [] };
}

const NOT_A_TIME = 'is not a time. Enter one, such as 2026-05-31T14:30:00Z.';

/** Returns the range of a period. Days are those of the calendar: a change of the clocks makes one longer or shorter. */
function periodRange(
	period: unknown,
	{ startedAt, timezone }: ExecutionTime,
): TimeRange | undefined {
	const now = DateTime.fromMillis(startedAt, { zone: timezone });
	switch (period) {
		case 'last24Hours':
			return { ...ALWAYS, since: now.minus({ hours: 24 }).toMillis() };
		case 'last7Days':
			return { ...ALWAYS, since: now.minus({ days: 7 }).toMillis() };
		case 'yesterday': {
			const today = now.startOf('day');
			return { since: today.minus({ days: 1 }).startOf('day').toMillis(), until: today.toMillis() };
		}
		default:
			return undefined;
	}
}

function invalid(
	name: keyof typeof LABELS,
	message: string,
): { range: TimeRange; issues: ValidationIssue[] } {
	return { range: ALWAYS, issues: [{ field: LABELS[name], message }] };
}
