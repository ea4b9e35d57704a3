import type { INodeParameters, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { CloudDashboard } from '../../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../../nodes/CloudManagement/CloudManagement.node';

const SEND = { resource: 'apiRequest', operation: 'send' };
const STOP = { resource: 'pipe', operation: 'stop' };
const dryRun = (value: boolean | string) => ({ options: { dryRun: value } });
const BY_EXPRESSION = dryRun("={{ $('Settings').first().json.dryRun }}");

it.each<[INodeParameters, string]>([
	[{ ...SEND, method: 'GET', path: '/v1/things' }, 'GET /v1/things'],
	[{ ...SEND, method: 'DELETE', path: '/v1/{organizationId}/x' }, 'DELETE /v1/{organizationId}/x'],
	[{ ...SEND, method: 'POST', path: '/v1/x', ...dryRun(true) }, 'dry run: POST /v1/x'],
	[{ ...SEND, method: 'POST', path: '/x', ...BY_EXPRESSION }, 'dry run by expression: POST /x'],
	[{ ...SEND, path: '={{ $json.path }}' }, 'GET path by expression'],
	[
		{ ...SEND, operation: 'wait', path: "={{ $('A').item.json.b }}" },
		'wait for path by expression',
	],
	[SEND, 'GET '],
	[{ ...SEND, operation: 'wait', method: 'POST', path: '/v1/x' }, 'wait for /v1/x'],
	[{ resource: 'activity', operation: 'getAll' }, 'get many activities'],
	[{ resource: 'savedSearch', operation: 'getAll' }, 'get many saved searches'],
	[{ resource: 'pipe', operation: 'getSettings' }, 'get settings of pipe'],
	[{ resource: 'pipe', operation: 'wait' }, 'wait for pipe'],
	[{ ...STOP, ...dryRun(true) }, 'dry run: stop pipe'],
	[{ ...STOP, ...BY_EXPRESSION }, 'dry run by expression: stop pipe'],
	[{ ...STOP, ...dryRun('={{ false }}') }, 'dry run by expression: stop pipe'],
	[{ ...STOP, ...dryRun(false) }, 'stop pipe'],
	[{ ...STOP, options: {} }, 'stop pipe'],
])('the subtitle of %j is %s, as n8n shows it on the canvas', (parameters, expected) => {
	const isSearch = parameters['resource'] === 'savedSearch';
	const nodeType = isSearch ? new CloudDashboard() : new CloudManagement();
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
	const shown = workflow.expression.getSimpleParameterValue(added, subtitle, 'internal', {});
	expect(shown).toBe(expected);
});
