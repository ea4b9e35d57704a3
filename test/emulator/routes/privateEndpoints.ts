import { type Handler, notFound, parameter } from './answers';

export const createPrivateEndpoint: Handler = (call) => {
	const { state, body } = call;
	const service = state.services.get(parameter(call, 'serviceId'));
	if (service === undefined) return notFound('service');
	const endpoint = {
		id: String(body['id']),
		description: typeof body['description'] === 'string' ? body['description'] : '',
		cloudProvider: service.provider,
		region: service.region,
	};
	state.privateEndpoints.set(endpoint);
	const others = service.privateEndpointIds.filter((id) => id !== endpoint.id);
	state.services.set({ ...service, privateEndpointIds: [...others, endpoint.id] });
	return { result: endpoint };
};
