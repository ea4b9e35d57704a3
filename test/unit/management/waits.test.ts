import type { INodeProperties } from 'n8n-workflow';

import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/actions';
import { operations } from '../../../nodes/CloudManagement/actions';
import type { Operation, Parameters, WaitRule } from '../../../nodes/core/operation';
import { contextOf, ORGANIZATION_ID, sentences, SERVICE_ID, SERVICE_PATH } from './context';

const { wait: waitForDashboardValue } = dashboardOperations.apiRequest;
const { wait: waitForValue } = operations.apiRequest;
const { wait: waitForBackup } = operations.backup;
const { wait: waitForReversePrivateEndpoint } = operations.reversePrivateEndpoint;
const { wait: waitForService } = operations.service;

const BACKUP_ID = '8d21f0c4-1111-4222-8333-444455556666';

const IDS = { serviceId: SERVICE_ID, backupId: BACKUP_ID, reversePrivateEndpointId: 'rpe 1' };

/** The parameters as n8n completes them: the defaults, and what is set. */
function filled({ properties }: Operation, changes: Parameters = {}): Parameters {
	const defaults = properties.map((property): [string, unknown] => [
		property.name,
		property.default,
	]);
	return { ...Object.fromEntries(defaults), ...IDS, ...changes };
}

function ruleOf(operation: Operation, changes: Parameters = {}): WaitRule {
	if (operation.wait === undefined) throw new Error('The operation does not wait');
	return operation.wait(filled(operation, changes));
}

function issuesWith(changes: Parameters): string[] {
	const { issues } = waitForService.plan(filled(waitForService, changes), contextOf());
	return sentences(issues, waitForService);
}

const WAITS = [
	['service', waitForService, SERVICE_PATH],
	['backup', waitForBackup, `${SERVICE_PATH}/backups/${BACKUP_ID}`],
	[
		'reversePrivateEndpoint',
		waitForReversePrivateEndpoint,
		`${SERVICE_PATH}/pipesReversePrivateEndpoints/rpe%201`,
	],
] as const;

describe.each(WAITS)('Wait for State of a %s', (resource, operation, path) => {
	it('sends the request of Get', () => {
		const plan = operation.plan(filled(operation), contextOf());
		expect(plan).toEqual({ request: { method: 'GET', path }, issues: [], hints: [] });
	});

	it('checks the IDs', () => {
		const { issues } = operation.plan(filled(operation, { serviceId: 'x' }), contextOf());
		expect(sentences(issues, operation).join()).toContain('Service ID is not a UUID');
		const url = 'https://console.example.com/settings';
		const ofUrl = operation.plan(filled(operation, { serviceId: url }), contextOf()).issues;
		expect(sentences(ofUrl, operation).join()).toContain(
			'Service ID contains no "/services/" followed by',
		);
	});

	it('outputs the record as Get does', () => {
		const get = operations[resource].get;
		const record = { id: 'x', state: 'running', status: 'Ready', ipAccessList: [] };
		const parameters = { output: 'simplified' };
		expect(operation.shape?.(record, parameters)).toEqual(get.shape?.(record, parameters));
	});

	it('offers no retries, which the next check makes', () => {
		const options: INodeProperties['options'] = operation.properties.find(
			({ name }) => name === 'options',
		)?.options;
		expect(options?.map(({ name }) => name)).toEqual([
			'dryRun',
			'fullResponse',
			'maxConcurrency',
			'maxWait',
			'organizationId',
			'timeout',
			'stableFor',
			'waitForExistence',
		]);
	});
});

