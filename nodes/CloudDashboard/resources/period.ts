import { z } from 'zod';
import { choice, describeFields, time } from '../../engine/body/fields';
import { bodyBuilder, propertiesOf } from '../../engine/body/interpret';
import type { Issue } from '../../engine/issue';
import { EMPTY, NOT_TIME, notBeforeText } from '../../engine/issue';
import type { ParameterValues, ReadTime } from '../../engine/operation';
import { unresolvedSelectors } from '../../engine/parameters/properties';
import { choiceIssues } from '../../engine/parameters/values';
import { MS_PER_DAY } from '../../engine/time';

const MINUTE_MS = 60_000;
const PRESETS = new Map([
	['last15Minutes', { name: 'Last 15 Minutes', ms: 15 * MINUTE_MS }],
	['lastHour', { name: 'Last Hour', ms: 60 * MINUTE_MS }],
	['last24Hours', { name: 'Last 24 Hours', ms: MS_PER_DAY }],
	['last7Days', { name: 'Last 7 Days', ms: 7 * MS_PER_DAY }],
]);
const CUSTOM = 'custom';
const PRESET_NAMES = Object.fromEntries([...PRESETS].map(([value, { name }]) => [value, name]));

const custom = { when: { period: [CUSTOM] }, schema: z.number() };

const description = describeFields('', {
	period: choice(
		'Period',
		{ ...PRESET_NAMES, [CUSTOM]: 'Custom' },
		{
			selects: true,
			default: 'lastHour',
			description: 'Time range. Presets end when the execution starts.',
		},
	),
	startTime: time('Start Time', (start) => start.toMillis(), {
		...custom,
		marked: true,
		description: "Times without an offset use the workflow's time zone",
	}),
	endTime: time('End Time', (end) => end.toMillis(), {
		...custom,
		description: 'Leave empty to end when the execution starts',
	}),
});
export const periodFields = propertiesOf(description);
const periodIn = bodyBuilder(description);

const selectorIssues = unresolvedSelectors(periodFields, 'Choose a value.');

/** Times are in milliseconds, and all pages share them. */
export function periodOf(
	parameters: ParameterValues,
	{ startedAt, timezone }: ReadTime,
): { start: number; end: number; issues: Issue[] } {
	const { period } = parameters;
	const preset = PRESETS.get(String(period));
	if (preset !== undefined) return { start: startedAt - preset.ms, end: startedAt, issues: [] };
	const unresolved = selectorIssues({ period });
	const values = [...PRESETS.keys(), CUSTOM];
	const issues = unresolved.length > 0 ? unresolved : choiceIssues('period', period, values);
	// A preset has no time fields.
	if (issues.length > 0) return { start: NaN, end: NaN, issues };
	const { startTime, endTime = startedAt } = periodIn(parameters, timezone);
	const [start = NaN, end = NaN] = Object.entries({ startTime, endTime }).map(([path, ms]) => {
		if (typeof ms === 'number') return ms;
		issues.push({ path, ...(ms === undefined ? EMPTY : { text: NOT_TIME }) });
		return NaN;
	});
	if (start >= end) issues.push({ path: 'startTime', text: notBeforeText('End Time') });
	return { start, end, issues };
}
