import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { canariesIn, core } from '../../tools/samples/canaries';
import { MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

const ECHO = '/v1/organizations/{organizationId}/echo';
const SECRET = core('NewKey');

async function run(parameters: INodeParameters, items: IDataObject[] = [{}]) {
	const all = { resource: 'apiRequest', operation: 'send', ...parameters };
	const workflow = workflowOf({ type: MANAGEMENT, parameters: all }, items);
	return await emulator.run(workflow);
}

describe('API Request → Send', () => {
	const keys = { keySecret: SECRET, apiKey: { accessKey: SECRET } };

	it('outputs secrets that the API returns', async () => {
		const { items } = await run({ method: 'POST', path: ECHO, body: JSON.stringify(keys) });
		expect(items(NODE).map(({ json }) => json)).toEqual([
			{ method: 'POST', query: {}, body: keys },
		]);
	});

	it('hides secrets in a dry run', async () => {
		const { items } = await run({
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
		const json = items(NODE)[0]?.json;
		expect(canariesIn(JSON.stringify(json))).toEqual([]);
		expect(json).toMatchObject({ dryRun: true, method: 'POST', body: { name: 'Reporting' } });
		expect(json?.['url']).toMatch(/\/echo\?access_token=\*\*\*&a=1$/);
	});

	it('hides secrets in an error', async () => {
		const body = { error: `BAD_REQUEST: ${SECRET} is too short`, status: 400 };
		emulator.faults.add({ kind: 'status', status: 400, body });
		for (const parameters of [
			{ method: 'POST', path: ECHO, body: '={{ $json.keys }}' },
			{ path: ECHO, query: { values: [{ name: 'token', value: '={{ $json.keys.keySecret }}' }] } },
		]) {
			const { error, run: stored } = await run(parameters, [{ keys }]);
			expect(error?.message).toContain('BAD_REQUEST: *** is too short');
			const kept = JSON.stringify(stored.data.resultData.runData[NODE]);
			expect(canariesIn(kept)).toEqual([]);
		}
	});

	it.each([
		{ method: 'GET', status: 404, says: "The API can't find the record" },
		{ method: 'DELETE', status: 409, says: 'The record is in use' },
		{ method: 'GET', status: 500, says: 'The API failed to read the record' },
	])("shows the request in a $status's headline", async ({ method, status, says }) => {
		emulator.faults.add({ kind: 'status', status, body: { error: 'NO', status } });
		const { error } = await run({ method, path: ECHO, options: { maxRetries: 0 } });
		const path = ECHO.replace('{organizationId}', emulator.ids.organizationId);
		expect(error?.message.startsWith(says)).toBe(true);
		expect(error?.message).toContain(` (${String(status)} for ${method} ${path}): NO`);
	});
});
