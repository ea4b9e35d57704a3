import { phrase, quoteName } from '../../engine/phrase';
import { isText } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { remove, update } from '../../features/record/change';
import { get, getMany, recordPhrase } from '../../features/record/record';
import { memberRecord } from '../../clickhouseCloud/records';
import { accessText, fieldsWithRole } from './role';

export const member = resource('Member', 'A person in the organization', {
	delete: remove(memberRecord, {
		verb: 'Remove',
		from: ' from the organization permanently',
		description: 'Remove a member from the organization permanently',
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
