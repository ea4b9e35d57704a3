import { add, CUSTOM_CALL, type PanelState, within } from '../panelState';
import { CREDENTIAL } from './pipeSections';

const TOP = [...CREDENTIAL, 'Resource', 'Operation'];

const OPTION_NAMES_OF_READS = [
	'Dry Run',
	'Full Response',
	'Max Concurrency',
	'Max Retries',
	'Max Wait (Seconds)',
	'Organization ID',
	'Request Timeout (Milliseconds)',
];
export const OPTIONS_OF_READS = ['Options', add(...OPTION_NAMES_OF_READS)];

export const OPTION_NAMES_OF_WAITS: readonly string[] = [
	'Dry Run',
	'Full Response',
	'Max Concurrency',
	'Max Wait (Seconds)',
	'Organization ID',
	'Request Timeout (Milliseconds)',
	'Stable For (Checks)',
	'Wait for It to Exist',
];
const OPTIONS_OF_WAITS = ['Options', add(...OPTION_NAMES_OF_WAITS)];

export const OPTIONS_OF_CHANGES = [
	'Options',
	add(
		'Approved Plan',
		'Dry Run',
		'Full Response',
		'Max Retries',
		'Max Wait (Seconds)',
		'Organization ID',
		'Request Timeout (Milliseconds)',
		'Resend Unknown Outcomes',
	),
];

/** The same, with an option to allow values that the reference does not list. */
export const OPTIONS_OF_LISTED = [
	'Options',
	add(
		'Allow Unlisted Values',
		'Approved Plan',
		'Dry Run',
		'Full Response',
		'Max Retries',
		'Max Wait (Seconds)',
		'Organization ID',
		'Request Timeout (Milliseconds)',
		'Resend Unknown Outcomes',
	),
];
export const ADDITIONAL = ['Additional Fields', '  + Add Field'];
const ROLE = [
	...['Role', 'Additional Fields'],
	add('Additional Fields (JSON)', 'Assigned Role Names or IDs'),
];

