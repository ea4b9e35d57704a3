import { chainOf, type Workflow, workflowNode } from '../n8n/harness/workflows';
import { type Call, CALLS, ID_EXPRESSION } from './calls';
import type { Case, Client } from './grid';

const PACKAGE = 'n8n-nodes-cloud-management';
const COPY = 'Measured';
/** A new node's version in the n8n of the tests. */
const HTTP_REQUEST_VERSION = 4.5;

/** n8n's name for a node in the folder of its custom ones. */
const FLOOR = 'CUSTOM.floor';

const TYPES = {
	management: { node: `${PACKAGE}.cloudManagement`, credential: 'cloudManagementApi' },
	dashboard: { node: `${PACKAGE}.cloudDashboard`, credential: 'cloudDashboardApi' },
};

/** Whether a name belongs to a measured node. */
export function isMeasured(name: string): boolean {
	return name.startsWith(COPY);
}

/** The ID of the credential that reaches the server, plain or over TLS. */
export function credentialId(api: Call['api'], tls: boolean): string {
	return `${api}-${tls ? 'tls' : 'plain'}`;
}

/** A workflow, started by hand, that passes the given number of items with an ID to each copy of the measured node. */
export function benchWorkflow(measured: Case, client: Client, baseUrl: string): Workflow {
	const ids = `Array.from({ length: ${String(measured.items)} }, (_, index) => ({ id: '00000000-0000-4000-8000-' + String(index).padStart(12, '0') }))`;
	const name = [measured.call, measured.items, client].join(' ');
	const workflow = chainOf(name, {}, [
		workflowNode('By Hand', 'n8n-nodes-base.manualTrigger', 1, {}),
		workflowNode('List', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: `={{ { list: ${ids} } }}`,
		}),
		workflowNode('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'list' }),
	]);
	const copies = Array.from({ length: measured.copies }, (_, index) => ({
		...measuredNode(measured, client, baseUrl),
		id: `${COPY} ${String(index)}`,
		name: `${COPY} ${String(index)}`,
	}));
	workflow.nodes.push(...copies);
	workflow.connections['Items'] = {
		main: [copies.map((copy) => ({ node: copy.name, type: 'main', index: 0 }))],
	};
	return workflow;
}

function measuredNode({ call: callName, tls }: Case, client: Client, baseUrl: string) {
	const call: Call = CALLS[callName];
	const types = TYPES[call.api];
	const id = credentialId(call.api, tls);
	const credentials = { [types.credential]: { id, name: id } };
	const own = {
		package: () => workflowNode(COPY, types.node, 1, call.parameters),
		// The same in another n8n, which has an older build installed.
		baseline: () => workflowNode(COPY, types.node, 1, call.parameters),
		floor: () => workflowNode(COPY, FLOOR, 1, { path: call.path('') }),
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
