import fc from 'fast-check';
import type { Paging, HttpRequest } from '../../../../nodes/engine/request';
import { byCursor, byOffset, MAX_LIST_BYTES, readPages } from '../../../../nodes/engine/http/pages';
import type { JsonObject } from '../../../../nodes/engine/json';
import { isJsonObject } from '../../../../nodes/engine/json';

const BY_CURSOR = byCursor(250, 'nextCursor', 'id');
const BY_OFFSET = byOffset(1000, ['meta.total', 'totalCount'], 'id');

type Server = (query: Readonly<Record<string, string>>) => JsonObject;

const named = (count: number, name = 'r') =>
	Array.from({ length: count }, (_, n) => ({ id: `${name}${String(n)}` }));
const idsOf = (records: Array<{ id: string }>) => records.map(({ id }) => id);

const response = { status: 200, headers: {}, text: '' };
const SUCCESS = { kind: 'success', response, bytes: 0, attempts: 2 } as const;

/** Contains the IDs read, the queries sent, and the result. */
async function read(paging: Paging, wanted: number, server: Server) {
	const sent: string[] = [];
	const path = `/list?limit=${String(Math.min(wanted, paging.pageSize))}`;
	const send = async ({ path: asked }: HttpRequest) => {
		const query = asked.split('?')[1] ?? '';
		sent.push(query);
		const body = server(Object.fromEntries(new URLSearchParams(query)));
		return await Promise.resolve({ ...SUCCESS, body });
	};
	const result = await readPages(
		{ method: 'GET', path },
		{ paging, maxRecords: wanted },
		'data',
		send,
	);
	const data: unknown = result.kind === 'success' ? result.body['data'] : [];
	const ids = Array.isArray(data) ? data.filter(isJsonObject).map(({ id }) => id) : data;
	return { ids, sent, result };
}

/** The server slices the list by query. */
interface Listed {
	count: number;
	/** Set if the server's largest page is smaller than the node asks for. */
	most?: number;
	/** The server may state the total in one of two places, or nowhere. */
	total?: 'meta' | 'none' | 'totalCount';
	/** Others change the list after each page. */
	changed?: (list: object[]) => object[];
}

function serverOf({ count, most = 1000, total = 'meta', changed }: Listed): Server {
	let list: object[] = named(count);
	return ({ limit = '1000', offset = '0' }) => {
		const data = list.slice(Number(offset), Number(offset) + Math.min(most, Number(limit)));
		const { length } = list;
		list = changed?.(list) ?? list;
		if (total === 'meta') return { data, meta: { total: length } };
		return total === 'none' ? { data } : { data, totalCount: length };
	};
}

