import { DateTime } from 'luxon';

import type { JsonObject } from '../../../core/json';
import type { ReadTime, ValidationIssue } from '../../../core/operation';
import { parseTime } from '../../../core/time';
import { choiceIssues, emptyToUndefined } from '../../../core/parameters/values';

/** The shortcuts for a time range. */
export const PERIODS = ['last24Hours', 'last7Days', 'yesterday'] as const;

/** A time range in milliseconds: `since` is inside it, `until` is not. */
interface TimeRange {
	since: number;
	until: number;
}

const ALWAYS: TimeRange = { since: -Infinity, until: Infinity };

/** Returns the time range that the filters set together, and the issues with them. */
export function timeRange(
	filters: JsonObject,
	time: ReadTime,
): { range: TimeRange; issues: ValidationIssue[] } {
	const invalid = (issue: ValidationIssue) => ({ range: ALWAYS, issues: [issue] });
	const since = timeOr(ALWAYS.since, filters.since, time);
	const until = timeOr(ALWAYS.until, filters.until, time);
	const period = periodRange(emptyToUndefined(filters.period), time);
	if (since === undefined) return invalid({ path: 'filters.since', code: 'notTime' });
	if (until === undefined) return invalid({ path: 'filters.until', code: 'notTime' });
	if (since >= until) return invalid({ path: 'filters.since', code: 'notBeforeUntil' });
	if (period === undefined) {
		return { range: ALWAYS, issues: choiceIssues('filters.period', filters.period, PERIODS) };
	}
	const range = {
		since: Math.max(since, period.since),
		until: Math.min(until, period.until),
	};
	if (range.since >= range.until) {
		const path = since >= period.until ? 'filters.since' : 'filters.until';
		return invalid({ path, code: 'outsidePeriod' });
	}
	return { range, issues: [] };
}

function timeOr(end: number, value: unknown, { timezone }: ReadTime): number | undefined {
	return emptyToUndefined(value) === undefined ? end : parseTime(value, timezone)?.toMillis();
}

/** Returns the range of a period. Days are those of the calendar: a change of the clocks makes one longer or shorter. */
function periodRange(period: unknown, { startedAt, timezone }: ReadTime): TimeRange | undefined {
	const now = DateTime.fromMillis(startedAt, { zone: timezone });
	switch (period) {
		case undefined:
			return ALWAYS;
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
