import { add, type PanelState, within } from '../panelState';
import {
	ADDITIONAL,
	LOCATOR,
	OPTION_NAMES_OF_WAITS,
	OPTIONS_OF_CHANGES,
	OPTIONS_OF_READS,
	OUTPUTS,
	panel,
} from './operations';
import { BOTH_CREDENTIALS, columns, CREDENTIAL_NOTICE } from './pipeSections';

const IDS = ['Service ID', 'Pipe ID'];
const WAIT = ['Wait For', 'Give Up On', 'Wait Limit (Seconds)', 'On Timeout'];

const SCALING = ['Replica CPU (Millicores)', 'Replica Memory (GB)', 'Replicas'];
const SETTINGS = [
	'Concurrency',
	'Max Download Threads',
	'Max File Count',
	'Max Insert Bytes',
	'Max Insert Threads',
	'Max Insert Wait (Milliseconds)',
	'Max Threads',
	'Min Insert Block Size (Bytes)',
	'Parallel Distributed Insert Select',
	'Parallel View Processing',
	'Polling Interval (Milliseconds)',
	'Use Cluster Function',
];

const MAPPINGS = ['Table Mappings to Add', 'Table Mappings to Remove'].flatMap((list) => [
	list,
	'  + Add Table Mapping',
]);

/** The panel of Update with these fields after the source. */
function update(shows: string[], parameters: object): PanelState {
	const change = [...IDS, 'Update Fields', '  + Add Field', 'Source'];
	const fields = [...change, ...shows, ...ADDITIONAL, 'Output', ...OPTIONS_OF_CHANGES];
	return panel('pipe', 'update', fields, parameters);
}

/** The same with the selector of the credential for the source. */
function withSource(state: PanelState): PanelState {
	const [, ...shows] = state.shows;
	return { ...state, shows: [...BOTH_CREDENTIALS, ...shows] };
}

/** Second reference, "Pipes": what only ClickHouse Cloud has. */
export const pipeStates: PanelState[] = [
	{
		...panel('pipe', 'get', [...IDS, 'Output', ...OPTIONS_OF_READS]),
		offers: { 'Pipe ID': LOCATOR, ...OUTPUTS },
	},
	{
		...panel('pipe', 'getAll', [
			...['Service ID', 'Return All', 'Limit', 'Filters', '  + Add filter', 'Output'],
			...OPTIONS_OF_READS,
		]),
		offers: OUTPUTS,
	},
	panel('pipe', 'wait', [...[...IDS, ...WAIT, 'Output', 'Options'], add(...OPTION_NAMES_OF_WAITS)]),
	panel('pipe', 'getSettings', [...IDS, ...OPTIONS_OF_READS]),
	panel('pipe', 'scale', [
		...[...IDS, 'Update Fields', add(...SCALING), ...ADDITIONAL, 'Output'],
		...OPTIONS_OF_CHANGES,
	]),
	panel('pipe', 'updateSettings', [
		...[...IDS, 'Update Fields', add(...SETTINGS), ...ADDITIONAL],
		...OPTIONS_OF_CHANGES,
	]),
	panel(
		'pipe',
		'updateSettings',
		[
			...[...IDS, 'Update Fields', ...within('Max Threads')],
			add(...SETTINGS.filter((name) => name !== 'Max Threads')),
			...[...ADDITIONAL, ...OPTIONS_OF_CHANGES],
		],
		{ updateFields: { engineMaxThreads: 2 } },
	),
	update(['Define Columns', ...columns(0), 'Send Source Secrets'], { sourceKind: 'kafka' }),
	update(['Define Columns', 'Columns', 'Send Source Secrets'], {
		...{ sourceKind: 'kafka', columnsInput: 'list' },
	}),
	update([...MAPPINGS, 'Send Source Secrets'], { sourceKind: 'postgres' }),
	update([], { sourceKind: 'bigquery' }),
	withSource(
		update([...MAPPINGS, 'Send Source Secrets', CREDENTIAL_NOTICE], {
			...{ sourceKind: 'mongodb', sendSourceSecrets: true },
		}),
	),
];
