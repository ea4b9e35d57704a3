/** Records by id, in the order in which they came; what is returned is a copy. */
export class Collection<T extends object> {
	private readonly records = new Map<string, T>();

	constructor(
		private readonly idOf: (record: T) => string,
		first: readonly T[] = [],
	) {
		for (const record of first) this.set(record);
	}

	get(id: string): T | undefined {
		const record = this.records.get(id);
		return record === undefined ? undefined : structuredClone(record);
	}

	has(id: string): boolean {
		return this.records.has(id);
	}

	all(): T[] {
		return [...this.records.values()].map((record) => structuredClone(record));
	}

	/** Adds a record, or replaces the one with its id. */
	set(record: T): void {
		this.records.set(this.idOf(record), structuredClone(record));
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
