import type { JsonObject } from '../../contract/json';
import { type Handler, notFound, parameter } from './answers';

export const INVITATION_BLOCK = 0x50;
const INVITATION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Roles that are assigned by their IDs are in no record. */
function roleOf({ role }: JsonObject): string | undefined {
	return typeof role === 'string' ? role : undefined;
}

export const createInvitation: Handler = ({ state, body, now }) => {
	const invitation = {
		id: state.newIds.uuid(INVITATION_BLOCK),
		email: String(body['email']).toLowerCase(),
		role: roleOf(body) ?? 'developer',
		createdAt: now.toISOString(),
		expireAt: new Date(now.getTime() + INVITATION_LIFE_MS).toISOString(),
	};
	state.invitations.set(invitation);
	return { result: invitation };
};

export const updateMember: Handler = (call) => {
	const member = call.state.members.get(parameter(call, 'userId'));
	if (member === undefined) return notFound('member');
	const updated = { ...member, role: roleOf(call.body) ?? member.role };
	call.state.members.set(updated);
	return { result: updated };
};
