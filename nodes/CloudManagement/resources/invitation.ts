import { z } from 'zod';
import { asWritten, quoteName } from '../../engine/approval/sentences';
import { description, text } from '../../engine/body/fields';
import { resource } from '../../engine/resource';
import { create, remove } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { chosenOrganization } from '../../clickhouseCloud/identifiers';
import { invitationRecord } from '../../clickhouseCloud/records';
import { accessText, fieldsWithRole, roleChoice } from './role';

/** Every address matches. zod's own pattern refuses real ones, such as jane&john@example.com. */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
/** RFC 5321. */
const MAX_EMAIL_LENGTH = 254;

const emailSchema = z
	.string()
	.trim()
	.refine(
		(address) => address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address),
		"isn't an email address. Enter one, such as ada@example.com.",
	);

const fields = fieldsWithRole(
	description('', {
		email: text('Email', {
			required: true,
			placeholder: 'e.g. ada@example.com',
			description:
				'The email address to invite. Only a user with this address can join through the invitation.',
			schema: emailSchema,
		}),
		role: roleChoice,
	}),
);

export const invitation = resource('Invitation', 'An invitation of a person to the organization', {
	create: create(invitationRecord, {
		description: 'Create an invitation for a person to join the organization',
		fields,
		allowUnlisted: true,
		target: ['invitation of', 'email'],
		summarize: ({ email, role, ...others }, parameters) => {
			const as = role === undefined ? '' : ` as ${quoteName(role)}`;
			const organization = chosenOrganization(parameters);
			const to = organization === undefined ? '' : ` to ${organization}`;
			return `Invite ${asWritten(email)}${to}${as}${accessText(others)}`;
		},
	}),
	delete: remove(invitationRecord, {
		description: 'Delete an invitation, so that nobody can join with it',
	}),
	get: get(invitationRecord, {
		description: 'Get the email address, roles and expiry of an invitation',
	}),
	getAll: getMany(invitationRecord, {
		description: 'Get the open invitations to the organization',
	}),
});
