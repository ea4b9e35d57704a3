import type { INodeProperties } from 'n8n-workflow';
import { asWritten, identified, quoteName } from '../../engine/approval/sentences';
import { objectBody } from '../../engine/http/request';
import type { ListedOperation } from '../../engine/resource';
import { invitationSchema, invitationKind } from '../../clickhouseCloud/records';
import { createDefaults, get, getMany, remove } from '../../features/record/record';
import { chosenOrganization, requestOptions } from '../../clickhouseCloud/identifiers';
import { trimmed } from '../../engine/parameters/json';
import { accessText, bodyWithRole, roleFields } from './role';
import { resource } from '../../engine/resource';

const fields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. ada@example.com',
		description:
			'The email address to invite. Only a user with this address can join through the invitation.',
	},
	...roleFields,
];

/** Reference, "Create invitation". */
const createInvitation: ListedOperation = {
	name: 'Create',
	description: 'Create an invitation for a person to join the organization',
	action: 'Create invitation',
	...createDefaults('invitation'),
	properties: [...fields, requestOptions({ reads: false, allowUnlisted: true })],
	unknownOutcome: [
		'The invitation may have been sent',
		'Check the invitations of the organization in the console before you run the node again.',
	],
	target: (request) => identified('invitation of', objectBody(request).email),
	summarize: (request, parameters) => {
		const { email, role, ...others } = objectBody(request);
		const as = role === undefined ? '' : ` as ${quoteName(role)}`;
		const organization = chosenOrganization(parameters);
		const to = organization === undefined ? '' : ` to ${organization}`;
		return `Invite ${asWritten(email)}${to}${as}${accessText(others)}`;
	},
	plan: (parameters, { credential }) => {
		const { path, issues } = invitationKind.collection(parameters, credential);
		const members = { email: trimmed(parameters.email) };
		const { body, issues: invalid, hints } = bodyWithRole(invitationSchema, members, parameters);
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...invalid],
			hints,
		};
	},
};

/** Second reference, "Organization". */
export const invitation = resource('Invitation', 'An invitation of a person to the organization', {
	create: createInvitation,
	delete: remove(invitationKind, {
		description: 'Delete an invitation, so that nobody can join with it',
		action: 'Delete invitation',
	}),
	get: get(invitationKind, {
		description: 'Get the email address, roles and expiry of an invitation',
		action: 'Get invitation',
	}),
	getAll: getMany(invitationKind, {
		description: 'Get the open invitations to the organization',
		action: 'Get many invitations',
	}),
});