/** Returns the state of a panel. */
export function panel(
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

const PIPE_COMMAND = ['Service ID', 'Pipe ID', 'Output', ...OPTIONS_OF_CHANGES];
export const OUTPUTS = { Output: ['Raw', 'Selected Fields', 'Simplified'] };
/** As n8n itself names the modes of a resource locator. */
export const LOCATOR = ['From list', 'By ID'];
const SERVICE_LOCATOR = [...LOCATOR, 'By URL'];

const FILTERS = ['Actor Types', 'Actors', 'Period', 'Service IDs', 'Since', 'Types', 'Until'];
const LIMITED_ACTIVITIES = ['Return All', 'Limit', 'Filters', add(...FILTERS), 'Sort', 'Output'];
const API_REQUEST = ['Method', 'Path', 'Query Parameters', '  + Add Parameter'];
const WAIT_FOR_VALUE = ['Path', 'Query Parameters', '  + Add Parameter', 'Value Path'];

const WAIT = ['Wait For', 'Give Up On', 'Wait Limit (Seconds)', 'On Timeout'];
const READ_OR_WAIT = ['Get', 'Get Many', 'Wait for State', CUSTOM_CALL];
const ON_SERVICES = ['Scale', 'Start', 'Stop', 'Wait for State', 'Wake', CUSTOM_CALL];
const ENDPOINT = ['Service ID', 'Reverse Private Endpoint ID'];

const waits: PanelState[] = [
	{
		...panel('backup', 'wait', [
			...['Service ID', 'Backup ID', ...WAIT],
			'Output',
			...OPTIONS_OF_WAITS,
		]),
		offers: {
			Operation: READ_OR_WAIT,
			'On Timeout': ['Fail', 'Output the Last Record'],
		},
	},
	{
		...panel('reversePrivateEndpoint', 'wait', [
			...ENDPOINT,
			...WAIT,
			'Output',
			...OPTIONS_OF_WAITS,
		]),
		offers: { Operation: READ_OR_WAIT, ...OUTPUTS },
	},
	{
		...panel('service', 'wait', ['Service ID', ...WAIT, 'Output', ...OPTIONS_OF_WAITS]),
		offers: { Operation: ['Get', 'Get Many', ...ON_SERVICES], ...OUTPUTS },
	},
	panel(
		'service',
		'wait',
		['Service ID', ...WAIT, 'Output', 'Output Fields', ...OPTIONS_OF_WAITS],
		{ output: 'selectedFields' },
	),
];

const apiRequests: PanelState[] = [
	{
		...panel('apiRequest', 'send', [...API_REQUEST, ...OPTIONS_OF_READS]),
		offers: {
			Operation: ['Send', 'Wait for Value', CUSTOM_CALL],
			Method: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
		},
	},
	panel('apiRequest', 'send', [...API_REQUEST, 'Body', ...OPTIONS_OF_CHANGES], {
		method: 'DELETE',
	}),
	panel(
		'apiRequest',
		'send',
		[
			'Method',
			'Path',
			'Query Parameters',
			...within('Name', 'Value', '+ Add Parameter'),
			'Body',
			...OPTIONS_OF_CHANGES,
		],
		{ method: 'POST', query: { values: [{ name: 'verbose', value: 'true' }] } },
	),
	panel('apiRequest', 'wait', [...WAIT_FOR_VALUE, ...WAIT, ...OPTIONS_OF_WAITS]),
];

const reads: PanelState[] = [
	{
		name: 'a new node',
		node: 'cloudManagement',
		parameters: {},
		shows: [...TOP, ...LIMITED_ACTIVITIES, ...OPTIONS_OF_READS],
		offers: { Operation: ['Get', 'Get Many', CUSTOM_CALL] },
	},
	{
		...panel('activity', 'get', ['Activity ID', 'Output', ...OPTIONS_OF_READS]),
		offers: { Operation: ['Get', 'Get Many', CUSTOM_CALL], 'Activity ID': LOCATOR, ...OUTPUTS },
	},
	{
		...panel('activity', 'getAll', [...LIMITED_ACTIVITIES, ...OPTIONS_OF_READS]),
		offers: { Sort: ['API Order', 'Newest First', 'Oldest First'] },
	},
	panel(
		'activity',
		'getAll',
		['Return All', 'Filters', add(...FILTERS), 'Sort', 'Output', ...OPTIONS_OF_READS],
		{ returnAll: true },
	),
	{
		...panel(
			'activity',
			'getAll',
			[
				'Return All',
				'Limit',
				'Filters',
				...within(...FILTERS),
				'Sort',
				'Output',
				...OPTIONS_OF_READS,
			],
			{
				filters: {
					actorTypes: '',
					actors: '',
					period: 'yesterday',
					serviceIds: '',
					since: '',
					types: '',
					until: '',
				},
			},
		),
		offers: { Period: ['Last 24 Hours', 'Last 7 Days', 'Yesterday'] },
	},
	panel(
		'activity',
		'getAll',
		[...LIMITED_ACTIVITIES, 'Options', ...within(...OPTION_NAMES_OF_READS)],
		{
			options: {
				dryRun: true,
				fullResponse: true,
				maxConcurrency: 1,
				maxRetries: 1,
				maxWait: 1,
				organizationId: '',
				timeout: 1,
			},
		},
	),
	{
		...panel('backup', 'get', ['Service ID', 'Backup ID', 'Output', ...OPTIONS_OF_READS]),
		offers: { Operation: READ_OR_WAIT, 'Backup ID': LOCATOR, ...OUTPUTS },
	},
	{
		...panel('reversePrivateEndpoint', 'get', [...ENDPOINT, 'Output', ...OPTIONS_OF_READS]),
		offers: { Operation: READ_OR_WAIT, ...OUTPUTS },
	},
	{
		...panel('service', 'get', ['Service ID', 'Output', ...OPTIONS_OF_READS]),
		offers: {
			Operation: ['Get', 'Get Many', ...ON_SERVICES],
			'Service ID': SERVICE_LOCATOR,
			...OUTPUTS,
		},
	},
	panel('service', 'get', ['Service ID', 'Output', 'Output Fields', ...OPTIONS_OF_READS], {
		output: 'selectedFields',
	}),
];

// Reference, "Create BYOC infrastructure"; second reference, 2.3.
const REGIONS = [
	'AWS ap-northeast-1',
	'AWS ap-northeast-2',
	'AWS ap-south-1',
	'AWS ap-southeast-1',
	'AWS ap-southeast-2',
	'AWS ca-central-1',
	'AWS eu-central-1',
	'AWS eu-west-1',
	'AWS eu-west-2',
	'AWS il-central-1',
	'AWS me-central-1',
	'AWS us-east-1',
	'AWS us-east-2',
	'AWS us-west-2',
	'Azure centralus',
	'Azure eastus',
	'Azure eastus2',
	'Azure germanywestcentral',
	'Azure westus3',
	'Google asia-northeast1',
	'Google asia-southeast1',
	'Google europe-west2',
	'Google europe-west4',
	'Google us-central1',
	'Google us-east1',
	'None (Use Additional Fields)',
];

const ROLES = ['Admin', 'Developer', 'None (Use Assigned Role IDs)'];

const changes: PanelState[] = [
	panel('pipe', 'delete', [
		'! Deletes the pipe permanently. This cannot be undone.',
		...['Service ID', 'Pipe ID', ...OPTIONS_OF_CHANGES],
	]),
	panel('pipe', 'resync', [
		'! Loads all tables of the pipe again. For MongoDB, MySQL and Postgres pipes only.',
		...PIPE_COMMAND,
	]),
	panel('pipe', 'start', PIPE_COMMAND),
	panel('pipe', 'stop', PIPE_COMMAND),
	panel(
		'pipe',
		'stop',
		['Service ID', 'Pipe ID', 'Output', 'Output Fields', ...OPTIONS_OF_CHANGES],
		{
			output: 'selectedFields',
		},
	),
	{
		...panel('byocInfrastructure', 'create', [
			'Account ID',
			'Region',
			'Availability Zone Suffixes',
			'VPC CIDR Range',
			'Display Name',
			...ADDITIONAL,
			...OPTIONS_OF_LISTED,
		]),
		offers: {
			Operation: ['Create', CUSTOM_CALL],
			Region: REGIONS,
			'Availability Zone Suffixes': ['a', 'b', 'c', 'd', 'e', 'f'],
		},
	},
	{
		...panel('invitation', 'create', ['Email', ...ROLE, ...OPTIONS_OF_LISTED]),
		offers: { Operation: ['Create', 'Delete', 'Get', 'Get Many', CUSTOM_CALL], Role: ROLES },
	},
	{
		...panel('member', 'update', ['User ID', ...ROLE, ...OPTIONS_OF_LISTED]),
		offers: { Operation: ['Delete', 'Get', 'Get Many', 'Update', CUSTOM_CALL], Role: ROLES },
	},
	{
		...panel('privateEndpoint', 'create', [
			'Service ID',
			'Private Endpoint ID',
			'Description',
			...OPTIONS_OF_CHANGES,
		]),
		offers: {
			Operation: ['Create', CUSTOM_CALL],
			'Service ID': SERVICE_LOCATOR,
			'Private Endpoint ID': LOCATOR,
		},
	},
];

/** Reference, "Endpoints": every operation but the creation of a pipe. */
export const operationStates: PanelState[] = [...reads, ...waits, ...changes, ...apiRequests];
