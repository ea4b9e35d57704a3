import type { JsonObject } from '../../contract/json';

/** A record with these texts, and with the API's other keys. */
type Stored<Texts extends string> = JsonObject & { [Name in Texts]: string };

export type PipeRecord = Stored<
	'id' | 'serviceId' | 'name' | 'state' | 'createdAt' | 'updatedAt'
> & { source: JsonObject; destination: JsonObject };
export type ServiceRecord = Stored<'id' | 'name' | 'provider' | 'region' | 'state'>;
export type ActivityRecord = Stored<'id' | 'organizationId' | 'type' | 'createdAt'>;

/** A member has its ID under another name. */
function idOf({ id, userId }: JsonObject): string {
	return String(id ?? userId);
}

/**
 * Records by ID, in the order of their arrival; it returns copies. Some change by themselves: a command is accepted
 * first and done later, so its response still shows the state before, and the next reads, from inside or by another
 * request, the states after it.
 */
export class Collection<T extends JsonObject = JsonObject> {
	private readonly records: Map<string, T>;

	private readonly pending = new Map<string, readonly string[]>();

	/** Shows the form of IDs, even after all records are deleted. */
	readonly sampleId: string | undefined;

	constructor(first: readonly T[]) {
		[this.sampleId] = first.map(idOf);
		this.records = new Map(first.map((record) => [idOf(record), structuredClone(record)]));
	}

	get(id: string): T | undefined {
		const record = this.records.get(id);
		const [next, ...later] = this.pending.get(id) ?? [];
		if (record !== undefined && next !== undefined) {
			this.set({ ...record, ['status' in record ? 'status' : 'state']: next });
			this.pending.set(id, later);
		}
		return structuredClone(this.records.get(id));
	}

	/** The record as it is, without moving to its next state. */
	peek(id: string): T | undefined {
		return structuredClone(this.records.get(id));
	}

	has(id: string): boolean {
		return this.records.has(id);
	}

	/** Reads all records, or those that a list shows: only these move to their next states. */
	all(isListed: (record: T) => boolean = () => true): T[] {
		const listed = this.peekAll().filter(isListed);
		return listed.map((record) => this.get(idOf(record)) ?? record);
	}

	/** All records as they are, without moving any to its next state. */
	peekAll(): T[] {
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

	/** Replaces a record that goes on to its next states. */
	edit(record: T): void {
		this.records.set(idOf(record), structuredClone(record));
	}

	/** Stores a record as the response shows it; each read from now on shows the next state, and the last one stays. */
	accept(record: T, ...next: string[]): void {
		this.set(record);
		this.play(idOf(record), ...next);
	}

	/** Shows one of these states in each read from now on; the last one stays. */
	play(id: string, ...states: string[]): void {
		this.pending.set(id, states);
	}

	delete(id: string): boolean {
		this.pending.delete(id);
		return this.records.delete(id);
	}

	get size(): number {
		return this.records.size;
	}
}
