import {
	filteredBy,
	stateFilter,
	tagFilter,
} from '../../../nodes/CloudManagement/actions/shared/filters';
import { getMany } from '../../../nodes/core/record/record';
import { serviceKind } from '../../../nodes/CloudManagement/actions/service/serviceKind';
import { SERVICE_STATES } from '../../../nodes/CloudManagement/api/states';
import { codes, contextOf, ORGANIZATION_ID } from './context';

const PATH = `/v1/organizations/${ORGANIZATION_ID}/services`;

const list = getMany(
	serviceKind,
	{ description: 'd', action: 'a' },
	filteredBy([tagFilter, stateFilter('state', SERVICE_STATES)], 'createdAt'),
);
const planned = (filters: unknown) => list.plan({ filters, limit: 5 }, contextOf());

describe('a list of records', () => {
	it.each<[unknown, string]>([
		[undefined, ''],
		[{}, ''],
		[{ tags: '', states: 'idle' }, ''],
		[
			{ tags: 'Environment=Production, isActive' },
			'?filter=tag%3AEnvironment%3DProduction&filter=tag%3AisActive',
		],
		[{ tags: ['a=b, c&d'] }, '?filter=tag%3Aa%3Db%2C%20c%26d'],
	])('asks for the filters %j by %j', (filters, query) => {
		expect(planned(filters)).toEqual({
			request: { method: 'GET', path: PATH + query },
			issues: [],
		});
	});

	it.each<[unknown, string]>([
		['text', 'filters filtersUnreadable'],
		[{ tags: true }, 'filters.tags notList'],
		[{ states: [{}] }, 'filters.states notList'],
	])('refuses the filters %j', (filters, code) => {
		expect(codes(planned(filters).issues)).toEqual([code]);
	});

	const RECORDS = [
		{ id: '1', state: 'idle', createdAt: '2026-05-01T00:00:00Z' },
		{ id: '2', state: 'Running', createdAt: '2026-05-02T00:00:00+02:00' },
		{ id: '3', state: null, createdAt: 'soon' },
		{ id: '4', state: 'running', createdAt: '2026-05-01T23:00:00Z' },
	];

	it.each<[unknown, string[]]>([
		[{}, ['4', '2', '1', '3']],
		[{ tags: 'a' }, ['4', '2', '1', '3']],
		[{ states: 'RUNNING' }, ['4', '2']],
		[{ states: ['idle', 'running'] }, ['4', '2', '1']],
		[{ states: 'null' }, []],
	])('passes with %j, newest first, %j', (filters, ids) => {
		const selected = list.select?.(RECORDS, { filters, returnAll: true }, contextOf()) ?? [];
		expect(selected.map(({ id }) => id)).toEqual(ids);
	});

	it('is limited after it was filtered and sorted', () => {
		const parameters = { filters: { states: 'running' }, limit: 1 };
		expect(list.select?.(RECORDS, parameters, contextOf())).toEqual([RECORDS[3]]);
	});

	it('may be one that the API does not have', () => {
		expect(list.advice?.[404]).toContain('this API may not have this list');
	});
});
