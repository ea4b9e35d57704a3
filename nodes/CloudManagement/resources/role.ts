import type { INodeProperties } from 'n8n-workflow';
import { listed, otherFields } from '../../engine/approval/sentences';
import type { Description } from '../../engine/body/fields';
import { choice } from '../../engine/body/fields';
import { buildBody, propertiesOf } from '../../engine/body/interpret';
import type { JsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import {
	ADDED_FIELDS_LABEL,
	ADDED_FIELDS,
	requestBody,
	requestMembersField,
} from '../../engine/parameters/json';
import { asObject, textList, textListIssues } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import type { BodyFields } from '../../features/record/bodyFields';
import { getMany } from '../../features/record/record';
import { roleRecord } from '../../clickhouseCloud/records';
import type { Issue } from '../../engine/issue';

/** The choice with which no role is sent, whether or not others are assigned. */
const NO_ROLE = 'none';

/** The role of a person. Reference, "Create invitation". */
export const roleChoice = choice(
	'Role',
	{ admin: 'Admin', developer: 'Developer' },
	{
		off: { name: 'None (Use Assigned Role IDs)', value: NO_ROLE },
		default: 'developer',
		marked: true,
		description:
			'The role in the organization. ClickHouse Cloud deprecates it: there, add Assigned Role Names or IDs instead, and no role is sent.',
	},
);

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

/**
 * Returns the fields of a body with a role. Assigned roles are sent in its place; without either, additional fields
 * must contain the roles.
 */
export function fieldsWithRole(description: Description): BodyFields {
	const definedBy = buildBody(description);
	const added = requestMembersField('{ "assignedRoleIds": ["…"] }', assignedRoleIdsField);
	return {
		properties: [...propertiesOf(description), added],
		buildBody: (parameters, { timezone }) => {
			const { role, ...others } = definedBy(parameters, timezone);
			const entered = asObject(parameters.additionalFields);
			const isAssigned = Object.hasOwn(entered, assignedRoleIdsField.name);
			const assignedRoleIds = textList(entered.assignedRoleIds).map(String);
			const access = isAssigned ? { assignedRoleIds } : { role };
			const members = { ...others, ...access };
			const { issues, ...found } = requestBody(description.schema, members, parameters);
			const isUnread = issues.some(({ path }) => path === ADDED_FIELDS);
			const ofRole = isUnread ? [] : roleIssues(found.body, Object.keys(members), parameters);
			const ofAccess = isAssigned ? assignedIssues(entered.assignedRoleIds) : ofRole;
			return { ...found, issues: [...issues, ...ofAccess] };
		},
	};
}

/** Added and left empty, it is no choice: the role would be sent in its place. */
function assignedIssues(entered: unknown): Issue[] {
	if (textList(entered).length > 0) return textListIssues(ASSIGNED, entered);
	return [{ path: ASSIGNED, code: 'noAssignedRoles' }];
}

function roleIssues(body: JsonObject, members: readonly string[], { role }: Parameters): Issue[] {
	if (role !== NO_ROLE) return body.role === undefined ? [{ path: 'role', code: 'noRole' }] : [];
	if (Object.keys(body).some((name) => !members.includes(name))) return [];
	return [{ path: 'role', code: 'noRoleNone', other: ADDED_FIELDS_LABEL }];
}

/** Returns which other access than a role a person gets: roles by their IDs, and fields that the form doesn't know. */
export function accessText(members: JsonObject): string {
	const { assignedRoleIds } = members;
	const others = otherFields(members, ['assignedRoleIds']);
	if (assignedRoleIds === undefined) return others;
	const ids: unknown[] = [assignedRoleIds].flat();
	return ` with ${ids.length === 0 ? 'no role IDs' : `the role IDs ${listed(ids)}`}${others}`;
}

/** Second reference, "Organization". */
export const role = resource('Role', 'A set of permissions that members and API keys have', {
	getAll: getMany(roleRecord, {
		description: 'Get the system roles and custom roles of the organization',
	}),
});
