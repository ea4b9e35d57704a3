import { type JsonObject, objectsAt } from '../../contract/json';
import { CLICKSTACK_IDS } from './ids';
import { badRequest, data, type Handler, missing, page } from './reply';
import type { StoredRecord } from './seed';
import type { ClickStackState } from './state';

/** The keys that an update resets if they are omitted. */
const DEFAULTS = { select: '', where: '', whereLanguage: 'lucene', orderBy: '' };
const FACET = /^\S.*\s+(?:(?:NOT\s+)?IN\s*\(.*\)|BETWEEN\s+\S+\s+AND\s+\S+)$/i;

function keyOf({ type = 'sql', condition, operator, left, right }: JsonObject): string {
	return JSON.stringify([type, condition, operator, left, right]);
}

/** Returns why a body is refused: a filter is a facet in SQL, or unchanged from before. */
function faultOf(body: JsonObject, state: ClickStackState, known: StoredRecord | undefined) {
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

function stored(body: JsonObject, id: string): StoredRecord {
	const filters = objectsAt(body, 'filters').map((filter) => ({ type: 'sql', ...filter }));
	const { name, sourceId, tags = [] } = body;
	const { teamId } = CLICKSTACK_IDS;
	const texts = Object.fromEntries(
		Object.entries(DEFAULTS).map(([key, value]) => [key, body[key] ?? value]),
	);
	return { id, name: String(name).trim(), ...texts, sourceId, tags, filters, teamId };
}

export const listSavedSearches: Handler = (call) => page(call, call.state.savedSearches.all());

export const getSavedSearch: Handler = ({ state, id }) => {
	const savedSearch = state.savedSearches.get(id);
	return savedSearch === undefined ? missing('Saved search') : data(savedSearch);
};

export const createSavedSearch: Handler = ({ state, body, now }) => {
	const fault = faultOf(body, state, undefined);
	if (fault !== undefined) return fault;
	const created = { ...stored(body, state.newId()), createdAt: now, updatedAt: now };
	state.savedSearches.set(created);
	return data(created);
};

export const updateSavedSearch: Handler = ({ state, id, body, now }) => {
	const known = state.savedSearches.get(id);
	const fault = faultOf(body, state, known);
	if (fault !== undefined) return fault;
	if (known === undefined) return missing('Saved search');
	const updated = { ...stored(body, id), createdAt: known['createdAt'], updatedAt: now };
	state.savedSearches.set(updated);
	return data(updated);
};

/** Deletes a saved search with its alerts. */
export const deleteSavedSearch: Handler = ({ state, id }) => {
	if (!state.savedSearches.delete(id)) return missing('Saved search');
	for (const alert of state.alerts.all()) {
		if (alert['savedSearchId'] === id) state.alerts.delete(alert.id);
	}
	return { status: 200, body: {} };
};
