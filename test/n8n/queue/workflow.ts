import type { Emulator } from '../../../tools/emulator';
import {
	chainOf,
	ownNode,
	type Workflow,
	webhookNode,
	workflowNode,
} from '../../../tools/n8n/harness/workflows';

/** The workflow's webhook has the same path. */
export const QUEUE_WORKFLOW_ID = 'queue';

/** n8n starts this workflow for each failed execution. */
export const ERROR_WORKFLOW = chainOf('queueErrors', {}, [
	workflowNode('Error Trigger', 'n8n-nodes-base.errorTrigger', 1),
]);

/**
 * Both changes contain the run number, and the first also the execution, so that the emulator's log shows everything.
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
