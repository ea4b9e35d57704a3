import assert from 'node:assert/strict';

import { fromAi } from '../../../tools/samples/sampleTool';
import { agentWorkflow, type Tool } from '../../../tools/n8n/harness/agentWorkflow';
import type { Checks } from '../harness/checks';
import { answer, PIPE, type Play, steps } from './play';

const CREATE: Tool = {
	name: 'Create Pipe',
	node: 'cloudManagementTool',
	withSource: true,
	parameters: {
		resource: 'pipe',
		operation: 'create',
		serviceId: fromAi('service_id'),
		pipeInput: 'json',
		pipeJson: fromAi('pipe_definition', 'json'),
	},
};

const errorOf = (result = '') => String(JSON.parse(result)[0].error);

/** A change that is refused at first, and one whose outcome is unknown. */
export async function changing(checks: Checks, play: Play): Promise<void> {
	const { emulator, model } = play;
	const { serviceId } = emulator.ids;
	const flow = agentWorkflow('Create', [CREATE]);
	const call = (pipe: unknown) => [
		{ name: 'Create_Pipe', input: { service_id: serviceId, pipe_definition: pipe } },
	];
	await checks.check(
		'a pipe is created by JSON after one refused try, from what the refusal says',
		async () => {
			const { topics, ...kafka } = { ...PIPE.source.kafka, format: 'JSON' };
			const script = steps(
				call({ ...PIPE, source: { kafka } }),
				([refusal = '']) => {
					const message = errorOf(refusal);
					// Everything that the second attempt changes is from the message.
					const missing = /"source\.kafka\.(\w+)" is missing/.exec(message)?.[1] ?? '';
					const format = /"source\.kafka\.format" is "JSON".*?Use one of: (\w+)/.exec(message)?.[1];
					return call({ ...PIPE, source: { kafka: { ...kafka, format, [missing]: topics } } });
				},
				([, created = '']) => `Created ${String(JSON.parse(created)[0].name)}.`,
			);
			assert.equal(await answer(play, flow, script), 'Created Orders.');
			assert.equal(model.turns.length, 3);
			const [post, ...others] = emulator.requests;
			assert.deepEqual(others, []);
			assert.ok(JSON.stringify(post?.body).includes('credentials'), 'the credential fills in');
		},
	);
	await checks.check(
		'a write of unknown outcome is not sent again, even if the model asks for it',
		async () => {
			emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
			const script = steps(call(PIPE), call(PIPE), (results) => results.map(errorOf).join('\n'));
			await answer(play, flow, script);
			assert.equal(emulator.requests.length, 1);
		},
	);
}
