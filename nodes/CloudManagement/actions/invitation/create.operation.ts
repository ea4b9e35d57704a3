import type { INodeProperties } from 'n8n-workflow';

import { withoutUndefined } from '../../../core/json';
import { optional } from '../../../core/parameters/values';
import type { Operation } from '../../../core/operation';
import { invitationSchema } from '../../api/organization';
import { bodyIssues } from '../shared/bodyIssues';
import { organizationPath, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { roleField } from '../shared/role';

const fields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. ada@example.com',
		description: 'The address to invite. Only a user with this address can join through the invitation.',
	},
	roleField,
];

/** Reference, "Create invitation". */
export const createInvitation: Operation = {
	properties: operationFields('invitation', 'create', { reads: false, fields }),
	unknownOutcome:
		'The invitation may have been sent. Look at the invitations of the organization in the console before you run this again.',
	plan: (parameters, { credential }) => {
		const { path, issues } = under(organizationPath(parameters, credential), 'invitations');
		const { email } = parameters;
		const body = withoutUndefined({
			email: optional(typeof email === 'string' ? email.trim() : email),
			role: optional(parameters.role),
		});
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...bodyIssues(invitationSchema, body, fields)],
		};
	},
};
