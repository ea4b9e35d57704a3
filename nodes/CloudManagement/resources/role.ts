import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import { roleKind, ROLES } from '../../clickhouseCloud/records';
import type { JsonObject } from '../../engine/json';
import type { Parameters, ValidationIssue } from '../../engine/operation';
import {
	ADDITIONAL_MEMBERS_LABEL,
	hasAddedMembers,
	REQUEST_MEMBERS,
	requestBody,
	requestMembersField,
} from '../../engine/parameters/json';
import { optionsOf } from '../../engine/parameters/properties';
import {
	asObject,
	emptyToUndefined,
	textList,
	textListIssues,
} from '../../engine/parameters/values';
import { listed, otherFields } from '../../engine/approval/sentences';
import type { RequestBody } from '../../engine/parameters/json';
import { resource } from '../../engine/resource';
import { getMany } from '../../features/record/record';

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

/** Second reference, "Organization". */
export const role = resource('Role', 'A set of permissions that members and API keys have', {
	getAll: getMany(roleKind, {
		description: 'Get the system roles and custom roles of the organization',
		action: 'Get many roles',
	}),
});
