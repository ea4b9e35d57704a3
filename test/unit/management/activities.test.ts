import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudManagement/resources';
import { timeRange } from '../../../nodes/clickhouseCloud/activities';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Parameters } from '../../../nodes/engine/operation';
import { fields, rows } from '../rows';
import { codes, contextOf } from './context';

const { getAll } = operations.activity;
const NOON = contextOf({ timezone: 'UTC' });
const at = (iso: string, timezone: string) => contextOf({ startedAt: Date.parse(iso), timezone });

/** The range that filters set, as UTC times to the minute. */
function rangeOf(filters: JsonObject, context = NOON): string {
	const { range, issues } = timeRange(filters, context);
	expect(issues).toEqual([]);
	return [range.since, range.until]
		.map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(5, 16) : ''))
		.join('…');
}

const activity = (id: string, own: IDataObject = {}): IDataObject => ({
	id,
	createdAt: '2026-05-31T10:00:00Z',
	type: 'service_create',
	...own,
});

/** The IDs of the remaining activities. */
function idsOf(activities: IDataObject[], parameters: Parameters, context = NOON): string {
	expect(getAll.plan(parameters, context).issues).toEqual([]);
	const selected = getAll.select?.(activities, { returnAll: true, ...parameters }, context);
	return selected?.map(({ id }) => (typeof id === 'string' ? id : '?')).join(' ') ?? '';
}

describe('the time range', () => {
	it.each(
		rows(`
		| …
		since= until=null period= | …
		since=2026-05-31T10:00:00+05:30 | 05-31T04:30…
		since=2026-05-31T10:00:00 | 05-31T08:00…
		since=2026-05-31 | 05-30T22:00…
		since=1780221600 | 05-31T10:00…
		period=yesterday since=2026-05-30T06:00:00Z until=2026-06-01 | 05-30T06:00…05-30T22:00
		`),
	)('is for %s: %s', (filters, range) => {
		expect(rangeOf(fields(filters), at('2026-05-31T12:00:00Z', 'Europe/Berlin'))).toBe(range);
	});

	it.each([
		['last24Hours', 'UTC', '2026-05-31T12:00:00Z', '05-30T12:00…'],
		// 24 hours are 24 hours, even over a change of the clocks.
		['last24Hours', 'Europe/Berlin', '2026-03-29T10:00:00Z', '03-28T10:00…'],
		// Seven days ago at the same time of day: the clocks went forward in between.
		['last7Days', 'Europe/Berlin', '2026-03-30T06:00:00Z', '03-23T07:00…'],
		['last7Days', 'America/New_York', '2026-11-02T13:00:00Z', '10-26T12:00…'],
		['yesterday', 'UTC', '2026-05-31T00:00:00Z', '05-30T00:00…05-31T00:00'],
		['yesterday', 'Asia/Kolkata', '2026-05-31T12:00:00Z', '05-29T18:30…05-30T18:30'],
		// Already the next day in Auckland.
		['yesterday', 'Pacific/Auckland', '2026-05-31T12:00:00Z', '05-30T12:00…05-31T12:00'],
		// A day of 23 hours, a day of 25, and one whose first hour does not exist.
		['yesterday', 'Europe/Berlin', '2026-03-30T10:00:00Z', '03-28T23:00…03-29T22:00'],
		['yesterday', 'Europe/Berlin', '2026-10-26T10:00:00Z', '10-24T22:00…10-25T23:00'],
		['yesterday', 'Africa/Cairo', '2026-04-25T10:00:00Z', '04-23T22:00…04-24T21:00'],
	])('is for %s in %s at %s: %s', (period, timezone, now, range) => {
		expect(rangeOf({ period }, at(now, timezone))).toBe(range);
	});

	it('is empty if it only touches the period', () => {
		const day = at('2026-05-31T12:00:00Z', 'UTC');
		const since = (time: string) => timeRange({ period: 'yesterday', since: time }, day);
		expect(since('2026-05-30T23:59:59.999Z').issues).toEqual([]);
		expect(codes(since('2026-05-31T00:00:00Z').issues)).toEqual(['filters.since outsidePeriod']);
	});

	it.each(
		rows(`
		clickhouseCloud | |
		clickhouseCloud | types=a |
		standard | since=2026-05-01 |
		custom | since=2026-05-01 |
		clickhouseCloud | since=2026-05-01 | ?from_date=2026-05-01T00:00:00.000Z
		clickhouseCloud | until=2026-05-01 | ?to_date=2026-05-01T00:00:00.000Z
		clickhouseCloud | since=soon |
		`),
	)('is sent in the dialect %s of %s as %j', (apiDialect, filters, query) => {
		const context = { ...NOON, credential: { ...NOON.credential, apiDialect } };
		const { path } = getAll.plan({ filters: fields(filters) }, context).request;
		expect(decodeURIComponent(path.split('/activities')[1] ?? '')).toBe(query);
	});
});