describe('readPages (offset)', () => {
	it('returns each wanted record once for any page size and reported total', async () => {
		const size = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(1000, 1001, 2345));
		const listed = fc.record({
			count: size,
			most: fc.constantFrom(100, 1000),
			total: fc.constantFrom('meta' as const, 'none' as const, 'totalCount' as const),
		});
		const wanted = fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.constant(Infinity));
		await fc.assert(
			fc.asyncProperty(listed, wanted, async (server, count) => {
				const { ids } = await read(BY_OFFSET, count, serverOf(server));
				const all = idsOf(named(server.count));
				// The last page may contain extra records.
				expect(Array.isArray(ids) && ids.slice(0, count)).toEqual(all.slice(0, count));
			}),
			{ seed: 1, numRuns: 50 },
		);
	});

	it.each([
		{ count: 3, requests: 2 },
		{ count: 1000, requests: 2 },
		{ count: 1500, requests: 1 },
	])("returns all $count records of a server that doesn't page", async ({ count, requests }) => {
		const { ids, sent } = await read(BY_OFFSET, Infinity, () => ({ data: named(count) }));
		expect(ids).toEqual(idsOf(named(count)));
		expect(sent).toHaveLength(requests);
	});

	it.each([4, 995])(
		'ends with the %d existing records if the reported total is higher',
		async (count) => {
			const server: Server = ({ offset = '0' }) => {
				const data = named(count).slice(Number(offset));
				return { data, meta: { total: count + 5 } };
			};
			const { ids, sent } = await read(BY_OFFSET, Infinity, server);
			expect(ids).toEqual(idsOf(named(count)));
			expect(sent).toHaveLength(2);
		},
	);

	it('returns the records on the pages if the total is larger', async () => {
		const shown = named(2500).filter((_, index) => index % 3 !== 0);
		const server: Server = ({ offset = '0' }) => {
			const page = named(2500).slice(Number(offset), Number(offset) + 1000);
			return {
				data: page.filter((_, index) => (Number(offset) + index) % 3 !== 0),
				meta: { total: 2500 },
			};
		};
		expect((await read(BY_OFFSET, Infinity, server)).ids).toEqual(idsOf(shown));
	});

	it('returns each record once if records are deleted between pages', async () => {
		const server = serverOf({ count: 2500, changed: (list) => list.slice(3) });
		expect((await read(BY_OFFSET, Infinity, server)).ids).toEqual(idsOf(named(2500)));
	});

	it('returns each record once if records are created between pages', async () => {
		let created = 0;
		const create = (list: object[]) => [...named(1, `new ${String((created += 1))} `), ...list];
		const grown = await read(BY_OFFSET, Infinity, serverOf({ count: 1500, changed: create }));
		expect(grown.ids).toEqual(idsOf(named(1500)));
		const once = (list: object[]) => (list.length > 1500 ? list : create(list));
		const few = await read(BY_OFFSET, 1001, serverOf({ count: 1500, changed: once }));
		expect(few.ids).toEqual(idsOf(named(1001)));
		expect(few.sent).toEqual(['limit=1000', 'limit=11&offset=990', 'limit=1&offset=1001']);
	});

	it('continues after a short page that contains only the overlap', async () => {
		let pages = 0;
		const server: Server = ({ offset = '0' }) => {
			pages += 1;
			const start = Number(offset);
			const data = named(2500).slice(start, start + (pages === 2 ? 10 : 1000));
			return { data, meta: { total: 2500 } };
		};
		const { ids, sent } = await read(BY_OFFSET, Infinity, server);
		expect(ids).toEqual(idsOf(named(2500)));
		expect(sent.slice(1, 3)).toEqual(['limit=1000&offset=990', 'limit=1000&offset=1000']);
	});

	it('continues after an empty page if a second request fills it', async () => {
		let pages = 0;
		const server: Server = ({ offset = '0' }) => {
			pages += 1;
			const start = Number(offset);
			return {
				data: pages === 2 ? [] : named(1500).slice(start, start + 1000),
				meta: { total: 1500 },
			};
		};
		const { ids, sent } = await read(BY_OFFSET, Infinity, server);
		expect(ids).toEqual(idsOf(named(1500)));
		expect(sent.slice(1)).toEqual(Array(2).fill('limit=1000&offset=990'));
	});

	it.each([
		{ count: 1, left: 0 },
		{ count: 1500, left: 980 },
		{ count: 2500, left: 500 },
	])(
		'ends if only $left of $count records are left after the first page',
		async ({ count, left }) => {
			const changed = (list: object[]) => list.slice(0, left);
			const { ids } = await read(BY_OFFSET, Infinity, serverOf({ count, changed }));
			expect(ids).toEqual(idsOf(named(Math.min(count, 1000))));
		},
	);

	it.each([0, 1])(
		'ends if the remaining %i records were deleted before the first page',
		async (left) => {
			let pages = 0;
			const server: Server = ({ offset = '0' }) => {
				pages += 1;
				const total = pages === 1 ? left + 1 : left;
				return { data: named(left).slice(Number(offset)), meta: { total } };
			};
			expect((await read(BY_OFFSET, Infinity, server)).ids).toEqual(idsOf(named(left)));
		},
	);

	it.each([0, 1500])('reads on if the list is longer than its total %i', async (total) => {
		const server: Server = ({ offset = '0' }) => {
			const start = Number(offset);
			return { data: named(2500).slice(start, start + 1000), meta: { total } };
		};
		const { ids } = await read(BY_OFFSET, Infinity, server);
		expect(ids).toEqual(idsOf(named(2500)));
	});

	it('ends if a page only repeats because the server hides the records before', async () => {
		const hidden: Server = ({ offset = '0' }) => ({
			data: Number(offset) < 60 ? named(40) : named(40).slice(Number(offset) - 60),
			meta: { total: 100 },
		});
		const { ids, sent } = await read(BY_OFFSET, Infinity, hidden);
		expect(ids).toEqual(idsOf(named(40)));
		expect(sent.at(-1)).toBe('limit=1000&offset=1039');
	});

	it('stops after a short page of records without an ID', async () => {
		const { sent } = await read(BY_OFFSET, Infinity, () => ({ data: [{ a: 1 }] }));
		expect(sent).toEqual(['limit=1000']);
	});

	it('returns records without an ID as often as the API lists them', async () => {
		const data = [...Array<object>(250).fill({ a: 1 }), ...Array<string>(250).fill('text')];
		const server: Server = () => ({ data, meta: { total: 1000 } });
		const { result, sent } = await read(BY_OFFSET, Infinity, server);
		expect(result).toMatchObject({ body: { data: { length: 1000 } } });
		expect(sent).toEqual(['limit=1000', 'limit=1000&offset=500']);
	});

	it.each<{ why: string; server: Server }>([
		{
			why: 'its short pages repeat',
			server: ({ offset }) => ({
				data: offset === undefined ? named(1000) : named(10),
				meta: { total: 2500 },
			}),
		},
		{ why: 'its pages repeat', server: () => ({ data: named(1000), meta: { total: 1200 } }) },
		{
			why: 'its last page is empty',
			server: ({ offset = '0' }) => ({
				data: offset === '0' ? named(1000) : [],
				meta: { total: 1002 },
			}),
		},
		{
			why: 'the second of three pages is empty',
			server: ({ offset = '0' }) => {
				const start = Number(offset);
				const data = start === 990 ? [] : named(2500).slice(start, start + 1000);
				return { data, meta: { total: 2500 } };
			},
		},
		{
			why: 'a page has no list',
			server: ({ offset }) => ({
				data: offset === undefined ? named(1000) : {},
				meta: { total: 1200 },
			}),
		},
	])('reports an incomplete list if $why', async ({ server }) => {
		const { result } = await read(BY_OFFSET, Infinity, server);
		expect(result).toMatchObject({ kind: 'unclear', flaw: 'incompleteList' });
		expect((await read(BY_OFFSET, 1000, server)).ids).toHaveLength(1000);
	});

	it.each<{ why: string; server: Server }>([
		{ why: 'every page is empty', server: () => ({ data: [], meta: { total: 2 } }) },
		{
			why: 'the server caps pages at 100 records and the second is empty',
			server: ({ offset = '0' }) => ({
				data: offset === '0' ? named(100) : [],
				meta: { total: 102 },
			}),
		},
		{
			why: 'each page is the first 100 records',
			server: () => ({ data: named(100), meta: { total: 345 } }),
		},
		{
			why: 'each page is the first 100 of 150 records',
			server: () => ({ data: named(100), meta: { total: 150 } }),
		},
	])('reports an incomplete list if $why', async ({ server }) => {
		for (const wanted of [Infinity, 345, 101]) {
			const { result } = await read(BY_OFFSET, wanted, server);
			expect(result).toMatchObject({ kind: 'unclear', flaw: 'incompleteList' });
		}
	});
});

