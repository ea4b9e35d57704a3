import type { IDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { phrase, phraseList, quoteName } from '../../engine/phrase';
import type { DescribedChange } from '../../engine/summary/sentences';
import { changesOf, joinChanges, otherFields, widestFirst } from '../../engine/summary/sentences';
import type { Fields } from '../../engine/body/fields';
import {
	choice,
	fieldWithProperties,
	describeFields,
	FILLED,
	jsonObject,
	loadedIds,
	matching,
	property,
	text,
} from '../../engine/body/fields';
import { rowList } from '../../engine/body/rowLists';
import type { JsonObject } from '../../engine/json';
import { isEmptyList, withoutUndefined } from '../../engine/json';
import type { ParameterValues } from '../../engine/operation';
import { ADDED_FIELDS_LABEL } from '../../engine/parameterNames';
import {
	asObject,
	optionalTextList,
	textList,
	textListIssues,
} from '../../engine/parameters/values';
import {
	NEVER_EMPTY,
	noticeUntilListed,
	withNotices,
	withDisplayOptions,
} from '../../engine/parameters/properties';
import { resource } from '../../engine/resource';
import { formatted } from '../../engine/text';
import type { BodyFields } from '../../features/record/bodyFields';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { recordOutput } from '../../features/record/recordOutput';
import { create, remove, update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { roleRecord } from '../../clickhouseCloud/records';
import type { Issue } from '../../engine/issue';
import { sentenceHint, stopsItem } from '../../engine/issue';

/** With this choice, no role is sent, even if others are assigned. */
const NO_ROLE = 'none';

/** A new person gets a preset role. An update must name its role. */
const roleChoice = (preset: '' | 'developer') =>
	choice(
		'Role',
		{ admin: 'Admin', developer: 'Developer' },
		{
			off: { name: 'None (Use Assigned Role IDs)', value: NO_ROLE },
			default: preset,
			marked: true,
			description:
				'Deprecated by ClickHouse Cloud. If you add Assigned Role Names or IDs instead, this field disappears.',
		},
	);

const ASSIGNED_ROLE_IDS = 'assignedRoleIds';
const ASSIGNED = `additionalFields.${ASSIGNED_ROLE_IDS}`;

export const assignedRoleIdsField = (introduction: string) =>
	property(ASSIGNED_ROLE_IDS, loadedIds('Assigned Role Names or IDs', 'getRoles', introduction));

// Starts with a slash, because n8n 1.122 takes any other path for a field's name.
const hide: NonNullable<IDisplayOptions['hide']> = {
	[`/${ASSIGNED}`]: [{ _cnd: { exists: true } }],
};

/** Assigned roles replace the role. Without either, additional fields must contain the roles. */
export function fieldsWithRole(preset: '' | 'developer', otherFields: Fields = {}): BodyFields {
	const role = roleChoice(preset);
	const roleFields = withDisplayOptions({ hide }, [role.property('role')]);
	const fields = { ...otherFields, role: { ...role, properties: () => roleFields } };
	const mainFields = Object.keys(fields);
	const assignedRoleIds = fieldWithProperties(
		z.array(z.string()),
		[assignedRoleIdsField('Roles that the person gets.')],
		{
			toBody: (value) => (value === undefined ? undefined : textList(value).map(String)),
		},
	);
	return wholeBodyFields(describeFields('', { ...fields, assignedRoleIds }, { mainFields }), {
		example: '{ "assignedRoleIds": ["…"] }',
		bodySteps: [
			({ body, issues: jsonIssues }, parameters) => {
				const addedFields = asObject(parameters.additionalFields);
				if (Object.hasOwn(addedFields, ASSIGNED_ROLE_IDS)) {
					// If roles are assigned, n8n hides the field Role.
					const role = parameters.role === undefined ? body.role : undefined;
					const issues = assignedIssues(addedFields[ASSIGNED_ROLE_IDS]);
					return { body: withoutUndefined({ ...body, role }), issues };
				}
				// JSON that can't be read may contain roles.
				const isUnread = jsonIssues.some(stopsItem);
				const hasOthers = isUnread || Object.keys(body).some((name) => !mainFields.includes(name));
				return { issues: roleIssues(body, hasOthers, parameters) };
			},
		],
	});
}

/** Checks the assigned roles. An added but empty field is refused, because it would replace the role. */
function assignedIssues(roleIds: unknown): Issue[] {
	if (textList(roleIds).length > 0) return textListIssues(ASSIGNED, roleIds);
	const problem = 'is empty. Choose at least one role, or remove the field to send the role.';
	return [{ path: ASSIGNED, text: problem }];
}

function roleIssues(body: JsonObject, hasOthers: boolean, { role }: ParameterValues): Issue[] {
	if (role !== NO_ROLE) {
		return body.role === undefined ? [{ path: 'role', text: 'is empty. Choose a role.' }] : [];
	}
	const problem = `is None, and ${ADDED_FIELDS_LABEL} is empty. Enter assignedRoleIds there, or choose a role.`;
	return hasOthers ? [] : [{ path: 'role', text: problem }];
}

/** Besides a role, a person can have roles by ID, and keys that the form lacks. */
export function accessText(members: JsonObject): Phrase {
	const { assignedRoleIds, ...otherMembers } = members;
	const otherFieldsText = otherFields(otherMembers);
	if (assignedRoleIds === undefined) return otherFieldsText;
	const ids: unknown[] = [assignedRoleIds].flat();
	return phrase` with ${ids.length === 0 ? 'no roles' : phrase`the roles ${phraseList(ids)}`}${otherFieldsText}`;
}

const SYSTEM_ROLE =
	"Only custom roles can be changed. If this is a custom role, correct the fields named in the API's message.";
const ACTOR = /^(?:user|apiKey)\/./;

const roleNameField = (required?: true) =>
	text('Name', {
		...(required && { required }),
		placeholder: 'e.g. Pipe operators',
		schema: FILLED,
	});

const actorsField = (extraText = '') =>
	loadedIds(
		'Actor Names or IDs',
		'getActors',
		`Members (user/ID) and API keys (apiKey/ID) with the role.${extraText}`,
		{
			toBody: optionalTextList,
			schema: z.array(matching(ACTOR, 'must be user/ID or apiKey/ID.')),
		},
	);
const actors = actorsField();

/** An expression's list may be empty, as in Get's output. */
function optionalNames(value: unknown): unknown {
	return Array.isArray(value) ? textList(value) : optionalTextList(value);
}

const policy = {
	allowDeny: choice('Effect', { ALLOW: 'Allow', DENY: 'Deny' }, { required: true }),
	permissions: loadedIds(
		'Permission Names or IDs',
		'getPermissions',
		'Permissions that the policy allows or denies.',
		{
			required: true,
			toBody: optionalNames,
			schema: z.array(FILLED),
		},
	),
	resources: loadedIds(
		'Resource Names or IDs',
		'getResources',
		'Services (instance/ID) or the organization (organization/ID) that the permissions apply to.',
		{ required: true, toBody: optionalNames, schema: z.array(FILLED) },
	),
	tags: jsonObject('Tags (JSON)', {
		default: '',
		typeOptions: NEVER_EMPTY,
		placeholder: 'e.g. { "roleV2": "sql-console-readonly" }',
		description: 'Role in the SQL console (roleV2) or database grants (grants), as a JSON object',
		schema: z
			.object({
				grants: z.array(z.string()),
				roleV2: z.enum(['sql-console-readonly', 'sql-console-admin']),
			})
			.partial()
			.passthrough(),
	}),
};
const policyRows = (extraText = '') =>
	rowList('Policies', 'Policy', policy, {
		mainFields: ['allowDeny', 'permissions', 'resources'],
		description: `Permissions that the role allows or denies${extraText}`,
	});
const policies = policyRows();

/** In an update, each list replaces the current list. */
const changedRole = {
	name: roleNameField(),
	actors: actorsField(
		' The list replaces the current actors. The expression {{ [] }} removes them.',
	),
	policies: policyRows(
		'. The list replaces the current policies. To remove them, add "policies": [] in Additional Fields (JSON).',
	),
};

/** Policies that allow something rank higher, and so do policies that cover everything of a kind. */
function widthOf(policy: unknown): number {
	const { allowDeny, ...lists } = asObject(policy);
	const permissions = [lists.permissions ?? []].flat();
	const resources = [lists.resources ?? []].flat();
	const isWide = (names: readonly unknown[]) =>
		names.some((pattern) => String(pattern).includes('*'));
	const flags = [allowDeny === 'ALLOW', isWide(resources), isWide(permissions)];
	const rank = flags.reduce((sum, isSet) => sum * 2 + Number(isSet), 0);
	const count = permissions.length * resources.length;
	return rank + count / (count + 1);
}

/** A summary may cut a list's end, so permissions that only read come last. */
function changesFirst(names: readonly unknown[]): unknown[] {
	const onlyReads = (name: unknown) => /:(?:read|view)\b/.test(String(name));
	return [...names.filter((name) => !onlyReads(name)), ...names.filter(onlyReads)];
}

function policyText(policy: unknown): Phrase {
	const { allowDeny, permissions, resources, ...otherMembers } = asObject(policy);
	const listOf = (names: unknown) => phraseList(widestFirst(changesFirst([names ?? []].flat())));
	return phrase`${quoteName(allowDeny)} ${listOf(permissions)} on ${listOf(resources)}${otherFields(otherMembers)}`;
}

/** For example, "2 actors (user/1, user/2); 1 policy (ALLOW a:b on instance/1)". */
function roleText({ actors, policies, ...otherMembers }: JsonObject, record: JsonObject): Phrase {
	const lists = [
		listChange('actor', 'actors', actors, (entries) => phraseList(widestFirst(entries))),
		listChange('policy', 'policies', policies, (entries) =>
			phraseList(
				[...entries].sort((first, second) => widthOf(second) - widthOf(first)),
				policyText,
			),
		),
	];
	return joinChanges([
		...changesOf({ name: otherMembers.name }, [], record),
		...lists.flat(),
		...changesOf({ ...otherMembers, name: undefined }, [], record),
	]);
}

function listChange(
	noun: string,
	plural: string,
	value: unknown,
	listOf: (entries: readonly unknown[]) => Phrase,
): DescribedChange[] {
	if (value === undefined) return [];
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	if (entries.length === 0) return [{ text: `no ${plural}`, removes: true }];
	return [
		{
			text: phrase`${formatted(entries.length)} ${entries.length === 1 ? noun : plural} (${listOf(entries)})`,
		},
	];
}

const ROLE_FIELDS = 'name type actors policies tenantId ownerId createdAt updatedAt id';
/** Lists omit policies, so roles are read individually. */
const wholeRole = { ...roleRecord, output: recordOutput(ROLE_FIELDS) };

const GRANTS_NOTHING = sentenceHint('Policies is empty, so the role grants nothing.');

const newRole = wholeBodyFields(
	describeFields('', {
		name: roleNameField(true),
		actors,
		policies,
	}),
	{
		example: '{ "policies": [] }',
		nullable: [],
		bodySteps: [({ body }) => ({ body: { policies: [], actors: [], ...body } })],
		rules: [(body) => (isEmptyList(body.policies) ? [GRANTS_NOTHING] : [])],
	},
);

const NO_POLICY = noticeUntilListed(
	'policiesNotice',
	'A role without policies grants nothing.',
	'policies.values',
);

export const role = resource(
	'Role (Permissions)',
	'A set of permissions that members and API keys have',
	{
		create: create(roleRecord, {
			description: 'Create a custom role, and assign it',
			fields: { ...newRole, properties: withNotices(newRole.properties, { policies: NO_POLICY }) },
			offersAllowUnusual: true,
			summaryEnd: (otherMembers) => phrase`: ${roleText(otherMembers, {})}`,
		}),
		delete: remove(roleRecord, {
			breaks: 'its members and keys lose the access it granted',
			action: 'Delete role permanently',
			description: 'Delete a custom role permanently, and remove it from its members and API keys',
			advice: { 400: SYSTEM_ROLE },
		}),
		get: get(wholeRole, {
			description: "Get a role's policies and actors",
			action: 'Get role policies and actors',
		}),
		getAll: getMany(roleRecord, {
			description: "Get the organization's system and custom roles",
		}),
		update: update(roleRecord, {
			description: "Change a custom role's name, actors, or policies",
			fields: changedFields(describeFields('', changedRole), {
				example: '{ "actors": [] }',
				nullable: [],
			}),
			offersAllowUnusual: true,
			advice: { 400: SYSTEM_ROLE },
			describeChanges: roleText,
		}),
	},
);
