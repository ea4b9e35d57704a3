import { validateRequest } from '../../contract';
import { objectAt, objectsAt } from '../../contract/json';
import type { Handler } from '../routes/answers';
import { type Behaviour, tilesWithIds } from '../routes/records';
import { NEW_DASHBOARD } from './seed';

/** The charts that an alert can watch. */
const WATCHABLE: readonly unknown[] = ['line', 'number', 'stacked_bar'];

/** A server turns series, which are an older form, into a config; here, it's always this one. */
const CONVERTED = { displayType: 'markdown', markdown: 'Series' };

/** An update keeps the IDs of known tiles, and other keys that it omits; alerts of removed tiles are deleted. */
export const dashboards: Behaviour = {
	store: ({ state: { clickStack }, body }, made, stored) => {
		const given = tilesWithIds(body, stored, () => clickStack.newId());
		const tiles = given.map(({ id, name, config = CONVERTED, ...place }) => {
			const { x, y, w, h, containerId, tabId } = place;
			return { id, name, x, y, w, h, containerId, tabId, config };
		});
		return { ...made, ...NEW_DASHBOARD, ...stored, ...body, tiles };
	},
	then: ({ state: { clickStack } }, id, dashboard) => {
		const tiles = objectsAt(dashboard, 'tiles');
		const watchable = tiles.filter((tile) =>
			WATCHABLE.includes(objectAt(tile, 'config')['displayType']),
		);
		const kept = new Set(watchable.map((tile) => tile['id']));
		for (const alert of clickStack.alerts.all()) {
			const isGone = alert['dashboardId'] === id && !kept.has(alert['tileId']);
			if (isGone) clickStack.alerts.delete(alert.id);
		}
	},
};

/** Judges a creation. The response has no `data`. */
export const validateDashboard: Handler = ({ body }) => {
	const path = '/api/v2/dashboards';
	const faults = validateRequest({ api: 'clickstack', method: 'POST', path, body });
	const errors = faults.map((message) => ({ path: '', message }));
	return { status: 200, body: { valid: faults.length === 0, errors } };
};
