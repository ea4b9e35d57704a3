import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import type { Parameters } from '../../../../core/operation';
import { optionsOf } from '../../../../core/parameters/fields';
import { optional } from '../../../../core/parameters/values';
import {
	AZURE_STORAGE_TYPE,
	OBJECT_STORAGE_AUTHENTICATIONS,
	OBJECT_STORAGE_COMPRESSIONS,
	OBJECT_STORAGE_DELIMITED_FORMATS,
	OBJECT_STORAGE_FORMATS,
	OBJECT_STORAGE_TYPES,
	objectStorageAuthentications,
} from '../../../api/pipe/objectStorage';
import { AUTHENTICATION_LABELS, iamRoleField, NO_AUTHENTICATION } from './authentication';
import { sourceCredentialNotice, takesSecrets } from './sourceCredential';

const TYPE_NAMES = {
	azureblobstorage: 'Azure Blob Storage',
	dospaces: 'DigitalOcean Spaces',
	gcs: 'Google Cloud Storage',
	s3: 'Amazon S3',
};

const FORMAT_NAMES = {
	CSVWithNames: 'CSV with a Header Row (CSVWithNames)',
	JSONAsObject: 'JSON, Each Object in One Column (JSONAsObject)',
	JSONEachRow: 'JSON, One Object per Row (JSONEachRow)',
};

const COMPRESSION_NAMES = {
	auto: 'Detect Automatically (auto)',
	brotli: 'Brotli (brotli)',
	gzip: 'Gzip (gzip)',
	xz: 'XZ (xz)',
	zstd: 'Zstandard (zstd)',
};

/** Other spellings of what the form offers once. JSON takes them. */
const REPEATED_COMPRESSIONS: readonly string[] = ['br', 'gz'];

const AZURE = { objectStorageType: [AZURE_STORAGE_TYPE] };
const OTHERS = {
	objectStorageType: OBJECT_STORAGE_TYPES.filter((type) => type !== AZURE_STORAGE_TYPE),
};

/** Nothing, so that nobody takes files for public by mistake. */
const notChosen = '';

/** A selector with only the methods that a type supports, and none for public files. */
const authenticationField = (type: string): INodeProperties => ({
	displayName: 'Authentication',
	name: 'objectStorageAuthentication',
	type: 'options',
	noDataExpression: true,
	required: true,
	options: [
		...optionsOf(objectStorageAuthentications(type), AUTHENTICATION_LABELS),
		{ name: 'None (Public Files)', value: NO_AUTHENTICATION },
	],
	default: notChosen,
	description: 'How the pipe authenticates with the storage',
});

const locationFields: INodeProperties[] = [
	{
		displayName: 'Storage Type',
		name: 'objectStorageType',
		type: 'options',
		noDataExpression: true,
		options: optionsOf(OBJECT_STORAGE_TYPES, TYPE_NAMES),
		default: 's3',
		description: 'The storage service that has the files',
	},
	...updateDisplayOptions({ show: OTHERS }, [
		{
			displayName: 'URL',
			name: 'objectStorageUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://shop.s3.amazonaws.com/*.json',
			description: 'The path to the files. Wildcards are allowed.',
		},
	]),
	...updateDisplayOptions({ show: AZURE }, [
		{
			displayName: 'Azure Container Name',
			name: 'objectStorageAzureContainerName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. orders',
		},
		{
			displayName: 'Path',
			name: 'objectStoragePath',
			type: 'string',
			default: '',
			placeholder: 'e.g. daily/*.json',
			description: 'The path to the files in the container. Wildcards are allowed.',
		},
	]),
];

const formatFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'objectStorageFormat',
		type: 'options',
		options: optionsOf(OBJECT_STORAGE_FORMATS, FORMAT_NAMES),
		default: 'JSONEachRow',
		description: 'The format of the files',
	},
	...updateDisplayOptions(
		{ show: { objectStorageFormat: [...OBJECT_STORAGE_DELIMITED_FORMATS] } },
		[
			{
				displayName: 'Delimiter',
				name: 'objectStorageDelimiter',
				type: 'string',
				default: '',
				placeholder: 'e.g. ;',
				description: 'The character between two values. Leave empty for the default of the format.',
			},
		],
	),
];

