import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudManagement/actions';
import { timeRange } from '../../../nodes/CloudManagement/actions/activity/timeRange';
import type { PlanContext, Parameters, ValidationIssue } from '../../../nodes/core/operation';
import { contextOf, sentences } from './context';

const NOON = contextOf({ timezone: 'UTC' });

function at(iso: string, timezone: string): PlanContext {
	return contextOf({ startedAt: Date.parse(iso), timezone });
}

/** The range that filters set, as UTC strings. */
function rangeOf(filters: IDataObject, time = NOON): Array<string | number> {
	const { range, issues } = timeRange(filters, time);
	expect(issues).toEqual([]);
	return [range.since, range.until].map((ms) =>
		Number.isFinite(ms) ? new Date(ms).toISOString() : ms,
	);
}

function activity(id: string, fields: IDataObject = {}): IDataObject {
	return { id, createdAt: '2026-05-31T10:00:00Z', type: 'service_create', ...fields };
}

function selectionIssues(parameters: Parameters, time: PlanContext): ValidationIssue[] {
	return operations.activity.getAll.plan(parameters, time).issues;
}

function idsOf(activities: IDataObject[], parameters: Parameters, time = NOON): unknown[] {
	expect(selectionIssues(parameters, time)).toEqual([]);
	const selected = operations.activity.getAll.select?.(
		activities,
		{ returnAll: true, ...parameters },
		time,
	);
	return selected?.map(({ id }) => id) ?? [];
}

describe('the time range', () => {
	it('has no ends without a time filter', () => {
		expect(rangeOf({})).toEqual([-Infinity, Infinity]);
		expect(rangeOf({ since: '', until: null, period: '' })).toEqual([-Infinity, Infinity]);
	});

	it.each([
		['a time with a zone', '2026-05-31T10:00:00+05:30', '2026-05-31T04:30:00.000Z'],
		['a time without a zone', '2026-05-31T10:00:00', '2026-05-31T08:00:00.000Z'],
		['a day', '2026-05-31', '2026-05-30T22:00:00.000Z'],
		['a UNIX time', 1_780_221_600, '2026-05-31T10:00:00.000Z'],
	])('begins at %s', (_, since, expected) => {
		expect(rangeOf({ since }, at('2026-05-31T12:00:00Z', 'Europe/Berlin'))).toEqual([
			expected,
			Infinity,
		]);
	});

	it.each([
		['last24Hours', 'UTC', '2026-05-31T12:00:00Z', '2026-05-30T12:00:00.000Z', Infinity],
		// 24 hours are 24 hours, also over a change of the clocks.
		['last24Hours', 'Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-28T10:00:00.000Z', Infinity],
		// Seven days ago at the same time of day: the clocks went forward in between.
		['last7Days', 'Europe/Berlin', '2026-03-30T06:00:00Z', '2026-03-23T07:00:00.000Z', Infinity],
		['last7Days', 'America/New_York', '2026-11-02T13:00:00Z', '2026-10-26T12:00:00.000Z', Infinity],
		[
			'yesterday',
			'UTC',
			'2026-05-31T00:00:00Z',
			'2026-05-30T00:00:00.000Z',
			'2026-05-31T00:00:00.000Z',
		],
		[
			'yesterday',
			'Asia/Kolkata',
			'2026-05-31T12:00:00Z',
			'2026-05-29T18:30:00.000Z',
			'2026-05-30T18:30:00.000Z',
		],
		// Already the next day in Auckland.
		[
			'yesterday',
			'Pacific/Auckland',
			'2026-05-31T12:00:00Z',
			'2026-05-30T12:00:00.000Z',
			'2026-05-31T12:00:00.000Z',
		],
		// A day of 23 hours, a day of 25, and one whose first hour does not exist.
		[
			'yesterday',
			'Europe/Berlin',
			'2026-03-30T10:00:00Z',
			'2026-03-28T23:00:00.000Z',
			'2026-03-29T22:00:00.000Z',
		],
		[
			'yesterday',
			'Europe/Berlin',
			'2026-10-26T10:00:00Z',
			'2026-10-24T22:00:00.000Z',
			'2026-10-25T23:00:00.000Z',
		],
		[
			'yesterday',
			'Africa/Cairo',
			'2026-04-25T10:00:00Z',
			'2026-04-23T22:00:00.000Z',
			'2026-04-24T21:00:00.000Z',
		],
	])('of %s in %s at %s', (period, timezone, now, since, until) => {
		expect(rangeOf({ period }, at(now, timezone))).toEqual([since, until]);
	});

	it('is what a period and the ends that were entered have in common', () => {
		const filters = { period: 'yesterday', since: '2026-05-30T06:00:00Z', until: '2026-06-01' };
		expect(rangeOf(filters)).toEqual(['2026-05-30T06:00:00.000Z', '2026-05-31T00:00:00.000Z']);
	});

	it.each([
		[{ since: 'soon' }, 'Since is not a time. Enter one, such as 2026-05-31T14:30:00Z.'],
		[{ until: 'later' }, 'Until is not a time. Enter one, such as 2026-05-31T14:30:00Z.'],
		[{ since: '2026-05-31', until: '2026-05-31' }, 'Since must be before Until.'],
		[{ period: 'lastYear' }, 'Period must be one of last24Hours, last7Days, yesterday.'],
	])('is refused for %j', (filters, expected) => {
		expect(sentences(timeRange(filters, NOON).issues, operations.activity.getAll)).toEqual([
			expected,
		]);
	});
});

