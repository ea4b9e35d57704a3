import { z } from 'zod';
import { asWritten, changesOf, fittingList, joined } from '../../engine/summary/sentences';
import type { Field } from '../../engine/body/fields';
import { choice, describeBody, matching, text, time } from '../../engine/body/fields';
import { group } from '../../engine/body/rows';
import type { Issue } from '../../engine/issue';
import { NOT_TIME, sentenceHint } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isDataObject, isEmptyList } from '../../engine/json';
import type { Need, Operation, ReadOperation } from '../../engine/operation';
import type { ListedOperation } from '../../engine/resource';
import { emptyExpressionIssue } from '../../engine/parameters/read';
import { noticeUntilSet, withNotices } from '../../engine/parameters/properties';
import { asObject, optionalTextList } from '../../engine/parameters/values';
import type { BodyFields } from '../../features/record/bodyFields';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { optionalNeed } from '../../features/record/needs';
import { pickMembers } from '../../features/record/output';
import { get, getMany, planRequests, recordPath } from '../../features/record/record';
import { CORRECT_FIELDS } from '../../clickhouseCloud/api';
import { PERMISSION_PREFIX } from '../../clickhouseCloud/permissions';
import { apiKeyRecord, currentKeyRecord } from '../../clickhouseCloud/records';
import { inColumnOrder } from '../../engine/output/columns';
import { resource } from '../../engine/resource';
import { addressRows, worksFrom } from './ipAccess';
import { assignedRoleIdsField } from './role';

const expireAt = (description: string) =>
	time('Expire At', (end) => end.toISO(), {
		description,
		schema: z.string().datetime({ offset: true, message: NOT_TIME }).nullable(),
	});

const keyNameField = (required?: true) =>
	text('Name', {
		...(required && { required }),
		placeholder: 'e.g. Reporting',
		description: 'Key name in the console',
	});

const state = (description: string) =>
	choice('State', { enabled: 'Enabled', disabled: 'Disabled' }, { description });

const assignedRoleIds: Field = {
	schema: z.array(z.string().trim().uuid("isn't a UUID. Copy the whole ID.")),
	read: optionalTextList,
	properties: () => [assignedRoleIdsField],
};

const ipAccessList = addressRows(
	'Allowed Addresses',
	'ipAccess',
	'Addresses from which the key works. Enter 0.0.0.0/0 to allow every IPv4 address.',
	'the key works from everywhere',
);

const NOWHERE = sentenceHint('Allowed Addresses is an empty list, so nobody can use the key.');
const FOREVER = sentenceHint('Expire At is empty, so the key never expires.');
const FROM_ANYWHERE = sentenceHint(
	"Allowed Addresses is empty, and ClickHouse Cloud doesn't document which addresses such a key works from. Test the key, or create it with its addresses. 0.0.0.0/0 allows every IPv4 address.",
);

function* newKeyHints({ expireAt: end, ipAccessList }: JsonObject): Iterable<Issue> {
	if (isAbsent(end)) yield FOREVER;
	if (isEmptyList(ipAccessList)) yield NOWHERE;
	if (isAbsent(ipAccessList)) yield FROM_ANYWHERE;
}

const changedKey = changedFields(
	describeBody('', {
		// Rarely changed, so only their JSON is checked.
		assignedRoleIds: { schema: assignedRoleIds.schema },
		ipAccessList: { schema: ipAccessList.schema },
		expireAt: expireAt('Expiry time. The expression {{ null }} removes it.'),
		name: keyNameField(),
		state: state(
			'Whether the key works. If you disable the key that this node uses, its next request fails.',
		),
	}),
	{
		example: '{ "expireAt": null }',
		nullable: ['expireAt'],
		rules: [({ ipAccessList: changed }) => (isEmptyList(changed) ? [NOWHERE] : [])],
	},
);

const hash = (label: string, description: string): Field =>
	text(label, { required: true, typeOptions: { password: true }, description });

const newKey = wholeBodyFields(
	describeBody(
		'',
		{
			name: keyNameField(true),
			expireAt: expireAt('Expiry time. Leave empty for a key that never expires.'),
			ipAccessList,
			assignedRoleIds,
			state: state('Whether the key works immediately'),
			hashData: group(
				'Hash Data',
				{
					keyIdHash: hash('Key ID Hash', 'Hash of the key ID'),
					keyIdSuffix: text('Key ID Suffix', {
						required: true,
						placeholder: 'e.g. 4f2a',
						description: 'Last four characters of the key ID',
						schema: matching(/^.{4}$/, 'must have 4 characters.'),
					}),
					keySecretHash: hash('Key Secret Hash', 'Hash of the key secret'),
				},
				{
					description: 'Hashes of a key that you generated, so that n8n never holds its secret',
				},
			),
		},
		{ panel: ['name', 'expireAt', 'ipAccessList', 'assignedRoleIds'] },
	),
	{ example: '{ "expireAt": null }', nullable: ['expireAt'], rules: [newKeyHints] },
);

/** What a new key may do if the field above the notice stays empty. */
const NEW_KEY_NOTICES = {
	expireAt: noticeUntilSet('expiryNotice', 'Add Expire At, or the key never expires.', 'expireAt'),
	ipAccess: noticeUntilSet(
		'addressNotice',
		"Add Allowed Addresses, or the key might work from anywhere. ClickHouse Cloud doesn't document this.",
		'ipAccess.values',
	),
	assignedRoleIds: noticeUntilSet(
		'roleNotice',
		'Add Assigned Role Names or IDs, or the key has no role.',
		'assignedRoleIds',
	),
};

