import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { type JsonObject, objectAt } from '../contract/json';
import type { Emulator } from '../emulator';
import { type Credentials, plainData } from './credentials';
import { PACKAGE_NAME } from './package';
import type { WorkflowFile, WorkflowRun } from './runWorkflow';

export const MANAGEMENT = `${PACKAGE_NAME}.cloudManagement`;
export const DASHBOARD = `${PACKAGE_NAME}.cloudDashboard`;

/** The tested node's name in `workflowOf`. */
export const NODE = 'Node';

export interface NodeUnderTest extends Partial<
	Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>
> {
	type: string;
	parameters: INodeParameters;
	/** Set if a source credential is selected. */
	withSource?: boolean;
}

/** Passes items to a node of the package, and connects both outputs to further nodes. */
export function workflowOf(node: NodeUnderTest, items: IDataObject[] = [{}]): WorkflowFile {
	const { type, parameters, withSource, ...settings } = node;
	const source = { cloudPipeSourceApi: { id: 'source', name: 'Source' } };
	const credentials = {
		...apiCredential(type, parameters),
		...(withSource === true ? source : {}),
	};
	return {
		nodes: [
			plain('Start', 'n8n-nodes-base.manualTrigger'),
			{ ...plain('Items', 'test.items'), parameters: { items: JSON.stringify(items) } },
			{ ...plain(NODE, type), parameters, credentials, ...settings },
		],
		connections: {
			Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			Items: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
		},
	};
}

/** A workflow whose AI agent calls the node as its tool. */
export function agentWorkflow(node: NodeUnderTest, calls: IDataObject[]): WorkflowFile {
	const file = workflowOf({ ...node, type: `${node.type}Tool` });
	const agent = { type: 'test.agent', parameters: { calls: JSON.stringify(calls) } };
	return {
		nodes: file.nodes.map((each) => (each.name === 'Items' ? { ...each, ...agent } : each)),
		connections: {
			Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			[NODE]: { ai_tool: [[{ node: 'Items', type: 'ai_tool', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** Passes the items to the node in two runs. */
export function loopWorkflow(node: NodeUnderTest, items: IDataObject[]): WorkflowFile {
	const { nodes, connections } = workflowOf(node, items);
	const again = nodes
		.filter(({ name }) => name === 'Items')
		.map((each) => ({ ...each, id: 'Again', name: 'Again' }));
	return {
		nodes: [...nodes, ...again],
		connections: {
			...connections,
			Start: { main: [['Items', 'Again'].map((name) => ({ node: name, type: 'main', index: 0 }))] },
			Again: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
		},
	};
}

/** If the node ran several times, the last run counts. */
export function hintsOf({ run: { data } }: WorkflowRun): string[] {
	return data.resultData.runData[NODE]?.at(-1)?.hints?.map(({ message }) => message) ?? [];
}

/** An error carries `outcome`, `reason`, and more besides its texts. */
export function detailsOf(error: WorkflowRun['error']): JsonObject {
	return objectAt(error !== undefined && 'context' in error ? error.context : {}, 'details');
}

/** How workflows name the credentials of the two APIs. */
export const API_CREDENTIALS = {
	cloudManagementApi: { id: 'management', name: 'Management' },
	cloudDashboardApi: { id: 'dashboard', name: 'Dashboard' },
};

export function apiCredential(
	type: string,
	{ authentication }: INodeParameters,
): NonNullable<INode['credentials']> {
	const { cloudDashboardApi, cloudManagementApi } = API_CREDENTIALS;
	return !type.startsWith(MANAGEMENT) && authentication !== 'cloudApiKey'
		? { cloudDashboardApi }
		: { cloudManagementApi };
}

function plain(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** `changes` override the emulator's credentials, whose IDs are those in `workflowOf`. */
export function credentialsOf(
	emulator: Emulator,
	changes: { management?: IDataObject; dashboard?: IDataObject; source?: IDataObject } = {},
): Credentials {
	const { management, dashboard } = emulator.credentials;
	return {
		management: {
			type: 'cloudManagementApi',
			data: plainData({ ...management, ...changes.management }),
		},
		dashboard: {
			type: 'cloudDashboardApi',
			data: plainData({ ...dashboard, ...changes.dashboard }),
		},
		source: { type: 'cloudPipeSourceApi', data: plainData(changes.source ?? {}) },
	};
}
