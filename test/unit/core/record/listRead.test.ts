import { byCursor } from '../../../../nodes/engine/http/pages';
import type { ListRow, ApiRecord } from '../../../../nodes/features/record/record';
import { listRead } from '../../../../nodes/features/record/record';

// test/engine/pagedLists.test.ts tests the number of records requested in other cases.
it.each<{ of: string; traits: ListRow; path: string; wanted: number }>([
	{ of: 'its first records', traits: {}, path: '/things?limit=5', wanted: 5 },
	{
		of: 'all its records, if the node itself filters it',
		traits: { pick: (records) => records, query: () => ['a=b'] },
		path: '/things?a=b&limit=250',
		wanted: Infinity,
	},
])('requests $of from a list', ({ traits, path, wanted }) => {
	const parent: ApiRecord['parent'] = {
		noun: 'team',
		options: () => ({ displayName: 'Options', name: 'options', type: 'collection', default: {} }),
		honorsLimit: () => true,
	};
	const collection = () => ({ value: '/things', issues: [] });
	const read = listRead(
		{ title: 'thing', parent, collection, paging: byCursor(250, 'nextCursor', 'id') },
		traits,
	);
	const context = { startedAt: 0, timezone: 'UTC', credential: {}, facts: {} };
	expect(read.plan({ limit: 5 }, context).request.path).toBe(path);
	expect(read.pages?.({ limit: 5 })?.maxRecords).toBe(wanted);
});
