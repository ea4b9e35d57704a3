import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { ADDITIONAL_MEMBERS_LABEL } from '../../../core/parameters/additionalMembers';
import { optionsOf } from '../../../core/parameters/properties';
import {
	asObject,
	emptyToUndefined,
	textList,
	textListIssues,
} from '../../../core/parameters/values';
import { listed, otherFields } from '../../../core/approval/summary';
import { ROLES } from '../../api/organization';
import { ROLE_MEMBERS } from '../../api/records';
import { appendSegments, ofOrganization, organizationPath } from './identifiers';
import { pickMembers } from '../../../core/record/output';
import type { ListKind } from '../../../core/record/record';
import type { RequestBody } from '../../../core/parameters/requestBody';
import {
	hasAddedMembers,
	REQUEST_MEMBERS,
	requestBody,
	requestMembersField,
} from '../../../core/parameters/requestBody';

const ROLE_SIMPLIFIED = ['id', 'name', 'type', 'createdAt', 'updatedAt'];

/** The roles of the organization, which may be assigned. Second reference, "Organization". */
export const roleKind: ListKind = {
	title: 'role',
	home: ofOrganization,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'roles'),
	output: { members: ROLE_MEMBERS, simplify: (record) => pickMembers(record, ROLE_SIMPLIFIED) },
};

/** The choice with which no role is sent, whether or not others are assigned. */
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
		'The role in the organization. ClickHouse Cloud deprecates it: there, add Assigned Role Names or IDs instead, and no role is sent.',
};

const assignedRoleIdsField: INodeProperties = {
	displayName: 'Assigned Role Names or IDs',
	name: 'assignedRoleIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getRoles' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const ASSIGNED = `additionalFields.${assignedRoleIdsField.name}`;

/** The fields for a person's role. */
export const roleFields: INodeProperties[] = [
	roleField,
	requestMembersField('{ "assignedRoleIds": ["…"] }', assignedRoleIdsField),
];

/**
 * Like `requestBody`, with the roles that are assigned by their IDs, or else with the chosen role; without either,
 * additional fields must contain the roles.
 */
export function bodyWithRole(
	schema: z.ZodTypeAny,
	members: JsonObject,
	parameters: Parameters,
): RequestBody {
	const added = asObject(parameters.additionalFields);
	const isAssigned = Object.hasOwn(added, assignedRoleIdsField.name);
	const access = isAssigned ? assignedRoles(added.assignedRoleIds) : roleOf(parameters);
	const { body, issues, hints } = requestBody(schema, { ...members, ...access }, parameters);
	if (isAssigned) {
		return { body, issues: [...issues, ...assignedIssues(added.assignedRoleIds)], hints };
	}
	const isUnread = issues.some(({ path }) => path === REQUEST_MEMBERS);
	if (!isUnread) issues.push(...roleIssues(body, members, parameters));
	return { body, issues, hints };
}

/** Says what, besides a role, decides what a person may do: the IDs of roles, and what the form does not know. */
export function accessText(members: JsonObject): string {
	const { assignedRoleIds } = members;
	const others = otherFields(members, ['assignedRoleIds']);
	if (assignedRoleIds === undefined) return others;
	const ids: unknown[] = [assignedRoleIds].flat();
	return ` with ${ids.length === 0 ? 'no role IDs' : `the role IDs ${listed(ids)}`}${others}`;
}

function roleOf({ role }: Parameters): JsonObject {
	return role === NO_ROLE ? {} : { role: emptyToUndefined(role) };
}

function assignedRoles(entered: unknown): JsonObject {
	return { assignedRoleIds: textList(entered).map(String) };
}

/** Added and left empty, it is no choice: the role would be sent in its place. */
function assignedIssues(entered: unknown): ValidationIssue[] {
	if (textList(entered).length > 0) return textListIssues(ASSIGNED, entered);
	return [{ path: ASSIGNED, code: 'noAssignedRoles' }];
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
