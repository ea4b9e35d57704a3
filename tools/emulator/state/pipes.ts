import { isJsonObject, type JsonObject, listAt, objectAt } from '../../contract/json';
import type { PipeRecord } from './records';

const KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'];
const SECRETS = new Set([
	...['credentials', 'accessKey', 'connectionString', 'serviceAccountKey', 'protobufSchema'],
]);

/** Omits keys that are accepted and never shown again. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !SECRETS.has(key))
			.map(([key, member]) => [key, withoutSecrets(member)]),
	);
}

/** Returns a record's source: every kind, null except one, and nothing secret. */
function recordedSource(given: JsonObject, pipeId: string, kinds: readonly string[]): JsonObject {
	const source = Object.fromEntries(
		kinds.map((kind) => [kind, withoutSecrets(given[kind] ?? null)]),
	);
	const kafka = source['kafka'];
	if (!isJsonObject(kafka)) return source;
	return { ...source, kafka: { ...kafka, consumerGroup: kafka['consumerGroup'] ?? pipeId } };
}

/** Makes the record of a new pipe from the (valid) body of its request. */
export function pipeFromBody(
	body: JsonObject,
	place: { id: string; serviceId: string; now: string },
	kinds: readonly string[] = KINDS,
): PipeRecord {
	const destination = objectAt(body, 'destination');
	return {
		id: place.id,
		serviceId: place.serviceId,
		name: String(body['name']),
		state: 'Provisioning',
		scaling: objectAt(body, 'scaling'),
		source: recordedSource(objectAt(body, 'source'), place.id, kinds),
		destination: Object.fromEntries(Object.entries(destination).filter(([key]) => key !== 'roles')),
		fieldMappings: listAt(body, 'fieldMappings'),
		settings: objectAt(body, 'settings'),
		createdAt: place.now,
		updatedAt: place.now,
	};
}
