import { add, type PanelState, within } from '../panelState';
import { CREDENTIAL } from './pipeSections';

const OF_REQUESTS = ['Max Retries', 'Max Wait (Seconds)', 'Request Timeout (Milliseconds)'];
const OF_READS = ['Options', add('Dry Run', 'Full Response', 'Max Concurrency', ...OF_REQUESTS)];
const OF_CHANGES = [
	'Options',
	add('Approved Plan', 'Dry Run', 'Full Response', ...OF_REQUESTS, 'Resend Unknown Outcomes'),
];
const OF_ALERTS = [
	'Options',
	add(
		...['Allow Unlisted Values', 'Approved Plan', 'Dry Run', 'Full Response', ...OF_REQUESTS],
		'Resend Unknown Outcomes',
	),
];
const OF_MANAGED_READS = [
	'Options',
	add(
		...['Dry Run', 'Full Response', 'Max Concurrency', 'Max Retries', 'Max Wait (Seconds)'],
		...['Organization ID', 'Request Timeout (Milliseconds)'],
	),
];
const LISTED = ['Return All', 'Limit', ...OF_READS];
const DEFINITION = ['Define Dashboard', 'Name', 'Tags', 'Tiles', '  + Add Tile', ...OF_CHANGES];
const NOTIFIED = [
	...['Webhook IDs', 'Additional Fields'],
	add('Additional Fields (JSON)', 'Message', 'Name', 'Note'),
	...OF_ALERTS,
];

function state(
	resource: string,
	operation: string,
	shows: string[],
	parameters: object = {},
): PanelState {
	return {
		name: [resource, operation, ...Object.keys(parameters)].join(', '),
		node: 'cloudDashboard',
		parameters: { resource, operation, ...parameters },
		shows: [...CREDENTIAL, 'Resource', 'Operation', ...shows],
	};
}

function managed(resource: string, operation: string, shows: string[]): PanelState {
	return {
		...state(resource, operation, shows, { authentication: 'cloudApiKey' }),
		credentials: { cloudManagementApi: { id: 'management', name: 'Cloud Management' } },
	};
}

/** Second reference: what only ClickStack has. */
export const clickstackStates: PanelState[] = [
	state('dashboard', 'create', [
		'! Every tile gets a new ID: IDs that are sent are ignored.',
		...DEFINITION,
	]),
	state('dashboard', 'validate', [
		'! Checks the dashboard as a new one, with its sources and connections. Filters with an ID, as an update has them, count as invalid.',
		...DEFINITION,
	]),
	state('dashboard', 'get', ['Dashboard ID', ...OF_READS]),
	// The editor has Authentication in the dialog of the credential.
	managed('dashboard', 'get', ['Service ID', 'Dashboard ID', ...OF_MANAGED_READS]),
	managed('source', 'getAll', ['Service ID', 'Return All', 'Limit', ...OF_MANAGED_READS]),
	state('dashboard', 'getAll', LISTED),
	state('dashboard', 'delete', [
		'! Deletes the dashboard and its alerts permanently. This cannot be undone.',
		'Dashboard ID',
		...OF_CHANGES,
	]),
	state('alert', 'create', [
		...['Source', 'Dashboard ID', 'Tile ID', 'Condition', 'Threshold', 'Interval'],
		...NOTIFIED,
	]),
	state(
		'alert',
		'create',
		[
			'Source',
			'Saved Search ID',
			'Condition',
			'Threshold',
			'Threshold Max',
			'Interval',
			...NOTIFIED,
		],
		{ source: 'saved_search', thresholdType: 'between' },
	),
	state('alert', 'update', [
		...['Alert ID', 'Current Alert', 'Source', 'Condition', 'Threshold', 'Interval'],
		...NOTIFIED,
	]),
	state('alert', 'get', ['Alert ID', ...OF_READS]),
	{
		name: 'Alert State Changed',
		node: 'cloudDashboardTrigger',
		parameters: {},
		shows: [
			...CREDENTIAL,
			...['Poll Times', ...within('Mode', '+ Add Poll Time'), 'Trigger On'],
			...['Alert IDs', 'New States', 'Previous States', 'Output'],
		],
		offers: { 'Trigger On': ['Alert State Changed'], Output: ['Raw', 'Simplified'] },
	},
	state('alert', 'getAll', LISTED),
	state('alert', 'delete', [
		'! Deletes the alert permanently. This cannot be undone.',
		'Alert ID',
		...OF_CHANGES,
	]),
	state('source', 'getAll', LISTED),
	state('savedSearch', 'getAll', LISTED),
	state('webhook', 'getAll', LISTED),
	state(
		'dashboard',
		'create',
		[
			'! Every tile gets a new ID: IDs that are sent are ignored.',
			...['Define Dashboard', 'Name', 'Tags', 'Tiles'],
			...within(
				'Name',
				'Chart',
				'Text',
				add('ID', 'X', 'Y', 'Width', 'Height', 'Additional Fields (JSON)').trim(),
			),
			'  + Add Tile',
			...OF_CHANGES,
		],
		{ tiles: { values: [{ name: 'Notes', chart: 'markdown' }] } },
	),
];
