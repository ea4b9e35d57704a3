import { isJsonObject, type JsonObject } from '../../contract/json';
import type { PipeRecord, ServiceRecord } from '../state/collection';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { recordIn } from './records';

/** A kind of source, and the service's treatment of its pipes. */
interface Kind {
	name: string;
	/** Whether it is a database: no table of its own. */
	isDatabase: boolean;
	/** Whether it replicates: it pauses instead of stopping, and can be resynced. */
	resyncs: boolean;
}

/** Returns the kind of a source; the contract ensures that there is one. */
export function kindOf(source: JsonObject): Kind {
	const name = Object.keys(source).find((key) => isJsonObject(source[key])) ?? '';
	const resyncs = ['postgres', 'mysql', 'mongodb'].includes(name);
	return { name, isDatabase: resyncs || name === 'bigquery', resyncs };
}

/** Makes a handler for the pipe in the path. */
export function withPipe(act: (call: Call, pipe: PipeRecord) => Answer): Handler {
	return (call) => {
		const pipe = recordIn(call, call.state.pipes, 'clickPipeId');
		return pipe === undefined ? notFound('pipe') : act(call, pipe);
	};
}

/** Makes a handler for the service in the path. */
export function withService(act: (call: Call, service: ServiceRecord) => Answer): Handler {
	return (call) => {
		const service = recordIn(call, call.state.services, 'serviceId');
		return service === undefined ? notFound('service') : act(call, service);
	};
}
