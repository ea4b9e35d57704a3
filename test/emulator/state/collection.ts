import type { JsonObject } from '../../contract/json';

/** A member has its ID under another name, and a cost is that of an entity on a day. */
function idOf({ id, userId, entityId, date }: JsonObject): string {
	const key = id ?? userId;
	return typeof key === 'string' ? key : JSON.stringify([entityId, date]);
}

/** Records by id, in the order in which they came; what is returned is a copy. */
export class Collection<T extends JsonObject> {
	private readonly records: Map<string, T>;

	constructor(first: readonly T[]) {
		this.records = new Map(first.map((record) => [idOf(record), structuredClone(record)]));
	}

	get(id: string): T | undefined {
		return structuredClone(this.records.get(id));
	}

	has(id: string): boolean {
		return this.records.has(id);
	}

	all(): T[] {
		return structuredClone([...this.records.values()]);
	}

	/** Adds a record, or replaces the one with its id. */
	set(record: T): void {
		this.records.set(idOf(record), structuredClone(record));
	}

	delete(id: string): boolean {
		return this.records.delete(id);
	}

	clear(): void {
		this.records.clear();
	}

	get size(): number {
		return this.records.size;
	}
}
