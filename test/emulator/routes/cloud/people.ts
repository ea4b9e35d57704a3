import type { JsonObject } from '../../../contract/json';
import type { EmulatorState } from '../../state';
import type { Collection } from '../../state/collection';
import { createInvitation as invite, updateMember as update } from '../people';
import { badRequest, type Call, found, type Handler, notFound, parameter } from '../answers';
import { assignedRoles } from './rules';

/** Gives a record the roles that are assigned by ID, after doing what the neutral operation does. */
function withRoles<T extends JsonObject>(
	handler: Handler,
	recordsOf: (state: EmulatorState) => Collection<T>,
	recordOf: (call: Call) => T | undefined,
): Handler {
	return (call) => {
		const roles = assignedRoles(call.state, call.body);
		if (roles === undefined) return badRequest('unknown role');
		const answer = handler(call);
		const record = recordOf(call);
		if (record === undefined || call.body['assignedRoleIds'] === undefined) return answer;
		const assigned = { ...record, assignedRoles: roles };
		recordsOf(call.state).set(assigned);
		return { result: assigned };
	};
}

export const createInvitation = withRoles(
	invite,
	({ invitations }) => invitations,
	({ state }) => state.invitations.all().at(-1),
);

export const updateMember = withRoles(
	update,
	({ members }) => members,
	(call) => call.state.members.get(parameter(call, 'userId')),
);

export const listMembers: Handler = ({ state }) => ({ result: state.members.all() });

export const getMember: Handler = (call) =>
	found(call.state.members.get(parameter(call, 'userId')), 'member');

export const deleteMember: Handler = (call) =>
	call.state.members.delete(parameter(call, 'userId')) ? { done: true } : notFound('member');

export const listInvitations: Handler = ({ state }) => ({ result: state.invitations.all() });

export const getInvitation: Handler = (call) =>
	found(call.state.invitations.get(parameter(call, 'invitationId')), 'invitation');

export const deleteInvitation: Handler = (call) =>
	call.state.invitations.delete(parameter(call, 'invitationId'))
		? { done: true }
		: notFound('invitation');

export const listRoles: Handler = ({ state }) => ({ result: state.roles.all() });
