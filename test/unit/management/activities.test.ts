import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudManagement/resources';
import { timeRange } from '../../../nodes/clickhouseCloud/activities';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { problems, contextOf } from './context';

const { getAll } = operations.activity;
const NOON = contextOf({ timezone: 'UTC' });
const at = (iso: string, timezone: string) => contextOf({ startedAt: Date.parse(iso), timezone });

/** UTC times to the minute. */
function rangeOf(filters: JsonObject, context = NOON): string {
	const { value: range, issues } = timeRange(filters, context);
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

/** Lists the IDs of the activities that pass. */
function idsOf(activities: IDataObject[], parameters: ParameterValues): string {
	expect(getAll.plan(parameters, NOON).issues).toEqual([]);
	const selected = getAll.output?.pick?.(activities, { returnAll: true, ...parameters }, NOON);
	return selected?.map(({ id }) => (typeof id === 'string' ? id : '?')).join(' ') ?? '';
}

describe('timeRange', () => {
	it('spans exactly 24 hours for Last 24 Hours, even if the clocks change', () => {
		const changed = at('2026-03-29T10:00:00Z', 'Europe/Berlin');
		expect(rangeOf({ period: 'last24Hours' }, changed)).toBe('03-28T10:00…');
	});

	it.each([
		{ timezone: 'Europe/Berlin', now: '2026-03-30T06:00:00Z', since: '03-23T07:00' },
		{ timezone: 'America/New_York', now: '2026-11-02T13:00:00Z', since: '10-26T12:00' },
	])('starts Last 7 Days at the same time of day in $timezone', (given) => {
		const now = at(given.now, given.timezone);
		expect(rangeOf({ period: 'last7Days' }, now)).toBe(`${given.since}…`);
	});

	it.each([
		{ day: 'an exact day', timezone: 'UTC', now: '05-31T00:00', range: '05-30T00:00…05-31T00:00' },
		{
			day: 'a day of 25 hours',
			timezone: 'Europe/Berlin',
			now: '10-26T10:00',
			range: '10-24T22:00…10-25T23:00',
		},
		{
			day: 'a day whose first hour does not exist',
			timezone: 'Africa/Cairo',
			now: '04-25T10:00',
			range: '04-23T22:00…04-24T21:00',
		},
	])('spans $day for Yesterday in $timezone', ({ timezone, now, range }) => {
		expect(rangeOf({ period: 'yesterday' }, at(`2026-${now}:00Z`, timezone))).toBe(range);
	});

	it("rejects a start that equals the period's end", () => {
		const day = at('2026-05-31T12:00:00Z', 'UTC');
		const since = (time: string) => timeRange({ period: 'yesterday', since: time }, day);
		expect(since('2026-05-30T23:59:59.999Z').issues).toEqual([]);
		expect(problems(since('2026-05-31T00:00:00Z').issues)).toEqual([
			'filters.since is outside Period,',
		]);
	});

	const queryIn = (apiDialect: string, filters: JsonObject) => {
		const context = { ...NOON, credential: { ...NOON.credential, apiDialect } };
		const { path } = getAll.plan({ filters }, context).request;
		return decodeURIComponent(path.split('/activities')[1] ?? '');
	};

	it.each([
		{ filters: { since: '2026-05-01' }, query: '?from_date=2026-05-01T00:00:00.000Z' },
		{ filters: { until: '2026-05-01' }, query: '?to_date=2026-05-01T00:00:00.000Z' },
		{ filters: { since: 'soon' }, query: '' },
	])('sends the filters $filters only to ClickHouse Cloud', ({ filters, query }) => {
		expect(queryIn('clickhouseCloud', filters)).toBe(query);
		for (const other of ['standard', 'custom']) expect(queryIn(other, filters)).toBe('');
	});
});

describe('Activity → Get Many (parameters)', () => {
	const issuesWith = (parameters: ParameterValues) =>
		problems(getAll.plan(parameters, NOON).issues);

	it.each([
		{ filters: { since: 'soon' }, issue: "filters.since isn't a date" },
		{ filters: { until: 'later' }, issue: "filters.until isn't a date" },
		{
			filters: { since: '2026-05-31', until: '2026-05-31' },
			issue: 'filters.since must be before',
		},
		{ filters: { period: 'lastYear' }, issue: 'filters.period must be one' },
		{
			filters: { period: 'yesterday', since: '2100-01-01' },
			issue: 'filters.since is outside Period,',
		},
		{
			filters: { period: 'last24Hours', until: '2000-01-01' },
			issue: 'filters.until is outside Period,',
		},
		{ filters: { types: { a: 1 } }, issue: 'filters.types must be a' },
		{ filters: 'types', issue: "filters can't be read" },
	])('rejects the filters $filters', ({ filters, issue }) => {
		expect(issuesWith({ filters })).toEqual([issue]);
	});

	it('reports all invalid parameters together', () => {
		const filters = { since: 'x', actors: 5 };
		expect(issuesWith({ filters, sort: 'x', limit: 0 })).toEqual([
			"filters.since isn't a date",
			'filters.actors must be a',
			'sort must be one',
			'limit must be a',
		]);
	});
});

describe('Activity → Get Many (filters)', () => {
	const RANGE = { since: '2026-05-31T10:00:00Z', until: '2026-05-31T11:00:00Z' };

	it('excludes the last instant of a range', () => {
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
});

describe('Activity → Get Many (order)', () => {
	const activities = [
		activity('noon', { createdAt: '2026-05-31T12:00:00Z' }),
		activity('odd', { createdAt: '?' }),
		activity('early', { createdAt: '2026-05-31T06:00:00+02:00' }),
		activity('also', { createdAt: '2026-05-31T14:00:00+02:00' }),
		activity('late', { createdAt: '2026-05-31T23:00:00Z' }),
	];
	const UNTIL_NOON = { until: '2026-05-31T12:00:00Z' };

	it.each<{ parameters: ParameterValues; order: string }>([
		{ parameters: { sort: 'newestFirst' }, order: 'late noon also early odd' },
		{ parameters: { sort: 'oldestFirst' }, order: 'early noon also late odd' },
		{ parameters: { sort: 'asServed' }, order: 'noon odd early also late' },
		{ parameters: {}, order: 'late noon also early odd' },
		{ parameters: { returnAll: false, limit: 1, sort: 'oldestFirst' }, order: 'early' },
		{ parameters: { returnAll: false, limit: 1, filters: UNTIL_NOON }, order: 'early' },
	])('outputs the order $order with $parameters', ({ parameters, order }) => {
		expect(idsOf(activities, parameters)).toBe(order);
	});
});
