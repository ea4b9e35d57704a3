import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { listSearch } from '../../../nodes/clickhouseCloud/lists';
import { fakeContext, json } from '../core/fakes';
import { CLOUD, cloudBody, cloudIssues, planned, plannedSummary, SERVICE_ID } from './context';
import { newCredential, refusal, runManagement } from './runManagement';

const MEMORY = 'spec.extraConfig.server.max_server_memory_usage';
const RESTARTS = `Changing ${MEMORY} restarts the server.`;
const SCHEMA = {
	settings: [
		{ name: 'max_threads', type: 'integer' },
		{ name: 'old_planner', type: 'string', warning: 'Slow.', deprecationNotice: 'Gone soon.' },
	],
};

/** Without a schema, the API refuses to show settings. */
async function run(fields: Record<string, unknown>, result?: unknown, schema: unknown = SCHEMA) {
	const { items, requests, hints, error } = await runManagement({
		fields: { resource: 'serviceSetting', serviceId: SERVICE_ID, ...fields },
		answer: (request) => {
			if (!request.endsWith('/schema')) return json({ status: 200, result });
			return schema === undefined ? refusal(403, 'FORBIDDEN') : json({ result: schema });
		},
	});
	return {
		items,
		hints,
		error: String(error),
		requests: requests.map((request) => request.replace(SERVICE_ID, 'ID')),
	};
}

describe('Service Setting → Get Many', () => {
	const value = [{ name: 'max_threads', value: '8' }];
	const list = { operation: 'getAll', returnAll: true };

	it.each([[value], [{ max_threads: '8' }], ['{"max_threads":"8"}']])(
		'outputs one item per setting of %j',
		async (settings) => {
			expect((await run(list, { settings })).items).toEqual(value);
		},
	);

	it('outputs no items for a response without settings', async () => {
		expect((await run(list, {})).items).toEqual([]);
	});

	it('fails if a response contains unreadable settings', async () => {
		expect((await run(list, { settings: '{' })).error).toMatch('no list "settings"');
	});

	const settings = { a: '1', b: '2' };

	it('outputs all settings in a full response', async () => {
		const { items } = await run({ ...list, options: { fullResponse: true } }, { settings });
		expect(items).toMatchObject([{ result: { settings } }]);
	});

	it('outputs up to Limit settings', async () => {
		const limited = await run({ ...list, returnAll: false, limit: 1 }, { settings });
		expect(limited.items).toEqual([{ name: 'a', value: '1' }]);
	});
});

describe('Service Setting → Update', () => {
	const name = 'serviceSetting.update';
	const update = (settingName: string, value: unknown) => ({
		operation: 'update',
		settingName,
		value,
	});

	it('sends the name and value without surrounding spaces', () => {
		expect(cloudBody(name, update(' max_threads ', ' 8 '))).toEqual({
			settings: { max_threads: '8' },
		});
	});

	it('rejects an empty name or value', () => {
		expect(cloudIssues(name, update('', ''))).toEqual(['settingName is empty', 'value is empty']);
	});

	it("summarizes the setting's value", () => {
		expect(plannedSummary(name, update('max_threads', '8'))).toBe(
			`Change setting max_threads of service ${SERVICE_ID} to 8`,
		);
	});

	it.each([
		{ stored: { name: 'max_threads', value: '4' }, from: 'from 4 ' },
		{ stored: { name: 'max_threads', value: 4 }, from: 'from 4 ' },
		{ stored: { name: 'max_rows', value: '4' }, from: '' },
		{ stored: {}, from: '' },
	])('shows "$from" in a dry run if the API has $stored', async ({ stored, from }) => {
		const dryRun = { ...update('max_threads', '8'), options: { dryRun: true } };
		const { items } = await run(dryRun, stored);
		expect(items).toMatchObject([
			{ summary: `Change setting max_threads of service ${SERVICE_ID} ${from}to 8` },
		]);
	});

	it.each([[{ old_planner: '1' }], ['{"old_planner":"1"}']])(
		"outputs a setting from %j with the API's warnings",
		async (settings) => {
			const warnings = [{ name: 'old_planner', message: 'It is old.' }];
			const result = await run(update('old_planner', '1'), { settings, warnings });
			expect(result.requests).toEqual([
				'GET services/ID/clickhouseSettings/schema',
				'PATCH services/ID/clickhouseSettings',
			]);
			const said = 'old_planner: It is old.';
			expect(result.items).toMatchObject([{ name: 'old_planner', value: '1', warnings: [said] }]);
			expect(result.hints).toEqual(['old_planner: Slow.', 'old_planner: Gone soon.', said]);
		},
	);

	it.each([[undefined], [{}], [SCHEMA]])('accepts any value with the schema %j', async (schema) => {
		const result = await run(update('max_threads', '8'), { settings: {} }, schema);
		expect(result.items).toMatchObject([{ name: 'max_threads' }]);
		expect(result.items[0]).not.toHaveProperty('warnings');
		expect(result.hints).toEqual([]);
	});

	describe.each([update('max_thread', '1'), { operation: 'reset', settingName: 'max_thread' }])(
		'with the misspelled name of %j',
		(fields) => {
			it('fails before the change', async () => {
				const { error, requests } = await run(fields, { settings: {} });
				expect(error).toContain('isn\'t a known setting (did you mean "max_threads"?)');
				expect(requests).toEqual(['GET services/ID/clickhouseSettings/schema']);
			});

			it('sends it with Allow Unusual Values', async () => {
				const options = { allowUnlisted: true };
				const { hints, requests } = await run({ ...fields, options }, { settings: {} });
				expect(hints).toEqual([expect.stringContaining('The node sends it as entered.')]);
				expect(requests).toHaveLength(2);
			});
		},
	);

	it.each([update(MEMORY, '1'), { operation: 'reset', settingName: MEMORY }])(
		'warns that %j restarts the server',
		async (fields) => {
			expect((await run(fields, { settings: {} })).hints).toEqual([RESTARTS]);
		},
	);
});

it('Service Setting → Reset puts the setting into its path', () => {
	expect(planned('serviceSetting.reset', { settingName: 'max_threads' }, CLOUD)).toBe(
		'DELETE SERVICE/clickhouseSettings/max_threads',
	);
});

it.each([
	{
		status: 200,
		names: ['max_threads\u00a0(integer)', 'old_planner\u00a0(string, Slow., Gone soon.)'],
	},
	{ status: 404, names: ['a'] },
])("lists $names if the schema's status is $status", async ({ status, names }) => {
	const { context } = fakeContext({
		credentials: { cloudManagementApi: newCredential() },
		respond: ({ url }) => {
			if (!url.endsWith('/schema')) return json({ result: { settings: { a: '1' } } });
			return status === 200 ? json({ result: SCHEMA }) : refusal(404, 'NOT_FOUND');
		},
		members: {
			getCurrentNodeParameter: (parameter: string) =>
				parameter === 'serviceId' ? { __rl: true, mode: 'id', value: SERVICE_ID } : undefined,
		},
	});
	const panel = context as unknown as ILoadOptionsFunctions;
	const { results } = await listSearch.searchServiceSettings.call(panel);
	expect(results.map((result) => result.name)).toEqual(names);
});
