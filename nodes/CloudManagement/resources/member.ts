import { quoteName } from '../../engine/approval/sentences';
import { objectBody } from '../../engine/http/request';
import type { ListedOperation } from '../../engine/resource';
import { memberSchema, memberKind } from '../../clickhouseCloud/records';
import { requestOptions } from '../../clickhouseCloud/identifiers';
import {
	aboutRecord,
	recordFields,
	recordName,
	recordPath,
	get,
	getMany,
	remove,
} from '../../features/record/record';
import { accessText, bodyWithRole, roleFields } from './role';
import { resource } from '../../engine/resource';

/** Reference, "Update organization member". */
const updateMember: ListedOperation = {
	name: 'Update',
	description: 'Update the role of a member in the organization',
	action: 'Update member role',
	properties: [
		...recordFields(memberKind),
		...roleFields,
		requestOptions({ reads: false, allowUnlisted: true }),
	],
	unknownOutcome: [
		'The role may have been changed',
		'Check the members of the organization in the console before you run the node again.',
	],
	repeatable: true,
	...aboutRecord(memberKind),
	summarize: (request, parameters) => {
		const { role, ...others } = objectBody(request);
		const record = recordName(memberKind, parameters);
		const change =
			role === undefined
				? `Assign roles to ${record}`
				: `Change the role of ${record} to ${quoteName(role)}`;
		return change + accessText(others);
	},
	plan: (parameters, { credential }) => {
		const { path, issues } = recordPath(memberKind, parameters, credential);
		const { body, issues: invalid, hints } = bodyWithRole(memberSchema, {}, parameters);
		return {
			request: { method: 'PATCH', path, body },
			issues: [...issues, ...invalid],
			hints,
		};
	},
};

/** Second reference, "Organization". */
export const member = resource(
	'Member',
	'A person in the organization',
	{
		delete: remove(memberKind, {
			description: 'Remove a member from the organization',
			action: 'Delete member',
		}),
		get: get(memberKind, {
			description: 'Get the email address and roles of a member of the organization',
			action: 'Get member',
		}),
		getAll: getMany(memberKind, {
			description: 'Get the members of the organization',
			action: 'Get many members',
		}),
		update: updateMember,
	},
	'update',
);
