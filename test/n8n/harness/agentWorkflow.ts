import { chainOf, type Workflow, type WorkflowNode, workflowNode } from './workflows';

const AGENT = 'AI Agent';
const MODEL = 'Chat Model';
const PACKAGE = 'n8n-nodes-cloud-management';

export const MANAGEMENT_TOOL = `${PACKAGE}.cloudManagementTool`;
export const DASHBOARD_TOOL = `${PACKAGE}.cloudDashboardTool`;

/** A tool of the package, as a workflow stores it. */
export interface Tool {
	name: string;
	type: string;
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

function toolNode({ name, type, parameters, withSource }: Tool, index: number): WorkflowNode {
	const own =
		type === DASHBOARD_TOOL
			? { cloudDashboardApi: { id: 'dashboard', name: 'Cloud Dashboard' } }
			: { cloudManagementApi: { id: 'management', name: 'Cloud Management' } };
	const source = { cloudPipeSourceApi: { id: 'source', name: 'Orders source' } };
	return {
		...{ id: name, name, type, typeVersion: 1, position: [400 + index * 160, 200], parameters },
		credentials: { ...own, ...(withSource === true ? source : {}) },
	};
}
