import { z } from 'zod';
import type { Phrase } from '../../../engine/phrase';
import { phrase, quoteName } from '../../../engine/phrase';
import type { DescribedChange } from '../../../engine/summary/sentences';
import { joinChanges, changesOf, otherFields } from '../../../engine/summary/sentences';
import type { Field } from '../../../engine/body/fields';
import {
	choice,
	describeFields,
	FILLED,
	flag,
	list,
	matching,
	object,
	text,
	usually,
} from '../../../engine/body/fields';
import { rowList } from '../../../engine/body/rowLists';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isEmptyList, isJsonObject, ownValue } from '../../../engine/json';
import { asObject, choiceIssues } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { changedFields, wholeBodyFields } from '../../../features/record/bodyFields';
import { REGIONS } from '../../../clickhouseCloud/identifiers';
import type { Issue } from '../../../engine/issue';
import { EMPTY, neededText, sentenceHint } from '../../../engine/issue';
import { addressRows, everybodyHints, openTo, rangesText } from '../ipAccess';
import { SCALING_FIELDS, scalingIssues, scalingText } from './scaling';

const PROVIDERS = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' };
const PROFILES = wordsOf(
	'v1-default v1-highmem-xs v1-highmem-s v1-highmem-m v1-highmem-l v1-highmem-xl',
);
const EVERYBODY = 'anyone with the password can connect';

const MAX_SERVICE_TAGS = 50;
const TAG = /^[\w.-]+$/;
const NO_TAG = 'must consist of letters, digits, ".", "_", and "-".';

const serviceNameField = (required?: true) =>
	text('Name', {
		...(required && { required }),
		placeholder: 'e.g. Shop',
		description: 'Up to 50 characters',
		schema: FILLED.max(50),
	});

function selfLabeled(values: readonly string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(values.map((value) => [value, value]));
}

const region = choice('Region', selfLabeled(Object.values(REGIONS).flat()), {
	required: true,
	default: '',
	support: {
		by: 'provider',
		groups: [
			[['aws'], selfLabeled(REGIONS.aws)],
			[['azure'], selfLabeled(REGIONS.azure)],
			[['gcp'], selfLabeled(REGIONS.gcp)],
		],
	},
	description:
		"Region for the service. For a region that isn't in the list, use an expression and turn on Allow Unusual Values.",
});

/** These fields tie secondary and restored services, and services on your own infrastructure, to an existing record. */
const ORIGINS = {
	backupId: text('Backup ID', {
		placeholder: 'e.g. 5b7e2c18-90af-4d36-8e12-c4a9d0f3b672',
		description:
			"The new service starts with this backup's data. The backup's service must be in the same region.",
		schema: z.string().trim().uuid("isn't a UUID. Copy the whole ID."),
	}),
	byocId: text('BYOC ID', {
		placeholder: 'e.g. 7a8b9c0d-1e2f-4a3b-9c4d-5e6f7a8b9c0d',
		description: 'BYOC infrastructure for the service. Requires Min and Max Replica Memory.',
		schema: FILLED,
	}),
	dataWarehouseId: text('Data Warehouse ID', {
		placeholder: 'e.g. 0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54',
		description: 'Warehouse whose data the service shares, from the output of Service → Get',
		schema: FILLED,
	}),
};

const releaseChannel = choice(
	'Release Channel',
	{ default: 'Default', fast: 'Fast', slow: 'Slow' },
	{
		description:
			'When the service gets upgrades: early (Fast), with most services (Default), or late (Slow)',
	},
);

const enableCoreDumps = flag('Enable Core Dumps', {
	default: true,
	description: 'Whether a service that crashes stores a core dump, which support can read',
});

/** MySQL is the only protocol that can be switched. */
const mysqlEndpoint: Field = {
	...flag('MySQL Endpoint', {
		parameter: 'mysqlEndpoint',
		default: true,
		description: 'Whether the service accepts connections from MySQL clients',
	}),
	schema: z.array(
		z
			.object({ protocol: z.enum(['mysql']), enabled: z.boolean() })
			.partial()
			.passthrough(),
	),
	toBody: (enabled) => (isAbsent(enabled) || enabled === '' ? undefined : mysqlWith(enabled)),
	emptyList: mysqlWith([]),
};

function mysqlWith(enabled: unknown): JsonObject[] {
	return [{ protocol: 'mysql', enabled }];
}

/** In the form, an empty list changes nothing. JSON is sent as entered. */
function addAndRemove(add: Field, remove: Field): Field {
	return object({
		add: { ...add, emptyList: undefined },
		remove: { ...remove, emptyList: undefined },
	});
}

