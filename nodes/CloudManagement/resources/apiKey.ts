import { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { asWritten, phrase, phraseList } from '../../engine/phrase';
import { changesOf, joinChanges } from '../../engine/summary/sentences';
import type { Field } from '../../engine/body/fields';
import { choice, describeFields, matching, text, time } from '../../engine/body/fields';
import { group } from '../../engine/body/rowLists';
import { RESEND } from '../../engine/errors/nodeErrors';
import type { Issue } from '../../engine/issue';
import { NOT_TIME, sentenceHint, unusual } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { dataObject, isAbsent, isEmptyList } from '../../engine/json';
import type {
	Need,
	Operation,
	ParameterValues,
	PlanContext,
	ReadOperation,
} from '../../engine/operation';
import type { ListedOperation } from '../../engine/resource';
import { emptyExpressionIssue } from '../../engine/parameters/readParameters';
import { noticeUntilListed, noticeUntilSet, withNotices } from '../../engine/parameters/properties';
import { asObject, optionalTextList } from '../../engine/parameters/values';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { optionalNeed } from '../../features/record/needs';
import { pickMembers } from '../../features/record/recordOutput';
import { get, getMany, planRequests, recordPath } from '../../features/record/record';
import { CORRECT_FIELDS } from '../../clickhouseCloud/api';
import { PERMISSION_PREFIX } from '../../clickhouseCloud/permissions';
import { apiKeyRecord, currentKeyRecord } from '../../clickhouseCloud/records';
import { inColumnOrder } from '../../engine/output/output';
import { resource } from '../../engine/resource';
import { addressRows, worksFrom } from './ipAccess';
import { assignedRoleIdsField } from './role';

const expiry = z.string().datetime({ offset: true, message: NOT_TIME }).nullable();

const expireAt = (description: string) =>
	time('Expire At', (end) => end.toISO(), {
		description,
		schema: expiry,
	});

const keyNameField = (required?: true) =>
	text('Name', {
		...(required && { required }),
		placeholder: 'e.g. Reporting',
		description: 'Shown in the console',
	});

const stateField = (description: string) =>
	choice('State', { enabled: 'Enabled', disabled: 'Disabled' }, { description });

const assignedRoleIds: Field = {
	schema: z.array(z.string().trim().uuid("isn't a UUID. Copy the whole ID.")),
	toBody: optionalTextList,
	properties: () => [assignedRoleIdsField('Without roles, the key has no permissions.')],
};

const ipAccessList = addressRows(
	'Allowed Addresses',
	'ipAccess',
	'Addresses from which the key works. Enter 0.0.0.0/0 to allow every IPv4 address.',
	'the key works from everywhere',
);

const NOWHERE = sentenceHint('Allowed Addresses is an empty list, so nobody can use the key.');
const FOREVER = 'Without Expire At, the key never expires.';
const FROM_ANYWHERE = sentenceHint(
	"Allowed Addresses is empty, and ClickHouse Cloud doesn't document which addresses such a key works from. Test the key, or create it with its addresses. 0.0.0.0/0 allows every IPv4 address.",
);

const NO_ROLE_HINT = sentenceHint('The key has no assigned roles, so it has no permissions.');

function* newKeyHints(key: JsonObject): Iterable<Issue> {
	const { expireAt: end, ipAccessList, assignedRoleIds: ids, roles } = key;
	if (isAbsent(end)) yield sentenceHint(FOREVER);
	if (isEmptyList(ipAccessList)) yield NOWHERE;
	if (isAbsent(ipAccessList)) yield FROM_ANYWHERE;
	// The API still accepts the older key roles.
	if (isEmptyList(ids ?? []) && isEmptyList(roles ?? [])) yield NO_ROLE_HINT;
}

function* pastExpiry({ expireAt: end }: JsonObject, context: PlanContext): Iterable<Issue> {
	const { data: time } = expiry.safeParse(end);
	if (typeof time !== 'string' || Date.parse(time) > context.startedAt) return;
	const problem = "is in the past, so the key won't work";
	yield { path: 'expireAt', ...unusual(problem, 'Enter a later time.') };
}

const changedKey = changedFields(
	describeFields('', {
		// These keys rarely change, so they have no fields, and only JSON can contain them.
		assignedRoleIds: { schema: assignedRoleIds.schema },
		ipAccessList: { schema: ipAccessList.schema },
		expireAt: expireAt('Expiry time. The expression {{ null }} removes it.'),
		name: keyNameField(),
		state: stateField(
			'Whether the API accepts the key. If you disable the key this node uses, its next request fails.',
		),
	}),
	{
		example: '{ "expireAt": null }',
		moreKeys: true,
		nullable: ['expireAt'],
		rules: [
			({ ipAccessList: changedAccess }) => (isEmptyList(changedAccess) ? [NOWHERE] : []),
			pastExpiry,
		],
	},
);

/** An empty State would enable the key, and empty hashes would make the API output a secret. */
const REFUSED_IF_EMPTY = ['hashData', 'state'];

/**
 * Refuses fields that were added but are empty. An expiry whose expression returns nothing would make the key
 * permanent.
 */
function* emptyFields(
	body: JsonObject,
	_context: PlanContext,
	{ additionalFields, ...fields }: ParameterValues,
): Iterable<Issue> {
	if (Object.hasOwn(fields, 'expireAt') && isAbsent(fields.expireAt))
		yield emptyExpressionIssue('expireAt');
	const text = 'is empty. Enter a value, or remove the field.';
	for (const key of REFUSED_IF_EMPTY) {
		const isAdded = Object.hasOwn(asObject(additionalFields), key);
		if (isAdded && !Object.hasOwn(body, key)) yield { path: `additionalFields.${key}`, text };
	}
}

const hashField = (label: string, description: string): Field =>
	text(label, { required: true, typeOptions: { password: true }, description });

const newKey = wholeBodyFields(
	describeFields(
		'',
		{
			name: keyNameField(true),
			expireAt: expireAt('Expiry time. Leave empty for a key that never expires.'),
			ipAccessList,
			assignedRoleIds,
			state: stateField('Whether the API accepts the key as soon as it is created'),
			hashData: group(
				'Hash Data',
				{
					keyIdHash: hashField('Key ID Hash', 'Hash of the key ID'),
					keyIdSuffix: text('Key ID Suffix', {
						required: true,
						placeholder: 'e.g. 4f2a',
						description: 'Last four characters of the key ID',
						schema: matching(/^.{4}$/, 'must have 4 characters.'),
					}),
					keySecretHash: hashField('Key Secret Hash', 'Hash of the key secret'),
				},
				{
					description: 'Hashes of a key you generated, so that n8n never holds its secret',
				},
			),
		},
		{ mainFields: ['name', 'expireAt', 'ipAccessList', 'assignedRoleIds'] },
	),
	{
		example: '{ "expireAt": null }',
		nullable: ['expireAt'],
		rules: [newKeyHints, pastExpiry, emptyFields],
	},
);

/** The panel shows each notice while the field above it is empty. */
const NEW_KEY_NOTICES = {
	expireAt: noticeUntilSet('expiryNotice', FOREVER, 'expireAt'),
	ipAccess: noticeUntilListed(
		'addressNotice',
		'Without Allowed Addresses, the key might work from anywhere.',
		'ipAccess.values',
	),
	assignedRoleIds: noticeUntilListed(
		'roleNotice',
		'A key without roles has no permissions.',
		'assignedRoleIds',
	),
};

function newKeyText({
	ipAccessList,
	expireAt: end,
	assignedRoleIds: ids,
	...otherMembers
}: JsonObject): Phrase {
	return joinChanges([
		{ text: isAbsent(ipAccessList) ? 'no allowed addresses entered' : worksFrom(ipAccessList) },
		{ text: isAbsent(end) ? 'never expires' : phrase`expires ${asWritten(end)}` },
		{
			text: isEmptyList(ids ?? [])
				? 'no assigned roles'
				: phrase`assigned roles ${phraseList([ids].flat())}`,
		},
		...changesOf(otherMembers),
	]);
}

/** New source addresses come before other changes, because they decide who can use the key. */
function changedKeyText({ ipAccessList, ...otherMembers }: JsonObject, record: JsonObject): Phrase {
	const isCleared = isEmptyList(ipAccessList);
	return joinChanges([
		...(isAbsent(ipAccessList) ? [] : [{ text: worksFrom(ipAccessList), removes: isCleared }]),
		...changesOf(otherMembers, [], record),
	]);
}

const CALLER = 'caller';
/** The fact contains the key's `record`, or `isRefused` if the read failed. */
const KEY_READ = 'read of the key';
const WHY_READ = "The node also reads the key's own record, for its state and expiry.";
const UNREADABLE_KEY = sentenceHint(
	`The key can't read its own record, so the output doesn't include its expiry. Reading it requires the ${PERMISSION_PREFIX}${apiKeyRecord.permissions.read} permission.`,
);

const currentKeyRead = planRequests('GET', currentKeyRecord.collection);

/** Only the key's record has state and expiry, and not every key may read key records. */
const planCurrentKey: Operation['plan'] = (parameters, context) => {
	const { facts } = context;
	const { keyId: apiKeyId, organizationId } = asObject(facts[CALLER]);
	const ids = { apiKeyId, options: { organizationId } };
	const { value: path, issues } = recordPath(apiKeyRecord)(ids, context.credential);
	const planned = currentKeyRead(parameters, context);
	const { request } = planned;
	const keyNeed: Need = {
		...optionalNeed(CALLER, request.path, WHY_READ),
		factOfFailure: () => null,
	};
	const currentKeyNeed: Need = {
		...optionalNeed(KEY_READ, path, WHY_READ),
		factIn: (record) => ({ value: { record } }),
		factOfFailure: ({ refusedWith }) => ({ isRefused: refusedWith !== undefined }),
	};
	const { isRefused } = asObject(facts[KEY_READ]);
	return {
		// If the read failed, this read becomes the item's request. The node doesn't send it again, so the item gets
		// the read's failure.
		request: isRefused === false ? { ...request, path } : request,
		issues: [...planned.issues, ...(isRefused === true ? [UNREADABLE_KEY] : [])],
		needs: issues.length > 0 ? [keyNeed] : [keyNeed, currentKeyNeed],
	};
};

const getCurrent: ListedOperation<ReadOperation> = {
	...get(currentKeyRecord, {
		name: 'Get Current',
		description:
			'Get the ID, name, and organization of the API key in the credential, plus its state and expiry if the key is allowed to read API keys',
		action: 'Get current API key',
	}),
	plan: planCurrentKey,
	output: {
		toItem: (key, _parameters, facts) => {
			const record = dataObject(asObject(asObject(facts[KEY_READ]).record));
			return inColumnOrder({ ...key, ...pickMembers(record, ['state', 'expireAt']) }, 'keyId');
		},
	},
};

export const apiKey = resource('API Key', 'A key that programs use to call the API', {
	create: create(apiKeyRecord, {
		description: 'Create an API key. The output contains its secret.',
		permission: 'organization:create-api-keys',
		fields: { ...newKey, properties: withNotices(newKey.properties, NEW_KEY_NOTICES) },
		offersAllowUnusual: true,
		recordKey: 'key',
		shownOnce: {
			keys: ['keyId', 'keySecret'],
			unless: 'hashData',
			ifMissing: 'Delete the key with API Key → Delete, then create it again.',
		},
		unknownOutcome: [
			'The API key may have been created',
			`Look for its name with API Key → Get Many. If the key is there, delete it and create a new key, because its secret can't be retrieved. If not, ${RESEND}.`,
		],
		advice: {
			400: `${CORRECT_FIELDS} An organization can have at most 100 API keys.`,
		},
		summaryEnd: (otherMembers) => phrase`: ${newKeyText(otherMembers)}`,
	}),
	delete: remove(apiKeyRecord, {
		description: "Delete an API key permanently. The key in use can't be deleted.",
		advice: {
			400: "A key can't delete itself. Use a different key. If this isn't the credential's own key, check the ID against the API's message.",
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
		description: "Update an API key's name, state, or expiry",
		fields: changedKey,
		offersAllowUnusual: true,
		describeChanges: changedKeyText,
	}),
});