describe('the filters', () => {
	it('take the first instant of a range and not the last', () => {
		const activities = ['09:59:59.999', '10:00:00.000', '10:59:59.999', '11:00:00.000'].map(
			(time) => activity(time, { createdAt: `2026-05-31T${time}Z` }),
		);
		const filters = { since: '2026-05-31T10:00:00Z', until: '2026-05-31T11:00:00Z' };
		expect(idsOf(activities, { filters, sort: 'asServed' })).toEqual([
			'10:00:00.000',
			'10:59:59.999',
		]);
		expect(idsOf(activities, { filters: { since: filters.since }, sort: 'asServed' })).toHaveLength(
			3,
		);
		expect(idsOf(activities, { filters: { until: filters.until }, sort: 'asServed' })).toHaveLength(
			3,
		);
	});

	it('read times of any zone, and take those without one as UTC', () => {
		const activities = [
			activity('in Tokyo', { createdAt: '2026-05-31T19:30:00+09:00' }),
			activity('without zone', { createdAt: '2026-05-31T10:30:00' }),
			activity('too late', { createdAt: '2026-05-31T11:30:00' }),
		];
		const filters = { since: '2026-05-31T10:00:00Z', until: '2026-05-31T11:00:00Z' };
		const berlin = at('2026-05-31T12:00:00Z', 'Europe/Berlin');
		expect(idsOf(activities, { filters, sort: 'asServed' }, berlin)).toEqual([
			'in Tokyo',
			'without zone',
		]);
	});

	it('leave out what has no readable time, but only where a time is asked for', () => {
		const activities = [
			activity('a', { createdAt: 'yesterday' }),
			activity('b', { createdAt: null }),
			{ id: 'c' },
			activity('d'),
		];
		expect(idsOf(activities, { filters: { period: 'last24Hours' } })).toEqual(['d']);
		expect(idsOf(activities, { filters: {}, sort: 'asServed' })).toEqual(['a', 'b', 'c', 'd']);
	});

	const people = [
		activity('ada', {
			actorType: 'user',
			actorId: 'U-1',
			actorDetails: 'ada@example.com',
			serviceId: 's-1',
		}),
		activity('bob', {
			actorType: 'user',
			actorId: 'U-2',
			actorDetails: 'bob@example.com',
			serviceId: 's-2',
		}),
		activity('key', { actorType: 'api', actorId: 'K-1', type: 'service_delete' }),
	];

	it.each([
		[{}, ['ada', 'bob', 'key']],
		[{ types: '', actors: [], serviceIds: ' , ' }, ['ada', 'bob', 'key']],
		[{ types: 'service_delete' }, ['key']],
		[{ types: ' SERVICE_DELETE , service_create' }, ['ada', 'bob', 'key']],
		[{ types: 'service' }, []],
		[{ actorTypes: ['user'] }, ['ada', 'bob']],
		[{ actors: 'Ada@Example.com, k-1' }, ['ada', 'key']],
		[{ actors: ['U-2', 7] }, ['bob']],
		[{ actors: 'undefined' }, []],
		[{ serviceIds: ['s-1', 's-2'] }, ['ada', 'bob']],
		[{ actorTypes: 'user', serviceIds: 's-2' }, ['bob']],
	])('%j give %j', (filters, expected) => {
		expect(idsOf(people, { filters, sort: 'asServed' })).toEqual(expected);
	});

	it.each([
		[{ filters: { types: { a: 1 } } }, 'Types must be a list, or text with commas.'],
		[{ filters: { actors: [{ id: 'U-1' }] } }, 'Actors must be a list, or text with commas.'],
		[{ filters: 'types' }, 'Filters cannot be read. Add the filters in the form.'],
		[{ sort: 'random' }, 'Sort must be one of asServed, newestFirst, oldestFirst.'],
		[{ sort: 3 }, 'Sort must be one of asServed, newestFirst, oldestFirst.'],
		[{ limit: 1.5 }, 'Limit must be a whole number of at least 1.'],
	])('are refused for %j', (parameters, expected) => {
		expect(sentences(selectionIssues(parameters, NOON), operations.activity.getAll)).toEqual([
			expected,
		]);
	});

	it('are checked before anything is sent, all at once', () => {
		const issues = selectionIssues(
			{ filters: { since: 'x', actors: 5 }, sort: 'x', limit: 0 },
			NOON,
		);
		expect(issues.map(({ path }) => path)).toEqual([
			...['filters.since', 'filters.actors', 'sort', 'limit'],
		]);
	});
});

