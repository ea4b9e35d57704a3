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

// The engine creates this manager with the first node, and in 1.x its timer keeps the process alive. Creating and
// shutting it down here removes the timer.
Container.get(SSHClientsManager).onShutdown();

interface Run {
	workflow: Workflow;
	startNode?: INode;
	pinData?: IPinData;
}

/** Calls n8n 1.x's engine with 2.x's named arguments. */
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
