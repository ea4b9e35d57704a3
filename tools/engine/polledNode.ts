import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import { jsonParse, Workflow } from 'n8n-workflow';

import type { Credentials } from './credentials';
import { named, openEngine } from './engine';
import { PACKAGE_NAME } from './package';
import { API_CREDENTIALS } from './workflow';

export type TriggerName = 'cloudDashboardTrigger' | 'cloudManagementTrigger';

/** A workflow with a trigger, polled in this process with n8n's own context. */
export async function polledNode(
	parameters: INodeParameters,
	credentials: Credentials,
	trigger: TriggerName = 'cloudManagementTrigger',
) {
	const { nodeTypes, additionalData } = await openEngine(credentials);
	const node: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: `${PACKAGE_NAME}.${trigger}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: API_CREDENTIALS,
	};
	let stored: IDataObject = {};
	let isActivated = false;
	/** n8n saves each error that a node reports without failing as a failed execution. */
	const reported: Error[] = [];
	const emit = (): void => {
		throw new Error('The node emitted by itself.');
	};
	const report = (error: Error): void => {
		reported.push(error);
	};
	const fresh = (): Workflow =>
		new Workflow({
			id: 'test',
			name: 'Test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData: structuredClone(stored),
		});
	let workflow = fresh();
	/** Undefined if n8n wouldn't start an execution. */
	const poll = async (mode: WorkflowExecuteMode = 'trigger') => {
		const activation = isActivated ? 'update' : 'activate';
		isActivated = true;
		const context = named(
			new PollContext(workflow, node, additionalData, mode, activation, emit, report),
		);
		const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const output = await type.poll?.call(context);
		const emits = output !== null && output !== undefined;
		// n8n stores the state as JSON.
		if (mode === 'trigger' && (emits || activation === 'activate')) {
			stored = jsonParse<IDataObject>(JSON.stringify(workflow.staticData));
		}
		return emits ? output.flat().map(({ json }) => json) : undefined;
	};
	/** n8n stores the state at activation and with each emission, so a restart finds that state. */
	const restart = (): void => {
		workflow = fresh();
	};
	return { poll, restart, stored: () => stored, reported };
}
