import type { JsonObject } from '../json';
import { isJsonObject, textMember, valueAt } from '../json';
import type { Result } from './client';
import { flawedFailure } from './response';
import type { HttpRequest, NextPage, Page, PagedList, PageQuery, Paging } from '../request';

/** If the API still offers another page after this many, its pages probably never end. */
const MAX_PAGES = 1000;

/** Limit for the raw text of all pages of a list together, or of all reads for the plans. */
export const MAX_LIST_BYTES = 200 * 1024 * 1024;

/**
 * Share by which pages overlap. If a record is deleted between two reads, all later records move forward, and a reader
 * without an overlap would miss a record.
 */
const OVERLAP = 0.01;

/** Selects pages by the number of their first record. A response may contain the total under any of `totalPaths`. */
export function byOffset(pageSize: number, totalPaths: readonly string[], idKey: string): Paging {
	return {
		pageSize,
		idKey,
		start: () => {
			const pages = new OffsetPages(pageSize);
			return (page) => pages.after(page, totalIn(page, totalPaths));
		},
	};
}

/** A total smaller than the number of records read says nothing about the list's end. */
function totalIn({ body, read }: Page, totalPaths: readonly string[]): number | undefined {
	return totalPaths
		.map((path) => valueAt(body, path))
		.filter((value) => typeof value === 'number')
		.find((total) => Number.isInteger(total) && total >= read);
}

class OffsetPages {
	private offset = 0;
	/** True if the last page brought no new record. If the next page doesn't either, the list is incomplete. */
	private hadNothingNew = false;

	constructor(
		private readonly pageSize: number,
		private limit = pageSize,
	) {}

	after(page: Page, total: number | undefined): NextPage {
		return page.fresh > 0 ? this.afterNewRecords(page, total) : this.afterNothingNew(page, total);
	}

	private afterNewRecords(page: Page, total: number | undefined): NextPage {
		const { count, remaining, hasIds } = page;
		const { limit } = this;
		const end = this.offset + count;
		// A server without paging returns all records each time. A server with paging may send fewer records than
		// requested.
		const isLastPage = count > limit || (count < limit && !hasIds);
		if (total === undefined ? isLastPage : end >= total) return 'complete';
		this.hadNothingNew = false;
		const overlap = hasIds ? Math.min(Math.ceil(count * OVERLAP), count - 1) : 0;
		return this.pageAt(end - overlap, remaining + overlap);
	}

	private afterNothingNew(page: Page, total: number | undefined): NextPage {
		const { count, read, remaining, startsAgain } = page;
		if (total === undefined || total === read) return 'complete';
		const end = this.offset + count;
		// Counts any page with records as full, because a server may leave out some. An empty page says nothing about
		// the next page.
		const covered = count === 0 ? Math.max(end, read) : this.offset + this.limit;
		const isCovered = count < this.limit && covered >= total;
		// If a server ignores the query, it sends the same page again, even for an offset past the end.
		if (isCovered && !startsAgain) return 'complete';
		// New records shift known records into the next page, but not twice in a row.
		if (this.hadNothingNew || (!isCovered && end >= total)) return 'incomplete';
		this.hadNothingNew = true;
		// A short page may contain nothing but the overlap, so the next page starts without an overlap.
		return this.pageAt(isCovered ? covered : end, remaining);
	}

	private pageAt(offset: number, records: number): PageQuery {
		this.offset = offset;
		this.limit = Math.min(this.pageSize, records);
		return { limit: this.limit, offset };
	}
}

/** A full page of `pageSize` records contains the next page's cursor under `cursorKey`. */
export function byCursor(pageSize: number, cursorKey: string, idKey: string): Paging {
	return {
		pageSize,
		idKey,
		start: () => {
			const used = new Set<string>();
			return ({ body: { [cursorKey]: cursor }, remaining }) => {
				if (typeof cursor !== 'string' || cursor === '') return 'complete';
				if (used.has(cursor)) return 'incomplete';
				used.add(cursor);
				return { limit: Math.min(pageSize, remaining), cursor };
			};
		},
	};
}

