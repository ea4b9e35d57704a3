import type { INodeParameters, INodeType, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { CloudDashboard } from '../../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../../nodes/CloudManagement/CloudManagement.node';

/** Returns the subtitle that n8n's canvas shows. */
function subtitleOf(parameters: INodeParameters, nodeType: INodeType = new CloudManagement()) {
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const position: [number, number] = [0, 0];
	const node = { id: '1', name: 'Node', type: 'x', typeVersion: 1, parameters, position };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const added = workflow.getNode('Node');
	if (added === null) throw new Error('no node');
	const { subtitle } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(added, subtitle, 'internal', {});
}

const BY_EXPRESSION = { options: { dryRun: "={{ $('Settings').first().json.dryRun }}" } };
const send = { resource: 'apiRequest', operation: 'send' };
const stop = { resource: 'pipe', operation: 'stop' };

it.each<{ of: INodeParameters; subtitle: string }>([
	{ of: { ...send, method: 'DELETE', path: '/{id}/x' }, subtitle: 'DELETE /{id}/x' },
	{ of: { ...send, path: '={{ $json.path }}' }, subtitle: 'GET path by expression' },
	{ of: { ...send, path: '/x', ...BY_EXPRESSION }, subtitle: 'dry run by expression: GET /x' },
	{ of: { ...send, operation: 'wait', path: '/x' }, subtitle: 'wait for /x' },
	{ of: { resource: 'activity', operation: 'getAll' }, subtitle: 'get many activities' },
	{ of: { resource: 'pipe', operation: 'wait' }, subtitle: 'wait for pipe' },
	{ of: stop, subtitle: 'stop pipe' },
	{ of: { ...stop, options: { dryRun: true } }, subtitle: 'dry run: stop pipe' },
])('subtitle describes $of as "$subtitle"', ({ of, subtitle }) => {
	expect(subtitleOf(of)).toBe(subtitle);
});

it("subtitle uses a resource's plural in the dashboard node", () => {
	const parameters = { resource: 'savedSearch', operation: 'getAll' };
	expect(subtitleOf(parameters, new CloudDashboard())).toBe('get many saved searches');
});
