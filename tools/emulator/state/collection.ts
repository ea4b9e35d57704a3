import type { JsonObject } from '../../contract/json';

/** A member has its ID under another name, and a cost belongs to an entity on a day. */
function idOf({ id, userId, entityId, date }: JsonObject): string {
	const key = id ?? userId;
	return typeof key === 'string' ? key : JSON.stringify([entityId, date]);
}

/** Returns the key of a record's state. */
export function memberOf(record: JsonObject): 'state' | 'status' {
	return 'status' in record ? 'status' : 'state';
}

/**
 * Records by ID, in the order of their arrival; it returns copies. Some change by themselves: a command is accepted
 * first and done later, so its response still shows the state before, and the next read, from inside or by another
 * request, the state after it.
 */
export class Collection<T extends JsonObject = JsonObject> {
	private readonly records: Map<string, T>;

	private readonly pending = new Map<string, string>();

	constructor(first: readonly T[]) {
		this.records = new Map(first.map((record) => [idOf(record), structuredClone(record)]));
	}

	get(id: string): T | undefined {
		const record = this.records.get(id);
		const next = this.pending.get(id);
		if (record !== undefined && next !== undefined) {
			this.set({ ...record, [memberOf(record)]: next });
		}
		return structuredClone(this.records.get(id));
	}

	has(id: string): boolean {
		return this.records.has(id);
	}

	all(): T[] {
		for (const id of [...this.pending.keys()]) this.get(id);
		return structuredClone([...this.records.values()]);
	}

	ids(): string[] {
		return [...this.records.keys()];
	}

	/** Adds a record, or replaces the one with its id. */
	set(record: T): void {
		this.pending.delete(idOf(record));
		this.records.set(idOf(record), structuredClone(record));
	}

	/** Stores a record as the response shows it; the reads from now on show this state. */
	accept(record: T, next = String(record[memberOf(record)])): void {
		this.set(record);
		this.pending.set(idOf(record), next);
	}

	delete(id: string): boolean {
		this.pending.delete(id);
		return this.records.delete(id);
	}

	get size(): number {
		return this.records.size;
	}
}
