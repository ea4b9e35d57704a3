import type { JsonObject } from '../../contract/json';
import type { Answer, Call } from './answers';
import { type Behaviour, type Behaviours, tilesWithIds } from './records';
import { omit } from './update';

function timeOf({ query }: Call, name: string, otherwise: number): number {
	const text = query[name];
	return typeof text === 'string' ? Date.parse(text) : otherwise;
}

function conflict(reason: string): Answer {
	return { status: 409, message: `CONFLICT: ${reason}` };
}

/** ClickHouse Cloud refuses to delete a service in any other state. */
const DELETABLE = ['provisioning', 'starting', 'awaking', 'idle', 'stopped', 'degraded', 'failed'];

/** Records created in the console can only be read, and don't show their service. */
function ofThisApi(nameIsTaken: (call: Call, id: unknown) => boolean = () => false): Behaviour {
	return {
		refuse: (call, record) => {
			if (record?.['ownerType'] === 'user') return conflict('made by a user in the console');
			return nameIsTaken(call, record?.['id']) ? conflict('the name is taken') : undefined;
		},
		show: (_call, record) => omit(record, ['serviceId']),
	};
}

function isNameOfSavedQuery({ state, body, place }: Call, id: unknown): boolean {
	const isSame = ({ name, serviceId, ...query }: JsonObject) =>
		name === body['name'] && serviceId === place.serviceId && query['id'] !== id;
	return state.recordsOf('clickhouseCloud', 'savedQueries').peekAll().some(isSame);
}

/** Lists where the management API and the neutral dashboard API differ from the contract's general behavior. */
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
	queryEndpoints: ofThisApi(),
	savedQueries: ofThisApi(isNameOfSavedQuery),
	roles: { store: (_call, made) => ({ ...made, type: 'custom' }) },
	services: {
		refuse: (_call, record) =>
			record === undefined || DELETABLE.includes(String(record['state']))
				? undefined
				: conflict(`the service must be stopped. Current state: ${String(record['state'])}`),
	},
};
