import { documentOf, resolve } from '../../contract/documents';
import { valuesOf } from '../../contract/branches';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../../contract/json';
import { pick } from '../routes/update';

const schemas = () => objectAt(objectAt(documentOf('clickstack'), 'components'), 'schemas');
const LEVELS: readonly unknown[] = [0.5, 0.9, 0.95, 0.99];
/** What the API shows of a chart as a text alone. */
const TEXTS = ['groupBy', 'orderBy', 'having'];

/** A server turns series, which are an older form, into a config; here, it's always this one. */
export const CONVERTED = { displayType: 'markdown', markdown: 'Series' };

/** The members of a chart in the contract, by its kind; none if the API doesn't know the kind. */
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

/** A select item as answers show it: without what its function can't have, and with defaults. */
function shownItem(item: unknown): unknown {
	if (!isJsonObject(item) || item['aggFn'] === undefined) return item;
	const { level, valueExpression = '', ...others } = item;
	const known = listAt(schemas()['AggFn'], 'enum');
	const aggFn = known.includes(item['aggFn']) ? item['aggFn'] : 'none';
	return {
		where: '',
		whereLanguage: 'lucene',
		...others,
		aggFn,
		valueExpression: aggFn === 'count' ? '' : valueExpression,
		...(aggFn === 'quantile' && LEVELS.includes(level) && { level }),
	};
}

/** What answers add to a chart. */
function addedTo({ configType, displayType, asRatio, fillNulls }: JsonObject): JsonObject {
	const isOverTime = displayType === 'line' || displayType === 'stacked_bar';
	const hasRatio = configType !== 'sql' && (isOverTime || displayType === 'table');
	return {
		...(isOverTime && { fillNulls: fillNulls !== false }),
		...(hasRatio && { asRatio: asRatio === true }),
	};
}

/**
 * A chart as answers show it: without what the API can't express, such as a line's own `where`. A chart of an unknown
 * kind becomes a line that counts; one of PromQL isn't shown at all.
 */
export function shownChart(config: JsonObject): JsonObject | undefined {
	const { configType, sourceId = '', select } = config;
	if (configType === 'promql') return undefined;
	const members = membersOf(config);
	if (members === undefined) {
		return { displayType: 'line', sourceId, select: [{ aggFn: 'count', where: '' }] };
	}
	const shown = Object.entries(pick(config, members)).filter(
		([name, value]) => !TEXTS.includes(name) || typeof value === 'string',
	);
	const items = Array.isArray(select) ? { select: select.map(shownItem) } : {};
	return { ...Object.fromEntries(shown), ...addedTo(config), ...items };
}
