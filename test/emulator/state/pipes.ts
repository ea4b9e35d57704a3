import { isJsonObject, type JsonObject, listAt, objectAt } from '../../contract/json';
import { Collection } from './collection';
import type { PipeRecord } from './records';

const KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'];
const SECRETS = new Set([
	...['credentials', 'accessKey', 'connectionString', 'serviceAccountKey', 'protobufSchema'],
]);

/** Leaves out what is accepted and never shown again. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !SECRETS.has(key))
			.map(([key, member]) => [key, withoutSecrets(member)]),
	);
}

/** Returns the source of a record: every kind, null but for one, and nothing secret. */
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

/**
 * The pipes. A command is accepted first and done later: its response still shows the state before,
 * and the next read of the pipe, from inside or by another request, shows the state after.
 */
export class PipeCollection extends Collection<PipeRecord> {
	private readonly pending = new Map<string, string>();

	override get(id: string): PipeRecord | undefined {
		const next = this.pending.get(id);
		const record = super.get(id);
		if (next === undefined || record === undefined) return record;
		this.set({ ...record, state: next });
		return super.get(id);
	}

	override all(): PipeRecord[] {
		for (const id of [...this.pending.keys()]) this.get(id);
		return super.all();
	}

	override set(record: PipeRecord): void {
		this.pending.delete(record.id);
		super.set(record);
	}

	/** Stores a pipe as the response shows it; from the next read on, it is in the given state. */
	accept(record: PipeRecord, next: string): void {
		super.set(record);
		this.pending.set(record.id, next);
	}
}
