import type { JsonObject } from '../../../engine/json';
import { isAbsent, ownValue, recordsIn } from '../../../engine/json';
import { wordsOf } from '../../../engine/text';
import { DRAWN_CHARTS } from './charts';

const TIME_KEYS =
	'groupBy asRatio formulas showOperandSeries alignDateRangeToGranularity fillNulls seriesLimit';
const CATEGORY_KEYS = 'groupBy orderBy limit';
const SEARCH_KEYS = 'sourceId select where whereLanguage';

/** Besides these keys, a drawn chart has a source, values, and their format. */
const DRAWN_KEYS: Readonly<Record<string, string>> = {
	line: `${TIME_KEYS} compareToPreviousPeriod fitYAxisToData`,
	stacked_bar: TIME_KEYS,
	table: 'groupBy having orderBy asRatio formulas showOperandSeries groupByColumnsOnLeft onClick',
	number: 'formulas color colorRules backgroundChart',
	pie: CATEGORY_KEYS,
	bar: CATEGORY_KEYS,
};
const OTHER_KEYS: Readonly<Record<string, string>> = {
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

const isSql = ({ configType }: JsonObject): boolean => configType === 'sql';

export function isDrawn(config: JsonObject): boolean {
	return !isSql(config) && DRAWN_CHARTS.some((kind) => kind === config.displayType);
}

function isSameKind(config: JsonObject, stored: JsonObject): boolean {
	return config.displayType === stored.displayType && isSql(config) === isSql(stored);
}

function keysOf(config: JsonObject): string[] {
	const kind = String(config.displayType);
	const drawnKeys = wordsOf(ownValue(DRAWN_KEYS, kind) ?? '');
	if (isSql(config)) {
		return [...SQL_KEYS, ...drawnKeys.filter((name) => DRAWN_KEYS_OF_SQL.includes(name))];
	}
	if (isDrawn(config)) return [...wordsOf('sourceId select numberFormat'), ...drawnKeys];
	return wordsOf(ownValue(OTHER_KEYS, kind) ?? '');
}

/** The part of a stored chart that a chart of the next kind has too. The same kind keeps even unknown keys. */
export function keptConfig(stored: JsonObject, next: JsonObject): JsonObject {
	if (isSameKind(next, stored)) return stored;
	const lost = [
		// SQL computes other values, and may read through another connection than the source's.
		...(isSql(stored) === isSql(next) ? [] : ['numberFormat']),
		...(isSql(next) && !isSql(stored) ? ['sourceId'] : []),
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
	const values = recordsIn(config.select);
	const formulas = recordsIn(config.formulas);
	if (kind === 'pie' || kind === 'bar') return { ...config, select: values.slice(0, 1) };
	if (kind !== 'number') return config;
	return formulas.length > 0
		? { ...config, formulas: formulas.slice(0, 1) }
		: { ...config, select: values.slice(0, 1) };
}
