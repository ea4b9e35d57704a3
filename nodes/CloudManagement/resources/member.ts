import { quoteName } from '../../engine/summary/sentences';
import { isText } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { remove, update } from '../../features/record/change';
import { get, getMany, recordPhrase } from '../../features/record/record';
import { memberRecord } from '../../clickhouseCloud/records';
import { accessText, fieldsWithRole } from './role';

export const member = resource('Member', 'A person in the organization', {
	delete: remove(memberRecord, {
		verb: 'Remove',
		from: ' from the organization',
		description: 'Remove a member from the organization',
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
		allowUnlisted: true,
		summarize: ({ role, ...otherMembers }, parameters, before) => {
			const record = recordPhrase(memberRecord, parameters);
			const fromRole = isText(before.role) ? `from ${quoteName(before.role)} ` : '';
			const change =
				role === undefined
					? `Assign roles to ${record}`
					: `Change the role of ${record} ${fromRole}to ${quoteName(role)}`;
			return change + accessText(otherMembers);
		},
	}),
});
