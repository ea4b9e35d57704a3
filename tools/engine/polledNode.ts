import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import { jsonParse, Workflow } from 'n8n-workflow';

import type { TestCredential } from './credentials';
import { CredentialsHelper } from './credentials';
import { NodeTypes } from './nodeTypes';
import { loadPackage, PACKAGE_NAME } from './package';
import { additionalDataOf } from './runWorkflow';

export type TriggerName = 'cloudDashboardTrigger' | 'cloudManagementTrigger';

/** How a trigger is polled: with n8n's own context, in this process. */
interface PolledNode {
	/** Polls once. Returns the emitted items, or undefined if no execution would start. */
	poll: (mode?: WorkflowExecuteMode) => Promise<IDataObject[] | undefined>;
	/** Starts again with the state that n8n has stored: at activation, and with each emission. */
	restart: () => void;
	/** The state that n8n has stored. */
	stored: () => IDataObject;
	/** The errors that the node has reported without failing: n8n saves each as a failed execution. */
	reported: readonly Error[];
}

/** Activates a workflow with the trigger: n8n polls once and stores the state. */
export async function activated(
	parameters: INodeParameters,
	credentials: Readonly<Record<string, TestCredential>>,
): Promise<PolledNode> {
	const polled = await polledNode(parameters, credentials);
	await polled.poll();
	return polled;
}

/** A workflow with the trigger, which has not been polled yet. */
export async function polledNode(
	parameters: INodeParameters,
	credentials: Readonly<Record<string, TestCredential>>,
	trigger: TriggerName = 'cloudManagementTrigger',
): Promise<PolledNode> {
	const loader = await loadPackage();
	const nodeTypes = new NodeTypes(loader);
	const additionalData = additionalDataOf(new CredentialsHelper(loader, credentials));
	const node: INode = {
		...{ id: 'trigger', name: 'Trigger', type: `${PACKAGE_NAME}.${trigger}` },
		...{ typeVersion: 1, position: [0, 0], parameters },
		credentials: {
			cloudManagementApi: { id: 'management', name: 'Management' },
			cloudDashboardApi: { id: 'dashboard', name: 'Dashboard' },
		},
	};
	let stored: IDataObject = {};
	let polls = 0;
	const reported: Error[] = [];
	const emit = (): void => {
		throw new Error('The node emitted by itself.');
	};
	const report = (error: Error): void => {
		reported.push(error);
	};
	const fresh = (): Workflow =>
		new Workflow({
			...{ id: 'test', nodes: [node], connections: {}, active: true, nodeTypes },
			staticData: structuredClone(stored),
		});
	let workflow = fresh();
	const poll: PolledNode['poll'] = async (mode = 'trigger') => {
		polls += 1;
		const isActivation = polls === 1;
		const activation = isActivation ? 'activate' : 'update';
		const context = Object.assign(
			new PollContext(workflow, node, additionalData, mode, activation, emit, report),
			// n8n's own types of this name differ.
			{ getWorkflow: () => ({ id: 'test', name: 'Test', active: true }) },
		);
		const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const output = await type.poll?.call(context);
		const emits = output !== null && output !== undefined;
		// n8n stores the state as JSON.
		if (mode === 'trigger' && (emits || isActivation)) {
			stored = jsonParse<IDataObject>(JSON.stringify(workflow.staticData));
		}
		return emits ? output.flat().map(({ json }) => json) : undefined;
	};
	const restart = (): void => {
		workflow = fresh();
	};
	return { poll, restart, stored: () => stored, reported };
}