/** Source addresses, expiry and roles of a new key. */
function newKeyText({
	ipAccessList,
	expireAt: end,
	assignedRoleIds: ids,
	...otherMembers
}: JsonObject) {
	return joined([
		{ text: isAbsent(ipAccessList) ? 'no allowed addresses entered' : worksFrom(ipAccessList) },
		{ text: isAbsent(end) ? 'never expires' : `expires ${asWritten(end)}` },
		{ text: isEmptyList(ids ?? []) ? 'no role IDs' : `role IDs ${fittingList([ids].flat())}` },
		...changesOf(otherMembers),
	]);
}

/** New source addresses come before other changes. */
function changedKeyText({ ipAccessList, ...otherMembers }: JsonObject, record: JsonObject): string {
	const isCleared = isEmptyList(ipAccessList);
	return joined([
		...(isAbsent(ipAccessList) ? [] : [{ text: worksFrom(ipAccessList), removes: isCleared }]),
		...changesOf(otherMembers, [], record),
	]);
}

/** Without a value, these fields would make the key enabled, or reveal its secret. */
const NEVER_EMPTY = ['hashData', 'state'];

/** Refuses an added field whose expression returns nothing. Such an expiry would make the key permanent. */
function refuseEmptyFields({ buildBody, properties }: BodyFields): BodyFields {
	return {
		properties,
		buildBody: (parameters, context) => {
			const { body, issues } = buildBody(parameters, context);
			const added = asObject(parameters.additionalFields);
			const missing = NEVER_EMPTY.filter(
				(key) => Object.hasOwn(added, key) && !Object.hasOwn(body, key),
			);
			const problem = 'is empty. Enter a value, or remove the field.';
			const missingIssues = missing.map((key): Issue => ({
				path: `additionalFields.${key}`,
				text: problem,
			}));
			const isUnread = Object.hasOwn(parameters, 'expireAt') && isAbsent(parameters.expireAt);
			const expiryIssues = isUnread ? [emptyExpressionIssue('expireAt')] : [];
			return { body, issues: [...issues, ...expiryIssues, ...missingIssues] };
		},
	};
}

const UNCLEAR = 'unclear';
const WHY_READ = 'The node reads which key this is, and when it expires.';
const UNREADABLE_KEY = sentenceHint(
	`The key can't read its own record, so the output doesn't include its expiry. Reading it requires the permission ${PERMISSION_PREFIX}${apiKeyRecord.permissions.read}.`,
);

const currentKeyRead = planRequests('GET', currentKeyRecord.collection);

/** Only the key's record has state and expiry, and not every key may read key records. */
const planCurrentKey: Operation['plan'] = (parameters, context) => {
	const { facts = {} } = context;
	const { keyId: apiKeyId, organizationId } = asObject(facts['caller']);
	const place = { apiKeyId, options: { organizationId } };
	const { path, issues } = recordPath(apiKeyRecord)(place, context.credential);
	const planned = currentKeyRead(parameters, context);
	const { request } = planned;
	const keyNeed: Need = {
		...optionalNeed('caller', request.path, WHY_READ),
		factOfFailure: () => null,
	};
	const recordNeed: Need = {
		...optionalNeed('record', path, WHY_READ),
		factOfFailure: ({ refusedWith }) => (refusedWith === undefined ? UNCLEAR : null),
	};
	return {
		...planned,
		// A read that failed is the item's request. It isn't repeated, so the item gets the failure.
		request: facts['record'] === UNCLEAR ? { ...request, path } : request,
		needs: issues.length > 0 ? [keyNeed] : [keyNeed, recordNeed],
		issues: [...planned.issues, ...(facts['record'] === null ? [UNREADABLE_KEY] : [])],
	};
};

const getCurrent: ListedOperation<ReadOperation> = {
	...get(currentKeyRecord, {
		name: 'Get Current',
		description:
			'Get the ID, name and organization of the API key in the credential, plus its state and expiry if the key is allowed to read API keys',
		action: 'Get current API key',
	}),
	plan: planCurrentKey,
	output: {
		toItem: (key, _parameters, { record } = {}) =>
			inColumnOrder(
				{ ...key, ...(isDataObject(record) && pickMembers(record, ['state', 'expireAt'])) },
				'keyId',
			),
	},
};

export const apiKey = resource('API Key', 'A key that programs use to call the API', {
	create: create(apiKeyRecord, {
		description: 'Create an API key. The output contains its secret.',
		permission: 'organization:create-api-keys',
		fields: refuseEmptyFields({
			...newKey,
			properties: withNotices(newKey.properties, NEW_KEY_NOTICES),
		}),
		allowUnlisted: true,
		subject: ['API key', 'name'],
		shownOnce: {
			keys: ['keyId', 'keySecret'],
			record: 'key',
			unless: 'hashData',
			ifMissing: 'Delete the key with API Key → Delete, then create it again.',
		},
		unknownOutcome: [
			'The API key may have been created',
			"Look for its name with API Key → Get Many. If it isn't there, run the node again. If it is, delete the key and create a new one, because its secret can't be retrieved.",
		],
		advice: {
			400: `${CORRECT_FIELDS} An organization can have at most 100 API keys.`,
		},
		details: (body) => `: ${newKeyText({ ...body, name: undefined })}`,
	}),
	delete: remove(apiKeyRecord, {
		description: "Delete an API key permanently. The key in use can't be deleted.",
		advice: {
			400: "A key can't delete itself. If this is the key in the credential, use another one to delete it. Otherwise compare the ID with the API's message.",
		},
	}),
	get: get(apiKeyRecord, {
		description: "Get an API key's state and roles",
	}),
	getAll: getMany(apiKeyRecord, {
		description: "Get the organization's API keys, without their secrets",
	}),
	getCurrent,
	update: update(apiKeyRecord, {
		description: "Update an API key's name, state or expiry",
		fields: changedKey,
		allowUnlisted: true,
		changes: changedKeyText,
	}),
});
