import type { JsonObject } from '../../contract/json';
import type { ServiceRecord } from '../state/records';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { recordIn } from './records';

/** Makes a handler for the service of the path. */
export function withService(act: (call: Call, service: ServiceRecord) => Answer): Handler {
	return (call) => {
		const service = recordIn(call, call.state.services, 'serviceId');
		return service === undefined ? notFound('service') : act(call, service);
	};
}

/** Returns the problem with the scaling that a service would have; undefined if there is none. */
export function scalingFault(body: JsonObject, scaled: JsonObject): string | undefined {
	const { autoscalingMode, minReplicaMemoryGb, maxReplicaMemoryGb, minReplicas, maxReplicas } =
		scaled;
	const horizontal = autoscalingMode === 'horizontal';
	if (Number(minReplicaMemoryGb) > Number(maxReplicaMemoryGb)) return 'minimum above maximum';
	if (horizontal && minReplicaMemoryGb !== maxReplicaMemoryGb) return 'replicas differ in memory';
	if (horizontal && 'numReplicas' in body) return 'numReplicas is for vertical scaling';
	if (!('minReplicas' in body)) return undefined;
	if (Number(minReplicas) > Number(maxReplicas)) return 'minimum above maximum';
	return horizontal || minReplicas === maxReplicas
		? undefined
		: 'replicas are only scaled horizontally';
}
