import assert from 'node:assert/strict';

import { agentWorkflow } from '../harness/agentWorkflow';
import type { ToolCall } from '../harness/chatModel';
import type { Checks } from '../harness/checks';
import { answer, fromAi, managementTool, PIPE, type Play, steps } from './play';

/** A question that a read answers. */
export async function reading(checks: Checks, play: Play): Promise<void> {
	await checks.check('a service is read, and "is it up?" answered from it', async () => {
		const { serviceId } = play.emulator.ids;
		const tool = managementTool('Get Service', {
			resource: 'service',
			operation: 'get',
			serviceId: fromAi('service_id'),
		});
		const script = steps(
			[{ name: 'Get_Service', input: { service_id: serviceId } }],
			([result = '']) => {
				const state = /"state":"(\w+)"/.exec(result)?.[1] ?? 'unknown';
				return `The service is ${state}.`;
			},
		);
		const { state } = play.emulator.state.services.get(serviceId) ?? {};
		assert.equal(
			await answer(play, agentWorkflow('Is it up', [tool]), script),
			`The service is ${String(state)}.`,
		);
		assert.equal(play.emulator.requests.length, 1);
	});
}

const CREATE = managementTool(
	'Create Pipe',
	{
		...{ resource: 'pipe', operation: 'create', serviceId: fromAi('service_id') },
		...{ pipeInput: 'json', pipeJson: fromAi('pipe_definition', 'json') },
	},
	true,
);

/** A pipe by JSON, which is refused once. */
export async function creating(checks: Checks, play: Play): Promise<void> {
	const { serviceId } = play.emulator.ids;
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
					const message = String(JSON.parse(refusal)[0].error);
					assert.match(message, /Nothing was sent/);
					// Everything that the second try changes comes from the message.
					const missing = /"source\.kafka\.(\w+)" is missing/.exec(message)?.[1] ?? '';
					const format = /"source\.kafka\.format" is "JSON".*?Use one of: (\w+)/.exec(message)?.[1];
					return call({ ...PIPE, source: { kafka: { ...kafka, format, [missing]: topics } } });
				},
				([, created = '']) => `Created ${String(JSON.parse(created)[0].name)}.`,
			);
			assert.equal(
				await answer(play, agentWorkflow('Create', [CREATE]), script),
				'Created Orders.',
			);
			assert.equal(play.model.turns.length, 3);
			const [post, ...others] = play.emulator.requests;
			assert.deepEqual(others, []);
			assert.deepEqual([post?.method, post?.status], ['POST', 200]);
			assert.ok(JSON.stringify(post?.body).includes('credentials'), 'the credential fills in');
		},
	);
}

const STOP = managementTool('Stop Pipe', {
	...{ resource: 'pipe', operation: 'stop', serviceId: fromAi('service_id') },
	pipeId: fromAi('pipe_id'),
});

const stopCalls = (play: Play, ids: string[]): ToolCall[] =>
	ids.map((pipe_id) => ({
		name: 'Stop_Pipe',
		input: { service_id: play.emulator.ids.serviceId, pipe_id },
	}));

/** Three calls of one tool. */
export async function stopping(checks: Checks, play: Play): Promise<void> {
	await checks.check('three pipes are stopped, one request each', async () => {
		const { kinesisPipeId, objectStoragePipeId, postgresPipeId } = play.emulator.ids;
		const pipes = [kinesisPipeId, objectStoragePipeId, postgresPipeId];
		const script = steps(stopCalls(play, pipes), (results) => {
			const accepted = results.filter((result) => result.includes('"accepted":true'));
			return `${String(accepted.length)} pipes are stopping.`;
		});
		assert.equal(
			await answer(play, agentWorkflow('Stop', [STOP]), script),
			'3 pipes are stopping.',
		);
		const stopped = play.emulator.requests.map(({ path, body }) => ({
			path: path.split('/').at(-2),
			body,
		}));
		assert.deepEqual(
			stopped,
			pipes.map((path) => ({ path, body: { command: 'stop' } })),
		);
	});
}

/** Writes that fail. */
export async function refused(checks: Checks, play: Play): Promise<void> {
	const { emulator } = play;
	const { serviceId } = emulator.ids;
	const create = [{ name: 'Create_Pipe', input: { service_id: serviceId, pipe_definition: PIPE } }];
	const errorOf = (result = '') => String(JSON.parse(result)[0].error);
	await checks.check(
		'a write that the service refuses is sent once, and the model is told why',
		async () => {
			const body = { status: 400, error: 'BAD_REQUEST: the table exists' };
			emulator.faults.add({ kind: 'status', status: 400, body, times: 1 });
			const script = steps(create, ([refusal]) => errorOf(refusal));
			const said = await answer(play, agentWorkflow('Refused', [CREATE]), script);
			assert.match(said, /BAD_REQUEST: the table exists/);
			assert.equal(emulator.requests.length, 1);
		},
	);
	await checks.check(
		'a write of unknown outcome is not sent again, even if the model asks for it',
		async () => {
			emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
			const script = steps(create, create, (results) => results.map(errorOf).join('\n'));
			const said = await answer(play, agentWorkflow('Unknown', [CREATE]), script);
			assert.match(said, /The pipe may have been created\. [^]*Check the pipes of the service/);
			assert.match(said, /Not sent again: it was sent at/);
			assert.equal(emulator.requests.length, 1);
		},
	);
}
