import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { canariesIn, core } from '../../tools/samples/canaries';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator();

const ECHO = '/v1/organizations/{organizationId}/echo';
const SECRET = core('NewKey');

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
		expect(canariesIn(JSON.stringify(json))).toEqual([]);
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
			const kept = JSON.stringify(stored.data.resultData.runData[NODE]);
			expect(canariesIn(kept)).toEqual([]);
		}
	});
});
