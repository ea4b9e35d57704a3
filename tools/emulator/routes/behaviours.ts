import type { Call } from './answers';
import { type Behaviours, tilesWithIds } from './records';

function timeOf({ query }: Call, name: string, otherwise: number): number {
	const text = query[name];
	return typeof text === 'string' ? Date.parse(text) : otherwise;
}

/** Where the management API and the neutral dashboard API do more with their records than the contract describes. */
export const BEHAVIOURS: Behaviours = {
	activities: {
		select: (call, { createdAt }) => {
			const time = Date.parse(String(createdAt));
			const isEarly = time < timeOf(call, 'from_date', -Infinity);
			return !isEarly && !(time > timeOf(call, 'to_date', Infinity));
		},
	},
	dashboards: {
		store: ({ state, body }, made, stored) => ({
			...stored,
			...made,
			tags: body['tags'] ?? [],
			tiles: tilesWithIds(body, stored, () => state.newIds.named('new-tile')),
		}),
	},
	invitations: {
		store: (_call, made) => ({ ...made, email: String(made['email']).toLowerCase() }),
	},
	roles: { store: (_call, made) => ({ ...made, type: 'custom' }) },
};
