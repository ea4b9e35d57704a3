import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

const ECHO = '/v1/organizations/{organizationId}/echo';
const SECRET = 'canary-of-a-new-key';

async function run(
	parameters: INodeParameters,
	node: Partial<NodeUnderTest> = {},
	items: IDataObject[] = [{}],
) {
	const all = { resource: 'apiRequest', operation: 'send', ...parameters };
	const workflow = workflowOf({ type: MANAGEMENT, ...node, parameters: all }, items);
	return await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
}

async function outputOf(parameters: INodeParameters, node: Partial<NodeUnderTest> = {}) {
	const result = await run(parameters, node);
	expect(result.error?.message).toBeUndefined();
	return result.items(NODE).map(({ json }) => json);
}

describe('an API request', () => {
	const keys = { keySecret: SECRET, apiKey: { accessKey: SECRET } };

	it.each([
		['management', MANAGEMENT, ECHO],
		['dashboard', DASHBOARD, '/api/v2/echo'],
	])('outputs secrets that the %s API returns', async (_, type, path) => {
		const parameters = { method: 'POST', path, body: JSON.stringify(keys) };
		expect(await outputOf(parameters, { type })).toEqual([
			{ method: 'POST', query: {}, body: keys },
		]);
		const options = { fullResponse: true };
		const [full] = await outputOf({ ...parameters, options }, { type });
		expect(JSON.stringify(full)).toContain(`"keySecret":"${SECRET}"`);
	});

	it('shows no secrets in a dry run', async () => {
		const [json] = await outputOf({
			method: 'POST',
			path: ECHO,
			query: {
				values: [
					{ name: 'access_token', value: SECRET },
					{ name: 'a', value: '1' },
				],
			},
			body: JSON.stringify({ ...keys, name: 'Reporting' }),
			options: { dryRun: true },
		});
		expect(emulator.requests).toEqual([]);
		expect(JSON.stringify(json)).not.toContain(SECRET);
		expect(json).toMatchObject({ dryRun: true, method: 'POST', body: { name: 'Reporting' } });
		expect(json?.['url']).toMatch(/\/echo\?access_token=\*\*\*&a=1$/);
	});

	it('shows no secrets in an error', async () => {
		const body = { error: `BAD_REQUEST: ${SECRET} is too short`, status: 400 };
		emulator.faults.add({ kind: 'status', status: 400, body });
		for (const parameters of [
			{ method: 'POST', path: ECHO, body: '={{ $json.keys }}' },
			{ path: ECHO, query: { values: [{ name: 'token', value: '={{ $json.keys.keySecret }}' }] } },
		]) {
			const { error, run: stored } = await run(parameters, {}, [{ keys }]);
			expect(error?.message).toContain('BAD_REQUEST: *** is too short');
			expect(JSON.stringify(stored.data.resultData.runData[NODE])).not.toContain(SECRET);
		}
	});

	/** Makes the emulator answer the next request with this, as text of a type where one is given. */
	const respond = (body: string | object, type?: string) => {
		const headers = type === undefined ? {} : { 'content-type': type };
		emulator.faults.add({ kind: 'status', status: 200, times: 1, body, headers });
	};

	// More of them: test/unit/core/output.test.ts and test/unit/core/http/response.test.ts.
	it.each([
		['management', MANAGEMENT, ECHO, 'result'],
		['dashboard', DASHBOARD, '/api/v2/echo', 'data'],
	])('reads lists, single values and plain text of the %s API', async (...given) => {
		const [, type, path, member] = given;
		const list = [{ id: 1 }, 'two'];
		for (const [body, items, whole] of [
			[list, [{ id: 1 }, { [member]: 'two' }], [{ [member]: list }]],
			[JSON.stringify(12), [{ [member]: 12 }], [{ [member]: 12 }]],
			['up 1\n', [{ data: 'up 1\n' }], [{ data: 'up 1\n' }]],
		] as const) {
			const contentType = body === '12' ? 'application/json' : undefined;
			respond(body, contentType);
			expect(await outputOf({ path }, { type })).toEqual(items);
			respond(body, contentType);
			expect(await outputOf({ path, options: { fullResponse: true } }, { type })).toEqual(whole);
		}
	});

	it.each([
		['ok', 'application/json'],
		['\0\u0001', 'application/octet-stream'],
		['<html><title>Log in</title></html>', undefined],
	])('does not take %j of the type %s for a success', async (body, type) => {
		respond(body, type);
		const { error } = await run({ method: 'POST', path: ECHO });
		expect(error).toHaveProperty('context.details.outcome', 'unknown');
		expect(emulator.requests).toHaveLength(1);
	});

	it('sends a list, and redacts it as it redacts an object', async () => {
		const list = [{ name: 'a', keySecret: 'canary-in-a-list' }, 2];
		const body = JSON.stringify(list);
		const sent = await outputOf({ method: 'POST', path: ECHO, body });
		expect(sent).toEqual([{ method: 'POST', query: {}, body: list }]);
		const [shown] = await outputOf({ method: 'POST', path: ECHO, body, options: { dryRun: true } });
		expect(shown).toMatchObject({
			body: [{ name: 'a', keySecret: '***' }, 2],
		});
		expect(JSON.stringify(shown)).toContain('/echo with a list of 2 elements"');
		const mapped = await outputOf({ method: 'PUT', path: ECHO, body: '={{ [1, [2]] }}' });
		expect(mapped).toMatchObject([{ body: [1, [2]] }]);
	});

	it('sends to another organization where the options name one', async () => {
		const organizationId = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
		const { error } = await run({ path: ECHO, options: { organizationId } });
		expect(error?.message).toContain('404');
		expect(emulator.requests[0]?.path).toBe(`/v1/organizations/${organizationId}/echo`);
	});

	it('is not sent while the path of any item leads elsewhere', async () => {
		const paths = ['/v1/x', '/v1/%25ZZ/%252e%252e/x', 'https://other.example.com'];
		const items = paths.map((path) => ({ path }));
		const { error } = await run({ path: '={{ $json.path }}' }, {}, items);
		expect(emulator.requests).toEqual([]);
		expect(error?.message).toContain('and 1 more issue');
		expect(error?.description).toContain('Path contains "." or ".."');
		expect(error?.description).toContain('Path is a full URL');
	});

	it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])(
		'is not sent again with %s where the outcome is unknown, even when n8n runs the node again, unless it is a read',
		async (method) => {
			emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
			const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const { error } = await run({ method, path: ECHO }, retries);
			expect(emulator.requests).toHaveLength(method === 'GET' ? 2 : 1);
			if (method === 'GET') expect(error).toBeUndefined();
			else expect(error).toHaveProperty('context.details.reason', 'outcomeUnknown');
		},
	);
});