describe('the order', () => {
	const activities = [
		activity('noon', { createdAt: '2026-05-31T12:00:00Z' }),
		activity('unreadable', { createdAt: '?' }),
		activity('early', { createdAt: '2026-05-31T06:00:00+02:00' }),
		activity('also noon', { createdAt: '2026-05-31T14:00:00+02:00' }),
		activity('late', { createdAt: '2026-05-31T23:00:00Z' }),
	];

	it.each([
		['newestFirst', ['late', 'noon', 'also noon', 'early', 'unreadable']],
		['oldestFirst', ['early', 'noon', 'also noon', 'late', 'unreadable']],
		['asServed', ['noon', 'unreadable', 'early', 'also noon', 'late']],
		[undefined, ['late', 'noon', 'also noon', 'early', 'unreadable']],
	])('%s', (sort, expected) => {
		expect(idsOf(activities, { sort })).toEqual(expected);
	});

	it('comes before the limit, which leaves out the oldest', () => {
		expect(idsOf(activities, { returnAll: false, limit: 2 })).toEqual(['late', 'noon']);
		expect(idsOf(activities, { returnAll: false, limit: 1, sort: 'oldestFirst' })).toEqual([
			'early',
		]);
	});

	it('comes after the filters', () => {
		const filters = { until: '2026-05-31T12:00:00Z' };
		expect(idsOf(activities, { filters, returnAll: false, limit: 1 })).toEqual(['early']);
	});

	it('changes nothing in the list that it was given', () => {
		const before = activities.map(({ id }) => id);
		idsOf(activities, { sort: 'oldestFirst' });
		expect(activities.map(({ id }) => id)).toEqual(before);
	});
});

describe('activities that items share', () => {
	it('have their times read once, and are not changed', () => {
		let reads = 0;
		const activities = Array.from({ length: 50 }, (_, index) =>
			Object.freeze(
				Object.defineProperty(activity(String(index)), 'createdAt', {
					enumerable: true,
					get: () => {
						reads += 1;
						return `2026-05-31T10:00:${String(index).padStart(2, '0')}Z`;
					},
				}),
			),
		);
		for (const sort of ['newestFirst', 'oldestFirst', 'asServed']) {
			const filters = { since: '2026-05-31T10:00:10Z' };
			expect(idsOf(activities, { sort, filters })).toHaveLength(40);
		}
		expect(reads).toBe(50);
	});
});

describe('the time range in ClickHouse Cloud', () => {
	const requested = (filters: IDataObject, apiDialect: string) => {
		const context = { ...NOON, credential: { ...NOON.credential, apiDialect } };
		const { issues, request } = operations.activity.getAll.plan({ filters }, context);
		return [request.path.split('/activities')[1], issues.length];
	};

	it.each<[IDataObject, string]>([
		[{}, ''],
		[{ types: 'a' }, ''],
		[{ since: '2026-05-01' }, '?from_date=2026-05-01T00%3A00%3A00.000Z'],
		[{ until: '2026-05-02T01:00:00+02:00' }, '?to_date=2026-05-01T23%3A00%3A00.000Z'],
		[
			{ period: 'yesterday' },
			'?from_date=2026-05-30T00%3A00%3A00.000Z&to_date=2026-05-31T00%3A00%3A00.000Z',
		],
	])('of %j is sent, and in no other dialect', (filters, query) => {
		expect(requested(filters, 'clickhouseCloud')).toEqual([query, 0]);
		expect(requested(filters, 'standard')).toEqual(['', 0]);
	});

	it('is not sent where it cannot be read', () => {
		expect(requested({ since: 'soon' }, 'clickhouseCloud')).toEqual(['', 1]);
	});
});