describe('the rule of a wait', () => {
	it('begins with the suggestions of its resource', () => {
		const common = {
			stableFor: 1,
			waitForExistence: false,
			timeout: 300_000,
			outputOnTimeout: false,
		};
		expect(WAITS.map(([, operation]) => ruleOf(operation))).toEqual([
			{
				...common,
				resource: 'service',
				noun: 'state',
				valuePath: 'result.state',
				waitFor: ['running'],
				giveUpOn: ['failed', 'terminating', 'terminated', 'softdeleting', 'softdeleted'],
				advice: new Map([
					[
						'idle',
						'An idle service does not start by itself: wake it up with Service → Wake, or by a query.',
					],
					['stopped', 'A stopped service does not start by itself. Start it with Service → Start.'],
				]),
			},
			{
				...common,
				resource: 'backup',
				noun: 'state',
				valuePath: 'result.status',
				waitFor: ['done'],
				giveUpOn: ['error'],
			},
			{
				...common,
				resource: 'reverse private endpoint',
				noun: 'state',
				valuePath: 'result.status',
				waitFor: ['Ready'],
				giveUpOn: ['Failed', 'Rejected', 'Expired'],
			},
		]);
	});

	it('names the states that are not known, whatever the case of their letters', () => {
		const hintsFor = (waitFor: unknown) =>
			waitForService.plan(filled(waitForService, { waitFor }), contextOf()).hints;
		expect(hintsFor('Running, runing')).toEqual([
			"'runing' is none of the known states; waiting for it all the same.",
		]);
		expect(hintsFor(['idle', 7])).toEqual([
			"'7' is none of the known states; waiting for it all the same.",
		]);
		expect(hintsFor(' RUNNING ')).toEqual([]);
	});

	it('takes what is set', () => {
		const changes = {
			waitFor: ' idle,, running ',
			giveUpOn: ['failed', ' degraded ', ''],
			timeoutSeconds: 3300,
			onTimeout: 'output',
			options: { stableFor: 4, waitForExistence: true },
		};
		expect(issuesWith(changes)).toEqual([]);
		expect(ruleOf(waitForService, changes)).toMatchObject({
			waitFor: ['idle', 'running'],
			giveUpOn: ['failed', 'degraded'],
			timeout: 3_300_000,
			outputOnTimeout: true,
			stableFor: 4,
			waitForExistence: true,
		});
	});

	it('treats numbers in a list as strings, and accepts nothing to give up on', () => {
		const changes = { waitFor: [1, 'x'], giveUpOn: '' };
		expect(issuesWith(changes)).toEqual([]);
		expect(ruleOf(waitForService, changes)).toMatchObject({ waitFor: ['1', 'x'], giveUpOn: [] });
	});

	it('takes the defaults where nothing is left of a number', () => {
		const changes = {
			timeoutSeconds: '',
			onTimeout: undefined,
			options: { stableFor: null },
		};
		expect(issuesWith(changes)).toEqual([]);
		expect(ruleOf(waitForService, changes)).toMatchObject({ timeout: 300_000, stableFor: 1 });
	});

	it.each([
		[{ waitFor: '' }, 'Wait For is empty. Enter at least one state.'],
		[{ waitFor: ' , ' }, 'Wait For is empty. Enter at least one state.'],
		[{ waitFor: undefined }, 'Wait For is empty. Enter at least one state.'],
		[{ waitFor: { a: 1 } }, 'Wait For must be a list, or text with commas.'],
		[{ waitFor: { toString: 1 } }, 'Wait For must be a list, or text with commas.'],
		[{ waitFor: ['a', { b: 1 }] }, 'Wait For must be a list, or text with commas.'],
		[{ giveUpOn: 5 }, 'Give Up On must be a list, or text with commas.'],
		[{ timeoutSeconds: 0 }, 'Wait Limit (Seconds) must be a whole number from 1 to 3300.'],
		[{ timeoutSeconds: 3301 }, 'Wait Limit (Seconds) must be a whole number from 1 to 3300.'],
		[{ timeoutSeconds: 1.5 }, 'Wait Limit (Seconds) must be a whole number from 1 to 3300.'],
		[{ timeoutSeconds: 'soon' }, 'Wait Limit (Seconds) must be a whole number from 1 to 3300.'],
		[{ onTimeout: 'ignore' }, 'On Timeout must be one of error, output.'],
		[{ options: { stableFor: 101 } }, 'Stable For (Checks) must be a whole number from 1 to 100.'],
		[{ output: 'selectedFields', outputFields: [] }, 'Output Fields is empty.'],
	])('refuses %j', (changes, message) => {
		expect(issuesWith(changes).join()).toContain(message);
	});
});

describe.each([
	['management', waitForValue, `/v1/organizations/${ORGANIZATION_ID}/keys`],
	['dashboard', waitForDashboardValue, '/api/v2/keys'],
])('Wait for Value of the %s API', (api, operation, path) => {
	const entered = api === 'management' ? '/v1/organizations/{organizationId}/keys' : path;
	const valid = { path: entered, valuePath: ' result.0.state ', waitFor: 'on, true', query: {} };

	it('reads the path with its query, with GET whatever method is left over', () => {
		const query = { values: [{ name: 'a', value: 'b c' }] };
		const parameters = filled(operation, { ...valid, query, method: 'DELETE' });
		expect(operation.plan(parameters, contextOf())).toEqual({
			request: { method: 'GET', path: `${path}?a=b%20c` },
			issues: [],
		});
	});

	it('waits for the values in the path, and suggests none', () => {
		expect(ruleOf(operation, valid)).toEqual({
			resource: 'resource',
			noun: 'value',
			valuePath: ' result.0.state ',
			waitFor: ['on', 'true'],
			giveUpOn: [],
			stableFor: 1,
			waitForExistence: false,
			timeout: 300_000,
			outputOnTimeout: false,
		});
	});

	it.each([
		[{ path: '/v1//x' }, 'Path contains "//".'],
		[{ query: { values: [{ name: '' }] } }, 'Query Parameter 1, Name is empty.'],
		[{ valuePath: '' }, 'Value Path is empty. Enter the path of a field in the response'],
		[{ valuePath: { a: 1 } }, 'Value Path must be text'],
		[{ valuePath: 'result..state' }, 'Value Path contains an empty part.'],
		[{ waitFor: '' }, 'Wait For is empty. Enter at least one value.'],
	])('refuses %j', (changes, message) => {
		const { issues } = operation.plan(filled(operation, { ...valid, ...changes }), contextOf());
		expect(sentences(issues, operation).join()).toContain(message);
	});
});
