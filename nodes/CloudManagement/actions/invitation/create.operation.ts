import type { INodeProperties } from 'n8n-workflow';

import { named } from '../../../core/approval/summary';
import { withoutUndefined } from '../../../core/json';
import { optional } from '../../../core/parameters/values';
import {
	additionalMembersField,
	withAdditionalMembers,
} from '../../../core/parameters/additionalMembers';
import { readItemOptions } from '../../../core/parameters/options';
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
		description:
			'The address to invite. Only a user with this address can join through the invitation.',
	},
	roleField,
	additionalMembersField(
		'Members to add to the request, as a JSON object. Fields above take precedence.',
		'e.g. { "assignedRoleIds": ["…"] }',
	),
];

/** Reference, "Create invitation". */
export const createInvitation: Operation = {
	properties: operationFields('invitation', 'create', {
		reads: false,
		allowUnlisted: true,
		fields,
	}),
	unknownOutcome:
		'The invitation may have been sent. Look at the invitations of the organization in the console before you run this again.',
	summarize: ({ body = {} }) => `Invite ${named(body.email)} as ${named(body.role)}`,
	plan: (parameters, { credential }) => {
		const { path, issues } = under(organizationPath(parameters, credential), 'invitations');
		const { email } = parameters;
		const fromFields = withoutUndefined({
			email: optional(typeof email === 'string' ? email.trim() : email),
			role: optional(parameters.role),
		});
		const { body, issues: unread } = withAdditionalMembers(
			fromFields,
			parameters.additionalMembers,
		);
		const { allowUnlisted } = readItemOptions(parameters.options);
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...unread, ...bodyIssues(invitationSchema, body, fields, allowUnlisted)],
		};
	},
};
