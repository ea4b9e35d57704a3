import { operations } from '../../../nodes/CloudManagement/resources';
import type { Operation, ParameterValues } from '../../../nodes/engine/operation';
import { stopsItem } from '../../../nodes/engine/issue';
import {
	CLOUD,
	ORGANIZATION_ID,
	PIPE_ID,
	contextOf,
	filled,
	operationOf,
	planOf,
	problems,
} from './context';

const ruleOf = (operation: Operation, parameters: ParameterValues) =>
	operation.kind === 'wait' ? operation.rule(parameters) : undefined;

describe('Wait for State (rule)', () => {
	it.each([
		{
			resource: 'service',
			title: 'service',
			field: 'state',
			waitFor: 'running',
			giveUpOn: ['failed', 'terminating', 'terminated', 'softdeleting', 'softdeleted'],
		},
		{
			resource: 'reversePrivateEndpoint',
			title: 'reverse private endpoint',
			field: 'status',
			waitFor: 'Ready',
			giveUpOn: ['Failed', 'Rejected', 'Expired'],
		},
	])('reads the $field of a $title until it is $waitFor', (given) => {
		const { resource, title, field, waitFor, giveUpOn } = given;
		const wait = operationOf(`${resource}.wait`);
		expect(ruleOf(wait, filled(wait, {}))).toMatchObject({
			resource: title,
			valueKind: field,
			valuePath: `result.${field}`,
			waitFor: [waitFor],
			giveUpOn,
			stableFor: 1,
			waitForExistence: false,
			timeout: 300_000,
			outputOnTimeout: false,
		});
		const record = { id: 'x', state: 'running', status: 'Ready', ipAccessList: [] };
		const simplified = { output: 'simplified' };
		const get = operationOf(`${resource}.get`);
		expect(wait.output?.toItem?.(record, simplified, {})).toEqual(
			get.output?.toItem?.(record, simplified, {}),
		);
	});

	it.each<{ entered: ParameterValues; rule: object }>([
		{ entered: { waitFor: 'idle,, running' }, rule: { waitFor: ['idle', 'running'] } },
		{ entered: { waitFor: [1, 'x'], giveUpOn: '' }, rule: { waitFor: ['1', 'x'], giveUpOn: [] } },
		{
			entered: { giveUpOn: ['failed', ' degraded ', ''] },
			rule: { giveUpOn: ['failed', 'degraded'] },
		},
		{
			entered: { timeoutSeconds: 3300, onTimeout: 'output' },
			rule: { timeout: 3_300_000, outputOnTimeout: true },
		},
		{ entered: { options: { stableFor: null } }, rule: { stableFor: 1 } },
		{
			entered: { options: { stableFor: 100, waitForExistence: true } },
			rule: { stableFor: 100, waitForExistence: true },
		},
	])('turns $entered into the rule $rule', ({ entered, rule }) => {
		const { wait } = operations.service;
		expect(wait.rule(filled(wait, entered))).toMatchObject(rule);
	});

	it.each<{ entered: ParameterValues; issue: string }>([
		{ entered: { waitFor: ' , ' }, issue: 'waitFor is empty' },
		{ entered: { waitFor: ['a', { b: 1 }] }, issue: 'waitFor must be a' },
		{ entered: { timeoutSeconds: 3301 }, issue: 'timeoutSeconds must be a' },
		{ entered: { onTimeout: 'ignore' }, issue: 'onTimeout must be one' },
		{ entered: { options: { stableFor: 101 } }, issue: 'options.stableFor must be a' },
	])('rejects the wait with $entered', ({ entered, issue }) => {
		const parameters = { waitFor: 'running', timeoutSeconds: 300, ...entered };
		expect(problems(planOf('service.wait', parameters).issues)).toEqual([issue]);
	});

	it.each([
		{ resource: 'byocInfrastructure', states: ['infra-degraded'] },
		{ resource: 'service', states: ['idle', 'stopped'] },
		{ resource: 'pipe', states: ['paused', 'snapshot', 'stopped'] },
	])("explains that a $resource doesn't leave the states $states", (given) => {
		const wait = operationOf(`${given.resource}.wait`);
		const { advice } = ruleOf(wait, filled(wait, {})) ?? {};
		expect(Object.keys(advice ?? {})).toEqual(given.states);
	});

	it('warns about unknown states', () => {
		const hintsOn = (waitFor: unknown) => planOf('service.wait', { waitFor }).hints;
		expect(hintsOn('Running, runing')).toEqual([expect.stringContaining('runing')]);
		expect(hintsOn(['idle', 7])).toHaveLength(1);
		expect(hintsOn(' RUNNING ')).toEqual([]);
	});
});

describe('API Request → Wait', () => {
	const { wait } = operations.apiRequest;
	const enteredAs = (changes: ParameterValues) =>
		filled(wait, {
			path: '/v1/organizations/{organizationId}/keys',
			query: {},
			valuePath: 'result.0.state',
			waitFor: 'on, true',
			...changes,
		});

	it('sends the path with its query by GET', () => {
		const query = { values: [{ name: 'a', value: 'b c' }] };
		const own = enteredAs({ query, method: 'DELETE' });
		const { request, issues } = wait.plan(own, contextOf());
		const path = `/v1/organizations/${ORGANIZATION_ID}/keys?a=b%20c`;
		expect([request, issues]).toEqual([{ method: 'GET', path }, []]);
		expect(wait.rule(own)).toMatchObject({
			resource: 'resource',
			valueKind: 'value',
			valuePath: 'result.0.state',
			waitFor: ['on', 'true'],
			giveUpOn: [],
		});
	});

	it.each<{ entered: ParameterValues; issue: string }>([
		{ entered: { query: { values: [{ name: '' }] } }, issue: 'query.0.name is empty' },
		{ entered: { valuePath: '' }, issue: 'valuePath is empty' },
		{ entered: { valuePath: 'result..state' }, issue: 'valuePath contains an empty' },
		{ entered: { waitFor: '' }, issue: 'waitFor is empty' },
	])('rejects the request with $entered', ({ entered, issue }) => {
		expect(problems(wait.plan(enteredAs(entered), contextOf()).issues)).toEqual([issue]);
	});
});

it.each<{ operation: string; entered: ParameterValues }>([
	{ operation: 'pipe.wait', entered: { waitFor: ['Runing'] } },
	{ operation: 'pipe.wait', entered: { giveUpOn: ['Faild'] } },
	{ operation: 'pipe.getAll', entered: { filters: { states: ['Runing'] } } },
])(
	'$operation rejects the misspelled state in $entered, unless unusual values are allowed',
	(row) => {
		const issuesWith = (options: object) =>
			planOf(row.operation, { pipeId: PIPE_ID, ...row.entered, options }, CLOUD).issues.filter(
				stopsItem,
			);
		expect(issuesWith({})).toMatchObject([
			{ text: expect.stringContaining('Did you mean') as string },
		]);
		expect(issuesWith({ allowUnlisted: true })).toEqual([]);
	},
);
