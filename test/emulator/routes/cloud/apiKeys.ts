import { SEEDED_IDS } from '../../state/ids';
import { badRequest, found, type Handler, notFound, parameter } from '../answers';
import { assignedRoles } from './rules';

export const listApiKeys: Handler = ({ state }) => ({ result: state.apiKeys.all() });

export const getApiKey: Handler = (call) =>
	found(call.state.apiKeys.get(parameter(call, 'keyId')), 'API key');

export const updateApiKey: Handler = (call) => {
	const { assignedRoleIds, ...members } = call.body;
	const key = call.state.apiKeys.get(parameter(call, 'keyId'));
	if (key === undefined) return notFound('API key');
	const roles = assignedRoles(call.state, call.body);
	if (roles === undefined) return badRequest('unknown role');
	const changed = assignedRoleIds === undefined ? {} : { assignedRoles: roles };
	const updated = { ...key, ...members, ...changed };
	call.state.apiKeys.set(updated);
	return { result: updated };
};

export const deleteApiKey: Handler = (call) => {
	const id = parameter(call, 'keyId');
	if (id === SEEDED_IDS.ownApiKeyId) return badRequest('the key in use cannot be deleted');
	return call.state.apiKeys.delete(id) ? { done: true } : notFound('API key');
};
