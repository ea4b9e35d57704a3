import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
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

	it('shows in a dry run what only sounds like a secret', async () => {
		const body = {
			passwordPolicy: { minLength: 12 },
			...{ tokenEndpoint: 'https://id.example.com/token', apiKeyId: 'key-1', secretName: 'db' },
			apiKey: { roles: ['reader'] },
		};
		const parameters = { method: 'POST', path: ECHO, body: JSON.stringify(body) };
		const [json] = await outputOf({ ...parameters, options: { dryRun: true } });
		expect(json?.['body']).toEqual(body);
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

	it('outputs the elements of the payload as items', async () => {
		const items = await outputOf({ path: '/v1/organizations/{organizationId}/activities' });
		expect(items).toHaveLength(emulator.state.activities.all().length);
	});

	it('outputs the complete body where there is no payload, and something where there is no body', async () => {
		emulator.faults.add({ kind: 'noResult200', times: 1 });
		const [bare] = await outputOf({ path: ECHO });
		expect(bare).toMatchObject({ status: 200 });
		emulator.faults.add({ kind: 'empty200', times: 1 });
		expect(await outputOf({ method: 'DELETE', path: ECHO })).toEqual([{ success: true }]);
	});

	/** Makes the emulator answer the next request with this, as text of a type where one is given. */
	const respond = (body: string | object, type?: string) => {
		const headers = type === undefined ? {} : { 'content-type': type };
		emulator.faults.add({ kind: 'status', status: 200, times: 1, body, headers });
	};

	it.each([
		['management', MANAGEMENT, ECHO, 'result'],
		['dashboard', DASHBOARD, '/api/v2/echo', 'data'],
	])('reads lists of the %s API', async (_, type, path, member) => {
		const list = [{ id: 1 }, 'two'];
		respond(list);
		expect(await outputOf({ path }, { type })).toEqual([{ id: 1 }, { [member]: 'two' }]);
		respond(list);
		const options = { fullResponse: true };
		expect(await outputOf({ path, options }, { type })).toEqual([{ [member]: list }]);
		respond([]);
		expect(await outputOf({ path }, { type })).toEqual([]);
		expect(emulator.requests).toHaveLength(3);
	});

	it.each([
		['management', MANAGEMENT, ECHO],
		['dashboard', DASHBOARD, '/api/v2/echo'],
	])('reads plain text of the %s API', async (_, type, path) => {
		for (const options of [{}, { fullResponse: true }]) {
			respond('up 1\n');
			expect(await outputOf({ path, options }, { type })).toEqual([{ data: 'up 1\n' }]);
		}
		expect(emulator.requests).toHaveLength(2);
	});

	it.each([
		['management', MANAGEMENT, ECHO, 'result'],
		['dashboard', DASHBOARD, '/api/v2/echo', 'data'],
	])('reads single values of the %s API', async (_, type, path, member) => {
		for (const value of [true, 'ok', 12, null]) {
			for (const options of [{}, { fullResponse: true }]) {
				respond(JSON.stringify(value), 'application/json');
				const sent = { method: 'POST', path, options };
				expect(await outputOf(sent, { type })).toEqual([{ [member]: value }]);
			}
		}
		expect(emulator.requests).toHaveLength(8);
	});

	it.each([
		['-----BEGIN CERTIFICATE-----\nMII=\n', 'application/x-pem-file'],
		['id,name\n1,a\n', 'application/csv'],
		['# TYPE up gauge\nup 1\n', 'application/openmetrics-text; version=1.0.0'],
		['12', 'text/plain'],
	])('reads %j of the type %s as text', async (body, type) => {
		respond(body, type);
		expect(await outputOf({ method: 'POST', path: ECHO })).toEqual([{ data: body }]);
	});

	it.each([
		['ok', 'application/json'],
		['{"result":', 'application/problem+json'],
		['\0\u0001', 'application/octet-stream'],
	])('does not take %j of the type %s for a success', async (body, type) => {
		respond(body, type);
		const { error } = await run({ method: 'POST', path: ECHO });
		expect(error?.message).toContain('The response is incomplete or not JSON');
		expect(error?.message).toContain('The request may have been carried out.');
	});

	it('does not take a web page for a success', async () => {
		respond('<html><title>Log in</title></html>');
		const { error } = await run({ method: 'POST', path: ECHO });
		expect(error?.message).toContain('The response is a web page instead of JSON');
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

	it('advises checking the path that is not found', async () => {
		const { error } = await run({ path: '/v1/organisations' });
		expect(error?.description).toMatch(/^Check the path\. /);
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

	it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
		'is not sent again with %s where the outcome is unknown, even when n8n runs the node again',
		async (method) => {
			emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
			const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const { error } = await run({ method, path: ECHO }, retries);
			expect(emulator.requests).toHaveLength(1);
			expect(error?.message).toContain('Not sent again');
			expect(error?.message).toContain('The request may have been carried out.');
		},
	);

	it('is sent again with GET after a failure', async () => {
		emulator.faults.add({ kind: 'status', status: 504, times: 1 });
		await outputOf({ path: ECHO });
		expect(emulator.requests).toHaveLength(2);
	});
});