const continuousFields: INodeProperties[] = [
	{
		displayName: 'Continuous',
		name: 'objectStorageIsContinuous',
		type: 'boolean',
		default: false,
		description:
			'Whether to keep reading new files, which must be uploaded in lexical order. Turn off to read the files once.',
	},
	...updateDisplayOptions(
		{
			show: {
				objectStorageIsContinuous: [true],
				objectStorageAuthentication: [...OBJECT_STORAGE_AUTHENTICATIONS],
			},
		},
		[
			{
				displayName: 'Queue URL',
				name: 'objectStorageQueueUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://sqs.us-east-1.amazonaws.com/…',
				description:
					'A message queue with event notifications for new files. If set, files are read as they are announced, in any order.',
			},
		],
	),
];

/** The fields of an object-storage source. Reference, "`objectStorage` member". */
export const objectStorageFields: INodeProperties[] = [
	...locationFields,
	...updateDisplayOptions({ show: OTHERS }, [authenticationField('s3')]),
	...updateDisplayOptions({ show: AZURE }, [authenticationField(AZURE_STORAGE_TYPE)]),
	...updateDisplayOptions(
		{ show: { objectStorageAuthentication: OBJECT_STORAGE_AUTHENTICATIONS.filter(takesSecrets) } },
		[sourceCredentialNotice],
	),
	...updateDisplayOptions({ show: { objectStorageAuthentication: ['IAM_ROLE'] } }, [
		iamRoleField('objectStorageIamRole'),
	]),
	...formatFields,
	...continuousFields,
];

/** The less common fields of an object-storage source, shown under Pipe Settings. */
export const objectStorageOptions: INodeProperties[] = [
	{
		displayName: 'Compression',
		name: 'objectStorageCompression',
		type: 'options',
		options: optionsOf(
			OBJECT_STORAGE_COMPRESSIONS.filter((name) => !REPEATED_COMPRESSIONS.includes(name)),
			COMPRESSION_NAMES,
		),
		default: 'auto',
		description: 'How the files are compressed',
	},
];

/** Returns the `objectStorage` member, without its secrets. */
export function objectStorageBody(fields: Parameters): JsonObject {
	const { objectStorageType, objectStorageFormat, objectStorageAuthentication } = fields;
	const isAzure = objectStorageType === AZURE_STORAGE_TYPE;
	const isDelimited = OBJECT_STORAGE_DELIMITED_FORMATS.some((name) => name === objectStorageFormat);
	const isPublic = objectStorageAuthentication === NO_AUTHENTICATION;
	const hasRole = objectStorageAuthentication === 'IAM_ROLE';
	const queueApplies = fields.objectStorageIsContinuous === true && !isPublic;
	return withoutUndefined({
		type: optional(objectStorageType),
		format: optional(objectStorageFormat),
		url: isAzure ? undefined : optional(fields.objectStorageUrl),
		azureContainerName: isAzure ? optional(fields.objectStorageAzureContainerName) : undefined,
		path: isAzure ? optional(fields.objectStoragePath) : undefined,
		delimiter: isDelimited ? delimiter(fields.objectStorageDelimiter) : undefined,
		compression: optional(fields.objectStorageCompression),
		isContinuous: optional(fields.objectStorageIsContinuous),
		queueUrl: queueApplies ? optional(fields.objectStorageQueueUrl) : undefined,
		// Not `optional`: what is left open is no choice of public files.
		authentication: isPublic ? undefined : objectStorageAuthentication,
		iamRole: hasRole ? optional(fields.objectStorageIamRole) : undefined,
	});
}

/** A space or a tab is a delimiter too, so only text without any character is empty. */
function delimiter(value: unknown): unknown {
	return value === null || value === '' ? undefined : value;
}
