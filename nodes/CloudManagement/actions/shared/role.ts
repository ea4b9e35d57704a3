import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { ADDITIONAL_MEMBERS_LABEL } from '../../../core/parameters/additionalMembers';
import { optionsOf } from '../../../core/parameters/properties';
import { optional } from '../../../core/parameters/values';
import { listed, otherFields } from '../../../core/approval/summary';
import { ROLES } from '../../api/organization';
import { appendSegments, ofOrganization, organizationPath } from './identifiers';
import type { ListKind } from '../../../core/record/record';
import { hasAddedMembers, REQUEST_MEMBERS, requestBody, requestMembersField } from '../../../core/parameters/requestBody';

/** The roles of the organization, which may be assigned. Second reference, "Organization". */
export const roleKind: ListKind = {
	title: 'role',
	home: ofOrganization,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'roles'),
};

/** The choice with which no role is sent: additional members assign roles by their IDs. */
const NO_ROLE = 'none';

const roleField: INodeProperties = {
	displayName: 'Role',
	name: 'role',
	type: 'options',
	required: true,
	options: optionsOf([...ROLES, NO_ROLE], {
		admin: 'Admin',
		developer: 'Developer',
		[NO_ROLE]: 'None (Use Assigned Role IDs)',
	}),
	default: 'developer',
	description:
		'The role in the organization. With None, no role is sent: give the IDs of roles in Additional Fields (JSON).',
};

/** The fields that say which role a person has. */
export const roleFields: INodeProperties[] = [
	roleField,
	requestMembersField('{ "assignedRoleIds": ["…"] }'),
];

/** Like `requestBody`, with the chosen role; without one, additional members must say which roles there are. */
export function bodyWithRole(
	schema: z.ZodTypeAny,
	members: JsonObject,
	parameters: Parameters,
): { body: JsonObject; issues: ValidationIssue[] } {
	const role = parameters.role === NO_ROLE ? undefined : optional(parameters.role);
	const { body, issues } = requestBody(schema, { ...members, role }, parameters);
	const isUnread = issues.some(({ path }) => path === REQUEST_MEMBERS);
	if (!isUnread) issues.push(...roleIssues(body, members, parameters));
	return { body, issues };
}

/** Says what, besides a role, decides what a person may do: the IDs of roles, and what the form does not know. */
export function accessText(members: JsonObject): string {
	const { assignedRoleIds } = members;
	const others = otherFields(members, ['assignedRoleIds']);
	if (assignedRoleIds === undefined) return others;
	const ids: unknown[] = [assignedRoleIds].flat();
	return ` with ${ids.length === 0 ? 'no role IDs' : `the role IDs ${listed(ids)}`}${others}`;
}

function roleIssues(
	body: JsonObject,
	members: JsonObject,
	{ role }: Parameters,
): ValidationIssue[] {
	const { name: path } = roleField;
	if (role !== NO_ROLE) return body.role === undefined ? [{ path, code: 'noRole' }] : [];
	if (hasAddedMembers(body, members)) return [];
	return [{ path, code: 'noRoleNone', other: ADDITIONAL_MEMBERS_LABEL }];
}
