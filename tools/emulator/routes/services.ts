import { badRequest, type Handler } from './answers';
import { recordsOf } from './records';
import { hasSecondaries, scalingFault, withService } from './serviceRules';

/** Wakes a service. As with a pipe, the response still shows the state on the way. */
export const wakeService = withService(({ state, body }, service) => {
	if (body['command'] !== 'awake') return badRequest('unknown command');
	if (service.state !== 'idle') return badRequest(`the service is ${service.state}`);
	state.services.set({ ...service, state: 'running' });
	return { result: { ...service, state: 'awaking' } };
});

/** The state after each command; a missing state stays. */
const STATE_AFTER: Record<string, Record<string, string>> = {
	start: { stopped: 'running' },
	stop: { running: 'stopped', idle: 'stopped', partially_running: 'stopped' },
	awake: { idle: 'running' },
};

/** Accepts a command. The response still shows the state before. */
export const updateServiceState = withService((call, service) => {
	const { state, body } = call;
	const command = String(body['command']);
	if (command === 'awake' && service.state === 'stopped') {
		return badRequest('the command cannot be carried out');
	}
	if (command === 'stop' && hasSecondaries(call, service)) {
		return badRequest('the primary service of a warehouse is stopped after its secondary ones');
	}
	const next = STATE_AFTER[command]?.[service.state];
	state.services.set({ ...service, state: next ?? service.state });
	if (next === 'stopped') state.justStopped.add(service.id);
	else state.justStopped.delete(service.id);
	return { result: service };
});

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

/** The newest is first. */
export const listBackups: Handler = (call) => ({
	result: recordsOf(call, 'backups').sort((a, b) =>
		String(b['startedAt']).localeCompare(String(a['startedAt'])),
	),
});
