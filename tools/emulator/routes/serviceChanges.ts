import { isJsonObject, type JsonObject, listAt, objectAt, objectsAt } from '../../contract/json';
import { changedEndpoints, scheduleFromBody, serviceFromBody } from '../state/services';
import { badRequest, conflict, type Handler, notFound } from './answers';
import { scalingFault, withService } from './serviceRules';

const SERVICE_BLOCK = 0x21;
const ENTRY_BLOCK = 0x22;
const DELETABLE = [
	...['provisioning', 'starting', 'awaking', 'idle', 'stopped', 'degraded', 'failed'],
];

export const createService: Handler = ({ state, body, now }) => {
	const id = state.newIds.uuid(SERVICE_BLOCK);
	const service = serviceFromBody(body, { id, now });
	const fault = scalingFault(body, service);
	if (fault !== undefined) return badRequest(fault);
	state.services.accept(service, 'running');
	return { result: { service, password: state.newIds.named('new-password') } };
};

/** The state after each command; a missing state stays. */
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
	const endpoint = { id, description: '', ...body, cloudProvider: provider, region };
	state.recordsOf('clickhouseCloud', 'privateEndpoints').set(endpoint);
	const others = privateEndpointIds.filter((other) => other !== id);
	state.services.set({ ...service, privateEndpointIds: [...others, id] });
	return { result: endpoint };
});

/** The identity of a list's entry: an address, a tag's key, or the entry itself. */
function nameOf(entry: unknown): unknown {
	return isJsonObject(entry) ? (entry['source'] ?? entry['key']) : entry;
}

/** Returns a list after a change; removing a missing entry is no fault. */
function changed(list: readonly unknown[], change: JsonObject): unknown[] {
	const added = listAt(change, 'add');
	const gone = new Set([...listAt(change, 'remove'), ...added].map(nameOf));
	return [...list.filter((entry) => !gone.has(nameOf(entry))), ...added];
}

export const updateService = withService(({ state, body }, service) => {
	const lists = ['ipAccessList', 'privateEndpointIds', 'tags'].filter((name) => name in body);
	const updated = {
		...service,
		...body,
		...Object.fromEntries(
			lists.map((name) => [name, changed(listAt(service, name), objectAt(body, name))]),
		),
		endpoints: changedEndpoints(objectsAt(service, 'endpoints'), body),
	};
	state.services.set(updated);
	return { result: updated };
});

export const deleteService = withService(({ state }, { id, state: current }) => {
	if (!DELETABLE.includes(current)) return conflict(`the service is ${current}`);
	if (state.justStopped.delete(id)) return conflict('the service is still being stopped');
	state.services.delete(id);
	return { done: true };
});

/** A password is made unless a hash of one is sent; the hash for MySQL alone is ignored. */
export const resetServicePassword = withService(({ state, body }) =>
	body['newPasswordHash'] === undefined
		? { result: { password: state.newIds.named('new-password') } }
		: { result: {} },
);

export const getScalingSchedule = withService((_call, { scalingSchedule }) =>
	scalingSchedule === undefined ? notFound('scaling schedule') : { result: scalingSchedule },
);

export const setScalingSchedule = withService(({ state, body }, service) => {
	const { autoscalingMode } = service;
	const entries = objectsAt(body, 'entries');
	const faults = entries.map((entry) => scalingFault(entry, { autoscalingMode, ...entry }));
	const fault = faults.find((one) => one !== undefined);
	if (fault !== undefined) return badRequest(fault);
	const schedule = scheduleFromBody(body, service, () => state.newIds.uuid(ENTRY_BLOCK));
	const scalingSchedule = entries.length === 0 ? undefined : schedule;
	state.services.set({ ...service, scalingSchedule });
	return { result: schedule };
});

export const deleteScalingSchedule = withService(({ state }, service) => {
	if (service['scalingSchedule'] === undefined) return notFound('scaling schedule');
	state.services.set({ ...service, scalingSchedule: undefined });
	return { done: true };
});
