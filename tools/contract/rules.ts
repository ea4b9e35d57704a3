import { isJsonObject, objectAt, objectsAt } from './json';

const MILLICORES_PER_GIGABYTE = 250;

/** Names the destination columns that `fieldMappings` omits, if there are mappings. */
function unmappedColumns(body: unknown): string[] {
	const mappings = objectsAt(body, 'fieldMappings');
	if (mappings.length === 0) return [];
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

/** Rules between a body's keys, by operation: JSON Schema can't compare them. */
export const BODY_RULES: Readonly<Record<string, (body: unknown) => string[]>> = {
	createPipe: columnFaults,
	updateCdcScaling: memoryFaults,
};
