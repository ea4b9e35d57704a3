import { type JsonObject, objectsAt } from '../../contract/json';
import type { Behaviour } from '../routes/records';
import { CLICKSTACK_IDS } from './ids';
import { badRequest } from './reply';
import type { ClickStackState } from './state';

/** The keys that an update resets if they are omitted. */
const DEFAULTS = { select: '', where: '', whereLanguage: 'lucene', orderBy: '' };
const FACET = /^\S.*\s+(?:(?:NOT\s+)?IN\s*\(.*\)|BETWEEN\s+\S+\s+AND\s+\S+)$/i;

function keyOf({ type = 'sql', condition, operator, left, right }: JsonObject): string {
	return JSON.stringify([type, condition, operator, left, right]);
}

/** Returns why a body is refused: a filter is a facet in SQL, or unchanged from before. */
function faultOf(body: JsonObject, state: ClickStackState, known: JsonObject | undefined) {
	if (!state.sources.has(String(body['sourceId']))) {
		return badRequest('sourceId must be an existing source id');
	}
	const before = new Set(objectsAt(known, 'filters').map(keyOf));
	const wrong = objectsAt(body, 'filters').findIndex((filter) => {
		const { type = 'sql', condition } = filter;
		const isFacet = type === 'sql' && FACET.test(String(condition));
		return !isFacet && !before.has(keyOf(filter));
	});
	if (wrong === -1) return undefined;
	return badRequest(`filters[${String(wrong)}] must be IN, NOT IN or BETWEEN of one column`);
}

/** An update replaces a saved search as a whole; its alerts are deleted with it. */
export const savedSearches: Behaviour = {
	refuse: ({ operation, body, state }, known) =>
		operation.method === 'DELETE' ? undefined : faultOf(body, state.clickStack, known),
	store: ({ body, now: updatedAt }, { id }, known) => {
		const filters = objectsAt(body, 'filters').map((filter) => ({ type: 'sql', ...filter }));
		const { name, sourceId, tags = [] } = body;
		const { teamId } = CLICKSTACK_IDS;
		const given = Object.entries(DEFAULTS).map(
			([key, value]) => [key, body[key] ?? value] as const,
		);
		const createdAt = known?.['createdAt'] ?? updatedAt;
		const texts: JsonObject = Object.fromEntries(given);
		const whole = { id, name: String(name).trim(), ...texts, sourceId, tags, filters, teamId };
		return { ...whole, createdAt, updatedAt };
	},
	then: ({ state: { clickStack } }, id, record) => {
		const alerts = record === undefined ? clickStack.alerts.all() : [];
		for (const alert of alerts) {
			if (alert['savedSearchId'] === id) clickStack.alerts.delete(alert.id);
		}
	},
};
