import type { Paging, HttpRequest } from '../../../../nodes/engine/operation';
import { BY_CURSOR, BY_OFFSET, readPages } from '../../../../nodes/engine/http/pages';
import type { JsonObject } from '../../../../nodes/engine/json';
import { isJsonObject } from '../../../../nodes/engine/json';

/** Returns the body that an API sends for a query. */
type Server = (query: Readonly<Record<string, string>>) => JsonObject | 'rejected';

const named = (count: number, name = 'r') =>
	Array.from({ length: count }, (_, n) => ({ id: `${name}${String(n)}` }));

const REJECTED = {
	kind: 'rejected',
	response: { status: 403, headers: {}, text: '' },
	...{ attempts: 1, maybeSent: false },
} as const;

/** Reads a list. Returns the IDs that were read, the queries that were sent, and the result. */
async function read(paging: Paging, wanted: number, server: Server, first?: string) {
	const sent: string[] = [];
	const path = first ?? `/list?limit=${String(Math.min(wanted, paging.most))}`;
	const send = async ({ path: asked }: HttpRequest) => {
		const query = asked.split('?')[1] ?? '';
		sent.push(query);
		const body = server(Object.fromEntries(new URLSearchParams(query)));
		const head = { kind: 'success', status: 200, headers: {}, attempts: 2 } as const;
		return await Promise.resolve(body === 'rejected' ? REJECTED : { ...head, body });
	};
	const result = await readPages({ method: 'GET', path }, { paging, wanted }, 'data', send);
	const data: unknown = result.kind === 'success' ? result.body['data'] : [];
	const ids = Array.isArray(data) ? data.filter(isJsonObject).map(({ id }) => id) : data;
	return { ids, sent, result };
}

/** A server that cuts its list by the query. `most` is its own bound, and `changed` is the list after a page. */
function byOffset({
	count,
	most = 1000,
	hasTotal = true,
	changed = (list) => list,
}: {
	count: number;
	most?: number;
	hasTotal?: boolean;
	changed?: (list: object[]) => object[];
}): Server {
	let list: object[] = named(count);
	return ({ limit = '1000', offset = '0' }) => {
		const data = list.slice(Number(offset), Number(offset) + Math.min(most, Number(limit)));
		const meta = { total: list.length, limit: Number(limit), offset: Number(offset) };
		list = changed(list);
		return hasTotal ? { data, meta } : { data };
	};
}

