import type { Handler } from './answers';
import { rolesOf } from './records';

/** Answers with the key that asks: the first one. */
export const whoami: Handler = ({ state: { apiKeys, organizationId } }) => {
	const [{ id: keyId, name } = {}] = apiKeys.peekAll();
	return { result: { actorType: 'apiKey', keyId, name, organizationId } };
};

/** Creates a key. Its secret is only in this response. */
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
