import { pipeFromBody, type PipeCommand } from '../state/pipes';
import type { PipeRecord } from '../state/records';
import { badRequest, type Call, found, type Handler, notFound, parameter } from './answers';

const COMMANDS: readonly PipeCommand[] = ['start', 'stop', 'resync'];
export const PIPE_BLOCK = 0x31;

/** Returns the pipe that the path names, if the service has it. */
export function pipeOf(call: Call): PipeRecord | undefined {
	const pipe = call.state.pipes.get(parameter(call, 'clickPipeId'));
	return pipe?.serviceId === parameter(call, 'serviceId') ? pipe : undefined;
}

export const getPipe: Handler = (call) => found(pipeOf(call), 'pipe');

export const createPipe: Handler = (call) => {
	const { state, body } = call;
	const pipe = pipeFromBody(body, {
		id: state.newIds.uuid(PIPE_BLOCK),
		serviceId: parameter(call, 'serviceId'),
		now: call.now.toISOString(),
	});
	state.pipes.accept(pipe, 'Running');
	return { result: pipe };
};

export const updatePipeState: Handler = (call) => {
	const pipe = pipeOf(call);
	const command = COMMANDS.find((known) => known === call.body['command']);
	if (pipe === undefined) return notFound('pipe');
	if (command === undefined) return badRequest('unknown command');
	const outcome = call.state.pipes.command(pipe, command, call.now.toISOString());
	return typeof outcome === 'string' ? badRequest(outcome) : { result: outcome };
};

export const deletePipe: Handler = (call) => {
	const pipe = pipeOf(call);
	if (pipe === undefined) return notFound('pipe');
	call.state.pipes.delete(pipe.id);
	return { done: true };
};
