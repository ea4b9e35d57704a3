import { objectAt, objectsAt } from './json';

/**
 * Names the destination columns that `fieldMappings` leaves out, if mappings are given at all.
 * JSON Schema cannot compare two arrays, so this rule of the reference is here.
 */
export function unmappedColumns(body: unknown): string[] {
	const mappings = objectsAt(body, 'fieldMappings');
	if (mappings.length === 0) return [];
	const mapped = new Set(mappings.map((mapping) => mapping['destinationField']));
	return objectsAt(objectAt(body, 'destination'), 'columns')
		.map((column) => column['name'])
		.filter((name): name is string => typeof name === 'string' && !mapped.has(name));
}

/** Names the destination columns whose name an earlier column already has. */
export function repeatedColumns(body: unknown): string[] {
	const names = objectsAt(objectAt(body, 'destination'), 'columns').map((column) => column['name']);
	return names
		.filter((name): name is string => typeof name === 'string')
		.filter((name, index) => names.indexOf(name) < index);
}
