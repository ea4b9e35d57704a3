import { z } from 'zod';
import { describeFields, FILLED, flag, jsonObject, text } from '../../engine/body/fields';
import { rowList } from '../../engine/body/rowLists';
import { NEVER_EMPTY } from '../../engine/parameters/properties';
import { resource } from '../../engine/resource';
import { clickStackRoleRecord, STORED } from '../../clickStack/records';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import type { Replacement } from '../../features/record/replacement';

const roleDescription = describeFields('', {
	name: text('Name', { required: true, schema: FILLED, placeholder: 'e.g. Readers' }),
	description: text('Description', { placeholder: 'e.g. Reads dashboards' }),
	permissions: rowList(
		'Permissions',
		'Permission',
		{
			action: text('Action', { required: true, schema: FILLED, placeholder: 'e.g. read' }),
			subject: text('Subject', { required: true, schema: FILLED, placeholder: 'e.g. Dashboard' }),
			inverted: flag('Inverted', { description: 'Whether to deny instead of allow' }),
			integration: text('Integration', {}),
			conditions: jsonObject('Conditions', { default: '', typeOptions: NEVER_EMPTY }),
		},
		{ required: true, description: 'Actions that the role allows or denies, by subject' },
	),
});
const EXAMPLE = '{ "permissions": [] }';
const ROLE_REPLACEMENT: Replacement = {
	readOnly: [...STORED.readOnly, 'isPredefined'],
	storedSchema: z.object({ permissions: z.array(z.object({})) }),
	keptKeys: { name: { clearedBy: null }, description: { clearedBy: '' } },
};
const TERRAFORM =
	"ClickStack's Terraform documentation recommends ClickHouse Cloud's own roles instead.";
const UNDELETABLE =
	"Predefined, default, and assigned roles can't be deleted. Assign another role to the members first.";

export const role = resource(
	'ClickStack Role (Permissions)',
	'A set of permissions in managed ClickStack',
	{
		create: create(clickStackRoleRecord, {
			description: `Create a role in managed ClickStack. ${TERRAFORM}`,
			fields: wholeBodyFields(roleDescription, { example: EXAMPLE }),
		}),
		delete: remove(clickStackRoleRecord, {
			action: 'Delete role permanently',
			description: 'Delete an unassigned role from managed ClickStack permanently',
			advice: { 400: UNDELETABLE, 409: UNDELETABLE },
		}),
		get: get(clickStackRoleRecord, { description: 'Get a role in managed ClickStack' }),
		getAll: getMany(clickStackRoleRecord, { description: 'Get the roles in managed ClickStack' }),
		update: update(clickStackRoleRecord, {
			description: 'Change a role in managed ClickStack',
			fields: changedFields(roleDescription, { example: EXAMPLE, replacement: ROLE_REPLACEMENT }),
		}),
	},
);