function tagRows(label: string, parameter: string, description?: string): Field {
	const members = {
		key: text('Key', {
			required: true,
			placeholder: 'e.g. Environment',
			schema: FILLED.max(128).regex(TAG, NO_TAG),
		}),
		value: text('Value', {
			placeholder: 'e.g. Production',
			schema: z.string().trim().max(256).regex(TAG, NO_TAG),
		}),
	};
	return rowList(label, 'Tag', members, {
		most: MAX_SERVICE_TAGS,
		parameter,
		...(description !== undefined && { description }),
	});
}

function privateEndpoints(change: 'Add' | 'Remove', purpose: string): Field {
	return list(`Private Endpoint IDs to ${change}`, {
		parameter: `privateEndpointIdsTo${change}`,
		placeholder: 'e.g. vpce-0a1b2c3d4e5f67890',
		description: `Private endpoints to ${purpose}, separated by commas`,
		schema: z.array(FILLED),
	});
}

export const newService = wholeBodyFields(
	describeFields(
		'',
		{
			name: serviceNameField(true),
			provider: choice('Provider', PROVIDERS, {
				required: true,
				default: '',
			}),
			region,
			ipAccessList: addressRows(
				'Allowed Addresses',
				'ipAccess',
				'Addresses that can connect',
				EVERYBODY,
			),
			...SCALING_FIELDS,
			...ORIGINS,
			releaseChannel,
			enableCoreDumps,
			endpoints: mysqlEndpoint,
			complianceType: choice(
				'Compliance Type',
				{ hipaa: 'HIPAA', pci: 'PCI' },
				{ description: 'Compliance standard the service must meet' },
			),
			encryptionAssumedRoleIdentifier: text('Encryption Role', {
				placeholder: 'e.g. arn:aws:iam::123456789012:role/Encryption',
				description: 'Role that can use the encryption key',
				schema: FILLED,
			}),
			encryptionKey: text('Encryption Key', {
				placeholder: 'e.g. arn:aws:kms:us-east-1:123456789012:key/1234abcd',
				description: 'ID of your disk encryption key at the cloud provider',
				schema: FILLED,
			}),
			hasTransparentDataEncryption: flag('Transparent Data Encryption', {
				default: true,
				description: 'Whether the data is encrypted with a key you can rotate',
			}),
			isReadonly: flag('Read-Only', {
				default: true,
				description: "Whether the service can only read its warehouse's data",
			}),
			profile: choice('Profile', selfLabeled(PROFILES), {
				description: 'CPU-to-memory ratio. For a BYOC profile, use an expression.',
				schema: FILLED,
				rule: usually(
					{ test: (profile) => PROFILES.includes(profile) || isOfByoc(profile) },
					`isn't one of ${PROFILES.join(', ')}, or a BYOC profile`,
				),
			}),
			tags: tagRows('Tags', 'tags'),
		},
		{ mainFields: ['name', 'provider', 'region', 'ipAccessList'] },
	),
	{
		example: '{ "backupEncryptionConfig": {} }',
		nullable: [],
		bodySteps: [({ body }) => ({ body: { ipAccessList: [], ...body } })],
		rules: [
			scalingIssues,
			missingByocFields,
			({ ipAccessList }) =>
				isEmptyList(ipAccessList) ? [NOBODY_CONNECTS] : everybodyHints(ipAccessList),
		],
	},
);

const NOBODY_CONNECTS = sentenceHint(
	'Allowed Addresses is empty, so nobody can connect. Service → Update can add some.',
);

function isOfByoc(profile: unknown): boolean {
	return typeof profile === 'string' && profile.includes('-byoc-');
}

function* missingByocFields({ byocId, profile, ...otherMembers }: JsonObject): Iterable<Issue> {
	if (isOfByoc(profile) && isAbsent(byocId)) {
		yield { path: 'byocId', text: neededText('with a BYOC profile') };
	}
	if (isAbsent(byocId)) return;
	for (const path of ['minReplicaMemoryGb', 'maxReplicaMemoryGb']) {
		if (isAbsent(otherMembers[path])) yield { path, text: neededText('with BYOC ID') };
	}
}

export function newServiceText({ provider, region: where, ...body }: JsonObject): Phrase {
	const { ipAccessList, ...otherMembers } = body;
	const cloud = ownValue(PROVIDERS, String(provider)) ?? quoteName(provider);
	const region = phrase` on ${cloud} in ${quoteName(where)}`;
	const isScaling = ([name]: [string, unknown]): boolean => Object.hasOwn(SCALING_FIELDS, name);
	const entries = Object.entries(otherMembers);
	const scaling = scalingText(Object.fromEntries(entries.filter(isScaling)));
	const furtherMembers = Object.fromEntries(entries.filter((entry) => !isScaling(entry)));
	return phrase`${region}, which costs money immediately, ${openTo(ipAccessList)}${scaling === '' ? '' : phrase`; ${scaling}`}${otherFields(furtherMembers)}`;
}

