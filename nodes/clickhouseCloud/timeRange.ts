import { DateTime } from 'luxon';
import type { Issue, WithIssues } from '../engine/issue';
import { NOT_TIME, notBeforeText } from '../engine/issue';
import type { JsonObject } from '../engine/json';
import type { ReadTime } from '../engine/operation';
import { choiceIssues, emptyToUndefined } from '../engine/parameters/values';
import { parseTime } from '../engine/time';

export const PERIODS = {
	last24Hours: 'Last 24 Hours',
	last7Days: 'Last 7 Days',
	yesterday: 'Yesterday',
};

/** Times in milliseconds. The range includes `since` and excludes `until`. */
interface TimeRange {
	since: number;
	until: number;
}

const ALWAYS: TimeRange = { since: -Infinity, until: Infinity };

export function timeRange(filters: JsonObject, time: ReadTime): WithIssues<TimeRange> {
	const withIssue = (issue: Issue) => ({ value: ALWAYS, issues: [issue] });
	const since = timeOr(ALWAYS.since, filters.since, time);
	const until = timeOr(ALWAYS.until, filters.until, time);
	const period = periodRange(emptyToUndefined(filters.period), time);
	if (since === undefined) return withIssue({ path: 'filters.since', text: NOT_TIME });
	if (until === undefined) return withIssue({ path: 'filters.until', text: NOT_TIME });
	if (since >= until) return withIssue({ path: 'filters.since', text: notBeforeText('Until') });
	if (period === undefined) {
		return {
			value: ALWAYS,
			issues: choiceIssues('filters.period', filters.period, Object.keys(PERIODS)),
		};
	}
	const range = {
		since: Math.max(since, period.since),
		until: Math.min(until, period.until),
	};
	if (range.since >= range.until) {
		const path = since >= period.until ? 'filters.since' : 'filters.until';
		const text =
			'is outside Period, so the time range is empty. Enter a time within Period, or remove Period.';
		return withIssue({ path, text });
	}
	return { value: range, issues: [] };
}

function timeOr(end: number, value: unknown, { timezone }: ReadTime): number | undefined {
	return emptyToUndefined(value) === undefined ? end : parseTime(value, timezone)?.toMillis();
}

/** Days are calendar days, which daylight saving lengthens or shortens. Undefined for an unknown period. */
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
