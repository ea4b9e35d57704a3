import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';
import type { PipeSourceMember } from './credentialMembers';
import { ACCESS_KEY_MEMBERS, CONNECTION_STRING_MEMBERS } from './credentialMembers';
import {
	DISCRIMINATOR,
	isAbsent,
	missingDiscriminators,
	requiredIssues,
	textMember,
} from './members';
import {
	halfGroupIssues,
	missingSecretIssues,
	secretGroupIssues,
	secretsSchema,
	unusedSecretIssues,
} from './secrets';

export const OBJECT_STORAGE_TYPES = ['s3', 'gcs', 'dospaces', 'azureblobstorage'] as const;
export const OBJECT_STORAGE_FORMATS = [
	'JSONEachRow',
	'JSONAsObject',
	'CSV',
	'CSVWithNames',
	'Parquet',
	'Avro',
] as const;
export const OBJECT_STORAGE_DELIMITED_FORMATS = ['CSV', 'CSVWithNames'] as const;
export const OBJECT_STORAGE_COMPRESSIONS = [
	'gzip',
	'gz',
	'brotli',
	'br',
	'xz',
	'LZMA',
	'zstd',
	'auto',
] as const;
export const OBJECT_STORAGE_AUTHENTICATIONS = [
	'IAM_ROLE',
	'IAM_USER',
	'CONNECTION_STRING',
] as const;

type ObjectStorageAuthentication = (typeof OBJECT_STORAGE_AUTHENTICATIONS)[number];

/** The type whose files are in a container, and not at a URL. */
export const AZURE_STORAGE_TYPE = 'azureblobstorage';

/** Returns the methods that a storage type supports. Without an authentication, the files are public. */
export function objectStorageAuthentications(type: string): readonly ObjectStorageAuthentication[] {
	return type === AZURE_STORAGE_TYPE ? ['CONNECTION_STRING'] : ['IAM_ROLE', 'IAM_USER'];
}

/**
 * Returns the secrets that an authentication uses: a connection string, which stands alone, or the members of `accessKey`.
 * None for IAM roles, public files and unlisted methods.
 */
export function objectStorageSecretMembers(authentication: unknown): readonly PipeSourceMember[] {
	if (authentication === 'IAM_USER') return ACCESS_KEY_MEMBERS;
	return authentication === 'CONNECTION_STRING' ? CONNECTION_STRING_MEMBERS : [];
}

/** The `objectStorage` source, as the reference lists its members. */
export const objectStorageSchema = z
	.object({
		type: z.enum(OBJECT_STORAGE_TYPES).nullish().describe(DISCRIMINATOR),
		format: z.enum(OBJECT_STORAGE_FORMATS).nullish().describe(DISCRIMINATOR),
		url: z
			.string()
			.trim()
			.nullish()
			.describe(
				'Address of the files, with wildcards. Required for all types but azureblobstorage',
			),
		delimiter: z.string().nullish().describe('For CSV and CSVWithNames, such as ;'),
		compression: z.enum(OBJECT_STORAGE_COMPRESSIONS).nullish(),
		isContinuous: z.boolean().nullish().describe('true keeps reading new files, false reads once'),
		queueUrl: z
			.string()
			.trim()
			.nullish()
			.describe('Queue that announces new files. Needs isContinuous true and an authentication'),
		authentication: z
			.enum(OBJECT_STORAGE_AUTHENTICATIONS)
			.nullish()
			.describe(
				'CONNECTION_STRING for azureblobstorage, IAM_ROLE or IAM_USER for the others. Leave out for public files',
			),
		iamRole: z.string().trim().nullish().describe('ARN of the role. Required with IAM_ROLE'),
		accessKey: secretsSchema,
		connectionString: z.string().nullish(),
		path: z.string().trim().nullish().describe('Path in the Azure container, with wildcards'),
		azureContainerName: z.string().trim().nullish().describe('Required for azureblobstorage'),
	})
	.passthrough();

/** Returns what an object-storage source lacks where it comes from fields. By JSON, the API decides. */
export function objectStorageOpenIssues(storage: JsonObject): ValidationIssue[] {
	return [...missingDiscriminators(storage, ['type', 'format']), ...openAuthentication(storage)];
}

/** Without an authentication the files are public, and what needs one has no use. */
function openAuthentication(storage: JsonObject): ValidationIssue[] {
	const needing = ['accessKey', 'connectionString', 'queueUrl'].filter(
		(name) => optional(storage[name]) !== undefined,
	);
	if (!isAbsent(storage.authentication) || needing.length === 0) return [];
	const names = needing.join(' and ');
	return [{ path: 'authentication', code: 'noAuthentication', needing: names }];
}

/** Returns the issues of an object-storage source's cross-field rules. */
export function objectStorageIssues(storage: JsonObject): ValidationIssue[] {
	return [
		...locationIssues(storage),
		...supportIssues(storage),
		...authenticationIssues(storage),
		...queueIssues(storage),
		...unusedSecretIssues(storage, 'accessKey', 'IAM_USER', OBJECT_STORAGE_AUTHENTICATIONS),
		...unusedSecretIssues(
			storage,
			'connectionString',
			'CONNECTION_STRING',
			OBJECT_STORAGE_AUTHENTICATIONS,
		),
	];
}

/** How an unlisted type names its files is unknown. */
function locationIssues(storage: JsonObject): ValidationIssue[] {
	if (!OBJECT_STORAGE_TYPES.some((type) => type === storage.type)) return [];
	return storage.type === AZURE_STORAGE_TYPE
		? requiredIssues(storage, ['azureContainerName'], 'for Azure Blob Storage')
		: requiredIssues(storage, ['url'], 'to find the files');
}

function supportIssues({ type, authentication }: JsonObject): ValidationIssue[] {
	const known = OBJECT_STORAGE_TYPES.find((candidate) => candidate === type);
	const method = OBJECT_STORAGE_AUTHENTICATIONS.find((candidate) => candidate === authentication);
	if (known === undefined || method === undefined) return [];
	const supported = objectStorageAuthentications(known);
	if (supported.includes(method)) return [];
	const facts = { value: method, by: known, supported: supported.join(' or ') };
	return [{ path: 'authentication', code: 'unsupportedByStorage', ...facts }];
}

function authenticationIssues(storage: JsonObject): ValidationIssue[] {
	if (storage.authentication === 'IAM_ROLE') {
		return requiredIssues(storage, ['iamRole'], 'with IAM role authentication');
	}
	if (isAbsent(storage.authentication)) {
		return halfGroupIssues(storage, 'accessKey', ACCESS_KEY_MEMBERS);
	}
	const members = objectStorageSecretMembers(storage.authentication);
	return members === CONNECTION_STRING_MEMBERS
		? missingSecretIssues(storage, members)
		: secretGroupIssues(storage, 'accessKey', members, { required: true });
}

function queueIssues(storage: JsonObject): ValidationIssue[] {
	if (textMember(storage, 'queueUrl') === undefined || storage.isContinuous === true) return [];
	return [{ path: 'queueUrl', code: 'queueOnce' }];
}