describe('readPages (cursor)', () => {
	/** Keyed by cursor. The first page has none. */
	const pages =
		(byCursor: Readonly<Record<string, { count: number; next: string | null }>>): Server =>
		({ cursor = '' }) => {
			const { count = 0, next = null } = byCursor[cursor] ?? {};
			return { data: named(count, `${cursor}-`), nextCursor: next };
		};
	const three = pages({
		'': { count: 250, next: 'b/=&' },
		'b/=&': { count: 0, next: 'c' },
		c: { count: 9, next: null },
	});

	it('reads past an empty page to the end', async () => {
		const { ids, sent, result } = await read(BY_CURSOR, Infinity, three);
		expect(ids).toEqual([...idsOf(named(250, '-')), ...idsOf(named(9, 'c-'))]);
		expect(sent).toEqual(['limit=250', 'limit=250&cursor=b%2F%3D%26', 'limit=250&cursor=c']);
		expect(result).toMatchObject({ body: { nextCursor: null } });
	});

	it.each<{ why: string; server: Server; requests: number }>([
		{
			why: 'a cursor repeats',
			server: pages({ '': { count: 2, next: 'b' }, b: { count: 2, next: 'b' } }),
			requests: 2,
		},
		{
			why: 'it has no end',
			server: ({ cursor = '0' }) => ({ data: [], nextCursor: `${cursor}0` }),
			requests: 1000,
		},
	])('reports an incomplete list if $why', async ({ server, requests }) => {
		const { sent, result } = await read(BY_CURSOR, Infinity, server);
		expect(result).toMatchObject({ kind: 'unclear', flaw: 'incompleteList', attempts: 2 });
		expect(sent).toHaveLength(requests);
	});

	it.each([undefined, null, '', 7])('stops at the cursor %j', async (nextCursor) => {
		const { sent } = await read(BY_CURSOR, Infinity, () => ({ data: named(250), nextCursor }));
		expect(sent).toHaveLength(1);
	});

	it('returns the response itself if it contains no list', async () => {
		const body = { data: { id: 'r' }, nextCursor: 'b' };
		expect((await read(BY_CURSOR, Infinity, () => body)).result).toMatchObject({ body });
	});
});

