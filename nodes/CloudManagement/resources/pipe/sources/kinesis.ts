import { z } from 'zod';
import { choice, flag, object, text, time } from '../../../../engine/body/fields';
import { isAbsent } from '../../../../engine/json';
import { asWritten, phrase } from '../../../../engine/phrase';
import { wordsOf } from '../../../../engine/text';
import {
	GLUE,
	GLUE_LABEL,
	glueFields,
	protobufNeedsSchema,
	protobufRule,
	protobufSchema,
	streamFormat,
} from './registry';
import { secretGroup } from './secretFields';
import { ACCESS_KEY } from './secretKinds';
import { authentication, iamRole, methodLabels, NO_AUTHENTICATION, describeSource } from './source';

const ITERATORS = {
	TRIM_HORIZON: 'Oldest Record (TRIM_HORIZON)',
	LATEST: 'New Records Only (LATEST)',
	AT_TIMESTAMP: 'Point in Time (AT_TIMESTAMP)',
};

const REGISTRIES = { [GLUE]: GLUE_LABEL };

const secondsSchema = z
	.unknown()
	.refine(
		(value) => isAbsent(value) || Number.isInteger(value),
		'must be a time. In JSON, enter a UNIX timestamp in whole seconds.',
	);

export const kinesis = describeSource('kinesis', 'Kinesis', {
	mainFields:
		'streamName region authentication accessKey iamRole iteratorType timestamp format schemaRegistry protobufSchema',
	option: { name: 'Kinesis (Amazon)' },
	isStream: true,
	rules: [protobufRule, protobufNeedsSchema],
	cloud: { only: wordsOf('format=Protobuf schemaRegistry protobufSchema') },
	summary: {
		describe: (tell) => phrase`Kinesis stream ${asWritten(tell('streamName'))}`,
		startWords: {
			TRIM_HORIZON: 'from the oldest record',
			LATEST: 'new records only',
			AT_TIMESTAMP: 'from a point in time',
		},
	},
	fields: {
		format: streamFormat('record'),
		schemaRegistry: object(
			{
				type: choice('Schema Registry', REGISTRIES, {
					selects: true,
					required: true,
					marked: false,
					off: { name: 'None', value: NO_AUTHENTICATION },
					default: NO_AUTHENTICATION,
					description: 'Registry that contains the record schemas',
				}),
				...glueFields(true),
			},
			{ when: { format: ['AvroConfluent', 'Protobuf'] }, note: 'For AvroConfluent and Protobuf' },
		),
		protobufSchema: {
			...protobufSchema,
			shown: { format: ['Protobuf'], 'schemaRegistry.type': [NO_AUTHENTICATION] },
		},
		streamName: text('Stream Name', { required: true, placeholder: 'e.g. orders' }),
		region: text('Region', {
			required: true,
			placeholder: 'e.g. us-east-1',
			note: 'Cloud region of the stream, such as us-east-1',
		}),
		useEnhancedFanOut: flag('Use Enhanced Fan-Out', {
			description: 'Whether the pipe reads with its own dedicated throughput',
		}),
		iteratorType: choice('Start From', ITERATORS, {
			selects: true,
			required: 'byFields',
			description: 'First record that the pipe reads',
		}),
		// Truncated, never rounded up, so that no record of the second is skipped.
		timestamp: time('Start Time', (start) => Math.floor(start.toSeconds()), {
			when: { iteratorType: ['AT_TIMESTAMP'] },
			required: 'with the AT_TIMESTAMP iterator type',
			description:
				'Time at which the pipe starts reading. The node sends it as a UNIX time in seconds.',
			note: 'UNIX timestamp in whole seconds. Required with AT_TIMESTAMP',
			schema: secondsSchema,
		}),
		authentication: authentication(methodLabels('IAM_ROLE', 'IAM_USER'), {
			required: 'byFields',
		}),
		iamRole,
		accessKey: secretGroup({ IAM_USER: ACCESS_KEY }, { openTo: [ACCESS_KEY] }),
	},
});
