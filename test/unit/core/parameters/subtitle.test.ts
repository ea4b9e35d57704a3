import type { INodeParameters, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { CloudDashboard } from '../../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../../nodes/CloudManagement/CloudManagement.node';

/** Returns the subtitle as n8n shows it on the canvas. */
function subtitleOf(
	parameters: INodeParameters,
	nodeType: CloudDashboard | CloudManagement = new CloudManagement(),
): unknown {
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const node = {
		...{ id: '1', name: 'Node', type: 'x', typeVersion: 1, parameters },
		position: [0, 0] satisfies [number, number],
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const added = workflow.getNode('Node');
	if (added === null) throw new Error('no node');
	const { subtitle } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(added, subtitle, 'internal', {});
}

const request = (parameters: INodeParameters): INodeParameters => ({
	...{ resource: 'apiRequest', operation: 'send' },
	...parameters,
});
const dryRun = { options: { dryRun: true } };
const byExpression = { options: { dryRun: "={{ $('Settings').first().json.dryRun }}" } };
const OPEN = 'dry run by expression: stop pipe';

describe('the subtitle', () => {
	it.each([
		[{ method: 'GET', path: '/v1/things' }, 'GET /v1/things'],
		[{ method: 'DELETE', path: '/v1/{organizationId}/x' }, 'DELETE /v1/{organizationId}/x'],
		[{ method: 'POST', path: '/v1/x', ...dryRun }, 'dry run: POST /v1/x'],
		[{ method: 'POST', path: '/v1/x', ...byExpression }, 'dry run by expression: POST /v1/x'],
		[{ path: '={{ $json.path }}' }, 'GET path by expression'],
		[{ operation: 'wait', path: "={{ $('A').item.json.b }}" }, 'wait for path by expression'],
		[{}, 'GET '],
		[{ operation: 'wait', method: 'POST', path: '/v1/x' }, 'wait for /v1/x'],
	])('of an API request shows method and path: %j', (parameters, expected) => {
		expect(subtitleOf(request(parameters))).toBe(expected);
	});

	it.each([
		[{ resource: 'activity', operation: 'getAll' }, 'get many activities'],
		[{ resource: 'pipe', operation: 'getSettings' }, 'get settings of pipe'],
		[{ resource: 'pipe', operation: 'wait' }, 'wait for pipe'],
		[{ resource: 'pipe', operation: 'stop', ...dryRun }, 'dry run: stop pipe'],
		[{ resource: 'pipe', operation: 'stop', ...byExpression }, OPEN],
		[{ resource: 'pipe', operation: 'stop', options: { dryRun: '={{ false }}' } }, OPEN],
		[{ resource: 'pipe', operation: 'stop', options: { dryRun: false } }, 'stop pipe'],
		[{ resource: 'pipe', operation: 'stop', options: {} }, 'stop pipe'],
	])('of any other operation shows it and its resource: %j', (parameters, expected) => {
		expect(subtitleOf(parameters)).toBe(expected);
	});

	it('has the plural of saved searches', () => {
		const searches = { resource: 'savedSearch', operation: 'getAll' };
		expect(subtitleOf(searches, new CloudDashboard())).toBe('get many saved searches');
	});
});