describe('a list that is paged by offset', () => {
	it.each<[string, Parameters<typeof byOffset>[0], number, string[]]>([
		['ends with its first page', { count: 7 }, Infinity, ['limit=1000']],
		['may be empty', { count: 0 }, Infinity, ['limit=1000']],
		['is not read further than it is wanted', { count: 1200 }, 50, ['limit=50']],
		[
			'is read to its end',
			{ count: 2345 },
			Infinity,
			['limit=1000', 'limit=1000&offset=990', 'limit=1000&offset=1980'],
		],
		[
			'is asked for no more records than are wanted',
			{ count: 5000 },
			1500,
			['limit=1000', 'limit=510&offset=990'],
		],
		[
			'is read to its end although the API returns fewer than it is asked for',
			{ count: 250, most: 100 },
			Infinity,
			['limit=1000', 'limit=1000&offset=99', 'limit=1000&offset=198'],
		],
		[
			'is read to its end without a total',
			{ count: 1500, hasTotal: false },
			Infinity,
			['limit=1000', 'limit=1000&offset=990'],
		],
		[
			'ends if there is nothing after a full page, and no total',
			{ count: 1000, hasTotal: false },
			Infinity,
			['limit=1000', 'limit=1000&offset=990'],
		],
	])('%s', async (_, server, wanted, queries) => {
		const { ids, sent } = await read(BY_OFFSET, wanted, byOffset(server));
		expect(sent).toEqual(queries);
		const all = named(Math.min(server.count, wanted)).map(({ id }) => id);
		expect(ids).toEqual(all);
	});

	it("is read to the end according to managed ClickStack's total", async () => {
		const own = byOffset({ count: 250, most: 100 });
		const managed: Server = (query) => {
			const body = own(query);
			return body === 'rejected' ? body : { data: body['data'], totalCount: 250 };
		};
		expect((await read(BY_OFFSET, Infinity, managed)).ids).toHaveLength(250);
	});

	it.each([1000, 1500])('has all %d records of a server without paging', async (count) => {
		const { ids, sent } = await read(BY_OFFSET, Infinity, () => ({ data: named(count) }));
		expect(ids).toEqual(named(count).map(({ id }) => id));
		expect(sent).toHaveLength(count === 1000 ? 2 : 1);
	});

	it.each([4, 995])('ends with its %d records if the total counts more', async (count) => {
		const server: Server = ({ offset = '0' }) => ({
			...{ data: named(count).slice(Number(offset)), meta: { total: count + 5 } },
		});
		const { ids, sent } = await read(BY_OFFSET, Infinity, server);
		expect(ids).toEqual(named(count).map(({ id }) => id));
		expect(sent).toHaveLength(2);
	});

	it('has each record once although others are deleted and created in between', async () => {
		const deleted = byOffset({ count: 2500, changed: (list) => list.slice(3) });
		const { ids } = await read(BY_OFFSET, Infinity, deleted);
		expect(ids).toEqual(named(2500).map(({ id }) => id));
		let created = 0;
		const changed = (list: object[]) => [...named(1, `new ${String((created += 1))} `), ...list];
		const grown = await read(BY_OFFSET, Infinity, byOffset({ count: 1500, changed }));
		expect(grown.ids).toEqual(named(1500).map(({ id }) => id));
		const once = (list: object[]) => (list.length > 1500 ? list : changed(list));
		const few = await read(BY_OFFSET, 1001, byOffset({ count: 1500, changed: once }));
		expect(few.ids).toEqual(named(1001).map(({ id }) => id));
		expect(few.sent).toEqual(['limit=1000', 'limit=11&offset=990', 'limit=1&offset=1001']);
	});

	it('has records without an ID as often as the API lists them', async () => {
		const server: Server = () => ({
			data: Array(250)
				.fill([{ a: 1 }, 'text'])
				.flat(),
			meta: { total: 1000 },
		});
		const { result, sent } = await read(BY_OFFSET, Infinity, server);
		expect(result).toMatchObject({ body: { data: { length: 1000 } } });
		expect(sent).toEqual(['limit=1000', 'limit=1000&offset=500']);
	});

	it.each<[string, Server]>([
		['its pages repeat', () => ({ data: named(1000), meta: { total: 1200 } })],
		['its pages go on repeating', () => ({ data: named(1000), meta: { total: 1e9 } })],
		[
			'a page has no list',
			({ offset }) => ({
				...{ data: offset === undefined ? named(1000) : {}, meta: { total: 1200 } },
			}),
		],
	])('is incomplete if %s', async (_, server) => {
		const { result } = await read(BY_OFFSET, Infinity, server);
		expect(result).toMatchObject({ kind: 'unclear', flaw: 'incompleteList' });
		expect((await read(BY_OFFSET, 1000, server)).ids).toHaveLength(1000);
	});
});

