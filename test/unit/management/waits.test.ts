import { operations } from '../../../nodes/CloudManagement/resources';
import { fields, rows } from '../rows';
import { codes, contextOf, filled, operationOf, ORGANIZATION_ID, planOf } from './context';

const TITLES: Readonly<Record<string, string>> = {
	byocInfrastructure: 'BYOC infrastructure',
	reversePrivateEndpoint: 'reverse private endpoint',
};

it.each(
	rows(`
	byocInfrastructure | update
	pipe | start, stop, resync
	service | start, stop, wake, scale, update
	`),
)('a %s operation, %s, can output the state before and point to the wait', (resource, names) => {
	expect(operationOf(`${resource}.wait`)).toHaveProperty('name', 'Wait for State');
	for (const name of names.split(', ')) {
		const said = expect.stringMatching(/state before: see Wait for State\.$/) as string;
		expect(operationOf(`${resource}.${name}`)).toHaveProperty('description', said);
	}
});

describe('the rule of a wait', () => {
	it.each(
		rows(`
		service | state | running | failed, terminating, terminated, softdeleting, softdeleted
		backup | status | done | error
		byocInfrastructure | state | infra-ready | infra-terminated
		reversePrivateEndpoint | status | Ready | Failed, Rejected, Expired
		`),
	)('reads for a %s %s until %s, or one of %s', (resource, field, waitFor, giveUpOn) => {
		const wait = operationOf(`${resource}.wait`);
		const get = operationOf(`${resource}.get`);
		expect(wait.wait?.(filled(wait, {}))).toMatchObject({
			resource: TITLES[resource] ?? resource,
			noun: 'state',
			valuePath: `result.${field}`,
			waitFor: [waitFor],
			giveUpOn: giveUpOn.split(', '),
			stableFor: 1,
			waitForExistence: false,
			timeout: 300_000,
			outputOnTimeout: false,
		});
		const record = { id: 'x', state: 'running', status: 'Ready', ipAccessList: [] };
		const simplified = { output: 'simplified' };
		expect(wait.shape?.(record, simplified)).toEqual(get.shape?.(record, simplified));
	});

	it.each(
		rows(`
		waitFor=idle,, running | waitFor=["idle","running"]
		waitFor=[1,"x"] giveUpOn= | waitFor=["1","x"] giveUpOn=[]
		giveUpOn=["failed"," degraded ",""] | giveUpOn=["failed","degraded"]
		timeoutSeconds=3300 onTimeout=output | timeout=3300000 outputOnTimeout=true
		timeoutSeconds= onTimeout=undefined | timeout=300000 outputOnTimeout=false
		options.stableFor=null | stableFor=1
		options.stableFor=100 options.waitForExistence=true | stableFor=100 waitForExistence=true
		`),
	)('has with %s: %s', (changes, rule) => {
		const { wait } = operations.service;
		expect(wait.wait?.(filled(wait, fields(changes)))).toMatchObject(fields(rule));
	});

	it.each(
		rows(`
		byocInfrastructure | infra-degraded
		service | idle, stopped
		pipe | paused, snapshot, stopped
		`),
	)('has for a %s advice on states that do not change by themselves: %s', (resource, states) => {
		const wait = operationOf(`${resource}.wait`);
		const { advice } = wait.wait?.(filled(wait, {})) ?? {};
		expect([...(advice?.keys() ?? [])].join(', ')).toBe(states);
	});

	it.each<[unknown, number]>([
		['Running, runing', 1],
		[['idle', 7], 1],
		[' RUNNING ', 0],
	])('has a hint on unknown states: %j', (waitFor, count) => {
		expect(planOf('service.wait', { waitFor }).hints).toHaveLength(count);
	});
});

describe('Wait for Value', () => {
	const { wait } = operations.apiRequest;
	const VALID =
		'path=/v1/organizations/{organizationId}/keys valuePath=result.0.state waitFor=on, true';
	const enteredAs = (changes: string) =>
		filled(wait, { query: {}, ...fields(`${VALID} ${changes}`) });

	it('reads the path with its query, always with GET', () => {
		const own = enteredAs('query.values=[{"name":"a","value":"b c"}] method=DELETE');
		const { request, issues } = wait.plan(own, contextOf());
		const path = `/v1/organizations/${ORGANIZATION_ID}/keys?a=b%20c`;
		expect([request, issues]).toEqual([{ method: 'GET', path }, []]);
		expect(wait.wait?.(own)).toMatchObject({
			resource: 'resource',
			noun: 'value',
			valuePath: 'result.0.state',
			waitFor: ['on', 'true'],
			giveUpOn: [],
		});
	});

	it.each(
		rows(`
		path=/v1//x | path pathSlashes
		query.values=[{"name":""}] | query.0.name noQueryName
		valuePath= | valuePath noValuePath
		valuePath={"a":1} | valuePath notText
		valuePath=result..state | valuePath emptyPart
		waitFor= | waitFor noTarget
		`),
	)('refuses %s', (changes, code) => {
		expect(codes(wait.plan(enteredAs(changes), contextOf()).issues)).toEqual([code]);
	});
});
