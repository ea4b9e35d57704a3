import type { INodeParameters, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { CloudManagement } from '../../../../nodes/CloudManagement/CloudManagement.node';

const nodeType = new CloudManagement();
const nodeTypes: INodeTypes = {
	getByName: () => nodeType,
	getByNameAndVersion: () => nodeType,
	getKnownTypes: () => ({}),
};

/** Returns the subtitle as n8n shows it on the canvas. */
function subtitleOf(parameters: INodeParameters): unknown {
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
		[{ method: 'GET', path: '/v1/things' }, 'get /v1/things'],
		[{ method: 'DELETE', path: '/v1/{organizationId}/x' }, 'delete /v1/{organizationId}/x'],
		[{ method: 'POST', path: '/v1/x', ...dryRun }, 'dry run: post /v1/x'],
		[{ method: 'POST', path: '/v1/x', ...byExpression }, 'dry run by expression: post /v1/x'],
		[{ path: "={{ '/v1/' + 'x' }}" }, 'get /v1/x'],
		[{}, 'get '],
		[{ operation: 'wait', method: 'POST', path: '/v1/x' }, 'wait for /v1/x'],
	])('of an API request shows method and path: %j', (parameters, expected) => {
		expect(subtitleOf(request(parameters))).toBe(expected);
	});

	it.each([
		[{ resource: 'activity', operation: 'getAll' }, 'get many: activity'],
		[{ resource: 'pipe', operation: 'stop', ...dryRun }, 'dry run: stop pipe'],
		[{ resource: 'pipe', operation: 'stop', ...byExpression }, OPEN],
		[{ resource: 'pipe', operation: 'stop', options: { dryRun: '={{ false }}' } }, OPEN],
		[{ resource: 'pipe', operation: 'stop', options: { dryRun: false } }, 'stop: pipe'],
		[{ resource: 'pipe', operation: 'stop', options: {} }, 'stop: pipe'],
	])('of any other operation shows it and its resource: %j', (parameters, expected) => {
		expect(subtitleOf(parameters)).toBe(expected);
	});
});
