import type { INodeParameters, INodeType, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { CloudDashboard } from '../../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../../nodes/CloudManagement/CloudManagement.node';

/** The subtitle as n8n shows it on the canvas. */
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

const dryRun = (value: boolean | string) => ({ options: { dryRun: value } });
const BY_EXPRESSION = dryRun("={{ $('Settings').first().json.dryRun }}");

it.each<{ of: INodeParameters; subtitle: string }>([
	{ of: { operation: 'send', method: 'DELETE', path: '/{id}/x' }, subtitle: 'DELETE /{id}/x' },
	{ of: { operation: 'send', path: '={{ $json.path }}' }, subtitle: 'GET path by expression' },
	{ of: { operation: 'wait', method: 'POST', path: '/v1/x' }, subtitle: 'wait for /v1/x' },
	{
		of: { operation: 'wait', path: "={{ $('A').item.json.b }}" },
		subtitle: 'wait for path by expression',
	},
	{
		of: { operation: 'send', method: 'POST', path: '/x', ...BY_EXPRESSION },
		subtitle: 'dry run by expression: POST /x',
	},
])('the subtitle of an API request with $of is $subtitle', ({ of, subtitle }) => {
	expect(subtitleOf({ resource: 'apiRequest', ...of })).toBe(subtitle);
});

it.each<{ of: INodeParameters; subtitle: string }>([
	{ of: { resource: 'activity', operation: 'getAll' }, subtitle: 'get many activities' },
	{ of: { resource: 'pipe', operation: 'wait' }, subtitle: 'wait for pipe' },
	{ of: { resource: 'pipe', operation: 'stop' }, subtitle: 'stop pipe' },
	{ of: { resource: 'pipe', operation: 'stop', ...dryRun(true) }, subtitle: 'dry run: stop pipe' },
	{
		of: { resource: 'pipe', operation: 'stop', ...dryRun('={{ false }}') },
		subtitle: 'dry run by expression: stop pipe',
	},
])('the subtitle of $of is $subtitle', ({ of, subtitle }) => {
	expect(subtitleOf(of)).toBe(subtitle);
});

it('the subtitle of the dashboard node has the plural of a resource', () => {
	const parameters = { resource: 'savedSearch', operation: 'getAll' };
	expect(subtitleOf(parameters, new CloudDashboard())).toBe('get many saved searches');
});
