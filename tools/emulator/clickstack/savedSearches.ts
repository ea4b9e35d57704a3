import type { Behaviour } from '../routes/records';
import { CLICKSTACK_IDS } from './ids';
import { noSuch } from './refusals';

const { teamId } = CLICKSTACK_IDS;

/** A saved search needs a source. Its alerts are deleted with it. */
export const savedSearches: Behaviour = {
	missing: noSuch('Saved search'),
	refuse: ({ operation, body, state: { clickStack } }) =>
		operation.method === 'DELETE' || clickStack.sources.has(String(body['sourceId']))
			? undefined
			: { status: 400, message: 'Source not found' },
	store: (_call, made) => ({ ...made, teamId, name: String(made['name']).trim() }),
	then: ({ state: { clickStack } }, id, search) => {
		if (search !== undefined) return;
		for (const alert of clickStack.alerts.peekAll()) {
			if (alert['savedSearchId'] === id) clickStack.alerts.delete(alert.id);
		}
	},
};
