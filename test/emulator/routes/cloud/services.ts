import type { ServiceRecord } from '../../state/records';
import { badRequest, type Call, type Handler, notFound, parameter } from '../answers';
import { hasTags } from './rules';

export const listServices: Handler = ({ state, query }) => ({
	result: state.services.all().filter((service) => hasTags(service, query['filter'])),
});

/** The state after each command; a state that is not named stays. */
const STATE_AFTER: Record<string, Record<string, string>> = {
	start: { stopped: 'running' },
	stop: { running: 'stopped', idle: 'stopped', partially_running: 'stopped' },
	awake: { idle: 'running' },
};

/** Accepts a command. The response still shows the state before. */
export const updateServiceState: Handler = (call) => {
	const service = call.state.services.get(parameter(call, 'serviceId'));
	const command = String(call.body['command']);
	if (service === undefined) return notFound('service');
	if (command === 'awake' && service.state === 'stopped') {
		return badRequest('the command cannot be carried out');
	}
	const state = STATE_AFTER[command]?.[service.state] ?? service.state;
	call.state.services.set({ ...service, state });
	return { result: service };
};

/** Says what is wrong with the scaling that a service would have; undefined if nothing is. */
function scalingFault(body: object, scaled: ServiceRecord): string | undefined {
	const { autoscalingMode, minReplicaMemoryGb, maxReplicaMemoryGb } = scaled;
	const horizontal = autoscalingMode === 'horizontal';
	if (Number(minReplicaMemoryGb) > Number(maxReplicaMemoryGb)) return 'minimum above maximum';
	if (horizontal && minReplicaMemoryGb !== maxReplicaMemoryGb) return 'replicas differ in memory';
	if (horizontal && 'numReplicas' in body) return 'numReplicas is for vertical scaling';
	if (!('minReplicas' in body)) return undefined;
	const { minReplicas, maxReplicas } = scaled;
	if (Number(minReplicas) > Number(maxReplicas)) return 'minimum above maximum';
	return horizontal || minReplicas === maxReplicas
		? undefined
		: 'replicas are only scaled horizontally';
}

export const scaleService: Handler = (call) => {
	const service = call.state.services.get(parameter(call, 'serviceId'));
	if (service === undefined) return notFound('service');
	const scaled = { ...service, ...call.body };
	const fault = scalingFault(call.body, scaled);
	if (fault !== undefined) return badRequest(fault);
	call.state.services.set(scaled);
	return { result: scaled };
};

function ofService<T extends { serviceId: string }>(call: Call, records: T[]): T[] {
	return records.filter(({ serviceId }) => serviceId === parameter(call, 'serviceId'));
}

export const listPipes: Handler = (call) => ({ result: ofService(call, call.state.pipes.all()) });

export const listReversePrivateEndpoints: Handler = (call) => ({
	result: ofService(call, call.state.reversePrivateEndpoints.all()),
});

export const listBackups: Handler = (call) => ({
	result: ofService(call, call.state.backups.all()).sort((a, b) =>
		String(b['startedAt']).localeCompare(String(a['startedAt'])),
	),
});
