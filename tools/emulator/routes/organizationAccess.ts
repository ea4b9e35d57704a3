import { isJsonObject, type JsonObject, objectsAt } from '../../contract/json';
import { SEEDED_IDS } from '../state/ids';
import type { RoleRecord } from '../state/records';
import type { Answer, Call, Handler } from './answers';
import { badRequest, cursorPage, found, notFound } from './answers';
import { recordIn, withRoles } from './records';

const KEY_BLOCK = 0x81;
const ROLE_BLOCK = 0x71;
const POLICY_BLOCK = 0x72;
const MAX_KEYS = 100;
const MAX_SERVICES = 20;

/** The emulator's credentials are a key of the organization. */
export const whoami: Handler = ({ state }) => {
	const { ownApiKeyId } = SEEDED_IDS;
	const name = state.apiKeys.get(ownApiKeyId)?.name ?? '';
	const { organizationId } = state;
	return { result: { actorType: 'apiKey', keyId: ownApiKeyId, name, organizationId } };
};

/** Returns an organization with its records. */
function withBelongings({ state }: Call, organization: JsonObject): JsonObject {
	if (organization['id'] !== state.organizationId) return organization;
	const privateEndpoints = state.privateEndpoints.all();
	return { ...organization, privateEndpoints, byocConfig: state.byocInfrastructures.all() };
}

export const listOrganizations: Handler = (call) => {
	const all = call.state.organizations.all();
	const shown = all.map((one) => withBelongings(call, one));
	return cursorPage(call, shown);
};

export const getOrganization: Handler = (call) => {
	const organization = recordIn(call, call.state.organizations, 'organizationId');
	return found(organization && withBelongings(call, organization), 'organization');
};

export const updateOrganization: Handler = (call) => {
	const { state, body } = call;
	const organization = recordIn(call, state.organizations, 'organizationId');
	if (organization === undefined) return notFound('organization');
	const updated = { ...organization, ...body };
	state.organizations.set(updated);
	return { result: withBelongings(call, updated) };
};

export const getCreditBalances: Handler = ({ state }) => {
	const balances = state.creditBalances.all();
	const total = balances.reduce((sum, { remainingCredits }) => sum + remainingCredits, 0);
	return { result: { totalRemainingCredits: total, balances } };
};

export const listQuotas: Handler = ({ state }) => ({
	result: [
		{
			...{ quotaCode: 'services-per-organization', name: 'Services', scope: 'organization' },
			...{ description: 'Services of the organization', adjustable: true },
			...{ value: MAX_SERVICES, usage: state.services.size },
		},
		{
			...{ quotaCode: 'api-keys-per-organization', name: 'API keys', scope: 'organization' },
			...{ description: 'API keys of the organization', adjustable: false },
			...{ value: MAX_KEYS, usage: state.apiKeys.size },
		},
		{
			...{ quotaCode: 'replicas-per-warehouse', name: 'Replicas', scope: 'warehouse' },
			...{ description: 'Replicas of all services of a warehouse', adjustable: true, value: 50 },
		},
	],
});

/** Creates a key. Its secret is only in this response, unless the caller sent hashes of its own. */
export const createApiKey: Handler = (call) =>
	withRoles(call, (roles): Answer => {
		const { state, body, now } = call;
		if (state.apiKeys.size >= MAX_KEYS) {
			return badRequest(`an organization has at most ${String(MAX_KEYS)} keys`);
		}
		const { state: keyState = 'enabled', expireAt = null, ipAccessList = [], hashData } = body;
		const keyId = state.newIds.named('newKeyId');
		const key = {
			...{ expireAt, ipAccessList, assignedRoles: [], ...roles },
			id: state.newIds.uuid(KEY_BLOCK),
			name: String(body['name']),
			state: String(keyState),
			keySuffix: isJsonObject(hashData) ? hashData['keyIdSuffix'] : keyId.slice(-4),
			createdAt: now.toISOString(),
		};
		state.apiKeys.set(key);
		if (isJsonObject(hashData)) return { result: { key } };
		return { result: { key, keyId, keySecret: state.newIds.named('new-secret') } };
	});

/** Returns a body's changes of a role; policies get IDs of their own. */
function changedRole({ state, body, now }: Call, role: RoleRecord): RoleRecord {
	const policies = objectsAt(body, 'policies').map((policy) => ({
		...policy,
		id: state.newIds.uuid(POLICY_BLOCK),
		roleId: role.id,
		tenantId: state.organizationId,
	}));
	const changed = 'policies' in body ? { policies } : {};
	return { ...role, ...body, ...changed, updatedAt: now.toISOString() };
}

export const createRole: Handler = (call) => {
	const { state, body, now } = call;
	const role = changedRole(call, {
		id: state.newIds.uuid(ROLE_BLOCK),
		name: String(body['name']),
		type: 'custom',
		tenantId: state.organizationId,
		ownerId: state.organizationId,
		createdAt: now.toISOString(),
	});
	state.roles.set(role);
	return { result: role };
};

/** Makes a handler for the role of the path: system roles stay unchanged. */
function withCustomRole(act: (call: Call, role: RoleRecord) => Answer): Handler {
	return (call) => {
		const role = recordIn(call, call.state.roles, 'roleId');
		if (role === undefined) return notFound('role');
		return role.type === 'custom' ? act(call, role) : badRequest('system roles stay as they are');
	};
}

export const updateRole = withCustomRole((call, role) => {
	const updated = changedRole(call, role);
	call.state.roles.set(updated);
	return { result: updated };
});

export const deleteRole = withCustomRole(({ state }, { id }) => {
	state.roles.delete(id);
	return { done: true };
});
