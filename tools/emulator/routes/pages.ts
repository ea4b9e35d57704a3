import { type JsonObject, objectAt } from '../../contract/json';
import type { Answer, Call } from './answers';

const PAGE_SIZE = 250;
const MAX_ROWS = 1000;

/** A record that the API can't express leaves its place in the page empty. */
type Show = (record: JsonObject) => JsonObject[];

function cursorAt(id: unknown): string {
	return Buffer.from(`after ${String(id)}`).toString('base64');
}

/** The cursor is the ID of the previous page's last record. */
function cursorPage(
	{ query }: Call,
	records: readonly JsonObject[],
	show: Show,
	size: number,
): Answer {
	const limit = Number(query['limit'] ?? size);
	const start = records.findIndex(({ id }) => cursorAt(id) === query['cursor']) + 1;
	const page = records.slice(start, start + limit);
	const isLast = start + limit >= records.length;
	const nextCursor = isLast ? null : cursorAt(page.at(-1)?.['id']);
	return { result: page.flatMap(show), page: { limit, totalCount: records.length, nextCursor } };
}

/** Pages a list only if the contract's operation has paging parameters. */
export function listOf(call: Call, records: readonly JsonObject[], show: Show): Answer {
	const schemaOf = (name: string) =>
		call.operation.parameters.find((one) => one.name === name && one.place === 'query')?.schema;
	const { query } = call;
	if (schemaOf('cursor') !== undefined) {
		const { maximum = PAGE_SIZE } = objectAt({ limit: schemaOf('limit') }, 'limit');
		return cursorPage(call, records, show, Number(maximum));
	}
	if (schemaOf('offset') === undefined) return { result: records.flatMap(show) };
	const [limit, offset] = [Number(query['limit'] ?? MAX_ROWS), Number(query['offset'] ?? 0)];
	const meta = { total: records.length, limit, offset };
	const page = records.slice(offset, offset + limit);
	return { result: page.flatMap(show), page: { meta } };
}
