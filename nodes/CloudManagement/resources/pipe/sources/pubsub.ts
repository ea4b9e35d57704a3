import { z } from 'zod';
import {
	choice,
	flag,
	number,
	text,
	time,
	VERBATIM,
	usually,
} from '../../../../engine/body/fields';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent } from '../../../../engine/json';
import { asWritten, phrase } from '../../../../engine/phrase';
import { secretGroup } from './secretFields';
import { SERVICE_ACCOUNT_FILE } from './secretKinds';
import { authentication, methodLabels, describeSource, WORKLOAD_IDENTITY } from './source';
import type { Issue } from '../../../../engine/issue';
import { onlyForText } from '../../../../engine/issue';

const MESSAGE_FORMATS = {
	JSONEachRow: 'JSON, One per Message (JSONEachRow)',
	Avro: 'Avro',
	Protobuf: 'Protobuf',
};
const SEEK_TYPES = {
	earliest: 'Oldest Message (earliest)',
	latest: 'New Messages Only (latest)',
	timestamp: 'Point in Time (timestamp)',
};
const MAX_FILTER_LENGTH = 256;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

export const pubsub = describeSource('pubsub', 'Pub/Sub', {
	option: { name: 'Pub/Sub (Google Cloud)' },
	mainFields: 'projectId topic authentication serviceAccountKey seekType seekTimestamp format',
	isStream: true,
	rules: [seekRule],
	change: { required: ['authentication'] },
	cloud: { only: true },
	summary: {
		describe: (tell) =>
			phrase`Pub/Sub topic ${asWritten(tell('topic'))} of project ${asWritten(tell('projectId'))}`,
	},
	fields: {
		format: choice('Format', MESSAGE_FORMATS, {
			required: true,
			descriptions: { JSONEachRow: 'One JSON object per message' },
		}),
		projectId: text('Project ID', { required: true, placeholder: 'e.g. shop-production' }),
		topic: text('Topic', {
			required: true,
			placeholder: 'e.g. orders',
			description: 'Short name of the topic',
			rule: usually(/^[^\s/]*$/, "isn't the short name of a topic"),
		}),
		authentication: authentication(methodLabels('SERVICE_ACCOUNT', WORKLOAD_IDENTITY), {
			required: true,
		}),
		serviceAccountKey: secretGroup({ SERVICE_ACCOUNT: SERVICE_ACCOUNT_FILE }),
		seekType: choice('Start From', SEEK_TYPES, {
			selects: true,
			required: true,
			default: 'latest',
			description: 'First message that the pipe reads',
		}),
		seekTimestamp: time('Start Time', (start) => start.toISO(), {
			when: { seekType: ['timestamp'] },
			required: 'with the timestamp seek type',
			description: 'Time at which the pipe starts reading. The node sends it in UTC.',
			note: 'Only for timestamp: a date and time such as 2026-05-31T14:30:00Z',
			schema: z.string().regex(DATE_TIME, 'must be a time, such as 2026-05-31T14:30:00Z.'),
		}),
		filter: text('Filter', {
			placeholder: 'e.g. attributes.region = "eu"',
			description: `Only read messages that match this filter, in Pub/Sub's filter syntax. Up to ${String(MAX_FILTER_LENGTH)} characters.`,
			schema: VERBATIM.refine(
				({ length }) => length <= MAX_FILTER_LENGTH,
				`is longer than ${String(MAX_FILTER_LENGTH)} characters. Shorten it.`,
			),
		}),
		enableOrdering: flag('Enable Ordering', {
			description: 'Whether messages with the same ordering key are read in order',
		}),
		ackDeadline: number('Acknowledgement Deadline (Seconds)', {
			bounds: [10, 600],
			description: 'Maximum time until the pipe acknowledges a message',
		}),
	},
});

function* seekRule({ seekType, seekTimestamp }: JsonObject): Iterable<Issue> {
	if (seekType === 'timestamp' || isAbsent(seekTimestamp)) return;
	yield { path: 'seekTimestamp', text: onlyForText('the timestamp seek type') };
}
