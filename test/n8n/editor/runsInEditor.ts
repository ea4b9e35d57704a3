import type { Emulator } from '../../../tools/emulator';
import {
	ownNode,
	type Workflow,
	type WorkflowNode,
	workflowNode,
} from '../../../tools/n8n/harness/workflows';

const NODE = 'cloudManagement';

/**
 * The pictures show two invalid items, activities, a dry run, an invitation with an unknown outcome, a wait, and a
 * trigger.
 */
export function runsInEditor(id: string, { ids }: Emulator): Workflow {
	const serviceId = { __rl: true, mode: 'id', value: ids.serviceId };
	const ofPipe = { resource: 'pipe', operation: 'stop' };
	const next = [
		placed('rows', 240, 0, workflowNode('Rows', 'n8n-nodes-base.set', 3.4)),
		placed('pipes', 240, 200, workflowNode('Pipes', 'n8n-nodes-base.set', 3.4)),
		placed('read', 240, 400, ownNode('Read Activities', NODE, READ)),
		placed('invite', 240, 600, ownNode('Invite', NODE, INVITE)),
		placed('wait', 240, 800, ownNode('Wait for Service', NODE, { ...WAIT, serviceId })),
	];
	const stop = { ...ofPipe, serviceId, pipeId: '={{ $json.pipeId }}' };
	const dry = {
		...ofPipe,
		serviceId: fromList(ids.serviceId, 'Analytics 1\u00a0(running)'),
		pipeId: fromList(ids.kafkaPipeId, 'Orders\u00a0(Running)'),
		options: { dryRun: true },
	};
	const others = [
		workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1),
		placed('stop', 480, 0, ownNode('Stop Pipes', NODE, stop)),
		placed('dry', 480, 200, ownNode('Try to Stop Pipe', NODE, dry)),
		placed('trigger', 0, 1000, ownNode('New Activity', `${NODE}Trigger`, NEW_ACTIVITY)),
	];
	const pins = (...pipes: string[]) => pipes.map((pipeId) => ({ json: { pipeId } }));
	return {
		id,
		name: 'Runs in the editor',
		active: false,
		settings: {},
		nodes: [...next, ...others],
		connections: {
			Start: to(...next.map(({ name }) => name)),
			Rows: to('Stop Pipes'),
			Pipes: to('Try to Stop Pipe'),
		},
		// A node with pinned output doesn't run.
		pinData: { Rows: pins(ids.kafkaPipeId, 'orders', ''), Pipes: pins(ids.kafkaPipeId) },
	};
}

const READ = {
	resource: 'activity',
	operation: 'getAll',
	sort: 'oldestFirst',
	limit: 3,
	output: 'selectedFields',
	outputFields: ['createdAt', 'type', 'actorDetails'],
};
const INVITE = {
	resource: 'invitation',
	operation: 'create',
	role: 'developer',
	email: 'grace@example.com',
};
const WAIT = {
	resource: 'service',
	operation: 'wait',
	waitFor: ['idle', 'running'],
	giveUpOn: ['failed', 'terminated'],
	timeoutSeconds: 600,
};
const NEW_ACTIVITY = {
	pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
	event: 'newActivity',
	filters: { types: 'organization_invite_create' },
};

function placed(id: string, x: number, y: number, node: WorkflowNode): WorkflowNode {
	return { ...node, id, position: [x, y] };
}

function fromList(value: string, cachedResultName: string) {
	return { __rl: true, mode: 'list', value, cachedResultName };
}

function to(...names: string[]) {
	return { main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] };
}