/** Sends a page's request, or shares the response to an equal read. */
export type SendPage = (request: HttpRequest) => Promise<Result<JsonObject>>;

/**
 * Reads pages until the list ends or there are enough records. Merges them into the last page, with each record once.
 * `member` is the key of the records.
 */
export async function readPages(
	firstRequest: HttpRequest,
	pagedList: PagedList | undefined,
	member: string,
	send: SendPage,
): Promise<Result<JsonObject>> {
	if (pagedList === undefined) return await send(firstRequest);
	const { paging, maxRecords, isWanted = () => false } = pagedList;
	const { idKey, countKey, requestOf = withQuery } = paging;
	const nextPage = paging.start();
	const records: unknown[] = [];
	const ids = new Set<string>();
	let request = firstRequest;
	let [bytes, isShared] = [0, false];
	let firstId: string | undefined;
	for (let pages = 1; ; pages += 1) {
		const result = await send(request);
		if (result.kind !== 'success') return result;
		bytes += result.bytes;
		isShared ||= result.isShared === true;
		if (bytes > MAX_LIST_BYTES) return flawedFailure(result, 'listTooLarge');
		const { body } = result;
		const page: unknown = body[member];
		if (!Array.isArray(page)) return pages === 1 ? result : flawedFailure(result, 'incompleteList');
		const fresh = page.filter((record) => addId(idOf(record, idKey), ids));
		for (const record of fresh) records.push(record);
		const read = records.length;
		const remaining = maxRecords - read;
		const counts = { count: page.length, fresh: fresh.length, read, remaining };
		const previousId = firstId;
		firstId = idOf(page[0], idKey);
		const startsAgain = firstId !== undefined && firstId === previousId;
		const next = nextPage({ body, ...counts, hasIds: ids.size > 0, startsAgain });
		const isEnough = remaining <= 0 || fresh.some(isWanted);
		if (isEnough || next === 'complete' || next === 'cut') {
			const isCut = next === 'cut' && remaining > 0;
			const counted = countKey !== undefined && { [countKey]: read };
			const whole = pages === 1 ? body : { ...body, ...counted, [member]: records };
			const marks = { ...(isCut && { isCut }), ...(isShared && { isShared }) };
			return { ...result, body: whole, bytes, ...marks };
		}
		if (next === 'incomplete' || pages === MAX_PAGES)
			return flawedFailure(result, 'incompleteList');
		request = requestOf(request, next);
	}
}

function idOf(record: unknown, idKey: string | undefined): string | undefined {
	return idKey !== undefined && isJsonObject(record) ? textMember(record, idKey) : undefined;
}

/** True if the ID is new. Records without an ID always count as new. */
function addId(id: string | undefined, ids: Set<string>): boolean {
	if (id === undefined) return true;
	const { size } = ids;
	return ids.add(id).size > size;
}

/** Adds paging parameters. Keeps the spelling of all other parts. Sends a limit only if the request already has one. */
function withQuery(request: HttpRequest, { limit, ...parameters }: PageQuery): HttpRequest {
	const address = request.path.replace(/\?.*/s, '');
	const parts = request.path
		.slice(address.length + 1)
		.split('&')
		.filter((part) => part !== '');
	const isNamed = (part: string, name: string) => part.startsWith(`${name}=`);
	const isLimited = parts.some((part) => isNamed(part, 'limit'));
	for (const [name, value] of Object.entries({ ...parameters, ...(isLimited && { limit }) })) {
		const place = parts.findIndex((part) => isNamed(part, name));
		const added = `${name}=${encodeURIComponent(value)}`;
		if (place < 0) parts.push(added);
		else parts[place] = added;
	}
	return { ...request, path: `${address}?${parts.join('&')}` };
}
