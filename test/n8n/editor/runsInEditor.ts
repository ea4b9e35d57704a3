import type { Emulator } from '../../emulator';
import { type Workflow, type WorkflowNode, workflowNode } from '../harness/workflows';

const management = { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };

/**
 * What the pictures show of runs: items of which two are invalid, activities, a dry run, an invitation that may have
 * been sent, a wait, and a trigger.
 */
export function runsInEditor(id: string, { ids }: Emulator): Workflow {
	const serviceId = { __rl: true, mode: 'id', value: ids.serviceId };
	const stop = { resource: 'pipe', operation: 'stop', serviceId, pipeId: '={{ $json.pipeId }}' };
	const next = [
		set('Rows', 0),
		set('Pipes', 200),
		node('read', 'Read Activities', [240, 400], {
			...{ resource: 'activity', operation: 'getAll', sort: 'oldestFirst', limit: 3 },
			...{ output: 'selectedFields', outputFields: ['createdAt', 'type', 'actorDetails'] },
		}),
		node('invite', 'Invite', [240, 600], {
			...{ resource: 'invitation', operation: 'create', role: 'developer' },
			email: 'grace@example.com',
		}),
		node('wait', 'Wait for Service', [240, 800], {
			...{ resource: 'service', operation: 'wait', serviceId, waitFor: 'running, idle' },
			...{ giveUpOn: 'failed, terminated', timeoutSeconds: 600 },
		}),
	];
	const stops = [
		node('stop', 'Stop Pipes', [480, 0], stop),
		node('dry', 'Try to Stop Pipe', [480, 200], {
			...{ ...stop, options: { dryRun: true } },
			serviceId: fromList(ids.serviceId, 'Shop (running)'),
			pipeId: fromList(ids.kafkaPipeId, 'Orders (Running)'),
		}),
	];
	const trigger = node('trigger', 'New Activity', [0, 1000], {
		pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
		...{ event: 'newActivity', filters: { types: 'organization_invite_create' } },
	});
	trigger.type += 'Trigger';
	const pins = (...pipes: string[]) => pipes.map((pipeId) => ({ json: { pipeId } }));
	return {
		...{ id, name: 'Runs in the editor', active: false, settings: {} },
		nodes: [workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1), ...next, ...stops, trigger],
		connections: {
			Start: to(...next.map(({ name }) => name)),
			Rows: to('Stop Pipes'),
			Pipes: to('Try to Stop Pipe'),
		},
		pinData: {
			Rows: pins(ids.kafkaPipeId, 'orders', ''),
			Pipes: pins(ids.kafkaPipeId),
		},
	};
}

function node(
	id: string,
	name: string,
	position: [number, number],
	parameters: Record<string, unknown>,
): WorkflowNode {
	const type = 'n8n-nodes-cloud-management.cloudManagement';
	return { id, name, type, typeVersion: 1, position, parameters, credentials: management };
}

function fromList(value: string, cachedResultName: string) {
	return { __rl: true, mode: 'list', value, cachedResultName };
}

/** A node whose output is pinned. */
function set(name: string, y: number): WorkflowNode {
	return { ...workflowNode(name, 'n8n-nodes-base.set', 3.4), position: [240, y] };
}

const to = (...names: string[]) => ({
	main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))],
});
