import type { ServiceRecord } from '../state/records';
import { type Answer, badRequest, type Call, type Handler, notFound } from './answers';
import { recordIn, recordsOf } from './records';

function withService(act: (call: Call, service: ServiceRecord) => Answer): Handler {
	return (call) => {
		const service = recordIn(call, call.state.services, 'serviceId');
		return service === undefined ? notFound('service') : act(call, service);
	};
}

/** Wakes a service. As with a pipe, the response still shows the state on the way. */
export const wakeService = withService(({ state, body }, service) => {
	if (body['command'] !== 'awake') return badRequest('unknown command');
	if (service.state !== 'idle') return badRequest(`the service is ${service.state}`);
	state.services.set({ ...service, state: 'running' });
	return { result: { ...service, state: 'awaking' } };
});

/** The state after each command; a state that is not named stays. */
const STATE_AFTER: Record<string, Record<string, string>> = {
	start: { stopped: 'running' },
	stop: { running: 'stopped', idle: 'stopped', partially_running: 'stopped' },
	awake: { idle: 'running' },
};

/** Accepts a command. The response still shows the state before. */
export const updateServiceState = withService(({ state, body }, service) => {
	const command = String(body['command']);
	if (command === 'awake' && service.state === 'stopped') {
		return badRequest('the command cannot be carried out');
	}
	state.services.set({ ...service, state: STATE_AFTER[command]?.[service.state] ?? service.state });
	return { result: service };
});

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

export const scaleService = withService(({ state, body }, service) => {
	const scaled = { ...service, ...body };
	const fault = scalingFault(body, scaled);
	if (fault !== undefined) return badRequest(fault);
	state.services.set(scaled);
	return { result: scaled };
});

export const createPrivateEndpoint = withService(({ state, body }, service) => {
	const id = String(body['id']);
	const { provider, region, privateEndpointIds } = service;
	const description = typeof body['description'] === 'string' ? body['description'] : '';
	const endpoint = { id, description, cloudProvider: provider, region };
	state.privateEndpoints.set(endpoint);
	const others = privateEndpointIds.filter((other) => other !== id);
	state.services.set({ ...service, privateEndpointIds: [...others, id] });
	return { result: endpoint };
});

export const getPrivateEndpointConfig = withService((_call, service) => ({
	result: {
		endpointServiceId: `com.amazonaws.vpce.${service.region}.vpce-svc-1`,
		privateDnsHostname: `${service.id}.${service.region}.vpce.example.com`,
	},
}));

/** The newest come first. */
export const listBackups: Handler = (call) => ({
	result: recordsOf(call, 'backups').sort((a, b) =>
		String(b['startedAt']).localeCompare(String(a['startedAt'])),
	),
});
