import type { Emulator } from '../../emulator';
import type { Workflow, WorkflowNode } from '../harness/workflows';

/** The ID of the workflow, also the path of its webhook. */
export const QUEUE_WORKFLOW_ID = 'queue';

const PACKAGE = 'n8n-nodes-cloud-management';
const MANAGEMENT = { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };
const DASHBOARD = { cloudDashboardApi: { id: 'dashboard', name: 'Cloud Dashboard' } };

/**
 * A workflow that a webhook starts with the number of a run: a change, a read, and a change by the other node.
 * Both changes carry the number, and the first one the execution too, so that the emulator's log shows everything.
 */
export function queueWorkflow({ serviceId, dashboardId }: Emulator['ids']): Workflow {
	const webhook = { httpMethod: 'POST', path: QUEUE_WORKFLOW_ID, responseMode: 'lastNode' };
	const nodes: WorkflowNode[] = [
		// Without an ID of its own, n8n would put the workflow's and the node's names into the path.
		{
			...node('Webhook', 'n8n-nodes-base.webhook', webhook),
			typeVersion: 2,
			webhookId: QUEUE_WORKFLOW_ID,
		},
		node('Invite', `${PACKAGE}.cloudManagement`, INVITE, MANAGEMENT),
		node('Read Service', `${PACKAGE}.cloudManagement`, { ...READ, serviceId }, MANAGEMENT),
		node('Update Dashboard', `${PACKAGE}.cloudDashboard`, { ...UPDATE, dashboardId }, DASHBOARD),
	];
	return {
		id: QUEUE_WORKFLOW_ID,
		name: 'Queue',
		active: false,
		nodes,
		connections: {
			Webhook: leadsTo('Invite'),
			Invite: leadsTo('Read Service'),
			'Read Service': leadsTo('Update Dashboard'),
		},
		settings: { executionOrder: 'v1', errorWorkflow: ERROR_WORKFLOW.id },
	};
}

/** The workflow that n8n starts for each execution that failed. */
export const ERROR_WORKFLOW: Workflow = {
	id: 'queueErrors',
	name: 'Queue errors',
	active: false,
	nodes: [node('Error Trigger', 'n8n-nodes-base.errorTrigger', {})],
	connections: {},
	settings: { executionOrder: 'v1' },
};

const INVITE = {
	resource: 'invitation',
	operation: 'create',
	email: '=run-{{ $json.body.run }}.execution-{{ $execution.id }}@example.com',
	role: 'developer',
};

const READ = { resource: 'service', operation: 'get' };

const UPDATE = {
	resource: 'dashboard',
	operation: 'update',
	dashboardInput: 'json',
	dashboardJson:
		"={{ { name: 'Run ' + $('Webhook').first().json.body.run, tiles: [], tags: [] } }}",
	options: { allowEmpty: true },
};

function node(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credentials: NonNullable<WorkflowNode['credentials']> = {},
): WorkflowNode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters, credentials };
}

function leadsTo(name: string): object {
	return { main: [[{ node: name, type: 'main', index: 0 }]] };
}
