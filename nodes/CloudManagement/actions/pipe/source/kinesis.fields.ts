import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsOf } from '../../../../core/parameters/selectors';
import {
	KINESIS_AUTHENTICATIONS,
	KINESIS_FORMATS,
	KINESIS_ITERATOR_TYPES,
} from '../../../api/pipe/kinesis';
import { AUTHENTICATION_NAMES } from './authenticationNames';

const ITERATOR_NAMES = {
	AT_TIMESTAMP: 'At Timestamp',
	LATEST: 'Latest',
	TRIM_HORIZON: 'Trim Horizon',
};

/** The fields of a Kinesis source. Reference, "`kinesis` member". */
export const kinesisFields: INodeProperties[] = [
	{
		displayName: 'Stream Name',
		name: 'kinesisStreamName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
	},
	{
		displayName: 'Region',
		name: 'kinesisRegion',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. us-east-1',
		description: 'The cloud region of the stream',
	},
	{
		displayName: 'Format',
		name: 'kinesisFormat',
		type: 'options',
		options: optionsOf(KINESIS_FORMATS),
		default: 'JSONEachRow',
		description: 'The format of the records',
	},
	{
		displayName: 'Authentication',
		name: 'kinesisAuthentication',
		type: 'options',
		options: optionsOf(KINESIS_AUTHENTICATIONS, AUTHENTICATION_NAMES),
		default: 'IAM_ROLE',
		description: 'How the pipe proves itself to the stream',
	},
	...updateDisplayOptions({ show: { kinesisAuthentication: ['IAM_ROLE'] } }, [
		{
			displayName: 'IAM Role',
			name: 'kinesisIamRole',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. arn:aws:iam::123456789012:role/pipe-reader',
			description: 'The role that the pipe takes on to read',
		},
	]),
	{
		displayName: 'Iterator Type',
		name: 'kinesisIteratorType',
		type: 'options',
		options: optionsOf(KINESIS_ITERATOR_TYPES, ITERATOR_NAMES),
		default: 'TRIM_HORIZON',
		description: 'Where in the stream to begin',
	},
	...updateDisplayOptions({ show: { kinesisIteratorType: ['AT_TIMESTAMP'] } }, [
		{
			displayName: 'Timestamp',
			name: 'kinesisTimestamp',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'The time to begin from. It is sent as a UNIX time in seconds.',
		},
	]),
	{
		displayName: 'Use Enhanced Fan-Out',
		name: 'kinesisUseEnhancedFanOut',
		type: 'boolean',
		default: false,
		description: 'Whether the pipe gets a read throughput of its own',
	},
];
