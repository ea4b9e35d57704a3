import { isJsonObject, objectAt, objectsAt } from './json';

const MILLICORES_PER_GIGABYTE = 250;

/** Names the destination columns that `fieldMappings` omits, if there are mappings. */
function unmappedColumns(body: unknown): string[] {
	if (!isJsonObject(body) || !Array.isArray(body['fieldMappings'])) return [];
	const mappings = objectsAt(body, 'fieldMappings');
	const mapped = new Set(mappings.map((mapping) => mapping['destinationField']));
	return objectsAt(objectAt(body, 'destination'), 'columns')
		.map((column) => column['name'])
		.filter((name): name is string => typeof name === 'string' && !mapped.has(name));
}

/** Names the destination columns whose name an earlier column already has. */
function repeatedColumns(body: unknown): string[] {
	const names = objectsAt(objectAt(body, 'destination'), 'columns').map((column) => column['name']);
	return names
		.filter((name): name is string => typeof name === 'string')
		.filter((name, index) => names.indexOf(name) < index);
}

function columnFaults(body: unknown): string[] {
	return [
		...unmappedColumns(body).map(
			(name) => `body/fieldMappings does not map the column ${JSON.stringify(name)}`,
		),
		...repeatedColumns(body).map(
			(name) => `body/destination/columns names ${JSON.stringify(name)} twice`,
		),
	];
}

/** Compares the cores with the memory, if both are present. */
function memoryFaults(body: unknown): string[] {
	const { replicaCpuMillicores, replicaMemoryGb } = isJsonObject(body) ? body : {};
	if (replicaCpuMillicores === undefined || replicaMemoryGb === undefined) return [];
	return Number(replicaMemoryGb) * MILLICORES_PER_GIGABYTE === replicaCpuMillicores
		? []
		: ['body/replicaMemoryGb must be four times the cores'];
}

/** Compares the least memory of a replica with the most, if both are present. */
function scalingFaults(body: unknown): string[] {
	const { autoscalingMode, minReplicaMemoryGb, maxReplicaMemoryGb } = isJsonObject(body)
		? body
		: {};
	if (minReplicaMemoryGb === undefined || maxReplicaMemoryGb === undefined) return [];
	if (Number(minReplicaMemoryGb) > Number(maxReplicaMemoryGb)) {
		return ['body/minReplicaMemoryGb must not exceed maxReplicaMemoryGb'];
	}
	return autoscalingMode === 'horizontal' && minReplicaMemoryGb !== maxReplicaMemoryGb
		? ['body/minReplicaMemoryGb must equal maxReplicaMemoryGb']
		: [];
}

/** A threshold that is a range ends where it begins, or above. */
function thresholdFaults(body: unknown): string[] {
	const { thresholdType, threshold, thresholdMax } = isJsonObject(body) ? body : {};
	const isRange = /between/.test(String(thresholdType));
	return isRange && Number(thresholdMax) < Number(threshold)
		? ['body/thresholdMax must not be below threshold']
		: [];
}

/** Rules between a body's keys, by operation: JSON Schema can't compare them. */
export const BODY_RULES: Readonly<Record<string, (body: unknown) => string[]>> = {
	createAlert: thresholdFaults,
	createPipe: columnFaults,
	createService: scalingFaults,
	scaleService: scalingFaults,
	setScalingSchedule: (body) => objectsAt(body, 'entries').flatMap(scalingFaults),
	updateAlert: thresholdFaults,
	updateCdcScaling: memoryFaults,
};
