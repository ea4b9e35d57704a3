import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import type { Parameters } from '../../../../core/operation';
import { optionsOf } from '../../../../core/parameters/fields';
import { parseTime } from '../../shared/time';
import { optional } from '../../../../core/parameters/values';
import {
	KINESIS_AUTHENTICATIONS,
	KINESIS_FORMATS,
	KINESIS_ITERATOR_TYPES,
} from '../../../api/pipe/kinesis';
import { AUTHENTICATION_LABELS, iamRoleField } from './authentication';
import { sourceCredentialNotice } from './sourceCredential';

const FORMAT_NAMES = {
	AvroConfluent: 'Avro with a Schema Registry (AvroConfluent)',
	JSONEachRow: 'JSON, One Object per Record (JSONEachRow)',
};

const ITERATOR_NAMES = {
	AT_TIMESTAMP: 'Point in Time (AT_TIMESTAMP)',
	LATEST: 'New Records Only (LATEST)',
	TRIM_HORIZON: 'Oldest Record (TRIM_HORIZON)',
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
		displayName: 'Authentication',
		name: 'kinesisAuthentication',
		type: 'options',
		noDataExpression: true,
		options: optionsOf(KINESIS_AUTHENTICATIONS, AUTHENTICATION_LABELS),
		default: 'IAM_ROLE',
		description: 'How the pipe authenticates with the stream',
	},
	...updateDisplayOptions({ show: { kinesisAuthentication: ['IAM_USER'] } }, [
		sourceCredentialNotice,
	]),
	...updateDisplayOptions({ show: { kinesisAuthentication: ['IAM_ROLE'] } }, [
		iamRoleField('kinesisIamRole'),
	]),
	{
		displayName: 'Start From',
		name: 'kinesisIteratorType',
		type: 'options',
		noDataExpression: true,
		options: optionsOf(KINESIS_ITERATOR_TYPES, ITERATOR_NAMES),
		default: 'TRIM_HORIZON',
		description: 'The first record to read',
	},
	...updateDisplayOptions({ show: { kinesisIteratorType: ['AT_TIMESTAMP'] } }, [
		{
			displayName: 'Start Time',
			name: 'kinesisTimestamp',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'The point in time to start from. Sent as a UNIX time in seconds.',
		},
	]),
	{
		displayName: 'Format',
		name: 'kinesisFormat',
		type: 'options',
		options: optionsOf(KINESIS_FORMATS, FORMAT_NAMES),
		default: 'JSONEachRow',
		description: 'The format of the records',
	},
];

/** The less common fields of a Kinesis source, shown under Pipe Settings. */
export const kinesisOptions: INodeProperties[] = [
	{
		displayName: 'Use Enhanced Fan-Out',
		name: 'kinesisUseEnhancedFanOut',
		type: 'boolean',
		default: false,
		description: 'Whether the pipe reads with its own dedicated throughput',
	},
];

/** Returns the `kinesis` member, without its secrets. */
export function kinesisBody(fields: Parameters, timezone: string): JsonObject {
	const { kinesisAuthentication, kinesisIteratorType } = fields;
	return withoutUndefined({
		format: optional(fields.kinesisFormat),
		streamName: optional(fields.kinesisStreamName),
		region: optional(fields.kinesisRegion),
		useEnhancedFanOut: optional(fields.kinesisUseEnhancedFanOut),
		iteratorType: optional(kinesisIteratorType),
		timestamp:
			kinesisIteratorType === 'AT_TIMESTAMP'
				? unixSeconds(optional(fields.kinesisTimestamp), timezone)
				: undefined,
		authentication: optional(kinesisAuthentication),
		iamRole: kinesisAuthentication === 'IAM_ROLE' ? optional(fields.kinesisIamRole) : undefined,
	});
}

/** Cut to the second, never rounded up: no record of that second is skipped. */
function unixSeconds(entered: unknown, timezone: string): unknown {
	const instant = parseTime(entered, timezone);
	return instant === undefined ? entered : Math.floor(instant.toSeconds());
}
