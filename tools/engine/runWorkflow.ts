import { readFileSync } from 'node:fs';

import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	INode,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import type { TestCredential } from './credentials';
import { CredentialsHelper } from './credentials';
import { NodeTypes } from './nodeTypes';
import { loadPackage } from './package';

/** A workflow as n8n exports it, as far as the engine needs it. */
export interface WorkflowFile {
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface RunOptions {
	/** By the ID that the workflow's nodes name. */
	credentials?: Readonly<Record<string, TestCredential>>;
	onNodeStart?: (node: string) => void;
	onNodeEnd?: (node: string, result: ITaskData) => void;
	/** Cancels the execution when it fires, as the stop button does. */
	cancel?: AbortSignal;
}

/** The rest of a run, as n8n stores it. */
export interface WorkflowRun {
	run: IRun;
	error: NonNullable<IRun['data']['resultData']['error']> | undefined;
	/** The items of a node's output; none if it did not run. */
	items: (node: string, output?: number) => INodeExecutionData[];
}

/** Reads a workflow file. */
export function readWorkflow(file: string): WorkflowFile {
	const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
	if (!isWorkflow(parsed)) throw new Error(`${file} is not a workflow`);
	return parsed;
}

function isWorkflow(value: unknown): value is WorkflowFile {
	return typeof value === 'object' && value !== null && 'nodes' in value && 'connections' in value;
}

const URL_BASE = 'http://127.0.0.1:5678/';

/** Runs a workflow in n8n's own engine, in this process. */
export async function runWorkflow(
	file: WorkflowFile,
	options: RunOptions = {},
): Promise<WorkflowRun> {
	const { workflow, additionalData } = await prepare(file, options);
	const executor = new WorkflowExecute(additionalData, 'manual', createRunExecutionData());
	const running = executor.run({ workflow });
	options.cancel?.addEventListener('abort', () => {
		running.cancel();
	});
	return runOf(await running);
}

interface RetryOptions extends RunOptions {
	/** The workflow as it is saved now; by default, the retry is with the original one. */
	saved?: WorkflowFile;
}

/** Retries a failed execution as n8n's list of executions does, from its stored data. */
export async function retryWorkflow(
	{ run }: WorkflowRun,
	original: WorkflowFile,
	options: RetryOptions = {},
): Promise<WorkflowRun> {
	const { saved } = options;
	const { workflow, additionalData } = await prepare(saved ?? original, options);
	const data = structuredClone(run.data);
	const { lastNodeExecuted = '' } = data.resultData;
	delete data.resultData.error;
	if (data.resultData.runData[lastNodeExecuted]?.at(-1)?.error !== undefined) {
		data.resultData.runData[lastNodeExecuted].pop();
	}
	if (saved !== undefined) useSavedNodes(data, workflow);
	return runOf(
		await new WorkflowExecute(additionalData, 'retry', data).processRunExecutionData(workflow),
	);
}

function useSavedNodes({ executionData }: IRunExecutionData, workflow: Workflow): void {
	for (const stacked of executionData?.nodeExecutionStack ?? []) {
		stacked.node = workflow.getNode(stacked.node.name) ?? stacked.node;
	}
}

async function prepare(file: WorkflowFile, options: RunOptions) {
	const loader = await loadPackage();
	const workflow = new Workflow({
		id: 'test',
		name: file.name ?? 'Test',
		nodes: structuredClone(file.nodes),
		connections: structuredClone(file.connections),
		active: false,
		nodeTypes: new NodeTypes(loader),
		settings: file.settings ?? {},
	});
	const additionalData = additionalDataOf(
		new CredentialsHelper(loader, options.credentials ?? {}),
		hooksOf(file, options),
	);
	return { workflow, additionalData };
}

function runOf(run: IRun): WorkflowRun {
	return {
		run,
		error: run.data.resultData.error,
		items: (node, output = 0) =>
			run.data.resultData.runData[node]?.flatMap(({ data }) => data?.main?.[output] ?? []) ?? [],
	};
}

function hooksOf(
	file: WorkflowFile,
	{ onNodeStart, onNodeEnd }: RunOptions,
): ExecutionLifecycleHooks {
	const hooks = new ExecutionLifecycleHooks('manual', '1', {
		id: 'test',
		name: file.name ?? 'Test',
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: file.nodes,
		connections: file.connections,
	});
	if (onNodeStart !== undefined) {
		hooks.addHandler('nodeExecuteBefore', (node) => {
			onNodeStart(node);
		});
	}
	if (onNodeEnd !== undefined) {
		hooks.addHandler('nodeExecuteAfter', (node, result) => {
			onNodeEnd(node, result);
		});
	}
	return hooks;
}

function unused(what: string): () => Promise<never> {
	return async () => await Promise.reject(new Error(`The engine tests have no ${what}`));
}

/** Returns the data that n8n passes to every execution and every poll of a workflow. */
export function additionalDataOf(
	credentialsHelper: CredentialsHelper,
	hooks?: ExecutionLifecycleHooks,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		...(hooks === undefined ? {} : { hooks }),
		executeWorkflow: unused('sub-workflows'),
		getRunExecutionData: unused('stored executions'),
		getRuntimeCredential: unused('runtime credentials'),
		startRunnerTask: unused('task runners'),
		currentNodeExecutionIndex: 0,
		restApiUrl: URL_BASE,
		instanceBaseUrl: URL_BASE,
		formBaseUrl: URL_BASE,
		formWaitingBaseUrl: URL_BASE,
		formTestBaseUrl: URL_BASE,
		webhookBaseUrl: URL_BASE,
		webhookWaitingBaseUrl: URL_BASE,
		webhookTestBaseUrl: URL_BASE,
		mcpBaseUrl: URL_BASE,
		mcpTestBaseUrl: URL_BASE,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
		logAiEvent: () => undefined,
	};
}
