import { isJsonObject, type JsonObject } from '../../contract/json';
import type { PipeRecord } from '../state/records';
import type { Answer, Call } from './answers';
import { recordIn } from './records';

/** A kind of source, and the service's treatment of its pipes. */
interface Kind {
	name: string;
	/** Whether it is a database: no table of its own, no settings endpoints. */
	isDatabase: boolean;
	/** Whether it replicates: it pauses instead of stopping, and can be resynced. */
	resyncs: boolean;
}

const REPLICATED = ['postgres', 'mysql', 'mongodb'];

/** Returns the kind of a source; the contract ensures that there is one. */
export function kindOf(source: JsonObject): Kind {
	const name = Object.keys(source).find((key) => isJsonObject(source[key])) ?? '';
	const resyncs = REPLICATED.includes(name);
	return { name, isDatabase: resyncs || name === 'bigquery', resyncs };
}

/** Returns the pipe in the path, if the service has it. */
export function pipeOf(call: Call): PipeRecord | undefined {
	return recordIn(call, call.state.pipes, 'clickPipeId');
}

/** Answers 424 unless the service runs, which new and changed pipes need. */
export function asleep(call: Call): Answer | undefined {
	const service = recordIn(call, call.state.services, 'serviceId');
	if (service === undefined || service.state === 'running') return undefined;
	const reason = `the service must be running. Current state: ${service.state}`;
	return { status: 424, message: `FAILED_DEPENDENCY: ${reason}` };
}
