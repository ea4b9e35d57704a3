import type { INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { DASHBOARD, hintsOf, MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });
const { serviceId, customRoleId, queryEndpointId } = CLOUD_IDS;

async function run(type: string, parameters: INodeParameters) {
	const result = await emulator.run(workflowOf({ type, parameters }));
	const [body] = emulator.requests
		.filter(({ method }) => method !== 'GET')
		.map((sent) => sent.body);
	return {
		body,
		message: result.error?.message,
		hints: hintsOf(result),
		items: result.items(NODE),
	};
}

const MISSING = ['={{ $json.none }}', '={{ null }}', '={{ "" }}', '={{ " " }}'];
const MISSING_JSON = [
	...MISSING,
	'={{ [] }}',
	'={{ ({ a: $json.none }) }}',
	'={{ ({ a: { b: $json.none } }) }}',
	'={{ JSON.stringify({ a: $json.none }) }}',
];

describe.each<{
	name: string;
	label: string;
	type: string;
	parametersOf: (json: string) => INodeParameters;
}>([
	{
		name: 'ClickStack Role → Create',
		label: 'Permission 1, Conditions',
		type: DASHBOARD,
		parametersOf: (conditions) => ({
			...{ resource: 'role', operation: 'create', name: 'Readers' },
			...{ authentication: 'cloudApiKey', serviceId, permissions: permissions(conditions) },
		}),
	},
	{
		name: 'ClickStack Role → Update',
		label: 'Permission 1, Conditions',
		type: DASHBOARD,
		parametersOf: (conditions) => ({
			...{ resource: 'role', operation: 'update', roleId: CLICKSTACK_IDS.clickStackRoleId },
			...{ authentication: 'cloudApiKey', serviceId },
			updateFields: { permissions: permissions(conditions) },
		}),
	},
	{
		name: 'Role → Create',
		label: 'Policy 1, Tags (JSON)',
		type: MANAGEMENT,
		parametersOf: (tags) => ({
			...{ resource: 'role', operation: 'create', name: 'Readers', policies: policies(tags) },
		}),
	},
	{
		name: 'Role → Update',
		label: 'Policy 1, Tags (JSON)',
		type: MANAGEMENT,
		parametersOf: (tags) => ({
			...{ resource: 'role', operation: 'update', roleId: customRoleId },
			updateFields: { policies: policies(tags) },
		}),
	},
	{
		name: 'Query Endpoint → Run',
		label: 'Parameters (JSON)',
		type: MANAGEMENT,
		parametersOf: (queryJson) => ({
			...{ resource: 'queryEndpoint', operation: 'run', queryEndpointId },
			...{ queryInput: 'json', queryJson },
		}),
	},
])('$name', ({ label, type, parametersOf }) => {
	const runWith = async (json: string) => await run(type, parametersOf(json));

	it.each(MISSING_JSON)(`rejects %s in ${label}`, async (json) => {
		const { body, message } = await runWith(json);
		expect(message).toContain(`${label} is empty: the expression returned nothing.`);
		expect(body).toBeUndefined();
	});

	it.each(['', '{}', '={}', '={{ ({}) }}'])(`sends %j in ${label}`, async (json) => {
		const { body, message } = await runWith(json);
		expect(message).toBeUndefined();
		expect(body).toBeDefined();
	});
});

function permissions(conditions: string) {
	return { values: [{ action: 'manage', subject: 'Dashboard', inverted: false, conditions }] };
}

function policies(tags: string) {
	const policy = { allowDeny: 'ALLOW', permissions: ['sql-console-database:access'] };
	return { values: [{ ...policy, resources: ['instance/*'], tags }] };
}

describe('Role → Update', () => {
	it("sends the policy's tags", async () => {
		const tags = '={{ ({ roleV2: "sql-console-readonly", grants: $json.none }) }}';
		const parameters = { resource: 'role', operation: 'update', roleId: customRoleId };
		const updateFields = { policies: policies(tags) };
		const { body } = await run(MANAGEMENT, { ...parameters, updateFields });
		expect(body).toMatchObject({ policies: [{ tags: { roleV2: 'sql-console-readonly' } }] });
	});
});

describe.each(['headers', 'queryParams'])('Webhook → Update, %s', (field) => {
	const { webhookId } = CLICKSTACK_IDS;
	const update = async (value: string, dryRun = false) =>
		await run(DASHBOARD, {
			...{ resource: 'webhook', operation: 'update', webhookId, options: { dryRun } },
			updateFields: { [field]: { values: [{ name: 'X-N8N-Token', value }] } },
		});
	const stored = () => emulator.stored('webhooks', webhookId)[field];

	beforeEach(() => {
		const secret = { 'X-N8N-Token': 'canary' };
		emulator.change('webhooks', webhookId, (webhook) => ({ ...webhook, [field]: secret }));
	});

	it.each(MISSING)('keeps the stored secret and rejects %s', async (value) => {
		const { message } = await update(value);
		expect(message).toContain('1 ("X-N8N-Token"), Value is empty: the expression');
		expect(stored()).toEqual({ 'X-N8N-Token': 'canary' });
	});

	it('sends an empty value that the user typed, with a warning', async () => {
		const dry = await update('', true);
		expect(dry.items[0]?.json).toMatchObject({ body: { [field]: { 'X-N8N-Token': '' } } });
		const { message, hints } = await update('');
		expect(message).toBeUndefined();
		expect(hints.join()).toContain('has an empty value for "X-N8N-Token".');
		expect(stored()).toEqual({ 'X-N8N-Token': '' });
	});

	it.each(['new-canary', '={{ "new-canary" }}', '={{ "{}" }}'])(
		'sends %s and hides it in the dry run',
		async (value) => {
			const dry = await update(value, true);
			expect(dry.items[0]?.json).toMatchObject({ body: { [field]: { 'X-N8N-Token': '***' } } });
			const { hints } = await update(value);
			expect(hints.join()).not.toContain('empty');
			expect(stored()).toEqual({ 'X-N8N-Token': value.replace(/^=\{\{ "|" \}\}$/g, '') });
		},
	);
});

describe('Webhook → Create', () => {
	it.each(['={{ $json.none }}', '={{ "" }}', ''])(
		'warns about the header value %j',
		async (value) => {
			const { body, hints } = await run(DASHBOARD, {
				...{ resource: 'webhook', operation: 'create', name: 'New', service: 'generic' },
				url: 'https://n8n.example.com/webhook/new',
				headers: { values: [{ name: 'X-N8N-Token', value }] },
			});
			expect(body).toMatchObject({ headers: { 'X-N8N-Token': '' } });
			expect(hints.join()).toContain('Headers has an empty value for "X-N8N-Token".');
		},
	);
});
