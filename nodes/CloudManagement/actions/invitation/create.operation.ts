import type { INodeProperties } from 'n8n-workflow';

import { asWritten, identified, quoteName } from '../../../core/approval/summary';
import { objectBody } from '../../../core/http/request';
import type { ListedOperation } from '../../../core/resource';
import { invitationSchema } from '../../api/organization';
import { createDefaults } from '../../../core/record/creation';
import { chosenOrganization, requestOptions } from '../shared/identifiers';
import { trimmed } from '../../../core/parameters/requestBody';
import { accessText, bodyWithRole, roleFields } from '../shared/role';
import { invitationKind } from './invitationKind';

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
export const createInvitation: ListedOperation = {
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
