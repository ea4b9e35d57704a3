import { SEEDED_IDS } from '../state/ids';
import type { Handler } from './answers';
import { rolesOf } from './records';

/** The emulator's credentials are a key of the organization. */
export const whoami: Handler = ({ state: { apiKeys, organizationId } }) => {
	const { ownApiKeyId: keyId } = SEEDED_IDS;
	const name = apiKeys.get(keyId)?.['name'];
	return { result: { actorType: 'apiKey', keyId, name, organizationId } };
};

/** Creates a key. Its secret is only in this response. */
export const createApiKey: Handler = (call) => {
	const { state, body, now: createdAt } = call;
	const keyId = state.newIds.named('newKeyId');
	const key = {
		...{ state: 'enabled', expireAt: null, ipAccessList: [], ...body, id: state.newIds.uuid(0x81) },
		...{ keySuffix: keyId.slice(-4), createdAt, assignedRoles: [], ...rolesOf(call) },
	};
	state.apiKeys.set(key);
	return { result: { key, keyId, keySecret: state.newIds.named('new-secret') } };
};

export const getUsageCost: Handler = ({ state, query }) => {
	const costs = state
		.recordsOf('clickhouseCloud', 'usageCosts')
		.all()
		.filter(({ date }) => String(date) >= String(query['from_date']))
		.filter(({ date }) => String(date) <= String(query['to_date']));
	const grandTotalCHC = costs.reduce((sum, { totalCHC }) => sum + Number(totalCHC), 0);
	return { result: { grandTotalCHC, costs } };
};
