import { Container } from '@n8n/di';
import { WorkflowExecute as WorkflowExecute1 } from 'n8n-core-1';
import { SSHClientsManager } from 'n8n-core-1/dist/execution-engine/ssh-clients-manager';
import type { INode, IPinData, Workflow } from 'n8n-workflow';

export {
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	HookContext,
	LazyPackageDirectoryLoader,
	LoadOptionsContext,
	PackageDirectoryLoader,
	PollContext,
	WebhookContext,
} from 'n8n-core-1';

// The engine makes this manager with the first node that runs, and 1.x adds a timer that keeps the process alive. Made
// and shut down here, it has none.
Container.get(SSHClientsManager).onShutdown();

interface Run {
	workflow: Workflow;
	startNode?: INode;
	pinData?: IPinData;
}

/** n8n 1.x's engine, which accepts a run's parts by name as 2.x does. */
export class WorkflowExecute {
	private readonly engine: WorkflowExecute1;

	constructor(...parts: ConstructorParameters<typeof WorkflowExecute1>) {
		this.engine = new WorkflowExecute1(...parts);
	}

	run({ workflow, startNode, pinData }: Run) {
		return this.engine.run(workflow, startNode, undefined, pinData);
	}

	processRunExecutionData(workflow: Workflow) {
		return this.engine.processRunExecutionData(workflow);
	}
}
