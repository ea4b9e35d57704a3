import type { Emulator } from '../../emulator';
import { type Workflow, type WorkflowNode, workflowNode } from '../harness/workflows';

const management = { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };

/** One node that ends in an error, because two of its three items are invalid, one that ends in a table, and a dry run. */
export function runsInEditor(id: string, { ids }: Emulator): Workflow {
	const command = { resource: 'pipe', operation: 'stop', serviceId: ids.serviceId };
	const type = 'n8n-nodes-cloud-management.cloudManagement';
	const node = { type, typeVersion: 1, credentials: management };
	const pipes = [ids.kafkaPipeId, 'orders', ''].map((pipeId) => ({ json: { pipeId } }));
	const start = workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1);
	const stop: WorkflowNode = {
		...node,
		id: 'stop',
		name: 'Stop Pipes',
		position: [240, 0],
		parameters: { ...command, pipeId: '={{ $json.pipeId }}' },
	};
	const read: WorkflowNode = {
		...node,
		id: 'read',
		name: 'Read Activities',
		position: [240, 200],
		executeOnce: true,
		parameters: { resource: 'activity', operation: 'getAll', sort: 'oldestFirst', limit: 3 },
	};
	const dry: WorkflowNode = {
		...stop,
		id: 'dry',
		name: 'Try to Stop Pipes',
		position: [240, 400],
		parameters: { ...command, pipeId: ids.kafkaPipeId, options: { dryRun: true } },
	};
	const next = [stop, read, dry].map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	return {
		id,
		name: 'Runs in the editor',
		active: false,
		nodes: [start, stop, read, dry],
		connections: { Start: { main: [next] } },
		pinData: { Start: pipes },
		settings: {},
	};
}
