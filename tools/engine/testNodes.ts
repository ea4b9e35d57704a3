import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	ITriggerResponse,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

function described(displayName: string, name: string): INodeTypeDescription {
	return {
		displayName,
		name,
		group: ['transform'],
		version: 1,
		description: displayName,
		defaults: { name: displayName },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};
}

function objectsIn(context: IExecuteFunctions, parameter: string): IDataObject[] {
	const text = context.getNodeParameter(parameter, 0);
	const listed: unknown = JSON.parse(typeof text === 'string' ? text : '[]');
	const entries: unknown[] = Array.isArray(listed) ? listed : [listed];
	return entries.map((entry) => (typeof entry === 'object' && entry !== null ? { ...entry } : {}));
}

/** Starts a run with an empty item. n8n starts a trigger through its manual function. */
class StartNode implements INodeType {
	description: INodeTypeDescription;

	constructor(displayName: string, name: string) {
		this.description = { ...described(displayName, name), group: ['trigger'], inputs: [] };
	}

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		const emit = (): void => {
			this.emit([[{ json: {} }]]);
		};
		return await Promise.resolve({
			manualTriggerFunction: async () => {
				emit();
				await Promise.resolve();
			},
		});
	}
}

/** Outputs the items in its `items` parameter. */
class ItemsNode implements INodeType {
	description: INodeTypeDescription = {
		...described('Items', 'items'),
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '[]' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = objectsIn(this, 'items').map((json, item) => ({ json, pairedItem: { item } }));
		return await Promise.resolve([items]);
	}
}

class NoOpNode implements INodeType {
	description = described('No Operation', 'noOp');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await Promise.resolve([this.getInputData()]);
	}
}

/** Outputs its JSON parameter's object for each item. */
class SetNode implements INodeType {
	description: INodeTypeDescription = {
		...described('Edit Fields (Set)', 'set'),
		properties: [{ displayName: 'JSON', name: 'jsonOutput', type: 'json', default: '{}' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [json = {}] = objectsIn(this, 'jsonOutput');
		const items = this.getInputData().map((_, item) => ({ json, pairedItem: { item } }));
		return await Promise.resolve([items]);
	}
}

/** Calls its tool as an AI agent does, for each input in `calls`, and outputs the results. */
class AgentNode implements INodeType {
	description: INodeTypeDescription = {
		...described('Agent', 'agent'),
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		properties: [{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' }],
	};

	async execute(
		this: IExecuteFunctions,
		response?: EngineResponse<INodeExecutionData[][]>,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const returned = (response?.actionResponses ?? []).map(({ data }) =>
			(data.data?.['ai_tool'] ?? []).flatMap((items) => items ?? []),
		);
		// Before the first call, the engine passes an object.
		const earlier = Array.isArray(response?.metadata) ? response.metadata : [];
		const results = [...earlier, ...returned];
		const input = objectsIn(this, 'calls')[results.length];
		if (input === undefined) return [results.flat()];
		return await Promise.resolve({
			actions: [
				{
					actionType: 'ExecutionNodeAction',
					nodeName: 'Node',
					input,
					type: NodeConnectionTypes.AiTool,
					id: `call-${String(results.length)}`,
					metadata: {},
				},
			],
			metadata: results,
		});
	}
}

/** Keyed by the node's stored type. */
export const TEST_NODES: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-base.manualTrigger': new StartNode('Manual Trigger', 'manualTrigger'),
	'n8n-nodes-base.scheduleTrigger': new StartNode('Schedule Trigger', 'scheduleTrigger'),
	'n8n-nodes-base.noOp': new NoOpNode(),
	'n8n-nodes-base.set': new SetNode(),
	'test.agent': new AgentNode(),
	'test.items': new ItemsNode(),
};
