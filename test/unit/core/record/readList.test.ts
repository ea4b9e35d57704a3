import { BY_CURSOR, BY_OFFSET } from '../../../../nodes/engine/http/pages';
import type { ListType, ListTraits } from '../../../../nodes/features/record/record';
import { readList } from '../../../../nodes/features/record/record';
import type { Parameters } from '../../../../nodes/engine/operation';

interface Case {
	it: string;
	parameters: Parameters;
	paging?: ListType['paging'];
	traits?: ListTraits;
	/** Whether the API is known to read a number of records. */
	readsLimit?: boolean;
	path: string;
	wanted: number | undefined;
}

it.each<Case>([
	{
		it: 'is not asked for a number if it is not paged',
		parameters: { limit: 5 },
		path: '/things',
		wanted: undefined,
	},
	{
		it: 'is asked for as many as are wanted',
		parameters: { limit: 5 },
		paging: BY_CURSOR,
		path: '/things?limit=5',
		wanted: 5,
	},
	{
		it: 'is asked for a page',
		parameters: { limit: 300 },
		paging: BY_CURSOR,
		path: '/things?limit=250',
		wanted: 300,
	},
	{
		it: 'is asked for the largest page if all are wanted',
		parameters: { returnAll: true, limit: 5 },
		paging: BY_OFFSET,
		path: '/things?limit=1000',
		wanted: Infinity,
	},
	{
		it: 'is read to its end if the node itself filters it',
		parameters: { limit: 5 },
		paging: BY_CURSOR,
		traits: { select: (records) => records, query: () => ['a=b'] },
		path: '/things?a=b&limit=250',
		wanted: Infinity,
	},
	{
		it: 'is asked for no number if the API is not known to read one',
		parameters: { limit: 5 },
		paging: BY_CURSOR,
		readsLimit: false,
		path: '/things',
		wanted: 5,
	},
])('a list $it', ({ parameters, paging, traits, readsLimit = true, path, wanted }) => {
	const kind: ListType = {
		title: 'thing',
		parent: {
			noun: 'team',
			options: () => ({ displayName: 'Options', name: 'options', type: 'collection', default: {} }),
			readsLimit: ({ isCloud }) => isCloud === readsLimit,
		},
		collection: () => ({ path: '/things', issues: [] }),
		...(paging && { paging }),
	};
	const { plan, pages } = readList(kind, traits);
	const context = { startedAt: 0, timezone: 'UTC', credential: { isCloud: true } };
	expect(plan(parameters, context).request.path).toBe(path);
	expect(pages?.(parameters)?.wanted).toBe(wanted);
});
