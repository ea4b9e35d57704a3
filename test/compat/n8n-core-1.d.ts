/** Types of n8n 1.x's engine, where it differs from 2.x in the parts that tests use. */
declare module 'n8n-core-1' {
	import type { WorkflowExecute as WorkflowExecute2 } from 'n8n-core';
	import type {
		INode,
		IPinData,
		IRunExecutionData,
		IWorkflowExecuteAdditionalData,
		Workflow,
		WorkflowExecuteMode,
	} from 'n8n-workflow';

	export {
		ExecutionLifecycleHooks,
		ExternalSecretsProxy,
		HookContext,
		LazyPackageDirectoryLoader,
		LoadOptionsContext,
		PackageDirectoryLoader,
		PollContext,
		WebhookContext,
	} from 'n8n-core';

	export class WorkflowExecute {
		constructor(
			additionalData: IWorkflowExecuteAdditionalData,
			mode: WorkflowExecuteMode,
			runExecutionData?: IRunExecutionData,
		);

		run(
			workflow: Workflow,
			startNode?: INode,
			destinationNode?: string,
			pinData?: IPinData,
		): ReturnType<WorkflowExecute2['run']>;

		processRunExecutionData(
			workflow: Workflow,
		): ReturnType<WorkflowExecute2['processRunExecutionData']>;
	}
}

declare module 'n8n-core-1/dist/execution-engine/ssh-clients-manager' {
	export class SSHClientsManager {
		onShutdown(): void;
	}
}