describe('a list that is paged by a cursor', () => {
	/** Its pages by their cursors: the first has none. */
	const pages =
		(of: Readonly<Record<string, [count: number, next?: string | null]>>): Server =>
		({ cursor = '' }) => {
			const [count, nextCursor = null] = of[cursor] ?? [0];
			return { data: named(count, `${cursor}-`), nextCursor };
		};
	const three = pages({ '': [250, 'b/=&'], 'b/=&': [0, 'c'], c: [9] });

	it('is read to its end, even past an empty page', async () => {
		const { ids, sent, result } = await read(BY_CURSOR, Infinity, three);
		expect(ids).toHaveLength(259);
		expect(sent).toEqual(['limit=250', 'limit=250&cursor=b%2F%3D%26', 'limit=250&cursor=c']);
		expect(result).toMatchObject({ body: { nextCursor: null } });
	});

	it('is read no further than wanted, and keeps the cursor of the next page', async () => {
		const { ids, sent, result } = await read(BY_CURSOR, 30, pages({ '': [30, 'b'] }));
		expect([ids, sent]).toEqual([expect.any(Array), ['limit=30']]);
		expect(result).toMatchObject({ body: { nextCursor: 'b' } });
		expect((await read(BY_CURSOR, 255, three)).sent.at(-1)).toBe('limit=5&cursor=c');
	});

	it("requests no number of records if the first page didn't", async () => {
		const { sent } = await read(BY_CURSOR, Infinity, three, '/list');
		expect(sent).toEqual(['', 'cursor=b%2F%3D%26', 'cursor=c']);
		const filtered = await read(BY_CURSOR, Infinity, three, '/list?filter=a%20b');
		expect(new URLSearchParams(filtered.sent.at(-1)).get('filter')).toBe('a b');
	});

	it.each<[string, Server, number]>([
		['a cursor repeats', pages({ '': [2, 'b'], b: [2, 'c'], c: [2, 'b'] }), 3],
		['it has no end', ({ cursor = '0' }) => ({ data: [], nextCursor: `${cursor}0` }), 1000],
	])('is incomplete if %s', async (_, server, requests) => {
		const { sent, result } = await read(BY_CURSOR, Infinity, server);
		expect(result).toMatchObject({ kind: 'unclear', flaw: 'incompleteList', attempts: 2 });
		expect(sent).toHaveLength(requests);
	});

	it.each([undefined, null, '', 7])('ends with the cursor %j', async (nextCursor) => {
		const { sent } = await read(BY_CURSOR, Infinity, () => ({ data: named(250), nextCursor }));
		expect(sent).toHaveLength(1);
	});

	it('fails with a page that fails', async () => {
		const server: Server = ({ cursor }) =>
			cursor === 'c' ? 'rejected' : three({ cursor: cursor ?? '' });
		expect((await read(BY_CURSOR, Infinity, server)).result).toBe(REJECTED);
	});

	it('might be no list', async () => {
		const body = { data: { id: 'r' }, nextCursor: 'b' };
		expect((await read(BY_CURSOR, Infinity, () => body)).result).toMatchObject({ body });
	});
});

describe('a list of rows that is cut', () => {
	/** Two rows a page; the API leads no further than the second one. */
	const paging = (cutAfter: number): Paging => ({
		most: 2,
		countKey: 'rows',
		start: () => {
			let pages = 0;
			return () => {
				pages += 1;
				return pages >= cutAfter ? 'cut' : { limit: 2, offset: 2 * pages };
			};
		},
	});
	const read = async (cutAfter: number, wanted: number) =>
		await readPages(
			{ method: 'GET', path: '/rows' },
			{ paging: paging(cutAfter), wanted },
			'data',
			async () =>
				await Promise.resolve({
					...{ kind: 'success' as const, status: 200, headers: {}, attempts: 1 },
					body: { data: [{ a: 1 }, { a: 1 }], rows: 2 },
				}),
		);

	it('reports a cut if more rows were wanted, after one page and after several', async () => {
		expect(await read(1, Infinity)).toMatchObject({ isCut: true, body: { data: [{}, {}] } });
		expect(await read(2, Infinity)).toMatchObject({
			isCut: true,
			body: { data: [{}, {}, {}, {}], rows: 4 },
		});
	});

	it('reports no cut if as many as wanted were read', async () => {
		expect(await read(2, 4)).not.toHaveProperty('isCut');
	});
});
