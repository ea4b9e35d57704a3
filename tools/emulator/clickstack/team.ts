import type { Handler } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { CLICKSTACK_IDS } from './ids';
import { badRequest, NOT_FOUND } from './reply';
import { joinUrl } from './seed';

const gone = { result: { success: true } };

export const getTeam: Handler = () => ({ result: { id: CLICKSTACK_IDS.teamId, name: 'Shop' } });

export const teamMembers: Behaviour = {
	unknown: NOT_FOUND,
	gone,
	refuse: (_call, member) =>
		member?.['isCurrentUser'] === true
			? badRequest('You cannot remove yourself from the team')
			: undefined,
};

export const teamInvitations: Behaviour = { unknown: NOT_FOUND, gone };

/** Invites somebody; an address that is already invited gets the same invitation. */
export const inviteTeamMember: Handler = ({ state: { clickStack }, body, now: createdAt }) => {
	const { teamMembers: members, teamInvitations: invitations } = clickStack;
	const email = String(body['email']).toLowerCase();
	if (members.all().some((member) => member['email'] === email)) {
		return badRequest('User already exists.');
	}
	const pending = invitations.all().find((invitation) => invitation['email'] === email);
	const id = pending?.id ?? clickStack.newId();
	const url = joinUrl(id);
	const name = body['name'] === undefined ? {} : { name: body['name'] };
	if (pending === undefined) invitations.set({ id, createdAt, email, ...name, url });
	return { result: { email, invitationId: id, status: 'pending', url } };
};
