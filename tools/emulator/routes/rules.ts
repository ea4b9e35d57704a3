import { isJsonObject, type JsonObject } from '../../contract/json';
import type { PipeRecord, ServiceRecord } from '../state/collection';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { recordIn } from './records';

/** The service treats the pipes of each kind differently. */
interface Kind {
	name: string;
	/** A database's pipe has no single table. */
	isDatabase: boolean;
	/** A pipe that replicates pauses instead of stopping, and can be resynced. */
	resyncs: boolean;
}

/** The contract ensures that a source has a kind. */
export function kindOf(source: JsonObject): Kind {
	const name = Object.keys(source).find((key) => isJsonObject(source[key])) ?? '';
	const resyncs = ['postgres', 'mysql', 'mongodb'].includes(name);
	return { name, isDatabase: resyncs || name === 'bigquery', resyncs };
}

export function withPipe(act: (call: Call, pipe: PipeRecord) => Answer): Handler {
	return (call) => {
		const pipe = recordIn(call, call.state.pipes, 'clickPipeId');
		return pipe === undefined ? notFound('pipe') : act(call, pipe);
	};
}

export function withService(act: (call: Call, service: ServiceRecord) => Answer): Handler {
	return (call) => {
		const service = recordIn(call, call.state.services, 'serviceId');
		return service === undefined ? notFound('service') : act(call, service);
	};
}
