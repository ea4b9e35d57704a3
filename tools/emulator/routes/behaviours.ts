import type { JsonObject } from '../../contract/json';
import { SEEDED_IDS } from '../state/ids';
import { badRequest, type Call } from './answers';
import type { Behaviours } from './records';
import { asleep } from './rules';

function timeOf({ query }: Call, name: string, otherwise: number): number {
	const text = query[name];
	return typeof text === 'string' ? Date.parse(text) : otherwise;
}

/** Returns an organization with its records. */
function withBelongings({ state }: Call, organization: JsonObject): JsonObject {
	if (organization['id'] !== state.organizationId) return organization;
	const all = (name: string) => state.recordsOf('clickhouseCloud', name).all();
	return {
		...organization,
		privateEndpoints: all('privateEndpoints'),
		byocConfig: all('byocInfrastructures'),
	};
}

/** Where the management API does more with its records than the contract describes. */
export const BEHAVIOURS: Behaviours = {
	activities: {
		select: (call, { createdAt }) => {
			const time = Date.parse(String(createdAt));
			const isEarly = time < timeOf(call, 'from_date', -Infinity);
			return !isEarly && !(time > timeOf(call, 'to_date', Infinity));
		},
	},
	apiKeys: {
		refuse: ({ operation: { method } }, { id } = {}) =>
			method === 'DELETE' && id === SEEDED_IDS.ownApiKeyId
				? badRequest('the key in use cannot be deleted')
				: undefined,
	},
	byocInfrastructures: {
		made: ['infra-provisioning', 'infra-ready'],
		deleted: ['infra-terminating', 'infra-terminated'],
	},
	invitations: {
		store: (_call, made) => ({ ...made, email: String(made['email']).toLowerCase() }),
	},
	organizations: { show: withBelongings },
	reversePrivateEndpoints: {
		refuse: (call) => (call.operation.method === 'DELETE' ? undefined : asleep(call)),
		made: ['Provisioning', 'Ready'],
		deleted: ['Deleting', undefined],
	},
	roles: {
		refuse: (_call, role) =>
			role?.['type'] === 'system' ? badRequest('system roles stay as they are') : undefined,
		store: (_call, made) => ({ ...made, type: 'custom' }),
	},
};
