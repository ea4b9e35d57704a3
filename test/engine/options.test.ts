import type { INodeParameters } from 'n8n-workflow';
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

	const { description } = new CloudManagement();

	/** The option's value when it is added in the panel. */
	function addedValue(): unknown {
		const options = description.properties.flatMap((field) =>
			field.name === 'options' ? (field.options ?? []) : [],
		);
		return options.flatMap((option) =>
			option.name === 'dryRun' && 'default' in option ? [option.default] : [],
		)[0];
	}

	/** Runs the node with the parameters as n8n stores them: defaults are left out, except in a collection. */
	async function runWith(dryRun: unknown) {
		const parameters = NodeHelpers.getNodeParameters(
			description.properties,
			{ ...invitation, options: { dryRun } } as INodeParameters,
			false,
			false,
			null,
			description,
		);
		const node = { type: MANAGEMENT, parameters: parameters ?? {} };
		const credentials = credentialsOf(emulator);
		return await runWorkflow(workflowOf(node), { credentials });
	}

	// The values that count as "false": test/unit/core/parameters/options.test.ts.
	it.each([
		{ value: 'true, as it is added', dryRun: addedValue(), isSent: false },
		{ value: 'false', dryRun: false, isSent: true },
		{ value: 'an expression that returns "False "', dryRun: '={{ "False " }}', isSent: true },
		{ value: 'an expression that returns an empty text', dryRun: '={{ "" }}', isSent: false },
		{ value: 'an empty expression', dryRun: '=', isSent: false },
	])('sends or shows the request by its value: $value', async ({ dryRun, isSent }) => {
		const { items } = await runWith(dryRun);
		expect(emulator.requests).toHaveLength(isSent ? 1 : 0);
		expect(items(NODE)[0]?.json['dryRun'] === true).toBe(!isSent);
	});

	it.each(['={{ $json.dry.on }}', '={{ nothing() }}', '={{ }}'])(
		'sends nothing if its expression %s returns nothing, or cannot be read',
		async (dryRun) => {
			const { error } = await runWith(dryRun);
			expect(error).toBeDefined();
			expect(emulator.requests).toEqual([]);
		},
	);
});

describe("a deployment's spelling", () => {
	it('is applied to requests and reversed in responses', async () => {
		await emulator.start({ dialect: 'clickhouseCloud' });
		const management = {
			apiDialect: 'custom',
			pipesSegment: 'clickpipes',
			engineSettingPrefix: 'clickhouse_',
		};
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
