import { NodeHelpers } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { withEmulator } from '../withEmulator';
import { sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

// test/unit/core/options/requestOptions.test.ts tests which values count as "false".
it.each([
	{ value: 'true', dryRun: true, isSent: false, fails: false },
	{ value: 'false', dryRun: false, isSent: true, fails: false },
	{ value: 'an expression for "False "', dryRun: '={{ "False " }}', isSent: true, fails: false },
	{ value: 'an expression for an empty text', dryRun: '={{ "" }}', isSent: false, fails: true },
	{ value: 'an empty expression', dryRun: '=', isSent: false, fails: true },
	{ value: 'a broken expression', dryRun: '={{ nothing() }}', isSent: false, fails: true },
])('Dry Run sends the request for $value: $isSent', async (example) => {
	const { description } = new CloudManagement();
	const entered = sampleOf('invitation create').parameters(emulator.ids);
	// n8n omits defaults when it stores fields, except in a collection.
	const stored = NodeHelpers.getNodeParameters(
		description.properties,
		{ ...entered, options: { dryRun: example.dryRun } },
		false,
		false,
		null,
		description,
	);
	const workflow = workflowOf({ type: MANAGEMENT, parameters: stored ?? {} });
	const { error, items } = await emulator.run(workflow);
	const changes = emulator.requests.filter(({ method }) => method !== 'GET');
	expect(changes).toHaveLength(example.isSent ? 1 : 0);
	expect(items(NODE).map(({ json }) => json['dryRun'])).toEqual(
		example.fails ? [] : [example.isSent ? undefined : true],
	);
	expect(error !== undefined).toBe(example.fails);
});

it('translates names to the dialect and back', async () => {
	await emulator.start({ dialect: 'clickhouseCloud' });
	const management = {
		apiDialect: 'custom',
		pipesSegment: 'clickpipes',
		engineSettingPrefix: 'clickhouse_',
	};
	const changed = sampleNode(sampleOf('pipe updateSettings'), emulator.ids);
	const { items } = await emulator.runNode(changed, [{}], { management });
	expect(emulator.requests[0]?.path).toMatch(/\/clickpipes\/[^/]+\/settings$/);
	expect(emulator.requests[0]?.body).toEqual({ clickhouse_max_insert_threads: 2 });
	expect(items(NODE)[0]?.json).toHaveProperty('engine_max_insert_threads', 2);
});
