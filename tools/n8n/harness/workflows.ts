import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { PACKAGE } from './packedPackage';

export const EXAMPLES = path.resolve(__dirname, '../../../examples');

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	disabled?: boolean;
	webhookId?: string;
}

/** The import keeps the workflow's ID. */
export interface Workflow {
	id: string;
	name: string;
	active: boolean;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
	pinData?: Record<string, object[]>;
}

export function workflowNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

export function ownNode(
	name: string,
	node: string,
	parameters: Record<string, unknown>,
): WorkflowNode {
	const credentials = /^cloud(?:Alert|Dashboard)/.test(node)
		? { cloudDashboardApi: { id: 'dashboard', name: 'ClickStack Dashboard' } }
		: { cloudManagementApi: { id: 'management', name: 'ClickHouse Cloud Management' } };
	return { ...workflowNode(name, `${PACKAGE}.${node}`, 1, parameters), credentials };
}

/** The webhook responds with the last node's output. */
export function webhookNode(name: string, path: string): WorkflowNode {
	const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode' };
	// Without its own ID, n8n would put the workflow's and node's names into the path.
	return { ...workflowNode(name, 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
}

/** Without extension. */
export function exampleNames(): string[] {
	return readdirSync(EXAMPLES)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, ''));
}

/** Adds the ID for the import. */
export function example(name: string): Workflow {
	const text = readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8');
	return { ...JSON.parse(text), id: name, active: false };
}

export function examples(): Workflow[] {
	return exampleNames().map(example);
}

/** Throws if the workflow has no such node. */
export function nodeOf(workflow: Workflow, name: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.name === name);
	if (node === undefined) throw new Error(`${workflow.name} has no node "${name}"`);
	return node;
}

/** Users must change only the Settings node. */
export function withSettings(workflow: Workflow, changes: Record<string, unknown>): Workflow {
	const copy = structuredClone(workflow);
	const { parameters } = nodeOf(copy, 'Settings');
	const settings = JSON.parse(String(parameters.jsonOutput));
	parameters.jsonOutput = JSON.stringify({ ...settings, ...changes }, null, 2);
	return copy;
}

/** Mails of some examples link to n8n, so their settings contain its address. */
export function withAddress(workflow: Workflow, n8n: string): Workflow {
	const settings = workflow.nodes.find(({ name }) => name === 'Settings')?.parameters.jsonOutput;
	return String(settings).includes('"n8n":') ? withSettings(workflow, { n8n }) : workflow;
}

export function chainOf(id: string, settings: object, nodes: WorkflowNode[]): Workflow {
	const pairs = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]?.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		id,
		name: id,
		active: false,
		settings: { executionOrder: 'v1', ...settings },
		nodes,
		connections: Object.fromEntries(pairs),
	};
}
