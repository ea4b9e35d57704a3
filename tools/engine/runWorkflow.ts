import { readFileSync } from 'node:fs';

import type { PackageDirectoryLoader } from 'n8n-core';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	INode,
	INodeExecutionData,
	IRun,
	ITaskData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import type { Credentials } from './credentials';
import { openEngine } from './engine';

/** The engine needs only these parts of an exported workflow. */
export interface WorkflowFile {
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

interface RunOptions {
	credentials?: Credentials;
	/** Set to run an older build of the package. */
	loader?: PackageDirectoryLoader;
	onNodeStart?: (node: string) => void;
	onNodeEnd?: (node: string, result: ITaskData) => void;
	/** Cancels the execution, as the stop button does. */
	cancel?: AbortSignal;
}

/** n8n stores these parts of a run. */
export interface WorkflowRun {
	run: IRun;
	error: NonNullable<IRun['data']['resultData']['error']> | undefined;
	/** A node that didn't run has no items. */
	items: (node: string, output?: number) => INodeExecutionData[];
}

export function readWorkflow(file: string): WorkflowFile {
	const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
	if (!isWorkflow(parsed)) throw new Error(`${file} is not a workflow`);
	return parsed;
}

function isWorkflow(value: unknown): value is WorkflowFile {
	return typeof value === 'object' && value !== null && 'nodes' in value && 'connections' in value;
}

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

/** Retries a failed execution from its stored data with the saved workflow, as n8n's executions list does. */
export async function retryWorkflow(
	{ run }: WorkflowRun,
	saved: WorkflowFile,
	options: RunOptions = {},
): Promise<WorkflowRun> {
	const { workflow, additionalData } = await prepare(saved, options);
	const data = structuredClone(run.data);
	const { lastNodeExecuted = '' } = data.resultData;
	delete data.resultData.error;
	if (data.resultData.runData[lastNodeExecuted]?.at(-1)?.error !== undefined) {
		data.resultData.runData[lastNodeExecuted].pop();
	}
	for (const stacked of data.executionData?.nodeExecutionStack ?? []) {
		stacked.node = workflow.getNode(stacked.node.name) ?? stacked.node;
	}
	return runOf(
		await new WorkflowExecute(additionalData, 'retry', data).processRunExecutionData(workflow),
	);
}

async function prepare(file: WorkflowFile, options: RunOptions) {
	const { nodeTypes, additionalData } = await openEngine(options.credentials, options.loader);
	const workflow = new Workflow({
		id: 'test',
		name: file.name ?? 'Test',
		nodes: structuredClone(file.nodes),
		connections: structuredClone(file.connections),
		active: false,
		nodeTypes,
		settings: file.settings ?? {},
	});
	return { workflow, additionalData: { ...additionalData, hooks: hooksOf(file, options) } };
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
	if (onNodeStart !== undefined) hooks.addHandler('nodeExecuteBefore', onNodeStart);
	if (onNodeEnd !== undefined) hooks.addHandler('nodeExecuteAfter', onNodeEnd);
	return hooks;
}
