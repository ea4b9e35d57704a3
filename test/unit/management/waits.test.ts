import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/actions';
import { operations } from '../../../nodes/CloudManagement/actions';
import type { Operation, Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, ORGANIZATION_ID, PIPE_ID, SERVICE_ID, SERVICE_PATH } from './context';

const { wait } = operations.service;
const IDS = { serviceId: SERVICE_ID, backupId: PIPE_ID, reversePrivateEndpointId: 'rpe 1' };

/** The parameters as n8n completes them: the defaults, and what is set. */
function filled({ properties }: Operation, changes: Parameters = {}): Parameters {
	const defaults = properties.map(({ name, default: value }): [string, unknown] => [name, value]);
	return { ...Object.fromEntries(defaults), ...IDS, ...changes };
}

const ruleOf = (operation: Operation, changes?: Parameters) =>
	operation.wait?.(filled(operation, changes));
const planOf = (operation: Operation, changes?: Parameters) =>
	operation.plan(filled(operation, changes), contextOf());

const COMMON = { stableFor: 1, waitForExistence: false, timeout: 300_000, outputOnTimeout: false };
const GONE = ['failed', 'terminating', 'terminated', 'softdeleting', 'softdeleted'];

describe('Wait for State', () => {
	it.each([
		['service', SERVICE_PATH, 'service', 'state', ['running'], GONE],
		['backup', `${SERVICE_PATH}/backups/${PIPE_ID}`, 'backup', 'status', ['done'], ['error']],
		[
			'reversePrivateEndpoint',
			`${SERVICE_PATH}/pipesReversePrivateEndpoints/rpe%201`,
			...(['reverse private endpoint', 'status', ['Ready']] as const),
			['Failed', 'Rejected', 'Expired'],
		],
	] as const)(
		'of a %s reads like Get, and suggests its states',
		(resource, path, name, member, waitFor, giveUpOn) => {
			const { wait: operation, get } = operations[resource];
			const plan = planOf(operation);
			expect(plan).toEqual({ request: { method: 'GET', path }, issues: [], hints: [] });
			const valuePath = `result.${member}`;
			const rule = { resource: name, noun: 'state', valuePath, waitFor, giveUpOn };
			expect(ruleOf(operation)).toMatchObject({ ...COMMON, ...rule });
			const record = { id: 'x', state: 'running', status: 'Ready', ipAccessList: [] };
			const simplified = { output: 'simplified' };
			expect(operation.shape?.(record, simplified)).toEqual(get.shape?.(record, simplified));
			const options = operation.properties.find((field) => field.name === 'options')?.options;
			const names = options?.map((option) => option.name);
			expect(names).toEqual(expect.arrayContaining(['dryRun', 'stableFor', 'waitForExistence']));
			expect(names).not.toContain('maxRetries');
		},
	);

	it('of a service has advice on the states that do not change by themselves', () => {
		expect([...(ruleOf(wait)?.advice?.keys() ?? [])]).toEqual(['idle', 'stopped']);
	});

	it.each<[Parameters, object]>([
		[{ waitFor: ' idle,, running ' }, { waitFor: ['idle', 'running'] }],
		[{ giveUpOn: ['failed', ' degraded ', ''] }, { giveUpOn: ['failed', 'degraded'] }],
		[
			{ waitFor: [1, 'x'], giveUpOn: '' },
			{ waitFor: ['1', 'x'], giveUpOn: [] },
		],
		[
			{ timeoutSeconds: 3300, onTimeout: 'output' },
			{ timeout: 3_300_000, outputOnTimeout: true },
		],
		[
			{ timeoutSeconds: '', onTimeout: undefined },
			{ timeout: 300_000, outputOnTimeout: false },
		],
		[{ options: { stableFor: null } }, { stableFor: 1 }],
		[{ options: { stableFor: 100, waitForExistence: true } }, { stableFor: 100 }],
	])('of %j has the rule %j', (changes, rule) => {
		expect(planOf(wait, changes).issues).toEqual([]);
		expect(ruleOf(wait, changes)).toMatchObject(rule);
	});

	it.each<[unknown, number]>([
		['Running, runing', 1],
		[['idle', 7], 1],
		[' RUNNING ', 0],
	])('has a hint on states that are not known: %j', (waitFor, count) => {
		expect(planOf(wait, { waitFor })).toMatchObject({ issues: [] });
		expect(planOf(wait, { waitFor }).hints).toHaveLength(count);
	});

	it.each<[Parameters, string]>([
		[{ serviceId: 'x' }, 'serviceId notUuid'],
		[{ waitFor: '' }, 'waitFor noTarget'],
		[{ waitFor: ' , ' }, 'waitFor noTarget'],
		[{ waitFor: undefined }, 'waitFor noTarget'],
		[{ waitFor: { toString: 1 } }, 'waitFor notList'],
		[{ waitFor: ['a', { b: 1 }] }, 'waitFor notList'],
		[{ giveUpOn: 5 }, 'giveUpOn notList'],
		[{ timeoutSeconds: 0 }, 'timeoutSeconds notInBounds'],
		[{ timeoutSeconds: 3301 }, 'timeoutSeconds notInBounds'],
		[{ timeoutSeconds: 1.5 }, 'timeoutSeconds notInBounds'],
		[{ timeoutSeconds: 'soon' }, 'timeoutSeconds notInBounds'],
		[{ onTimeout: 'ignore' }, 'onTimeout notAmong'],
		[{ options: { stableFor: 101 } }, 'options.stableFor notInBounds'],
		[{ output: 'selectedFields', outputFields: [] }, 'outputFields noOutputFields'],
	])('refuses %j', (changes, code) => {
		expect(codes(planOf(wait, changes).issues)).toEqual([code]);
	});
});

describe.each<[string, Operation, string, string]>([
	[
		'management',
		operations.apiRequest.wait,
		'/v1/organizations/{organizationId}/keys',
		`/v1/organizations/${ORGANIZATION_ID}/keys`,
	],
	['dashboard', dashboardOperations.apiRequest.wait, '/api/v2/keys', '/api/v2/keys'],
])('Wait for Value of the %s API', (_api, operation, entered, path) => {
	const valid = { path: entered, valuePath: ' result.0.state ', waitFor: 'on, true', query: {} };

	it('reads the path with its query, with GET whatever method is left over', () => {
		const query = { values: [{ name: 'a', value: 'b c' }] };
		expect(planOf(operation, { ...valid, query, method: 'DELETE' })).toEqual({
			request: { method: 'GET', path: `${path}?a=b%20c` },
			issues: [],
		});
		const rule = { resource: 'resource', noun: 'value', valuePath: ' result.0.state ' };
		const values = { waitFor: ['on', 'true'], giveUpOn: [] };
		expect(ruleOf(operation, valid)).toEqual({ ...COMMON, ...rule, ...values });
	});

	it.each<[Parameters, string]>([
		[{ path: '/v1//x' }, 'path pathSlashes'],
		[{ query: { values: [{ name: '' }] } }, 'query.0.name noQueryName'],
		[{ valuePath: '' }, 'valuePath noValuePath'],
		[{ valuePath: { a: 1 } }, 'valuePath notText'],
		[{ valuePath: 'result..state' }, 'valuePath emptyPart'],
		[{ waitFor: '' }, 'waitFor noTarget'],
	])('refuses %j', (changes, code) => {
		expect(codes(planOf(operation, { ...valid, ...changes }).issues)).toEqual([code]);
	});
});
