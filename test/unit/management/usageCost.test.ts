import { DateTime } from 'luxon';

import { usageCost } from '../../../nodes/CloudManagement/actions/usageCost';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, ORGANIZATION_ID, sentences } from './context';

const { get } = usageCost.operations;
const PATH = `/v1/organizations/${ORGANIZATION_ID}/usageCost`;
const DATES = { fromDate: '2026-05-01', toDate: '2026-05-31' };
const planned = (parameters: Parameters) => get.plan({ ...DATES, ...parameters }, contextOf());

describe('the usage cost', () => {
	it.each<[Parameters, string]>([
		[{}, 'from_date=2026-05-01&to_date=2026-05-31'],
		[{ toDate: '2026-05-01' }, 'from_date=2026-05-01&to_date=2026-05-01'],
		[
			{ filters: { tags: 'Environment=Production, isActive' } },
			'from_date=2026-05-01&to_date=2026-05-31&filter=tag%3AEnvironment%3DProduction&filter=tag%3AisActive',
		],
	])('is asked for with %j by %s', (parameters, query) => {
		const request = { method: 'GET', path: `${PATH}?${query}` };
		expect(planned(parameters)).toEqual({ request, issues: [] });
	});

	it.each<[unknown]>([
		['2026-05-01T00:00:00'],
		[' 2026-05-01T23:59:59-11:00'],
		['2026-05-01T00:00:00+14:00'],
		['2026-05-01 12:00'],
		[DateTime.fromISO('2026-05-01T00:30', { zone: 'Pacific/Auckland' })],
		[new Date('2026-05-01T00:00:00Z')],
	])('counts the calendar date as entered: %s', (fromDate) => {
		expect(planned({ fromDate }).request.path).toContain('from_date=2026-05-01&');
		expect(planned({ fromDate }).issues).toEqual([]);
	});

	it.each<[Parameters, string]>([
		[{ fromDate: '' }, 'fromDate empty'],
		[{ toDate: undefined }, 'toDate empty'],
		[{ fromDate: '05/01/2026' }, 'fromDate notDate'],
		[{ toDate: '2026-02-30' }, 'toDate notDate'],
		[{ toDate: 1_780_000_000 }, 'toDate notDate'],
		[{ toDate: { toISODate: () => null } }, 'toDate notDate'],
		[{ toDate: '2026-04-30' }, 'toDate beforeFromDate'],
		[{ toDate: '2026-06-01' }, 'toDate tooManyDays'],
		[{ filters: { tags: { a: 1 } } }, 'filters.tags notList'],
		[{ output: 'selectedFields' }, 'outputFields noOutputFields'],
	])('is refused with %j', (parameters, code) => {
		expect(codes(planned(parameters).issues)).toEqual([code]);
	});

	it('says how many days there are', () => {
		const { issues } = planned({ toDate: '2026-06-01' });
		expect(sentences(issues, get)[0]).toMatch(/^To Date is 31 days after From Date.* 31 days/);
	});

	const cost = { date: '2026-05-01', entityId: 'e', totalCHC: 1, metrics: { computeCHC: 1 } };
	const total = { grandTotalCHC: 1, costs: [cost, 'text'] };
	const shown = (parameters: Parameters, record = total) =>
		get
			.select?.([record], parameters, contextOf())
			.map((element) => get.shape?.(element, { ...DATES, ...parameters }));

	it.each<[Parameters, unknown[]]>([
		[{}, [{ ...DATES, grandTotalCHC: 1 }]],
		[{ output: 'raw' }, [total]],
		[{ output: 'selectedFields', outputFields: ['costs'] }, [{ costs: total.costs }]],
		[{ splitIntoItems: true }, [{ date: '2026-05-01', entityId: 'e', totalCHC: 1 }]],
		[{ splitIntoItems: true, output: 'raw' }, [cost]],
		[{ splitIntoItems: true, output: 'raw', options: { fullResponse: true } }, [total]],
	])('outputs with %j', (parameters, items) => {
		expect(shown(parameters)).toEqual(items);
	});

	it('outputs nothing where nothing was used', () => {
		const none = { grandTotalCHC: 0, costs: [] };
		expect(shown({ splitIntoItems: true }, none)).toEqual([]);
		const odd = [{ grandTotalCHC: 0 }];
		expect(get.select?.(odd, { splitIntoItems: true }, contextOf())).toEqual([]);
	});

	it('has a summary', () => {
		const summary = get.summarize?.({ method: 'GET', path: PATH }, DATES);
		expect(summary).toBe('Read the usage cost from 2026-05-01 to 2026-05-31');
		expect(get.target?.({ method: 'GET', path: PATH }, DATES)).toBe(
			'usage cost of the organization',
		);
	});
});
