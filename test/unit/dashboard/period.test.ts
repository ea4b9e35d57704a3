import { periodOf } from '../../../nodes/CloudDashboard/resources/period';
import { codes, contextOf } from '../management/context';
import { fields, rows } from '../rows';

const { startedAt } = contextOf();
const read = (parameters: string) => periodOf(fields(parameters), contextOf());
const iso = (ms: number) => new Date(ms).toISOString();

describe('the period of a search or a chart', () => {
	it.each(
		rows(`
		period=last15Minutes | 2026-05-31T11:45:00.000Z | 2026-05-31T12:00:00.000Z
		period=lastHour | 2026-05-31T11:00:00.000Z | 2026-05-31T12:00:00.000Z
		period=last24Hours | 2026-05-30T12:00:00.000Z | 2026-05-31T12:00:00.000Z
		period=last7Days | 2026-05-24T12:00:00.000Z | 2026-05-31T12:00:00.000Z
		period=custom startTime=2026-05-30T10:00:00 | 2026-05-30T08:00:00.000Z | 2026-05-31T12:00:00.000Z
		period=custom startTime=2026-05-30T10:00:00Z endTime=2026-05-30T11:00:00+02:00 startTime=2026-05-30T08:00:00Z | 2026-05-30T08:00:00.000Z | 2026-05-30T09:00:00.000Z
		`),
	)('is with %s from %s to %s', (parameters, start, end) => {
		const found = read(parameters);
		expect(codes(found.issues)).toEqual([]);
		expect([iso(found.start), iso(found.end)]).toEqual([start, end]);
	});

	it.each(
		rows(`
		period=custom startTime= | startTime empty
		period=custom startTime=soon endTime=later | startTime notTime, endTime notTime
		period=custom startTime=2026-05-30 endTime=2026-05-30 | startTime notBefore
		period=custom startTime=2026-06-30 | startTime notBefore
		period=yesterday | period notAmong, startTime empty
		period={{$json.a}} | period noExpression, startTime empty
		`),
	)('is refused with %s: %s', (parameters, expected) => {
		expect(codes(read(parameters).issues).join(', ')).toBe(expected);
	});

	it('ends with the start of the execution, so that all items have the same', () => {
		expect(read('period=lastHour').end).toBe(startedAt);
	});
});
