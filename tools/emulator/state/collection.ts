import type { JsonObject } from '../../contract/json';

/** A member has its ID under another name, and a cost belongs to an entity on a day. */
function idOf({ id, userId, entityId, date }: JsonObject): string {
	const key = id ?? userId;
	return typeof key === 'string' ? key : JSON.stringify([entityId, date]);
}

/** Records by ID, in the order of their arrival; it returns copies. */
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

/** A record's next form: another state, or nothing. */
type Next = string | undefined;

/**
 * Records that change by themselves. A command is accepted first and done later: its response still shows the state
 * before, and each read of the record from then on, from inside or by another request, shows the next state, until the
 * last one stays.
 */
export class ChangingCollection<T extends JsonObject & { id: string }> extends Collection<T> {
	private readonly pending = new Map<string, readonly Next[]>();

	constructor(
		first: readonly T[],
		private readonly member: 'state' | 'status' = 'state',
	) {
		super(first);
	}

	override get(id: string): T | undefined {
		const record = super.get(id);
		const [next, ...later] = this.pending.get(id) ?? [];
		if (record === undefined || !this.pending.has(id)) return record;
		if (next === undefined) this.delete(id);
		else this.set({ ...record, [this.member]: next });
		if (later.length > 0) this.pending.set(id, later);
		return super.get(id);
	}

	override all(): T[] {
		for (const id of [...this.pending.keys()]) this.get(id);
		return super.all();
	}

	override set(record: T): void {
		this.pending.delete(record.id);
		super.set(record);
	}

	override delete(id: string): boolean {
		this.pending.delete(id);
		return super.delete(id);
	}

	/** Stores a record as the response shows it; the reads from now on show these states. */
	accept(record: T, ...next: Next[]): void {
		super.set(record);
		this.pending.set(record.id, next);
	}
}
