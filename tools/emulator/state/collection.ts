import type { JsonObject } from '../../contract/json';

type Stored<Texts extends string> = JsonObject & { [Name in Texts]: string };

export type PipeRecord = Stored<
	'id' | 'serviceId' | 'name' | 'state' | 'createdAt' | 'updatedAt'
> & { source: JsonObject; destination: JsonObject };
export type ServiceRecord = Stored<'id' | 'name' | 'provider' | 'region' | 'state'>;
export type ActivityRecord = Stored<'id' | 'organizationId' | 'type' | 'createdAt'>;

/** Members use another key for their ID. */
function idOf({ id, userId }: JsonObject): string {
	return String(id ?? userId);
}

/**
 * Returns copies, in order of arrival. Some records change by themselves. The response to a command still shows the old
 * state, because the API only accepts the command. Each later read shows the next state.
 */
export class Collection<T extends JsonObject = JsonObject> {
	private readonly records: Map<string, T>;

	private readonly pending = new Map<string, readonly string[]>();

	/** The ID shows the form of IDs, even after all records are deleted. */
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

	/** Unlike a read by the API, leaves the record in its state. */
	peek(id: string): T | undefined {
		return structuredClone(this.records.get(id));
	}

	has(id: string): boolean {
		return this.records.has(id);
	}

	/** All records are read, but only listed records move to their next state. */
	all(isListed: (record: T) => boolean = () => true): T[] {
		const listed = this.peekAll().filter(isListed);
		return listed.map((record) => this.get(idOf(record)) ?? record);
	}

	/** Unlike a read by the API, leaves the records in their states. */
	peekAll(): T[] {
		return structuredClone([...this.records.values()]);
	}

	ids(): string[] {
		return [...this.records.keys()];
	}

	/** A record with the same ID is replaced. */
	set(record: T): void {
		this.pending.delete(idOf(record));
		this.records.set(idOf(record), structuredClone(record));
	}

	/** Replaces the record, but doesn't end its sequence of states. */
	edit(record: T): void {
		this.records.set(idOf(record), structuredClone(record));
	}

	/** The response shows the stored record. Each later read shows the next state, and the last state stays. */
	accept(record: T, ...next: string[]): void {
		this.set(record);
		this.play(idOf(record), ...next);
	}

	/** Each later read shows the next of these states, and the last state stays. */
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
