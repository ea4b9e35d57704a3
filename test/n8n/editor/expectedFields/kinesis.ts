import type { PanelState } from '../panelState';
import { BOTH_CREDENTIALS, CREDENTIAL, CREDENTIAL_NOTICE, HEAD, tail } from './pipeSections';

const PLACE = ['Stream Name', 'Region', 'Authentication'];
const ITERATOR = ['Start From', 'Format'];
const ITERATOR_AT_TIMESTAMP = ['Start From', 'Start Time', 'Format'];
const TAIL = tail('kinesis');

const BY_ROLE = [...CREDENTIAL, ...HEAD, ...PLACE, 'IAM Role ARN'];
const BY_USER = [...BOTH_CREDENTIALS, ...HEAD, ...PLACE, CREDENTIAL_NOTICE];

/** The panel down to the source, as it opens. */
export const KINESIS = [...BY_ROLE, ...ITERATOR];

function kinesis(name: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'pipe', operation: 'create', sourceKind: 'kinesis', ...parameters };
	return { name: `Kinesis, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

const role = [...KINESIS, ...TAIL];
const roleAtTimestamp = [...BY_ROLE, ...ITERATOR_AT_TIMESTAMP, ...TAIL];
const user = [...BY_USER, ...ITERATOR, ...TAIL];
const userAtTimestamp = [...BY_USER, ...ITERATOR_AT_TIMESTAMP, ...TAIL];

/** Reference, "`kinesis` member". */
export const kinesisStates: PanelState[] = [
	{
		...kinesis('as it opens', {}, role),
		offers: {
			Format: [
				'Avro',
				'Avro with a Schema Registry (AvroConfluent)',
				'JSON, One Object per Record (JSONEachRow)',
			],
			Authentication: ['IAM Role', 'IAM User (Access Key)'],
			'Start From': [
				'New Records Only (LATEST)',
				'Oldest Record (TRIM_HORIZON)',
				'Point in Time (AT_TIMESTAMP)',
			],
		},
	},
	kinesis('IAM role, at timestamp', { kinesisIteratorType: 'AT_TIMESTAMP' }, roleAtTimestamp),
	kinesis(
		'IAM user, latest',
		{ kinesisAuthentication: 'IAM_USER', kinesisIteratorType: 'LATEST' },
		user,
	),
	kinesis(
		'IAM user, at timestamp',
		{ kinesisAuthentication: 'IAM_USER', kinesisIteratorType: 'AT_TIMESTAMP' },
		userAtTimestamp,
	),
];
