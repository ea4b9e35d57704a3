import type { INodeParameters } from 'n8n-workflow';

import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { hintsOf, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

// test/unit/management/emptyFields.test.ts tests every field of every update. This tests expressions in n8n.
const emulator = withEmulator({ dialect: 'clickhouseCloud' });

const { serviceId, apiKeyId, reversePrivateEndpointId, savedQueryId } = CLOUD_IDS;
const NOTHING = [
	'',
	'={{ "" }}',
	'={{ undefined }}',
	'={{ $json.none }}',
	'={{ $json.a?.b }}',
	'={{ {} }}',
];

async function run(parameters: INodeParameters) {
	const file = workflowOf({ type: MANAGEMENT, parameters: { serviceId, ...parameters } });
	const result = await emulator.run(file);
	const bodies = emulator.requests.map(({ body }) => body);
	return { bodies, message: result.error?.message, hints: hintsOf(result) };
}

const updating = (resource: string, ids: INodeParameters, updateFields: INodeParameters) => ({
	...{ resource, operation: 'update', ...ids, updateFields },
});
const MAPPINGS = { customPrivateDnsMappings: [{ privateDnsName: 'db.example.com' }] };

describe('Reverse Private Endpoint → Update', () => {
	const update = async (customPrivateDnsMappings: INodeParameters | string) =>
		await run(
			updating(
				'reversePrivateEndpoint',
				{ reversePrivateEndpointId },
				{ customPrivateDnsMappings },
			),
		);
	const stored = () => emulator.stored('reversePrivateEndpoints', reversePrivateEndpointId);

	beforeEach(() => {
		emulator.change('reversePrivateEndpoints', reversePrivateEndpointId, (endpoint) => ({
			...endpoint,
			...MAPPINGS,
		}));
	});

	it.each([
		...NOTHING,
		'={{ null }}',
		{},
		{ values: [] },
		'={{ { values: [] } }}',
		{ values: [{ privateDnsName: '={{ undefined }}' }] },
		{ values: [{ privateDnsName: '={{ $json.none }}' }] },
		{ values: '={{ undefined }}' },
		// n8n drops an expression in place of rows.
		'={{ [] }}',
		'={{ [undefined] }}',
		'={{ [{}] }}',
	])('keeps all DNS names for %j', async (mappings) => {
		const { bodies, message } = await update(mappings);
		expect(bodies).toEqual([]);
		expect(message).toBeDefined();
		expect(stored()).toMatchObject(MAPPINGS);
	});
});

describe('Saved Query → Update', () => {
	const PARAMETERS = { day: '2026-01-01', region: 'eu' };
	const update = async (parameters: string) =>
		await run(updating('savedQuery', { savedQueryId }, { parameters, name: 'New' }));
	const stored = () => emulator.stored('savedQueries', savedQueryId).parameters;

	beforeEach(() => {
		emulator.change('savedQueries', savedQueryId, (query) => ({
			...query,
			parameters: PARAMETERS,
		}));
	});

	it.each([...NOTHING, '={{ ({ day: $json.none }) }}', '={{ ({ day: { from: $json.none } }) }}'])(
		'warns that it keeps the parameters for %j',
		async (parameters) => {
			const { message, hints } = await update(parameters);
			expect(message).toBeUndefined();
			expect(stored()).toEqual(PARAMETERS);
			expect(hints.join()).toContain('Parameters is empty, so it keeps its value.');
		},
	);

	it.each([
		['={{ null }}', {}],
		['={{ ({ day: null }) }}', { day: null }],
		['={{ ({ day: "" }) }}', { day: '' }],
		['={{ ({ day: $json.none, region: "us" }) }}', { region: 'us' }],
		['={{ ({ filter: {} }) }}', { filter: {} }],
		['={{ ({ at: new Date(0) }) }}', { at: '1970-01-01T00:00:00.000Z' }],
	])('replaces the parameters for %j', async (parameters, expected) => {
		const { message } = await update(parameters);
		expect(message).toBeUndefined();
		expect(stored() ?? {}).toEqual(expected);
	});
});

describe('API Key → Update', () => {
	it.each(NOTHING)('warns that it keeps the expiry for %j', async (expireAt) => {
		const { bodies, hints } = await run(
			updating('apiKey', { apiKeyId }, { expireAt, name: 'New' }),
		);
		expect(bodies).toEqual([{ name: 'New' }]);
		expect(hints).toEqual([
			'Expire At is empty, so it keeps its value. To clear it, enter the expression {{ null }}.',
		]);
	});

	it('removes the expiry for null', async () => {
		const { bodies } = await run(updating('apiKey', { apiKeyId }, { expireAt: '={{ null }}' }));
		expect(bodies).toEqual([{ expireAt: null }]);
	});
});
