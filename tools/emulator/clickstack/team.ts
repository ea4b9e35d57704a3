import { CLICKSTACK_IDS } from './ids';
import { badRequest, data, type Handler, NOT_FOUND } from './reply';
import { joinUrl } from './seed';

const DELETED = data({ success: true });

export const getTeam: Handler = () => data({ id: CLICKSTACK_IDS.teamId, name: 'Shop' });

export const listTeamMembers: Handler = ({ state }) => data(state.members.all());

export const removeTeamMember: Handler = ({ state, id }) => {
	if (state.members.get(id)?.['isCurrentUser'] === true) {
		return badRequest('You cannot remove yourself from the team');
	}
	return state.members.delete(id) ? DELETED : NOT_FOUND;
};

export const listTeamInvitations: Handler = ({ state }) => data(state.invitations.all());

/** Invites somebody; an address that is already invited gets the same invitation. */
export const inviteTeamMember: Handler = ({ state, body, now }) => {
	const email = String(body['email']).toLowerCase();
	if (state.members.all().some((member) => member['email'] === email)) {
		return badRequest('User already exists.');
	}
	const pending = state.invitations.all().find((invitation) => invitation['email'] === email);
	const id = pending?.id ?? state.newId();
	const url = joinUrl(id);
	const name = body['name'] === undefined ? {} : { name: body['name'] };
	if (pending === undefined) state.invitations.set({ id, createdAt: now, email, ...name, url });
	return data({ email, invitationId: id, status: 'pending', url });
};

export const deleteTeamInvitation: Handler = ({ state, id }) =>
	state.invitations.delete(id) ? DELETED : NOT_FOUND;
