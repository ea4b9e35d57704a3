import type { Emulator } from '../../../tools/emulator';
import {
	chainOf,
	ownNode,
	type Workflow,
	webhookNode,
	workflowNode,
} from '../../../tools/n8n/harness/workflows';

/** The ID of the workflow, and the path of its webhook. */
export const QUEUE_WORKFLOW_ID = 'queue';

/** The workflow that n8n starts for each execution that failed. */
export const ERROR_WORKFLOW = chainOf('queueErrors', {}, [
	workflowNode('Error Trigger', 'n8n-nodes-base.errorTrigger', 1),
]);

/**
 * A workflow that a webhook starts with the number of a run: a change, a read, and a change by the other node. Both
 * changes carry the number, and the first one the execution as well, so that the emulator's log shows everything.
 */
export function queueWorkflow({ serviceId, dashboardId }: Emulator['ids']): Workflow {
	const invite = ownNode('Invite', 'cloudManagement', {
		resource: 'invitation',
		operation: 'create',
		email: '=run-{{ $json.body.run }}.execution-{{ $execution.id }}@example.com',
		role: 'developer',
	});
	const read = ownNode('Read Service', 'cloudManagement', {
		resource: 'service',
		operation: 'get',
		serviceId,
	});
	const update = ownNode('Update Dashboard', 'cloudDashboard', {
		resource: 'dashboard',
		operation: 'update',
		dashboardId,
		dashboardInput: 'json',
		dashboardJson:
			"={{ { name: 'Run ' + $('Webhook').first().json.body.run, tiles: [], tags: [] } }}",
		options: { allowEmpty: true },
	});
	return chainOf(QUEUE_WORKFLOW_ID, { errorWorkflow: ERROR_WORKFLOW.id }, [
		webhookNode('Webhook', QUEUE_WORKFLOW_ID),
		invite,
		read,
		update,
	]);
}
