import { valuesOf } from '../../contract/branches';
import { documentOf, resolve } from '../../contract/documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../../contract/json';
import { pick } from '../routes/update';

const schemas = () => objectAt(objectAt(documentOf('clickstack'), 'components'), 'schemas');

/** The API shows these keys of a chart only as text. */
const TEXTS = ['groupBy', 'orderBy', 'having'];
const OVER_TIME: readonly unknown[] = ['line', 'stacked_bar'];
/** For these charts, ClickStack returns a single value, unless they have formulas. */
const OF_ONE: readonly unknown[] = ['number', 'pie', 'bar'];
/** Responses give these charts a `where`, even an empty one. */
const FILTERED: readonly unknown[] = ['search', 'event_patterns', 'heatmap'];

/** Undefined for a kind of chart that the contract lacks. */
function membersOf({ configType, displayType }: JsonObject): string[] | undefined {
	const kinds = listAt(schemas()['Config'], 'oneOf').map((kind) =>
		objectAt({ kind: resolve(documentOf('clickstack'), kind) }, 'kind'),
	);
	const kind = kinds.find((schema) => {
		const isSql = objectAt(objectAt(schema, 'properties'), 'configType')['const'] === 'sql';
		const types = valuesOf(objectAt(objectAt(schema, 'properties'), 'displayType'));
		return isSql === (configType === 'sql') && types.includes(displayType);
	});
	return kind && Object.keys(objectAt(kind, 'properties'));
}

/** Responses leave out keys that a select item's function can't have, and add defaults. */
function shownItem(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const { level, valueExpression = '', ...others } = item;
	const isKnown = listAt(schemas()['AggFn'], 'enum').includes(item['aggFn']);
	const aggFn = isKnown ? item['aggFn'] : 'none';
	const levels = listAt(objectAt(objectAt(schemas()['SelectItem'], 'properties'), 'level'), 'enum');
	return {
		where: '',
		whereLanguage: 'lucene',
		...others,
		aggFn,
		valueExpression: aggFn === 'count' ? '' : valueExpression,
		...(aggFn === 'quantile' && levels.includes(level) && { level }),
	};
}

/** A heatmap without a value keeps its kind, and can't be sent back. */
function shownSelect({ displayType, select, formulas }: JsonObject): unknown {
	const [first = { valueExpression: '' }] = listAt({ select }, 'select');
	if (displayType === 'heatmap') return [first];
	if (!Array.isArray(select)) return select;
	const isOfOne = OF_ONE.includes(displayType) && formulas === undefined;
	return (isOfOne ? select.slice(0, 1) : select).map(shownItem);
}

/** Keys that responses add to a chart. */
function addedTo({ configType, displayType, asRatio, fillNulls }: JsonObject): JsonObject {
	const isSql = configType === 'sql';
	const isOverTime = OVER_TIME.includes(displayType);
	return {
		...(FILTERED.includes(displayType) && { where: '', whereLanguage: 'lucene' }),
		...(isOverTime && { fillNulls: fillNulls !== false }),
		...(!isSql && (isOverTime || displayType === 'table') && { asRatio: asRatio === true }),
	};
}

/**
 * Responses leave out what the API can't express, such as a line's own `where`. An unknown chart becomes a counting
 * line. PromQL charts aren't shown.
 */
export function shownChart(config: JsonObject): JsonObject | undefined {
	const { configType, sourceId = '' } = config;
	if (configType === 'promql') return undefined;
	const members = membersOf(config);
	if (members === undefined) {
		return { displayType: 'line', sourceId, select: [{ aggFn: 'count', where: '' }] };
	}
	const stored = Object.entries(pick(config, members));
	const shown = stored.filter(
		([name, value]) => !TEXTS.includes(name) || typeof value === 'string',
	);
	const select = members.includes('select') ? { select: shownSelect(config) } : {};
	return { ...addedTo(config), ...Object.fromEntries(shown), ...select };
}

/** Servers store series, an older form of charts, as charts. */
export function chartOfSeries(series: readonly JsonObject[], asRatio: unknown): JsonObject {
	const [{ type, displayType, sourceId, groupBy, content, fields, where, whereLanguage } = {}] =
		series;
	if (type === 'markdown') return { displayType: 'markdown', markdown: content };
	const language = { whereLanguage: whereLanguage ?? 'lucene' };
	if (type === 'search') {
		const select = listAt({ fields }, 'fields').join(', ');
		return { displayType: 'search', sourceId, select, where, ...language };
	}
	const items = series.map((item) => ({
		...pick(item, ['aggFn', 'alias', 'level', 'where']),
		valueExpression: item['field'] ?? '',
		whereLanguage: item['whereLanguage'] ?? 'lucene',
	}));
	if (type === 'number') return { displayType: 'number', sourceId, select: items.slice(0, 1) };
	const kind = type === 'table' ? 'table' : (displayType ?? 'line');
	const groups = listAt({ groupBy }, 'groupBy').join(', ');
	return { displayType: kind, sourceId, select: items, groupBy: groups, asRatio: asRatio === true };
}
