import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { MemberFault } from './rule';
import { needed, textMember } from './rule';
import { ACCESS_KEY_MEMBERS, CONNECTION_STRING_MEMBERS } from './credentialMembers';
import { missingSecrets, secretGroupFaults, secretsSchema } from './secrets';
import { unusedSecretFaults } from './misplacedSecrets';

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

export type ObjectStorageAuthentication = (typeof OBJECT_STORAGE_AUTHENTICATIONS)[number];

const AZURE = 'azureblobstorage';

/** The methods that a storage type supports; none of them means public files. */
export function objectStorageAuthentications(type: string): readonly ObjectStorageAuthentication[] {
	return type === AZURE ? ['CONNECTION_STRING'] : ['IAM_ROLE', 'IAM_USER'];
}

/** The `objectStorage` source, as the reference lists its members. */
export const objectStorageSchema = z
	.object({
		type: z.enum(OBJECT_STORAGE_TYPES),
		format: z.enum(OBJECT_STORAGE_FORMATS),
		url: z.string().optional(),
		delimiter: z.string().nullish(),
		compression: z.enum(OBJECT_STORAGE_COMPRESSIONS).nullish(),
		isContinuous: z.boolean().nullish(),
		queueUrl: z.string().nullish(),
		authentication: z.enum(OBJECT_STORAGE_AUTHENTICATIONS).nullish(),
		iamRole: z.string().nullish(),
		accessKey: secretsSchema,
		connectionString: z.string().nullish(),
		path: z.string().nullish(),
		azureContainerName: z.string().nullish(),
	})
	.passthrough();

/** The cross-field rules of an object-storage source. */
export function objectStorageFaults(storage: JsonObject): MemberFault[] {
	const place =
		storage.type === AZURE
			? needed(storage, ['azureContainerName'], 'for Azure Blob Storage')
			: needed(storage, ['url'], 'to find the files');
	return [
		...place,
		...supportFaults(storage),
		...authenticationFaults(storage),
		...queueFaults(storage),
		...unusedSecretFaults(storage, 'accessKey', 'IAM_USER'),
		...unusedSecretFaults(storage, 'connectionString', 'CONNECTION_STRING'),
	];
}

function supportFaults({ type, authentication }: JsonObject): MemberFault[] {
	const known = OBJECT_STORAGE_TYPES.find((candidate) => candidate === type);
	const method = OBJECT_STORAGE_AUTHENTICATIONS.find((candidate) => candidate === authentication);
	if (known === undefined || method === undefined) return [];
	const supported = objectStorageAuthentications(known);
	if (supported.includes(method)) return [];
	const message = `is ${method}, which ${known} does not support. Use ${supported.join(' or ')}, or none for public files.`;
	return [{ path: ['authentication'], message }];
}

function authenticationFaults(storage: JsonObject): MemberFault[] {
	switch (storage.authentication) {
		case 'IAM_ROLE':
			return needed(storage, ['iamRole'], 'with IAM role authentication');
		case 'IAM_USER':
			return secretGroupFaults(storage, 'accessKey', ACCESS_KEY_MEMBERS, { required: true });
		case 'CONNECTION_STRING':
			return missingSecrets(storage, CONNECTION_STRING_MEMBERS);
		default:
			return [];
	}
}

function queueFaults(storage: JsonObject): MemberFault[] {
	if (textMember(storage, 'queueUrl') === undefined) return [];
	const path = ['queueUrl'];
	if (storage.isContinuous !== true) {
		const message = 'is for continuous ingestion only. Turn Continuous on, or leave it empty.';
		return [{ path, message }];
	}
	if (textMember(storage, 'authentication') !== undefined) return [];
	const message = 'cannot be used with public files. Choose an authentication, or leave it empty.';
	return [{ path, message }];
}
