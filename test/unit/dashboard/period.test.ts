import { periodOf } from '../../../nodes/CloudDashboard/resources/period';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { problems, contextOf } from '../management/context';

/** The context is May 31, noon UTC, which is two hours later in the workflow's zone. */
const read = (parameters: ParameterValues) => periodOf(parameters, contextOf());
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe('periodOf', () => {
	it.each([
		{ period: 'last15Minutes', start: '2026-05-31T11:45' },
		{ period: 'last7Days', start: '2026-05-24T12:00' },
	])('ends $period when the execution starts', ({ period, start }) => {
		const found = read({ period });
		expect([iso(found.start), found.end]).toEqual([start, contextOf().startedAt]);
	});

	it("reads a custom time in the workflow's time zone", () => {
		const custom = { period: 'custom', startTime: '2026-05-30T10:00:00' };
		expect(iso(read(custom).start)).toBe('2026-05-30T08:00');
		expect(iso(read(custom).end)).toBe('2026-05-31T12:00');
		expect(iso(read({ ...custom, endTime: '2026-05-30T13:00:00+02:00' }).end)).toBe(
			'2026-05-30T11:00',
		);
	});

	it.each([
		{ parameters: { period: 'custom', startTime: '' }, issues: ['startTime is empty'] },
		{
			parameters: { period: 'custom', startTime: 'soon', endTime: 'later' },
			issues: ["startTime isn't a date", "endTime isn't a date"],
		},
		{
			parameters: { period: 'custom', startTime: '2026-05-30', endTime: '2026-05-30' },
			issues: ['startTime must be before'],
		},
		{
			parameters: { period: 'custom', startTime: '2026-07' },
			issues: ['startTime must be before'],
		},
		{ parameters: { period: '{{$json.a}}' }, issues: ["period can't be an"] },
	])('rejects the period $parameters', ({ parameters, issues }) => {
		expect(problems(read(parameters).issues)).toEqual(issues);
	});
});