it.each(
	rows(`
	filters.since=soon | filters.since notTime
	filters.since=2026-05-31 filters.until=2026-05-31 | filters.since notBefore
	filters.period=lastYear | filters.period notAmong
	filters.period=yesterday filters.since=2100-01-01 | filters.since outsidePeriod
	filters.period=yesterday filters.until=2000-01-01 | filters.until outsidePeriod
	filters.period=last24Hours filters.until=2000-01-01 | filters.until outsidePeriod
	filters.period=last24Hours filters.since=2100-01-01 |
	filters.types={"a":1} | filters.types notList
	filters.actors=[{"id":"U-1"}] | filters.actors notList
	filters=types | filters filtersUnreadable
	sort=3 | sort notAmong
	filters.until=later | filters.until notTime
	filters.since=x filters.actors=5 sort=x limit=0 | filters.since notTime, filters.actors notList, sort notAmong, limit notCount
	`),
)('%s is refused: %s', (parameters, expected) => {
	expect(codes(getAll.plan(fields(parameters), NOON).issues).join(', ')).toBe(expected);
});

describe('the filters', () => {
	const RANGE = { since: '2026-05-31T10:00:00Z', until: '2026-05-31T11:00:00Z' };

	it('include the first instant of a range and not the last', () => {
		const activities = ['09:59:59.999', '10:00:00.000', '10:59:59.999', '11:00:00.000'].map(
			(time, index) => activity(String(index), { createdAt: `2026-05-31T${time}Z` }),
		);
		const left = (filters: IDataObject) => idsOf(activities, { filters, sort: 'asServed' });
		expect(left(RANGE)).toBe('1 2');
		expect([left({ since: RANGE.since }), left({ until: RANGE.until })]).toEqual([
			'1 2 3',
			'0 1 2',
		]);
	});

	it('read times of any zone, treat those without one as UTC, and omit others', () => {
		const activities = [
			activity('tokyo', { createdAt: '2026-05-31T19:30:00+09:00' }),
			activity('utc', { createdAt: '2026-05-31T10:30:00' }),
			activity('late', { createdAt: '2026-05-31T11:30:00' }),
			activity('text', { createdAt: 'soon' }),
			activity('null', { createdAt: null }),
			{ id: 'none' },
		];
		const berlin = at('2026-05-31T12:00:00Z', 'Europe/Berlin');
		expect(idsOf(activities, { filters: RANGE, sort: 'asServed' }, berlin)).toBe('tokyo utc');
		const all = { filters: {}, sort: 'asServed' };
		expect(idsOf(activities, all, berlin)).toBe('tokyo utc late text null none');
	});

	const by = (id: string, actorType: string, actorId: string, own: IDataObject) =>
		activity(id, { actorType, actorId, ...own });
	const people = [
		by('ada', 'user', 'U-1', { actorDetails: 'ada@example.com', serviceId: 's-1' }),
		by('bob', 'user', 'U-2', { actorDetails: 'bob@example.com', serviceId: 's-2' }),
		by('key', 'api', 'K-1', { type: 'service_delete' }),
	];

	it.each(
		rows(`
		| ada bob key
		types= actors=[] serviceIds= , | ada bob key
		types=service_delete | key
		types=SERVICE_DELETE , service_create | ada bob key
		types=service |
		actorTypes=["user"] | ada bob
		actors=Ada@Example.com, k-1 | ada key
		actors=["U-2",7] | bob
		actors=undefined, |
		actorTypes=user serviceIds=s-2 | bob
		`),
	)('%s leave %s', (filters, expected) => {
		expect(idsOf(people, { filters: fields(filters), sort: 'asServed' })).toBe(expected);
	});
});

describe('the order', () => {
	const activities = [
		activity('noon', { createdAt: '2026-05-31T12:00:00Z' }),
		activity('odd', { createdAt: '?' }),
		activity('early', { createdAt: '2026-05-31T06:00:00+02:00' }),
		activity('also', { createdAt: '2026-05-31T14:00:00+02:00' }),
		activity('late', { createdAt: '2026-05-31T23:00:00Z' }),
	];
	const UNTIL_NOON = { until: '2026-05-31T12:00:00Z' };

	it.each<[Parameters, string]>([
		[{ sort: 'newestFirst' }, 'late noon also early odd'],
		[{ sort: 'oldestFirst' }, 'early noon also late odd'],
		[{ sort: 'asServed' }, 'noon odd early also late'],
		[{}, 'late noon also early odd'],
		[{ returnAll: false, limit: 2 }, 'late noon'],
		[{ returnAll: false, limit: 1, sort: 'oldestFirst' }, 'early'],
		[{ returnAll: false, limit: 1, filters: UNTIL_NOON }, 'early'],
	])('is with %j: %s', (parameters, expected) => {
		expect(idsOf(activities, parameters)).toBe(expected);
	});

	it('reads the times of shared activities once, and changes nothing', () => {
		let reads = 0;
		const get = () => {
			reads += 1;
			return '2026-05-31T10:00:00Z';
		};
		const shared = Array.from({ length: 50 }, (_, index) =>
			Object.freeze(
				Object.defineProperty(activity(String(index)), 'createdAt', { enumerable: true, get }),
			),
		);
		for (const sort of ['newestFirst', 'oldestFirst', 'asServed']) {
			idsOf(shared, { sort, filters: { since: '2026-05-31T10:00:00Z' } });
		}
		expect(reads).toBe(50);
		expect(shared.map(({ id }) => id)).toEqual(shared.map((_, index) => String(index)));
	});
});
