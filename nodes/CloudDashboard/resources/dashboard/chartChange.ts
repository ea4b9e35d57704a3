import type { Issue, WithIssues } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import {
	isAbsent,
	isEmptyList,
	isJsonObject,
	ownValue,
	recordsIn,
	withoutAbsent,
	withoutUndefined,
} from '../../../engine/json';
import { bodyBuilder, rowRule, rulesOf } from '../../../engine/body/interpret';
import { zodIssues } from '../../../engine/body/schema';
import { asObject, emptyToUndefined } from '../../../engine/parameters/values';
import { isDrawn, keptConfig } from './chartKinds';
import { CHARTS, DRAWN_CHARTS, tileChart, tooManyIssues, VALUE_KEYS, valueRules } from './charts';

/** Undefined if the row doesn't mention a chart. */
type Chart = WithIssues<JsonObject | undefined>;

/** The choices of a new tile, unless the user changes them. */
export const NEW_CHART = { chart: 'line', aggFn: 'count', sqlDisplayType: 'table' };

const readChart = bodyBuilder(tileChart);
const chartRules = rulesOf(tileChart);
const furtherRules = rowRule('select', valueRules);
const chartsWith = (name: string): readonly string[] => {
	const kinds = tileChart.members[name]?.when?.['chart'] ?? [];
	return 'not' in kinds ? [] : kinds.map(String);
};

export function choosesChart({ chart }: JsonObject): boolean {
	return emptyToUndefined(chart) !== undefined;
}

export function newChart(row: JsonObject): Chart {
	if (choosesChart(row)) return otherChart(row, {});
	const { chart } = NEW_CHART;
	const { value, issues } = otherChart({ ...row, chart }, {});
	return { value, issues: [...issues, ...misplacedIssues(chartEntries(row), chart)] };
}

/**
 * Omitted values stay. The stored chart decides which fields are valid, unless the row chooses another chart. Before
 * the tile is read, all fields are valid.
 */
export function changedChart(row: JsonObject, tile: JsonObject | undefined): Chart {
	const isChosen = choosesChart(row);
	const entries = chartEntries(row);
	if (!isChosen && Object.keys(entries).length === 0) return { value: undefined, issues: [] };
	if (tile === undefined) {
		const value = withoutUndefined({ ...entries, chart: isChosen ? row.chart : undefined });
		return { value, issues: zodIssues(tileChart.schema, entries) };
	}
	const kind = kindOf(tile);
	const stored = asObject(tile.config);
	if (isChosen && kind !== row.chart) return otherChart(row, stored);
	if (kind === undefined) return newChart(row);
	const misplaced = misplacedIssues(entries, kind);
	if (misplaced.length > 0) return { value: undefined, issues: misplaced };
	return keptChart(row, kind, stored);
}

/** A chart of another kind starts from what the stored chart has in common with it. */
function otherChart(row: JsonObject, stored: JsonObject): Chart {
	const kind = String(row.chart);
	const { value, issues } = keptChart(row, kind, startOf(kind, row, stored));
	const lacking = [...chartRules({ ...value, chart: kind, select: undefined })].filter(
		({ path }) => !VALUE_KEYS.includes(path),
	);
	return { value, issues: [...lacking, ...issues] };
}

/** The form has a single Where, for a search and for a chart's first value. */
function startOf(kind: string, row: JsonObject, stored: JsonObject): JsonObject {
	if (kind === 'sql') {
		const drawn = isDrawn(stored) ? stored.displayType : NEW_CHART.sqlDisplayType;
		const displayType = emptyToUndefined(row.sqlDisplayType) ?? drawn;
		const next = { configType: kind, displayType };
		return { ...keptConfig(stored, next), ...next };
	}
	const next = { displayType: kind };
	const [value = stored] = isDrawn(stored) ? recordsIn(stored.select) : [];
	const { where, whereLanguage } = value;
	const filter = withoutUndefined({ where, whereLanguage });
	const chart: JsonObject = { ...keptConfig(stored, next), ...next };
	if (kind === 'search') return { select: '', ...chart, ...filter };
	if (!isDrawn(next) || recordsIn(chart.select).length > 0) return chart;
	// An expression that returns nothing doesn't choose to count.
	const isLost = Object.hasOwn(row, 'aggFn') && isAbsent(row.aggFn);
	return { ...chart, select: [{ ...(!isLost && { aggFn: NEW_CHART.aggFn }), ...filter }] };
}

/** Undefined for a tile without a chart. */
function kindOf({ config, series }: JsonObject): string | undefined {
	if (isJsonObject(config)) {
		return config.configType === 'sql' ? 'sql' : String(config.displayType);
	}
	return series === undefined ? undefined : 'series';
}

/** The row's chart isn't known yet, so values of any chart are read. */
function chartEntries(row: JsonObject): JsonObject {
	const entries = Object.keys(CHARTS).flatMap((chart) =>
		Object.entries(readChart({ ...row, chart }, '')),
	);
	return Object.fromEntries(
		entries.filter(([name, value]) => name !== 'chart' && !isEmptyList(value)),
	);
}

function misplacedIssues(entries: JsonObject, kind: string): Issue[] {
	return Object.keys(entries).flatMap((path) => {
		const kinds = chartsWith(path);
		if (kinds.includes(kind)) return [];
		const titles = kinds.map((kindWithField) => CHARTS[kindWithField] ?? kindWithField).join(', ');
		const text = `doesn't apply to this tile's chart, ${ownValue(CHARTS, kind) ?? kind}. Remove it, or choose a Chart that has it: ${titles}.`;
		return [{ path, text }];
	});
}

/** Refuses a field for Count, which aggregates rows. */
function countIssues({ valueExpression }: JsonObject): Issue[] {
	if (valueExpression === undefined) return [];
	const text =
		"doesn't apply to the Count aggregation. Choose a different aggregation, or remove the field.";
	return [{ path: 'valueExpression', text }];
}

/** In a form, the first value's properties are the tile's own. */
function firstValueOf(fields: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => VALUE_KEYS.includes(name)));
}

/** The row changes the first value. If it has further values, they replace the rest. */
function keptChart(row: JsonObject, kind: string, stored: JsonObject): Chart {
	const defined = readChart({ ...row, chart: kind }, '');
	const { select, selectColumns, sqlDisplayType, ...fields } = defined;
	delete fields['chart'];
	const issues = zodIssues(tileChart.schema, defined);
	if (!DRAWN_CHARTS.includes(kind)) {
		const changes = withoutUndefined({
			...fields,
			select: selectColumns,
			displayType: sqlDisplayType,
		});
		return { value: { ...stored, ...changes }, issues };
	}
	const [storedValue = {}, ...storedFurther] = recordsIn(stored.select);
	const furtherValues = recordsIn(select);
	const value = changedValue(storedValue, firstValueOf(fields));
	return {
		value: {
			...stored,
			...withoutAbsent(fields, VALUE_KEYS),
			select: [value, ...(furtherValues.length === 0 ? storedFurther : furtherValues)],
		},
		issues: [
			...issues,
			...valueRules(value),
			...furtherRules({ select: furtherValues }),
			...tooManyIssues(kind, furtherValues, 1),
			...(value.aggFn === 'count' ? countIssues(fields) : []),
		],
	};
}

/** After a change of the aggregation, keys that only the old one uses are dropped. */
function changedValue(stored: JsonObject, changes: JsonObject): JsonObject {
	const value = { ...stored, ...changes };
	if (value.aggFn === 'count') delete value.valueExpression;
	if (value.aggFn !== 'quantile') delete value.level;
	return value;
}