export const changedService = changedFields(
	describeFields('', {
		name: serviceNameField(),
		releaseChannel,
		enableCoreDumps,
		endpoints: mysqlEndpoint,
		ipAccessList: addAndRemove(
			addressRows(
				'Addresses to Add',
				'ipAccessToAdd',
				'Allowed in addition to the current addresses',
				EVERYBODY,
			),
			addressRows(
				'Addresses to Remove',
				'ipAccessToRemove',
				'The update removes these addresses first, and then adds others',
			),
		),
		privateEndpointIds: addAndRemove(
			privateEndpoints('Add', 'allow'),
			privateEndpoints('Remove', 'remove'),
		),
		tags: addAndRemove(
			tagRows('Tags to Add', 'tagsToAdd'),
			tagRows('Tags to Remove', 'tagsToRemove', 'The update removes tags with these keys'),
		),
		transparentDataEncryptionKeyId: text('Encryption Key ID', {
			placeholder: 'e.g. arn:aws:kms:us-east-1:123456789012:key/1234abcd',
			description: 'New key for the transparent data encryption',
			schema: FILLED,
		}),
	}),
	{
		example: '{ "releaseChannel": "fast" }',
		nullable: [],
		rules: [({ ipAccessList }) => everybodyHints(asObject(ipAccessList).add)],
	},
);

/** The values of these keys contain additions and removals. */
const ADD_REMOVE_KEYS = ['ipAccessList', 'privateEndpointIds', 'tags'];

/** First lost access and removals, then new access, and then everything else. */
export function serviceChanges(
	{ ipAccessList, ...otherMembers }: JsonObject,
	record: JsonObject,
): Phrase {
	const { add, remove, ...more } = asObject(ipAccessList);
	const excluded = isEmptyList(remove) ? 'nobody' : rangesText(remove);
	const access = [
		...(isAbsent(remove) ? [] : [{ text: phrase`closed to ${excluded}`, removes: true }]),
		...(isAbsent(add) ? [] : [{ text: isEmptyList(add) ? 'open to nobody else' : openTo(add) }]),
	];
	// The API changes only the listed endpoints, so they aren't compared with the record's.
	const otherChanges = Object.entries({ ...otherMembers, ...more }).flatMap(([name, value]) =>
		ADD_REMOVE_KEYS.includes(name) && isJsonObject(value)
			? stepChanges(name, value)
			: changesOf({ [name]: value }, [], name === 'endpoints' ? {} : record),
	);
	return joinChanges([...access, ...otherChanges], ', ');
}

/** Removals come before additions, under their fields' names: "Tags to Remove (key team)". */
function stepChanges(name: string, { add, remove, ...more }: JsonObject): DescribedChange[] {
	const removals = changesOf({ [`${name}ToRemove`]: remove });
	return [
		...removals.map(({ text }) => ({ text, removes: true })),
		...changesOf({ [`${name}ToAdd`]: add }).map(({ text }) => ({ text })),
		...changesOf(more),
	];
}

const PASSWORDS = { generate: 'Generate', hash: 'Set by Hash' };
const BY_HASH = { password: ['hash'] };

/** Without a hash, the API generates a password, even if there's a MySQL hash. */
export const passwordFields = wholeBodyFields(
	describeFields('', {
		password: choice('New Password', PASSWORDS, {
			selects: true,
			descriptions: {
				generate: 'ClickHouse Cloud generates a password, and this node outputs it once',
				hash: 'Send hashes of your own password, so that n8n never holds it',
			},
			description: 'Generate a password, or send hashes of your own',
			toBody: () => undefined,
		}),
		newPasswordHash: text('Password Hash', {
			when: BY_HASH,
			marked: true,
			parameter: 'passwordHash',
			typeOptions: { password: true },
			description: 'SHA-256 hash of the password, in Base64',
			schema: matching(
				/^[A-Za-z\d+/]{43}=$/,
				'isn\'t a SHA-256 hash in Base64: 43 characters and "=".',
			),
		}),
		newDoubleSha1Hash: text('Double SHA-1 Hash', {
			when: BY_HASH,
			parameter: 'doubleSha1Hash',
			typeOptions: { password: true },
			description: "SHA-1 hash of the password's SHA-1 hash, in hexadecimal, for MySQL clients",
			schema: matching(/^[\da-f]{40}$/i, "isn't a SHA-1 hash: 40 hexadecimal digits."),
		}),
	}),
	{
		rules: [
			({ newPasswordHash }, _context, { password }) =>
				password === 'hash' && isAbsent(newPasswordHash)
					? [{ path: 'newPasswordHash', ...EMPTY }]
					: choiceIssues('password', password, Object.keys(PASSWORDS)),
		],
	},
);
