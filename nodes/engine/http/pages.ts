import { Paging, PagedList, PageQuery } from '../request';
import type { JsonObject } from '../json';
import { isJsonObject, textMember, valueAt } from '../json';
import type { Result } from './client';
import { flawed } from './response';
import type { HttpRequest } from '../request';

/** No list has this many pages: an API that offers one more never ends. */
const MAX_PAGES = 1000;

/** Bounds the raw text that all pages of a list, or all reads for one plan, may have together. */
export const MAX_LIST_BYTES = 200 * 1024 * 1024;

/** Pages overlap by this part: a record that is deleted between two reads moves all later ones forward. */
const OVERLAP = 0.01;

/** A page starts at the number of a record. A response may state the number of all at one of `totalPaths`. */
export function byOffset(most: number, totalPaths: readonly string[], idKey: string): Paging {
	return {
		most,
		idKey,
		start: () => {
			let [offset, limit, wasRepeated] = [0, most, false];
			return ({ body, count, fresh, read, remaining, hasIds }) => {
				const total = totalPaths.map((path) => valueAt(body, path)).find(Number.isInteger);
				// The total may count records that no page has.
				if (fresh === 0 && count < limit) return undefined;
				const end = offset + count;
				// A server without paging returns all records each time; one with it may send less than it's asked for.
				const isWhole = fresh === 0 || count > limit || (count < limit && !hasIds);
				const isLast = total === undefined ? isWhole : end >= Number(total);
				// New records move some that were already read into the next page, but not twice.
				const isRepeated = fresh === 0 && read < Number(total);
				if (isLast || (isRepeated && wasRepeated)) return isRepeated ? 'incomplete' : undefined;
				wasRepeated = isRepeated;
				const shared = hasIds ? Math.floor(count * OVERLAP) : 0;
				offset = end - shared;
				limit = Math.min(most, remaining + shared);
				return { limit, offset };
			};
		},
	};
}

/** A page of `most` records has the cursor of the next one under `cursorKey`. */
export function byCursor(most: number, cursorKey: string, idKey: string): Paging {
	return {
		most,
		idKey,
		start: () => {
			const used = new Set<string>();
			return ({ body: { [cursorKey]: cursor }, remaining }) => {
				if (typeof cursor !== 'string' || cursor === '') return undefined;
				if (used.has(cursor)) return 'incomplete';
				used.add(cursor);
				return { limit: Math.min(most, remaining), cursor };
			};
		},
	};
}

/** Sends one request, once or shared with others. */
export type SendPage = (request: HttpRequest) => Promise<Result<JsonObject>>;

/**
 * Sends a request, and a paged list's further requests, until it ends or enough records were read. If there are several
 * pages, returns the last one with the records of all, each once; or why one could not be read. `member` is the key of
 * the records.
 */
export async function readPages(
	first: HttpRequest,
	list: PagedList | undefined,
	member: string,
	send: SendPage,
): Promise<Result<JsonObject>> {
	if (list === undefined) return await send(first);
	const { paging, wanted: maxRecords, isWanted = () => false } = list;
	const { idKey, countKey } = paging;
	const nextPage = paging.start();
	const records: unknown[] = [];
	const ids = new Set<string>();
	let request = first;
	let bytes = 0;
	for (let pages = 1; ; pages += 1) {
		const result = await send(request);
		if (result.kind !== 'success') return result;
		bytes += result.bytes;
		if (bytes > MAX_LIST_BYTES) return flawed(result, 'listTooLarge');
		const { body } = result;
		const page: unknown = body[member];
		if (!Array.isArray(page)) return pages === 1 ? result : flawed(result, 'incompleteList');
		const fresh = page.filter((record) => idKey === undefined || isNew(record, idKey, ids));
		for (const record of fresh) records.push(record);
		const read = records.length;
		const remaining = maxRecords - read;
		const facts = { count: page.length, fresh: fresh.length, read, remaining };
		const next = nextPage({ body, ...facts, hasIds: ids.size > 0 });
		if (next === undefined || next === 'cut' || remaining <= 0 || fresh.some(isWanted)) {
			const isCut = next === 'cut' && remaining > 0;
			const counted = countKey !== undefined && { [countKey]: read };
			const whole = pages === 1 ? body : { ...body, ...counted, [member]: records };
			return { ...result, body: whole, bytes, ...(isCut && { isCut }) };
		}
		if (next === 'incomplete' || pages === MAX_PAGES) return flawed(result, 'incompleteList');
		const { requestOf = withQuery } = paging;
		request = requestOf(request, next);
	}
}

/** Remembers the ID of a record. Returns whether it is new; a record without an ID always is. */
function isNew(record: unknown, idKey: string, ids: Set<string>): boolean {
	const id = isJsonObject(record) ? textMember(record, idKey) : undefined;
	if (id === undefined) return true;
	const { size } = ids;
	return ids.add(id).size > size;
}

/** Sets parameters of a query. The number of records is sent only if the request already has one. */
function withQuery(request: HttpRequest, { limit, ...parameters }: PageQuery): HttpRequest {
	const { path } = request;
	const query = new URLSearchParams(path.split('?')[1]);
	if (query.has('limit')) query.set('limit', String(limit));
	for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
	return { ...request, path: `${path.split('?', 1).join('')}?${query.toString()}` };
}
