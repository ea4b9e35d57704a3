import type { Handler } from './answers';
import { rolesOf } from './records';

/** The first key stands for the key that asks. */
export const whoami: Handler = ({ state: { apiKeys, organizationId } }) => {
	const [{ id: keyId, name } = {}] = apiKeys.peekAll();
	return { result: { actorType: 'apiKey', keyId, name, organizationId } };
};

/** The secret appears only in this response. */
export const createApiKey: Handler = (call) => {
	const { state, body, now: createdAt } = call;
	const keyId = state.newIds.named('newKeyId');
	const key = {
		state: 'enabled',
		expireAt: null,
		ipAccessList: [],
		...body,
		id: state.newIds.uuid(0x81),
		keySuffix: keyId.slice(-4),
		createdAt,
		assignedRoles: [],
		...rolesOf(call),
	};
	state.apiKeys.set(key);
	return { result: { key, keyId, keySecret: state.newIds.named('new-secret') } };
};
