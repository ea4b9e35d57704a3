import { type JsonObject, objectsAt } from '../../contract/json';
import type { ServiceRecord } from './records';

/** The keys of a schedule's base that the service has. */
const BASE_MEMBERS = [
	...['autoscalingMode', 'minReplicaMemoryGb', 'maxReplicaMemoryGb', 'minReplicas', 'maxReplicas'],
	...['idleScaling', 'idleTimeoutMinutes'],
];

/** Completes the scaling of a new service. */
function scalingOf(body: JsonObject): JsonObject {
	const { autoscalingMode = 'vertical', minReplicaMemoryGb, maxReplicaMemoryGb } = body;
	const isHorizontal = autoscalingMode === 'horizontal';
	const low = Number(minReplicaMemoryGb ?? maxReplicaMemoryGb ?? 16);
	const high = Number(maxReplicaMemoryGb ?? (isHorizontal ? low : Math.max(low, 120)));
	const hasRange = isHorizontal || body['minReplicas'] !== undefined;
	const { numReplicas = 3, minReplicas = 2, maxReplicas = 5 } = body;
	return {
		...{ autoscalingMode, minReplicaMemoryGb: low, maxReplicaMemoryGb: high },
		...(hasRange ? { minReplicas, maxReplicas } : { numReplicas }),
		currentScaling: { effectiveAutoscalingMode: autoscalingMode },
	};
}

/** Returns endpoints after a change of the one for MySQL, which is the only one that can be off. */
export function changedEndpoints(endpoints: readonly JsonObject[], body: JsonObject): JsonObject[] {
	const change = objectsAt(body, 'endpoints').at(-1);
	if (change === undefined) return [...endpoints];
	const others = endpoints.filter(({ protocol }) => protocol !== 'mysql');
	const mysql = { protocol: 'mysql', host: 'new.example.com', port: 3306, username: null };
	return change['enabled'] === true ? [...others, mysql] : others;
}

/** Makes the record of a new service from the (valid) body of its request. */
export function serviceFromBody(
	body: JsonObject,
	{ id, now }: { id: string; now: string },
): ServiceRecord {
	const endpoints = [
		{ protocol: 'https', host: 'new.example.com', port: 8443, username: 'default' },
		{ protocol: 'nativesecure', host: 'new.example.com', port: 9440, username: 'default' },
	];
	return {
		...{ profile: 'v1-default', releaseChannel: 'default', tags: [], isReadonly: false },
		...{ idleScaling: true, idleTimeoutMinutes: 15, hasTransparentDataEncryption: false },
		...{ enableCoreDumps: true, dataWarehouseId: `warehouse of ${id}` },
		...{ ...body, backupId: undefined },
		...scalingOf(body),
		id,
		name: String(body['name']),
		provider: String(body['provider']),
		region: String(body['region']),
		state: 'provisioning',
		clickhouseVersion: '25.8',
		createdAt: now,
		endpoints: changedEndpoints(endpoints, body),
		privateEndpointIds: [],
		isPrimary: body['dataWarehouseId'] === undefined,
	};
}

/** Makes the schedule of a service from the (valid) body of a request. */
export function scheduleFromBody(
	body: JsonObject,
	service: ServiceRecord,
	newId: () => string,
): JsonObject {
	const entries = objectsAt(body, 'entries').map(({ numReplicas, ...entry }) => ({
		...(numReplicas === undefined ? {} : { minReplicas: numReplicas, maxReplicas: numReplicas }),
		autoscalingMode: service['autoscalingMode'] ?? 'vertical',
		...entry,
		id: newId(),
		isActiveNow: false,
	}));
	const base = BASE_MEMBERS.filter((name) => service[name] !== undefined);
	return { entries, baseConfig: Object.fromEntries(base.map((name) => [name, service[name]])) };
}
