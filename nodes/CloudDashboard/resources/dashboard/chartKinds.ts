import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, ownValue, recordsIn, withoutAbsent } from '../../../engine/json';
import { textList } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { DRAWN_CHARTS, SINGLE_CHARTS } from './charts';

const TIME_KEYS =
	'groupBy asRatio formulas showOperandSeries alignDateRangeToGranularity fillNulls seriesLimit';
const CATEGORY_KEYS = 'groupBy orderBy limit';
const SEARCH_KEYS = 'sourceId select where whereLanguage';
const DRAWN_KEYS = 'sourceId select numberFormat';

/** A chart has these keys, besides `configType` and `displayType`. */
const KEYS: Readonly<Record<string, string>> = {
	line: `${DRAWN_KEYS} ${TIME_KEYS} compareToPreviousPeriod fitYAxisToData`,
	stacked_bar: `${DRAWN_KEYS} ${TIME_KEYS}`,
	table: `${DRAWN_KEYS} groupBy having orderBy asRatio formulas showOperandSeries groupByColumnsOnLeft onClick`,
	number: `${DRAWN_KEYS} formulas color colorRules backgroundChart`,
	pie: `${DRAWN_KEYS} ${CATEGORY_KEYS}`,
	bar: `${DRAWN_KEYS} ${CATEGORY_KEYS}`,
	heatmap: 'sourceId where whereLanguage numberFormat',
	search: SEARCH_KEYS,
	event_patterns: SEARCH_KEYS,
	markdown: 'markdown',
};
const SQL_KEYS = wordsOf('connectionId sqlTemplate sourceId numberFormat');
/** SQL can fill any drawn chart, which keeps these of its keys. */
const DRAWN_KEYS_OF_SQL = wordsOf(
	'alignDateRangeToGranularity fillNulls seriesLimit compareToPreviousPeriod fitYAxisToData onClick color',
);

/** A series has these keys, but its chart's value doesn't. */
const OF_CHART = wordsOf('type displayType sourceId groupBy sortOrder field');

const isSql = ({ configType }: JsonObject): boolean => configType === 'sql';

export function isDrawn(config: JsonObject): boolean {
	return !isSql(config) && DRAWN_CHARTS.some((kind) => kind === config.displayType);
}

function keysOf(config: JsonObject): string[] {
	const keys = wordsOf(ownValue(KEYS, String(config.displayType)) ?? '');
	if (!isSql(config)) return keys;
	return [...SQL_KEYS, ...keys.filter((name) => DRAWN_KEYS_OF_SQL.includes(name))];
}

/** The part of a stored chart that a chart of the next kind has too. The same kind keeps even unknown keys. */
export function keptConfig(stored: JsonObject, next: JsonObject): JsonObject {
	const isSameType = isSql(stored) === isSql(next);
	if (isSameType && stored.displayType === next.displayType) return stored;
	const lost = [
		// SQL computes other values, and may read through another connection than the source's.
		...(isSameType ? [] : ['numberFormat']),
		...(!isSameType && isSql(next) ? ['sourceId'] : []),
		...(hasSameSelect(stored, next) ? [] : ['select']),
	];
	const names = keysOf(next).filter((name) => !lost.includes(name) && !isAbsent(stored[name]));
	const members = Object.fromEntries(names.map((name) => [name, stored[name]]));
	return isDrawn(next) && isDrawn(stored) ? withFewerValues(members, next.displayType) : members;
}

/** Drawn charts list values, and searches name columns in a text. */
function hasSameSelect(stored: JsonObject, next: JsonObject): boolean {
	return isDrawn(next) ? isDrawn(stored) : typeof stored.select === 'string';
}

/** A pie or bar has one value. A number has one, or one formula with its values. */
function withFewerValues(config: JsonObject, kind: unknown): JsonObject {
	if (!SINGLE_CHARTS.some((single) => single === kind)) return config;
	const key = recordsIn(config.formulas).length > 0 ? 'formulas' : 'select';
	return { ...config, [key]: recordsIn(config[key]).slice(0, 1) };
}

/** ClickStack stores a tile's series, an older form of charts, as this chart. */
export function chartOfTile({ series, asRatio, ...tile }: JsonObject): JsonObject {
	const [first, ...laterSeries] = recordsIn(series);
	if (first === undefined || isJsonObject(tile.config)) return { ...tile, series, asRatio };
	return { ...tile, config: chartFromSeries(first, laterSeries, asRatio) };
}

function chartFromSeries(
	first: JsonObject,
	laterSeries: readonly JsonObject[],
	asRatio: unknown,
): JsonObject {
	const { type, displayType = 'line', sourceId, where, whereLanguage = 'lucene' } = first;
	if (type === 'markdown') return { displayType: type, markdown: first.content };
	if (type === 'search') {
		const select = textList(first.fields).join(', ');
		return { displayType: type, sourceId, select, where, whereLanguage };
	}
	const kind = type === 'time' ? displayType : type;
	const chart = { displayType: kind, sourceId };
	if (kind === 'number') return { ...chart, select: [valueOf(first)] };
	return {
		...chart,
		select: [first, ...laterSeries].map(valueOf),
		groupBy: textList(first.groupBy).join(', '),
		asRatio,
	};
}

function valueOf(series: JsonObject): JsonObject {
	const { field = '', whereLanguage = 'lucene' } = series;
	const value = withoutAbsent(series, OF_CHART);
	return { ...value, valueExpression: field, whereLanguage };
}
