import { add, CUSTOM_CALL, type PanelState, within } from '../panelState';
import { CREDENTIAL, OPTIONS_OF_CHANGES } from './pipeSections';

const TOP = [...CREDENTIAL, 'Resource', 'Operation'];

const OPTION_NAMES_OF_READS = [
	'Dry Run',
	'Full Response',
	'Max Concurrency',
	'Max Retries',
	'Max Wait (Seconds)',
	'Timeout (Milliseconds)',
];
const OPTIONS_OF_READS = ['Options', add(...OPTION_NAMES_OF_READS)];

function panel(
	resource: string,
	operation: string,
	shows: string[],
	parameters: object = {},
): PanelState {
	return {
		name: [resource, operation, ...Object.keys(parameters)].join(', '),
		node: 'cloudManagement',
		parameters: { resource, operation, ...parameters },
		shows: [...TOP, ...shows],
	};
}

const PIPE_COMMAND = ['Service ID', 'Pipe ID', 'Organization ID', ...OPTIONS_OF_CHANGES];
const ACTIVITY = ['Activity ID', 'Organization ID', ...OPTIONS_OF_READS];

const reads: PanelState[] = [
	{
		...panel('activity', 'get', ACTIVITY),
		offers: { Operation: ['Get', 'Get Many', CUSTOM_CALL] },
	},
	panel('activity', 'getAll', ['Return All', 'Limit', 'Organization ID', ...OPTIONS_OF_READS]),
	panel('activity', 'getAll', ['Return All', 'Organization ID', ...OPTIONS_OF_READS], {
		returnAll: true,
	}),
	panel(
		'activity',
		'getAll',
		['Return All', 'Limit', 'Organization ID', 'Options', ...within(...OPTION_NAMES_OF_READS)],
		{
			options: {
				dryRun: true,
				fullResponse: true,
				maxConcurrency: 1,
				maxRetries: 1,
				maxWait: 1,
				timeout: 1,
			},
		},
	),
	{
		...panel('backup', 'get', ['Service ID', 'Backup ID', 'Organization ID', ...OPTIONS_OF_READS]),
		offers: { Operation: ['Get', CUSTOM_CALL] },
	},
	{
		...panel('reversePrivateEndpoint', 'get', [
			'Service ID',
			'Reverse Private Endpoint ID',
			'Organization ID',
			'Simplify',
			...OPTIONS_OF_READS,
		]),
		offers: { Operation: ['Get', CUSTOM_CALL] },
	},
	{
		...panel('service', 'get', ['Service ID', 'Organization ID', 'Simplify', ...OPTIONS_OF_READS]),
		offers: { Operation: ['Get', CUSTOM_CALL] },
	},
];

// Reference, "Create BYOC infrastructure".
const REGIONS = [
	'ap-northeast-1',
	'ap-south-1',
	'ap-southeast-1',
	'ap-southeast-2',
	'asia-southeast1',
	'eastus',
	'eastus2',
	'eu-central-1',
	'eu-west-1',
	'eu-west-2',
	'europe-west4',
	'germanywestcentral',
	'me-central-1',
	'us-central1',
	'us-east-1',
	'us-east-2',
	'us-east1',
	'us-west-2',
	'westus3',
];

const changes: PanelState[] = [
	panel('pipe', 'delete', PIPE_COMMAND),
	panel('pipe', 'resync', PIPE_COMMAND),
	panel('pipe', 'start', PIPE_COMMAND),
	panel('pipe', 'stop', PIPE_COMMAND),
	{
		...panel('byocInfrastructure', 'create', [
			'Account ID',
			'Region',
			'Availability Zone Suffixes',
			'VPC CIDR Range',
			'Organization ID',
			...OPTIONS_OF_CHANGES,
		]),
		offers: {
			Operation: ['Create', CUSTOM_CALL],
			Region: REGIONS,
			'Availability Zone Suffixes': ['a', 'b', 'c', 'd', 'e', 'f'],
		},
	},
	{
		...panel('invitation', 'create', ['Email', 'Role', 'Organization ID', ...OPTIONS_OF_CHANGES]),
		offers: { Operation: ['Create', CUSTOM_CALL], Role: ['Admin', 'Developer'] },
	},
	{
		...panel('member', 'update', ['User ID', 'Role', 'Organization ID', ...OPTIONS_OF_CHANGES]),
		offers: { Operation: ['Update', CUSTOM_CALL], Role: ['Admin', 'Developer'] },
	},
	{
		...panel('privateEndpoint', 'create', [
			'Service ID',
			'Private Endpoint ID',
			'Description',
			'Organization ID',
			...OPTIONS_OF_CHANGES,
		]),
		offers: { Operation: ['Create', CUSTOM_CALL] },
	},
];

/** Reference, "Endpoints": every operation but the creation of a pipe. */
export const operationStates: PanelState[] = [...reads, ...changes];
