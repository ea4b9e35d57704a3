import { BY_CURSOR, BY_OFFSET } from '../../../../nodes/engine/http/pages';
import type { ListType, ListTraits } from '../../../../nodes/features/record/record';
import { readList } from '../../../../nodes/features/record/record';
import type { Parameters } from '../../../../nodes/engine/operation';

const options: ListType['parent']['options'] = () => ({
	...{ displayName: 'Options', name: 'options', type: 'collection', default: {} },
});
const context = { startedAt: 0, timezone: 'UTC', credential: { isCloud: true } };

function listed(parameters: Parameters, changes: Partial<ListType> = {}, traits: ListTraits = {}) {
	const kind: ListType = {
		title: 'thing',
		parent: { noun: 'team', options, readsLimit: ({ isCloud }) => isCloud === true },
		collection: () => ({ path: '/things', issues: [] }),
		...changes,
	};
	const { plan, pages } = readList(kind, traits);
	return { path: plan(parameters, context).request.path, wanted: pages?.(parameters)?.wanted };
}

const cursor = { paging: BY_CURSOR };
const ALL = { returnAll: true };

it.each<[string, ReturnType<typeof listed>, string, number | undefined]>([
	['is not asked for a number if it is not paged', listed({ limit: 5 }), '/things', undefined],
	['is asked for as many as are wanted', listed({ limit: 5 }, cursor), '/things?limit=5', 5],
	['is asked for a page', listed({ limit: 300 }, cursor), '/things?limit=250', 300],
	[
		'is asked for the largest page if all are wanted',
		listed({ ...ALL, limit: 5 }, { paging: BY_OFFSET }),
		'/things?limit=1000',
		Infinity,
	],
	[
		'is read to its end if the node itself filters it',
		listed({ limit: 5 }, cursor, { select: (records) => records, query: () => ['a=b'] }),
		'/things?a=b&limit=250',
		Infinity,
	],
	[
		'is asked for no number if the API is not known to read one',
		listed({ limit: 5 }, { ...cursor, parent: { noun: 'team', options, readsLimit: () => false } }),
		'/things',
		5,
	],
])('a list %s', (_, { path, wanted }, expected, count) => {
	expect([path, wanted]).toEqual([expected, count]);
});
