import { z } from 'zod';
import { choice, describeBody, time } from '../../engine/body/fields';
import { propertiesOf } from '../../engine/body/interpret';
import type { Issue } from '../../engine/issue';
import { EMPTY, NOT_TIME, notBeforeText } from '../../engine/issue';
import type { ParameterValues, ReadTime } from '../../engine/operation';
import { unresolvedSelectors } from '../../engine/parameters/properties';
import { choiceIssues, emptyToUndefined } from '../../engine/parameters/values';
import { MS_PER_DAY, parseTime } from '../../engine/time';

const MINUTE_MS = 60_000;
const PERIODS = new Map([
	['last15Minutes', { name: 'Last 15 Minutes', ms: 15 * MINUTE_MS }],
	['lastHour', { name: 'Last Hour', ms: 60 * MINUTE_MS }],
	['last24Hours', { name: 'Last 24 Hours', ms: MS_PER_DAY }],
	['last7Days', { name: 'Last 7 Days', ms: 7 * MS_PER_DAY }],
]);
const CUSTOM = 'custom';
const PERIOD_NAMES = Object.fromEntries([...PERIODS].map(([value, { name }]) => [value, name]));

const customTime = { when: { period: [CUSTOM] }, schema: z.unknown() };

export const periodFields = propertiesOf(
	describeBody('', {
		period: choice(
			'Period',
			{ ...PERIOD_NAMES, [CUSTOM]: 'Custom' },
			{
				selects: true,
				default: 'lastHour',
				description: 'Time range. Presets end when the execution starts.',
			},
		),
		startTime: time('Start Time', (start) => start, {
			...customTime,
			marked: true,
			description: "Times without an offset use the workflow's time zone",
		}),
		endTime: time('End Time', (end) => end, {
			...customTime,
			description: 'Leave empty to end when the execution starts',
		}),
	}),
);

const selectorIssues = unresolvedSelectors(periodFields, 'Choose a value.');

/** Milliseconds, shared by all pages. */
export function periodOf(
	{ period, startTime, endTime }: ParameterValues,
	{ startedAt, timezone }: ReadTime,
): { start: number; end: number; issues: Issue[] } {
	const preset = PERIODS.get(String(period));
	if (preset !== undefined) return { start: startedAt - preset.ms, end: startedAt, issues: [] };
	const unresolved = selectorIssues({ period });
	const values = [...PERIODS.keys(), CUSTOM];
	const issues = unresolved.length > 0 ? unresolved : choiceIssues('period', period, values);
	// Only Custom has time fields.
	if (issues.length > 0) return { start: NaN, end: NaN, issues };
	const ends = [
		{ path: 'startTime', value: startTime, otherwise: undefined },
		{ path: 'endTime', value: endTime, otherwise: startedAt },
	];
	const [start = NaN, end = NaN] = ends.map(({ path, value, otherwise }) => {
		const enteredTime = emptyToUndefined(value);
		const ms = enteredTime === undefined ? otherwise : parseTime(enteredTime, timezone)?.toMillis();
		if (ms === undefined)
			issues.push({ path, ...(enteredTime === undefined ? EMPTY : { text: NOT_TIME }) });
		return ms ?? NaN;
	});
	if (start >= end) issues.push({ path: 'startTime', text: notBeforeText('End Time') });
	return { start, end, issues };
}
