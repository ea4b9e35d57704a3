import { badRequest, type Handler, notFound, parameter } from './answers';

/** Wakes a service. As with a pipe, the response still shows the state on the way. */
export const wakeService: Handler = (call) => {
	const service = call.state.services.get(parameter(call, 'serviceId'));
	if (service === undefined) return notFound('service');
	if (call.body['command'] !== 'awake') return badRequest('unknown command');
	if (service.state !== 'idle') return badRequest(`the service is ${service.state}`);
	call.state.services.set({ ...service, state: 'running' });
	return { result: { ...service, state: 'awaking' } };
};