describe('readPages (list that the API cuts)', () => {
	/** Each page has two rows. After some pages, the API offers no cursor. */
	async function readRows(pagesUntilCut: number, wanted: number) {
		let pages = 0;
		const next = () => {
			pages += 1;
			return pages >= pagesUntilCut ? 'cut' : { limit: 2, offset: 2 * pages };
		};
		const paging: Paging = { pageSize: 2, countKey: 'rows', start: () => next };
		const body = { data: [{ a: 1 }, { a: 1 }], rows: 2 };
		const send = async () => await Promise.resolve({ ...SUCCESS, body });
		return await readPages(
			{ method: 'GET', path: '/rows' },
			{ paging, maxRecords: wanted },
			'data',
			send,
		);
	}

	it('reports the cut if more rows were wanted', async () => {
		const rows = (count: number) => Array<object>(count).fill({ a: 1 });
		expect(await readRows(1, Infinity)).toMatchObject({ isCut: true, body: { data: rows(2) } });
		const body = { data: rows(4), rows: 4 };
		expect(await readRows(2, Infinity)).toMatchObject({ isCut: true, body });
	});

	it("doesn't report a cut if enough rows were read", async () => {
		expect(await readRows(2, 4)).not.toHaveProperty('isCut');
	});
});

describe('readPages (shared pages)', () => {
	it('marks the list as shared if any page is shared', async () => {
		let pages = 0;
		const send = async () => {
			pages += 1;
			const body = { data: [{ a: pages }], nextCursor: pages === 1 ? 'next' : null };
			const page = { ...SUCCESS, body };
			return await Promise.resolve(pages === 1 ? { ...page, isShared: true as const } : page);
		};
		const list = { paging: BY_CURSOR, maxRecords: Infinity };
		const result = await readPages({ method: 'GET', path: '/r' }, list, 'data', send);
		expect(result).toMatchObject({ isShared: true, body: { data: [{ a: 1 }, { a: 2 }] } });
	});
});

describe('readPages (size limit)', () => {
	/** Each page contains a record and has one of these sizes. */
	async function readSizes(sizes: readonly number[]) {
		let pages = 0;
		const send = async () => {
			const bytes = sizes[pages] ?? 0;
			pages += 1;
			const nextCursor = pages < sizes.length ? String(pages) : null;
			return await Promise.resolve({ ...SUCCESS, bytes, body: { data: [pages], nextCursor } });
		};
		const list = { paging: BY_CURSOR, maxRecords: Infinity };
		return { result: await readPages({ method: 'GET', path: '/r' }, list, 'data', send), pages };
	}

	it('stops at the page that exceeds 200 MB in total', async () => {
		const size = fc.oneof(
			fc.integer({ min: 0, max: 1000 }),
			fc.integer({ max: 50 * 1024 ** 2, min: 0 }),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 12 }), async (sizes) => {
				const { result, pages } = await readSizes(sizes);
				const sums = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((a, b) => a + b));
				const excess = sums.findIndex((sum) => sum > MAX_LIST_BYTES);
				if (excess < 0) {
					expect(result).toMatchObject({ kind: 'success', bytes: sums.at(-1) });
				} else {
					expect(result).toMatchObject({ kind: 'unclear', flaw: 'listTooLarge' });
					expect(pages).toBe(excess + 1);
				}
			}),
			{ seed: 1 },
		);
	});

	it.each([
		{ sizes: [MAX_LIST_BYTES], kind: 'success' },
		{ sizes: [MAX_LIST_BYTES, 1], kind: 'unclear' },
	])('returns $kind for pages of $sizes bytes', async ({ sizes, kind }) => {
		expect((await readSizes(sizes)).result.kind).toBe(kind);
	});
});

it("keeps the query's spelling on every page", async () => {
	const sent: string[] = [];
	const send = async ({ path }: HttpRequest) => {
		sent.push(path);
		const data = sent.length < 3 ? named(2, String(sent.length)) : [];
		const body = { data, nextCursor: sent.length < 3 ? `c ${String(sent.length)}` : undefined };
		return await Promise.resolve({ ...SUCCESS, body });
	};
	const path = '/list?filter=tag%3Aa%20b&limit=2&filter=c';
	await readPages({ method: 'GET', path }, { paging: BY_CURSOR, maxRecords: 1000 }, 'data', send);
	const next = path.replace('limit=2', 'limit=250');
	expect(sent).toEqual([path, `${next}&cursor=c%201`, `${next}&cursor=c%202`]);
});
