import { type JsonObject, objectAt } from '../../contract/json';
import type { Answer, Call } from './answers';

const PAGE_SIZE = 250;
const MAX_ROWS = 1000;

function cursorAt(id: unknown): string {
	return Buffer.from(`after ${String(id)}`).toString('base64');
}

/** Answers with a page of records. The cursor is the ID of the previous page's last record. */
function cursorPage({ query }: Call, records: readonly JsonObject[], size: number): Answer {
	const limit = Number(query['limit'] ?? size);
	const start = records.findIndex(({ id }) => cursorAt(id) === query['cursor']) + 1;
	const result = records.slice(start, start + limit);
	const isLast = start + limit >= records.length;
	const nextCursor = isLast ? null : cursorAt(result.at(-1)?.['id']);
	return { result, page: { limit, totalCount: records.length, nextCursor } };
}

/** Answers with records, by page if the contract's operation has the parameters of one. */
export function listOf(call: Call, records: readonly JsonObject[]): Answer {
	const schemaOf = (name: string) =>
		call.operation.parameters.find((one) => one.name === name && one.place === 'query')?.schema;
	const { query } = call;
	if (schemaOf('cursor') !== undefined) {
		const { maximum = PAGE_SIZE } = objectAt({ limit: schemaOf('limit') }, 'limit');
		return cursorPage(call, records, Number(maximum));
	}
	if (schemaOf('offset') === undefined) return { result: records };
	const [limit, offset] = [Number(query['limit'] ?? MAX_ROWS), Number(query['offset'] ?? 0)];
	const meta = { total: records.length, limit, offset };
	return { result: records.slice(offset, offset + limit), page: { meta } };
}
