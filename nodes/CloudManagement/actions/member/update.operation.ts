import { quoteName } from '../../../core/approval/summary';
import { objectBody } from '../../../core/http/request';
import type { ListedOperation } from '../../../core/resource';
import { memberSchema } from '../../api/organization';
import { requestOptions } from '../shared/identifiers';
import { aboutRecord, recordFields, recordName, recordPath } from '../../../core/record/record';
import { accessText, bodyWithRole, roleFields } from '../shared/role';
import { memberKind } from './memberKind';

/** Reference, "Update organization member". */
export const updateMember: ListedOperation = {
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
