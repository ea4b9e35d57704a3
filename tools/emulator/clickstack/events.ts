import { textAt } from '../../contract/json';
import type { Answer, Handler } from '../routes/answers';
import { badRequest, missing } from './reply';
import { columnName, compareValues, type EventRow, QueryError, testOf, valueOf } from './rows';

const DEFAULT_PERIOD_MS = 15 * 60_000;
const DEFAULT_ROWS = 100;
const SUBQUERY = /(?<!\w)SELECT\s/i;

function expressionsOf(list: string): string[] {
	return list.split(/,(?![^([]*[)\]])/).map((one) => one.trim());
}

/** Returns the columns of a select, each with the name that it has in a row. */
function columnsOf(select: string): Array<[name: string, expression: string]> {
	return expressionsOf(select).map((one) => {
		const [expression = '', alias] = one.split(/\s+AS\s+/i);
		return [alias ?? columnName(expression), expression];
	});
}

function inOrder(rows: readonly EventRow[], orderBy: string): EventRow[] {
	const keys = expressionsOf(orderBy).map((one) => {
		const [, expression = '', direction = 'ASC'] = /^(.+?)(?:\s+(ASC|DESC))?$/i.exec(one) ?? [];
		return { expression, sign: direction.toUpperCase() === 'ASC' ? 1 : -1 };
	});
	const keyed = rows.map((row) => ({
		row,
		values: keys.map(({ expression }) => valueOf(row, expression)),
	}));
	keyed.sort((one, other) => {
		for (const [index, { sign }] of keys.entries()) {
			const order = compareValues(one.values[index], other.values[index]);
			if (order !== 0) return sign * order;
		}
		return 0;
	});
	return keyed.map(({ row }) => row);
}

/** Answers a query, or returns ClickHouse's objection. */
function answerOf(query: () => Answer): Answer {
	try {
		return query();
	} catch (error) {
		if (error instanceof QueryError) return badRequest(error.message);
		throw error;
	}
}

/** Searches events: the rows of a page, without a total. */
export const searchEvents: Handler = ({ state: { clickStack: state }, body, now }) => {
	const source = state.sources.get(String(body['sourceId']));
	if (source === undefined) return missing('Source');
	if (SUBQUERY.test(textAt(body, 'select'))) {
		return badRequest('Body validation failed: select: SELECT is not allowed');
	}
	const end = Date.parse(textAt(body, 'endTime') || now);
	const startTime = textAt(body, 'startTime');
	const start = startTime === '' ? end - DEFAULT_PERIOD_MS : Date.parse(startTime);
	if (start >= end) return badRequest('endTime must be greater than startTime');
	const from = Number(body['offset'] ?? 0);
	return answerOf(() => {
		const fits = testOf(textAt(body, 'where'), body['whereLanguage']);
		const found = state.events.filter((row) => row.at >= start && row.at <= end && fits(row));
		const orderBy = textAt(body, 'orderBy') || 'Timestamp DESC';
		const columns = columnsOf(
			textAt(body, 'select') || textAt(source, 'defaultTableSelectExpression'),
		);
		const rows = inOrder(found, orderBy)
			.slice(from, from + Number(body['maxResults'] ?? DEFAULT_ROWS))
			.map((row) => Object.fromEntries(columns.map(([name, one]) => [name, valueOf(row, one)])));
		return { status: 200, body: { data: rows, rows: rows.length } };
	});
};
