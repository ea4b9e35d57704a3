import { add, type PanelState, within } from '../panelState';
import {
	ADDITIONAL,
	OPTIONS_OF_CHANGES,
	OPTIONS_OF_LISTED,
	OPTIONS_OF_READS,
	OUTPUTS,
	panel,
} from './operations';

const SCALING = [
	'Autoscaling Mode',
	'Idle Scaling',
	'Idle Timeout (Minutes)',
	'Max Replica Memory (GB)',
	'Max Replicas',
	'Min Replica Memory (GB)',
	'Min Replicas',
	'Replicas',
];

function listOf(resource: string, before: string[], filters = '  + Add filter'): PanelState {
	const shows = [...before, 'Return All', 'Limit', 'Filters', filters, 'Output'];
	return { ...panel(resource, 'getAll', [...shows, ...OPTIONS_OF_READS]), offers: OUTPUTS };
}

const scale = (fields: string[], parameters = {}): PanelState =>
	panel(
		'service',
		'scale',
		['Service ID', 'Update Fields', ...fields, ...ADDITIONAL, 'Output', ...OPTIONS_OF_LISTED],
		parameters,
	);

/** Second reference, "Services", "Backups" and "Reverse private endpoints": what only ClickHouse Cloud has. */
export const serviceStates: PanelState[] = [
	listOf('service', [], add('States', 'Tags')),
	listOf('backup', ['Service ID']),
	listOf('reversePrivateEndpoint', ['Service ID']),
	...['start', 'stop', 'wake'].map((command) =>
		panel('service', command, ['Service ID', 'Output', ...OPTIONS_OF_CHANGES]),
	),
	scale([add(...SCALING)]),
	{
		...scale(within(...SCALING), {
			updateFields: {
				autoscalingMode: 'vertical',
				idleScaling: true,
				idleTimeoutMinutes: 5,
				maxReplicaMemoryGb: 8,
				maxReplicas: 1,
				minReplicaMemoryGb: 8,
				minReplicas: 1,
				numReplicas: 1,
			},
		}),
		offers: { 'Autoscaling Mode': ['Horizontal', 'Vertical'] },
	},
];
