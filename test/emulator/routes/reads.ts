import { found, type Handler, parameter } from './answers';

export const getService: Handler = (call) =>
	found(call.state.services.get(parameter(call, 'serviceId')), 'service');

export const getBackup: Handler = (call) => {
	const backup = call.state.backups.get(parameter(call, 'backupId'));
	const own = backup?.serviceId === parameter(call, 'serviceId');
	return found(own ? backup : undefined, 'backup');
};

export const getReversePrivateEndpoint: Handler = (call) => {
	const id = parameter(call, 'reversePrivateEndpointId');
	const endpoint = call.state.reversePrivateEndpoints.get(id);
	const own = endpoint?.serviceId === parameter(call, 'serviceId');
	return found(own ? endpoint : undefined, 'reverse private endpoint');
};

export const getActivity: Handler = (call) =>
	found(call.state.activities.get(parameter(call, 'activityId')), 'activity');

export const listActivities: Handler = (call) => ({ result: call.state.activities.all() });
