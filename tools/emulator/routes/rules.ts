import { isJsonObject, type JsonObject } from '../../contract/json';
import type { PipeRecord, ServiceRecord } from '../state/collection';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { recordIn } from './records';

/** A kind of source, with the service's treatment of its pipes. */
interface Kind {
	name: string;
	/** True for a database, whose pipe has no single table. */
	isDatabase: boolean;
	/** True if it replicates, so that it pauses instead of stopping and can be resynced. */
	resyncs: boolean;
}

/** The contract ensures that a source has a kind. */
export function kindOf(source: JsonObject): Kind {
	const name = Object.keys(source).find((key) => isJsonObject(source[key])) ?? '';
	const resyncs = ['postgres', 'mysql', 'mongodb'].includes(name);
	return { name, isDatabase: resyncs || name === 'bigquery', resyncs };
}

/** Handles the pipe in the path. */
export function withPipe(act: (call: Call, pipe: PipeRecord) => Answer): Handler {
	return (call) => {
		const pipe = recordIn(call, call.state.pipes, 'clickPipeId');
		return pipe === undefined ? notFound('pipe') : act(call, pipe);
	};
}

/** Handles the service in the path. */
export function withService(act: (call: Call, service: ServiceRecord) => Answer): Handler {
	return (call) => {
		const service = recordIn(call, call.state.services, 'serviceId');
		return service === undefined ? notFound('service') : act(call, service);
	};
}
