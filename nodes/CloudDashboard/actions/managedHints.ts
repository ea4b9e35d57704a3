import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
import type { Parameters } from '../../core/operation';
import { asObject } from '../../core/parameters/values';
import { isManaged } from './authentication';
import { tilesOf } from './dashboard/tiles';

/** What the specification of managed ClickStack lacks, of an alert, a tile's chart or a filter. ClickStack, 1.1. */
const UNLISTED = [
	...['channels', 'formulas', 'isVariableEnabled', 'seriesLimit'],
	...['showOperandSeries', 'variableName'],
];

/** Returns a hint about what managed ClickStack may not know. Newer versions may, so it is sent. */
export function managedHints(parameters: Parameters, body: JsonObject): string[] {
	if (!isManaged(parameters)) return [];
	const charts = tilesOf(body).map(({ config }) => asObject(config));
	const parts = [body, ...charts, ...[body.filters].flat().filter(isJsonObject)];
	const unlisted = UNLISTED.filter((name) => parts.some((part) => Boolean(part[name])));
	return unlisted.length === 0
		? []
		: [
				`Managed ClickStack may drop or refuse ${unlisted.join(', ')}: its specification has no such field. Check the result.`,
			];
}
