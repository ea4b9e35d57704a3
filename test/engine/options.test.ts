import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { withEmulator } from '../withEmulator';
import { sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

describe('the option Dry Run', () => {
	const invitation = {
		resource: 'invitation',
		operation: 'create',
		role: 'admin',
		email: 'ada@example.com',
	};

	/** The parameters as n8n stores them: without values that equal their defaults, except in a collection. */
	function stored(options: INodeParameters): INodeParameters {
		const { description } = new CloudManagement();
		const parameters = { ...invitation, options };
		const { properties } = description;
		return (
			NodeHelpers.getNodeParameters(properties, parameters, false, false, null, description) ?? {}
		);
	}

	/** The collection's content in the panel when the option is added. */
	function added(): INodeParameters {
		const { properties } = new CloudManagement().description;
		const options = properties.flatMap(({ name, options = [] }) =>
			name === 'options' ? options : [],
		);
		const dryRun = options.find(({ name }) => name === 'dryRun');
		if (dryRun === undefined || !('default' in dryRun)) throw new Error('There is no Dry Run');
		return { dryRun: dryRun.default === true };
	}

	async function sentWith(options: INodeParameters, item: IDataObject = {}) {
		emulator.clearLog();
		const node = { type: MANAGEMENT, parameters: stored(options) };
		const result = await runWorkflow(workflowOf(node, [item]), {
			credentials: credentialsOf(emulator),
		});
		return { requests: emulator.requests.length, json: result.items(NODE)[0]?.json, result };
	}

	it.each([
		['where it was added and left as it is', added, { dryRun: true }, 0],
		['where it was turned off', () => ({ dryRun: false }), { dryRun: false }, 1],
		['where it is not', () => ({}), {}, 1],
		['where another one is', () => ({ fullResponse: true }), { fullResponse: true }, 1],
	])('is stored, and counts: %s', async (_case, options, kept, count) => {
		expect(stored(options())['options'] ?? {}).toEqual(kept);
		expect((await sentWith(options())).requests).toBe(count);
	});

	// The values that count as "false": test/unit/core/parameters/options.test.ts.
	it.each<[string, IDataObject, number]>([
		['={{ $json.dry }}', { dry: '' }, 0],
		['=', {}, 0],
		['={{ $json.dry }}', { dry: 'False ' }, 1],
	])('the expression %j, returning %j, sends %i requests', async (dryRun, item, count) => {
		const { requests, json } = await sentWith({ dryRun }, item);
		expect([requests, json?.['dryRun'] === true]).toEqual([count, count === 0]);
	});

	it.each([['={{ $json.dry.on }}'], ['={{ nothing() }}'], ['={{ }}']])(
		'sends nothing if its expression %j returns nothing, or cannot be read',
		async (dryRun) => {
			const { requests, result } = await sentWith({ dryRun });
			expect([requests, result.error === undefined]).toEqual([0, false]);
		},
	);
});

describe("a deployment's spelling", () => {
	it.each([
		['as fields say', {}],
		[
			'of ClickHouse Cloud',
			{ apiDialect: 'clickhouseCloud', pipesSegment: 'pipes', engineSettingPrefix: 'engine_' },
		],
	])('is applied to %s in requests, and reversed in responses', async (_whose, management) => {
		await emulator.start({
			cloudOperations: true,
			pipesSegment: 'clickpipes',
			engineSettingPrefix: 'clickhouse_',
		});
		const credentials = credentialsOf(emulator, { management });
		const changed = sampleNode(sampleOf('pipe updateSettings'), emulator.ids);
		const { items } = await runWorkflow(workflowOf(changed), { credentials });
		expect(emulator.requests[0]?.path).toMatch(/\/clickpipes\/[^/]+\/settings$/);
		expect(emulator.requests[0]?.body).toEqual({ clickhouse_max_insert_threads: 2 });
		expect(items(NODE)[0]?.json).toHaveProperty('engine_max_insert_threads', 2);
		const read = sampleNode(sampleOf('service get'), emulator.ids);
		const service = await runWorkflow(workflowOf(read), { credentials });
		expect(service.items(NODE)[0]?.json).toHaveProperty('engineVersion');
	});
});
