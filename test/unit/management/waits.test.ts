import { operations as dashboards } from '../../../nodes/CloudDashboard/actions';
import { operations } from '../../../nodes/CloudManagement/actions';
import type { Operation, Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, filled, operationOf, ORGANIZATION_ID, planOf } from './context';

describe('the rule of a wait', () => {
	const GONE = ['failed', 'terminating', 'terminated', 'softdeleting', 'softdeleted'];
	const COMMON = {
		noun: 'state',
		stableFor: 1,
		waitForExistence: false,
		timeout: 300_000,
		outputOnTimeout: false,
	};
	const OPTIONS = { stableFor: 100, waitForExistence: true };
	const FAILED = ['Failed', 'Rejected', 'Expired'];
	const rpe = {
		resource: 'reverse private endpoint',
		valuePath: 'result.status',
		waitFor: ['Ready'],
		giveUpOn: FAILED,
	};

	it.each<[string, Parameters, object]>([
		[
			'service',
			{},
			{
				...COMMON,
				resource: 'service',
				valuePath: 'result.state',
				waitFor: ['running'],
				giveUpOn: GONE,
			},
		],
		[
			'backup',
			{},
			{
				...COMMON,
				resource: 'backup',
				valuePath: 'result.status',
				waitFor: ['done'],
				giveUpOn: ['error'],
			},
		],
		['reversePrivateEndpoint', {}, { ...COMMON, ...rpe }],
		['service', { waitFor: ' idle,, running ' }, { waitFor: ['idle', 'running'] }],
		['service', { giveUpOn: ['failed', ' degraded ', ''] }, { giveUpOn: ['failed', 'degraded'] }],
		['service', { waitFor: [1, 'x'], giveUpOn: '' }, { waitFor: ['1', 'x'], giveUpOn: [] }],
		[
			'service',
			{ timeoutSeconds: 3300, onTimeout: 'output' },
			{ timeout: 3_300_000, outputOnTimeout: true },
		],
		[
			'service',
			{ timeoutSeconds: '', onTimeout: undefined },
			{ timeout: 300_000, outputOnTimeout: false },
		],
		['service', { options: { stableFor: null } }, { stableFor: 1 }],
		['service', { options: OPTIONS }, OPTIONS],
	])('of a %s with %j is %j', (resource, changes, rule) => {
		const wait = operationOf(`${resource}.wait`);
		const get = operationOf(`${resource}.get`);
		expect(wait.wait?.(filled(wait, changes))).toMatchObject(rule);
		const record = { id: 'x', state: 'running', status: 'Ready', ipAccessList: [] };
		const simplified = { output: 'simplified' };
		expect(wait.shape?.(record, simplified)).toEqual(get.shape?.(record, simplified));
	});

	it('has advice on the states of a service that do not change by themselves', () => {
		const { wait } = operations.service;
		expect([...(wait.wait?.(filled(wait, {})).advice?.keys() ?? [])]).toEqual(['idle', 'stopped']);
	});

	it.each<[unknown, number]>([
		['Running, runing', 1],
		[['idle', 7], 1],
		[' RUNNING ', 0],
	])('has a hint on states that are not known: %j', (waitFor, count) => {
		expect(planOf('service.wait', { waitFor }).hints).toHaveLength(count);
	});
});

describe.each<[string, Operation, string, string]>([
	[
		'management',
		operations.apiRequest.wait,
		'/v1/organizations/{organizationId}/keys',
		`/v1/organizations/${ORGANIZATION_ID}/keys`,
	],
	['dashboard', dashboards.apiRequest.wait, '/api/v2/keys', '/api/v2/keys'],
])('Wait for Value of the %s API', (_api, operation, entered, path) => {
	const valid = { path: entered, valuePath: ' result.0.state ', waitFor: 'on, true', query: {} };

	it('reads the path with its query, with GET whatever method is left over', () => {
		const own = filled(operation, {
			...valid,
			query: { values: [{ name: 'a', value: 'b c' }] },
			method: 'DELETE',
		});
		const { request, issues } = operation.plan(own, contextOf());
		expect([request, issues]).toEqual([{ method: 'GET', path: `${path}?a=b%20c` }, []]);
		const rule = {
			resource: 'resource',
			noun: 'value',
			valuePath: ' result.0.state ',
			waitFor: ['on', 'true'],
			giveUpOn: [],
		};
		expect(operation.wait?.(own)).toMatchObject(rule);
	});

	it.each<[Parameters, string]>([
		[{ path: '/v1//x' }, 'path pathSlashes'],
		[{ query: { values: [{ name: '' }] } }, 'query.0.name noQueryName'],
		[{ valuePath: '' }, 'valuePath noValuePath'],
		[{ valuePath: { a: 1 } }, 'valuePath notText'],
		[{ valuePath: 'result..state' }, 'valuePath emptyPart'],
		[{ waitFor: '' }, 'waitFor noTarget'],
	])('refuses %j', (changes, code) => {
		const own = filled(operation, { ...valid, ...changes });
		expect(codes(operation.plan(own, contextOf()).issues)).toEqual([code]);
	});
});
