import { asWritten, phrase, quoteName } from '../../engine/phrase';
import { text } from '../../engine/body/fields';
import { resource } from '../../engine/resource';
import { create, remove } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { chosenOrganization } from '../../clickhouseCloud/identifiers';
import { invitationRecord } from '../../clickhouseCloud/records';
import { accessText, fieldsWithRole } from './role';
import { EMAIL_ADDRESS } from '../../engine/body/schema';

const fields = fieldsWithRole('developer', {
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
		fields,
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
		from: ' permanently',
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
