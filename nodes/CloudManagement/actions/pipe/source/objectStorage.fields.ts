import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsOf } from '../../../../core/parameters/selectors';
import {
	OBJECT_STORAGE_AUTHENTICATIONS,
	OBJECT_STORAGE_COMPRESSIONS,
	OBJECT_STORAGE_DELIMITED_FORMATS,
	OBJECT_STORAGE_FORMATS,
	OBJECT_STORAGE_TYPES,
	objectStorageAuthentications,
} from '../../../api/pipe/objectStorage';
import { AUTHENTICATION_NAMES, NO_AUTHENTICATION } from './authenticationNames';

const TYPE_NAMES = {
	azureblobstorage: 'Azure Blob Storage',
	dospaces: 'DigitalOcean Spaces',
	gcs: 'Google Cloud Storage',
	s3: 'Amazon S3',
};

const AZURE = { objectStorageType: ['azureblobstorage'] };
const OTHERS = {
	objectStorageType: OBJECT_STORAGE_TYPES.filter((type) => type !== 'azureblobstorage'),
};

/** A selector with only the methods that a type supports, and none for public files. */
const authenticationField = (type: string): INodeProperties => ({
	displayName: 'Authentication',
	name: 'objectStorageAuthentication',
	type: 'options',
	options: [
		...optionsOf(objectStorageAuthentications(type), AUTHENTICATION_NAMES),
		{ name: 'None', value: NO_AUTHENTICATION, description: 'The files are public' },
	],
	default: NO_AUTHENTICATION,
	description: 'How the pipe proves itself to the storage',
});

const placeFields: INodeProperties[] = [
	...updateDisplayOptions({ show: OTHERS }, [
		{
			displayName: 'URL',
			name: 'objectStorageUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://my-bucket.s3.amazonaws.com/orders/*.json',
			description: 'Where the files are. Wildcards are allowed.',
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
			description: 'Where in the container the files are. Wildcards are allowed.',
		},
	]),
];

const formatFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'objectStorageFormat',
		type: 'options',
		options: optionsOf(OBJECT_STORAGE_FORMATS),
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
				description: 'What stands between two values. Leave empty for the default of the format.',
			},
		],
	),
	{
		displayName: 'Compression',
		name: 'objectStorageCompression',
		type: 'options',
		options: optionsOf(OBJECT_STORAGE_COMPRESSIONS, { auto: 'Auto' }),
		default: 'auto',
		description: 'How the files are compressed',
	},
];

/** The fields of an object-storage source. Reference, "`objectStorage` member". */
export const objectStorageFields: INodeProperties[] = [
	{
		displayName: 'Storage Type',
		name: 'objectStorageType',
		type: 'options',
		options: optionsOf(OBJECT_STORAGE_TYPES, TYPE_NAMES),
		default: 's3',
		description: 'Which storage service the files are in',
	},
	...placeFields,
	...formatFields,
	...updateDisplayOptions({ show: OTHERS }, [authenticationField('s3')]),
	...updateDisplayOptions({ show: AZURE }, [authenticationField('azureblobstorage')]),
	...updateDisplayOptions({ show: { objectStorageAuthentication: ['IAM_ROLE'] } }, [
		{
			displayName: 'IAM Role',
			name: 'objectStorageIamRole',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. arn:aws:iam::123456789012:role/pipe-reader',
			description: 'The role that the pipe takes on to read',
		},
	]),
	{
		displayName: 'Continuous',
		name: 'objectStorageIsContinuous',
		type: 'boolean',
		default: false,
		description:
			'Whether to keep reading new files, which must be uploaded in the order of their names. Off: the files are read once.',
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
				placeholder: 'e.g. https://sqs.us-east-1.amazonaws.com/123456789012/new-files',
				description:
					'A message queue that tells of new files. With it, files are read as they are announced instead of in the order of their names.',
			},
		],
	),
];
