import { listAt, type JsonObject, objectsAt } from '../../contract/json';
import type { ReversePrivateEndpointRecord } from '../state/records';
import { type Answer, badRequest, type Call, type Handler, notFound, parameter } from './answers';
import { recordIn, recordsOf } from './records';
import { asleep } from './rules';

const ENDPOINT_BLOCK = 0x91;

function endpointOf(call: Call): ReversePrivateEndpointRecord | undefined {
	return recordIn(call, call.state.reversePrivateEndpoints, 'reversePrivateEndpointId');
}

function namesOf(record: JsonObject): string[] {
	return objectsAt(record, 'customPrivateDnsMappings').map((mapping) =>
		String(mapping['privateDnsName']),
	);
}

/** Returns why an endpoint's mappings are refused; undefined if they aren't. */
function mappingFault(call: Call, endpoint: ReversePrivateEndpointRecord): string | undefined {
	const others = recordsOf(call, 'reversePrivateEndpoints').filter(({ id }) => id !== endpoint.id);
	const names = namesOf(endpoint);
	const taken = new Set(others.flatMap(namesOf));
	const repeated = names.find((name, index) => taken.has(name) || names.indexOf(name) < index);
	if (repeated !== undefined) return `${repeated} is mapped twice in this service`;
	if (endpoint['type'] === 'MSK_MULTI_VPC' && names.length > 0) return 'MSK takes no mappings';
	const targets = objectsAt(endpoint, 'customPrivateDnsMappings')
		.map(({ targetId }) => targetId)
		.filter((target) => target !== undefined);
	if (targets.length > 0 && endpoint['type'] !== 'VPC_RESOURCE')
		return 'only VPC resources have targets';
	const known = objectsAt(endpoint, 'dnsTargets').map(({ id }) => id);
	const unknown = known.length > 0 && targets.find((target) => !known.includes(target));
	return typeof unknown === 'string' ? `${unknown} is no target` : undefined;
}

/** Stores an endpoint with its next state, unless its mappings are refused. */
function accepted(call: Call, endpoint: ReversePrivateEndpointRecord, next: string): Answer {
	const fault = mappingFault(call, endpoint);
	if (fault !== undefined) return badRequest(fault);
	call.state.reversePrivateEndpoints.accept(endpoint, next);
	return { result: endpoint };
}

export const createReversePrivateEndpoint: Handler = (call) => {
	const sleeping = asleep(call);
	if (sleeping !== undefined) return sleeping;
	const id = call.state.newIds.uuid(ENDPOINT_BLOCK);
	const serviceId = parameter(call, 'serviceId');
	const dns = { dnsNames: [], privateDnsNames: [], customPrivateDnsMappings: [] };
	return accepted(call, { ...dns, ...call.body, id, serviceId, status: 'Provisioning' }, 'Ready');
};

export const updateReversePrivateEndpoint: Handler = (call) => {
	const endpoint = endpointOf(call);
	if (endpoint === undefined) return notFound('reverse private endpoint');
	const sleeping = asleep(call);
	if (sleeping !== undefined) return sleeping;
	const customPrivateDnsMappings = listAt(call.body, 'customPrivateDnsMappings');
	return accepted(call, { ...endpoint, customPrivateDnsMappings }, endpoint.status);
};

/** Deletes later: the next read shows that it is being deleted. */
export const deleteReversePrivateEndpoint: Handler = (call) => {
	const endpoint = endpointOf(call);
	if (endpoint === undefined) return notFound('reverse private endpoint');
	call.state.reversePrivateEndpoints.accept(endpoint, 'Deleting', undefined);
	return { done: true };
};
