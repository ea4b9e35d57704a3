import { isJsonObject, objectAt, objectsAt } from './json';

const MILLICORES_PER_GIGABYTE = 250;

/** Columns of a destination have unique names, and if there are mappings, each column has one. */
function columnFaults(body: unknown): string[] {
	const names = objectsAt(objectAt(body, 'destination'), 'columns')
		.map(({ name }) => name)
		.filter((name) => typeof name === 'string');
	const hasMappings = isJsonObject(body) && Array.isArray(body['fieldMappings']);
	const mapped = new Set(objectsAt(body, 'fieldMappings').map((one) => one['destinationField']));
	const unmapped = names.filter((name) => hasMappings && !mapped.has(name));
	const repeated = names.filter((name, index) => names.indexOf(name) < index);
	return [
		...unmapped.map((name) => `body/fieldMappings does not map the column ${JSON.stringify(name)}`),
		...repeated.map((name) => `body/destination/columns names ${JSON.stringify(name)} twice`),
	];
}

/** Only checks bodies that contain both cores and memory. */
function memoryFaults(body: unknown): string[] {
	const { replicaCpuMillicores, replicaMemoryGb } = isJsonObject(body) ? body : {};
	if (replicaCpuMillicores === undefined || replicaMemoryGb === undefined) return [];
	return Number(replicaMemoryGb) * MILLICORES_PER_GIGABYTE === replicaCpuMillicores
		? []
		: ['body/replicaMemoryGb must be four times the cores'];
}

/** Only checks bodies that contain both the minimum and the maximum of replicas. */
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

/** In a range, the upper threshold must be at least the lower threshold. */
function thresholdFaults(body: unknown): string[] {
	const { thresholdType, threshold, thresholdMax } = isJsonObject(body) ? body : {};
	const isRange = /between/.test(String(thresholdType));
	return isRange && Number(thresholdMax) < Number(threshold)
		? ['body/thresholdMax must not be below threshold']
		: [];
}

/** JSON Schema can't compare keys, so these rules do. */
export const BODY_RULES: Readonly<Record<string, (body: unknown) => string[]>> = {
	createAlert: thresholdFaults,
	createPipe: columnFaults,
	createService: scalingFaults,
	scaleService: scalingFaults,
	setScalingSchedule: (body) => objectsAt(body, 'entries').flatMap(scalingFaults),
	updateAlert: thresholdFaults,
	updateCdcScaling: memoryFaults,
};
