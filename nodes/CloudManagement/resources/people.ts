import { text } from '../../engine/body/fields';
import { EMAIL_ADDRESS } from '../../engine/body/schema';
import { isText } from '../../engine/parameters/values';
import { asWritten, phrase, quoteName } from '../../engine/phrase';
import { resource } from '../../engine/resource';
import { create, remove, update } from '../../features/record/change';
import { get, getMany, recordPhrase } from '../../features/record/record';
import { chosenOrganization } from '../../clickhouseCloud/identifiers';
import { invitationRecord, memberRecord } from '../../clickhouseCloud/records';
import { accessText, fieldsWithRole } from './role';

export const member = resource('Member (User)', 'A person in the organization', {
	delete: remove(memberRecord, {
		verb: 'Remove',
		actionEnd: ' from the organization permanently',
		description: 'Remove a member from the organization permanently',
		action: 'Remove member permanently',
	}),
	get: get(memberRecord, {
		description: "Get an organization member's email address and roles",
	}),
	getAll: getMany(memberRecord, {
		description: "Get the organization's members",
	}),
	update: update(memberRecord, {
		description: "Update a member's role in the organization",
		action: 'Update member role',
		fields: fieldsWithRole(''),
		offersAllowUnusual: true,
		summarize: ({ role, ...otherMembers }, parameters, before) => {
			const record = recordPhrase(memberRecord, parameters);
			const fromRole = isText(before.role) ? phrase`from ${quoteName(before.role)} ` : '';
			const change =
				role === undefined
					? phrase`Assign roles to ${record}`
					: phrase`Change the role of ${record} ${fromRole}to ${quoteName(role)}`;
			return [change, accessText(otherMembers)];
		},
	}),
});

const invitationFields = fieldsWithRole('developer', {
	email: text('Email', {
		required: true,
		placeholder: 'e.g. ada@example.com',
		description: 'Email address to invite. Only a user with this address can join.',
		schema: EMAIL_ADDRESS,
	}),
});

export const invitation = resource('Invitation', 'An invitation to join the organization', {
	create: create(invitationRecord, {
		description: 'Invite a person to the organization',
		fields: invitationFields,
		offersAllowUnusual: true,
		noun: 'invitation of',
		key: 'email',
		summarize: ({ email, role, ...otherMembers }, parameters) => {
			const as = role === undefined ? '' : phrase` as ${quoteName(role)}`;
			const organization = chosenOrganization(parameters);
			const to = organization === undefined ? '' : phrase` to ${organization}`;
			return phrase`Invite ${asWritten(email)}${to}${as}${accessText(otherMembers)}`;
		},
	}),
	delete: remove(invitationRecord, {
		actionEnd: ' permanently',
		restore: 'Nobody can then join with it. You can invite the person again.',
		description: 'Delete an invitation permanently, so that nobody can join with it',
	}),
	get: get(invitationRecord, {
		description: "Get an invitation's email address, roles, and expiry",
	}),
	getAll: getMany(invitationRecord, {
		description: "Get the organization's pending invitations",
	}),
});
