import type { PanelState } from '../panelState';
import { BOTH_CREDENTIALS, CREDENTIAL, HEAD, MANAGED_TABLE, STREAMING_TAIL } from './pipeSections';

const PLACE = ['Stream Name', 'Region', 'Format', 'Authentication'];
const TAIL = [...MANAGED_TABLE, ...STREAMING_TAIL];

function kinesis(name: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'pipe', operation: 'create', sourceKind: 'kinesis', ...parameters };
	return { name: `Kinesis, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

const role = [
	...CREDENTIAL,
	...HEAD,
	...PLACE,
	'IAM Role',
	'Iterator Type',
	'Use Enhanced Fan-Out',
	...TAIL,
];
const roleAtTimestamp = [
	...CREDENTIAL,
	...HEAD,
	...PLACE,
	'IAM Role',
	'Iterator Type',
	'Timestamp',
	'Use Enhanced Fan-Out',
	...TAIL,
];
const user = [
	...BOTH_CREDENTIALS,
	...HEAD,
	...PLACE,
	'Iterator Type',
	'Use Enhanced Fan-Out',
	...TAIL,
];
const userAtTimestamp = [
	...BOTH_CREDENTIALS,
	...HEAD,
	...PLACE,
	'Iterator Type',
	'Timestamp',
	'Use Enhanced Fan-Out',
	...TAIL,
];

/** Reference, "`kinesis` member". */
export const kinesisStates: PanelState[] = [
	{
		...kinesis('as it opens', {}, role),
		offers: {
			Format: ['Avro', 'AvroConfluent', 'JSONEachRow'],
			Authentication: ['IAM Role', 'IAM User'],
			'Iterator Type': ['At Timestamp', 'Latest', 'Trim Horizon'],
		},
	},
	kinesis('IAM role, latest', { kinesisIteratorType: 'LATEST' }, role),
	kinesis('IAM role, at timestamp', { kinesisIteratorType: 'AT_TIMESTAMP' }, roleAtTimestamp),
	kinesis('IAM user, trim horizon', { kinesisAuthentication: 'IAM_USER' }, user),
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
