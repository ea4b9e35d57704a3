import { isJsonObject, type JsonObject, listAt, objectsAt } from '../../contract/json';

const TIME_CHARTS: readonly unknown[] = ['line', 'stacked_bar'];

/** The keys of a select item that a response has whether they were sent or not. */
const ITEM = { valueExpression: '', where: '', whereLanguage: 'lucene' };

/** Returns the config under which the server stores a legacy series. */
function configOfSeries(series: JsonObject[], asRatio: unknown): JsonObject {
	const [first = {}] = series;
	const { type, sourceId, where, whereLanguage } = first;
	if (type === 'markdown') return { displayType: 'markdown', markdown: first['content'] };
	if (type === 'search') {
		const select = listAt(first, 'fields').join(',');
		return { displayType: 'search', sourceId, select, where, whereLanguage };
	}
	const kept = type === 'number' ? series.slice(0, 1) : series;
	const select = kept.map(({ aggFn, field, where: filter, level, alias }) => ({
		...{ aggFn, valueExpression: field, where: filter, level, alias },
	}));
	if (type === 'number') return { displayType: 'number', sourceId, select };
	const displayType = type === 'table' ? 'table' : (first['displayType'] ?? 'line');
	const groupBy = listAt(first, 'groupBy').join(',') || undefined;
	return { displayType, sourceId, select, groupBy, asRatio: asRatio === true };
}

/** Returns a tile's chart as the server stores it and responds with it. */
export function storedConfig(tile: JsonObject): JsonObject {
	const { config: sent, asRatio } = tile;
	const config = isJsonObject(sent) ? sent : configOfSeries(objectsAt(tile, 'series'), asRatio);
	const { displayType, configType, select } = config;
	const isTime = TIME_CHARTS.includes(displayType);
	const added = isTime && configType !== 'sql' ? { asRatio: false, fillNulls: true } : {};
	const items = Array.isArray(select)
		? { select: objectsAt(config, 'select').map((item) => ({ ...ITEM, ...defined(item) })) }
		: {};
	return { ...added, ...defined(config), ...items };
}

function defined(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Returns whether a tile with this chart can keep its alerts. */
export function mayHaveAlerts(config: unknown): boolean {
	const displayType = isJsonObject(config) ? config['displayType'] : undefined;
	return displayType === 'number' || TIME_CHARTS.includes(displayType);
}
