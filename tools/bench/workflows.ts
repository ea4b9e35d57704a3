import { chainOf, type Workflow, type WorkflowNode, workflowNode } from '../n8n/harness/workflows';
import { type Call, CALLS, ID_EXPRESSION } from './calls';
import type { Case, Client } from './grid';

const PACKAGE = 'n8n-nodes-cloud-management';
const COPY = 'Measured';
/** The tests' n8n creates nodes of this version. */
const HTTP_REQUEST_VERSION = 4.5;

/** n8n gives a node in its custom folder this type name. */
const FLOOR = 'CUSTOM.floor';

const TYPES = {
	management: { node: `${PACKAGE}.cloudManagement`, credential: 'cloudManagementApi' },
	dashboard: { node: `${PACKAGE}.cloudDashboard`, credential: 'cloudDashboardApi' },
};

export function isMeasured(name: string): boolean {
	return name.startsWith(COPY);
}

export function credentialId(api: Call['api'], tls: boolean): string {
	return `${api}-${tls ? 'tls' : 'plain'}`;
}

/** Started manually. Passes items with IDs to each copy of the measured node. */
export function benchWorkflow(measured: Case, client: Client, baseUrl: string): Workflow {
	const ids = `Array.from({ length: ${String(measured.items)} }, (_, index) => ({ id: '00000000-0000-4000-8000-' + String(index).padStart(12, '0') }))`;
	const name = [measured.call, measured.items, client].join(' ');
	const workflow = chainOf(name, {}, [
		workflowNode('Run Manually', 'n8n-nodes-base.manualTrigger', 1, {}),
		workflowNode('List', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: `={{ { list: ${ids} } }}`,
		}),
		workflowNode('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'list' }),
	]);
	const chains = Array.from({ length: measured.copies }, (_, index) =>
		measuredNodes(measured, client, baseUrl).map((node, place) => {
			const copy = `${COPY} ${String(index)}.${String(place)}`;
			return { ...node, id: copy, name: copy };
		}),
	);
	const to = (node: WorkflowNode) => ({ node: node.name, type: 'main', index: 0 }) as const;
	for (const chain of chains) {
		workflow.nodes.push(...chain);
		for (const [place, node] of chain.entries()) {
			const next = chain[place + 1];
			if (next !== undefined) workflow.connections[node.name] = { main: [[to(next)]] };
		}
	}
	workflow.connections['Items'] = {
		main: [chains.flatMap(([first]) => (first ? [to(first)] : []))],
	};
	return workflow;
}

/** HTTP Request needs another node to read the record that it changes. */
function measuredNodes({ call: name, tls }: Case, client: Client, baseUrl: string): WorkflowNode[] {
	const call: Call = CALLS[name];
	if (client !== 'httpRequest' || call.reads === undefined) {
		return [measuredNode(call, tls, client, baseUrl)];
	}
	const { api, parameters, path, title } = call;
	const read = { api, parameters, path, title, method: 'GET' } as const;
	const ofItem = { ...call, path: () => call.path("{{ $('Items').item.json.id }}") };
	return [read, ofItem].map((one) => measuredNode(one, tls, client, baseUrl));
}

function measuredNode(call: Call, tls: boolean, client: Client, baseUrl: string) {
	const types = TYPES[call.api];
	const id = credentialId(call.api, tls);
	const credentials = { [types.credential]: { id, name: id } };
	const own = {
		package: () => workflowNode(COPY, types.node, 1, call.parameters),
		// The node type is the same, because this n8n has loaded the older build.
		baseline: () => workflowNode(COPY, types.node, 1, call.parameters),
		floor: () => workflowNode(COPY, FLOOR, 1, { path: call.path('') }),
		boundedFloor: () => workflowNode(COPY, FLOOR, 1, { path: call.path(''), bounded: true }),
		httpRequest: () =>
			workflowNode(COPY, 'n8n-nodes-base.httpRequest', HTTP_REQUEST_VERSION, {
				...httpRequestParameters(call, baseUrl),
				nodeCredentialType: types.credential,
			}),
	}[client];
	return { ...own(), credentials };
}

function httpRequestParameters({ method, path, body }: Call, baseUrl: string) {
	return {
		method,
		url: `=${baseUrl}${path(ID_EXPRESSION)}`,
		authentication: 'predefinedCredentialType',
		...(body && {
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: `=${body(ID_EXPRESSION)}`,
		}),
		options: {},
	};
}
