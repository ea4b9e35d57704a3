import { chainOf, ownNode, type Workflow, type WorkflowNode, workflowNode } from './workflows';

const AGENT = 'AI Agent';
const MODEL = 'Chat Model';

/** A tool of the package, as a workflow stores it. */
export interface Tool {
	name: string;
	node: 'cloudManagementTool' | 'cloudDashboardTool';
	parameters: Record<string, unknown>;
	withSource?: boolean;
}

/** A workflow, run by hand, that asks an AI Agent a question; the agent has tools of the package. */
export function agentWorkflow(name: string, tools: readonly Tool[]): Workflow {
	const chain = chainOf(name, {}, [
		workflowNode('By Hand', 'n8n-nodes-base.manualTrigger', 1),
		{
			...workflowNode(AGENT, '@n8n/n8n-nodes-langchain.agent', 3.1, {
				promptType: 'define',
				text: 'Do as the script says.',
				options: { maxIterations: 10 },
			}),
			position: [300, 0],
		},
	]);
	const model: WorkflowNode = {
		...workflowNode(MODEL, '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			responsesApiEnabled: false,
			options: {},
		}),
		position: [200, 200],
		credentials: { openAiApi: { id: 'openai', name: 'Chat Model' } },
	};
	const leads = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	return {
		...chain,
		nodes: [...chain.nodes, model, ...tools.map(toolNode)],
		connections: {
			...chain.connections,
			[MODEL]: leads('ai_languageModel'),
			...Object.fromEntries(tools.map((tool) => [tool.name, leads('ai_tool')])),
		},
	};
}

function toolNode({ name, node, parameters, withSource }: Tool, index: number): WorkflowNode {
	const tool = ownNode(name, node, parameters);
	const source = { cloudPipeSourceApi: { id: 'source', name: 'Orders source' } };
	const credentials = withSource === true ? { ...tool.credentials, ...source } : tool.credentials;
	return { ...tool, position: [400 + index * 160, 200], credentials: credentials ?? {} };
}
