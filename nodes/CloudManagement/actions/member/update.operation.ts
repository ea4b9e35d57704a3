import type { INodeProperties } from 'n8n-workflow';

import { identified, quoteName } from '../../../core/approval/summary';
import { objectBody } from '../../../core/http/request';
import type { ListedOperation } from '../../../core/resource';
import { pathSegment } from '../../../core/validation/pathSegment';
import { memberSchema } from '../../api/organization';
import { appendSegments, organizationPath, requestOptions } from '../shared/identifiers';
import { accessText, bodyWithRole, roleFields } from '../shared/role';

const userIdField: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54',
	description: 'The user ID of the member',
};

const fields = [userIdField, ...roleFields];

/** Reference, "Update organization member". */
export const updateMember: ListedOperation = {
	name: 'Update',
	description: 'Update the role of a member in the organization',
	action: 'Update member role',
	properties: [...fields, requestOptions({ reads: false, allowUnlisted: true })],
	unknownOutcome:
		'The role may have been changed. Look at the members of the organization in the console before you run this again.',
	repeatable: true,
	target: (_request, { userId }) => identified('member', userId),
	summarize: (request, { userId }) => {
		const { role, ...others } = objectBody(request);
		const change =
			role === undefined
				? `Assign roles to member ${quoteName(userId)}`
				: `Change the role of member ${quoteName(userId)} to ${quoteName(role)}`;
		return change + accessText(others);
	},
	plan: (parameters, { credential }) => {
		const user = pathSegment(userIdField.name, parameters.userId);
		const organization = organizationPath(parameters, credential);
		const { path, issues } = appendSegments(organization, 'members', user);
		const { body, issues: invalid } = bodyWithRole(memberSchema, {}, parameters);
		return {
			request: { method: 'PATCH', path, body },
			issues: [...issues, ...invalid],
		};
	},
};
