import type { PlannedRequest } from '../operation';
import type { Outcome } from './retry';

interface SharedRead {
	/** How many items have not asked for the outcome yet. */
	items: number;
	outcome?: Promise<Outcome>;
}

/** Sends reads of the same path once: the items share the outcome itself and must not change it. */
export class IdenticalReads {
	private readonly byPath: Map<string, SharedRead>;

	constructor(requests: readonly PlannedRequest[]) {
		const counts = new Map<string, number>();
		// Beside a write nothing is shared: a read behind it must see what it has changed.
		const reads = requests.every(({ method }) => method === 'GET') ? requests : [];
		for (const { path } of reads) counts.set(path, (counts.get(path) ?? 0) + 1);
		const shared = [...counts].filter(([, items]) => items > 1);
		this.byPath = new Map(shared.map(([path, items]) => [path, { items }]));
	}

	/** Returns whether an item that has not asked for its outcome yet shares it with others. */
	isShared({ path }: PlannedRequest): boolean {
		return this.byPath.has(path);
	}

	/** Returns what `send` returns, for a read what it returned for the first of its path. */
	async outcomeOf({ path }: PlannedRequest, send: () => Promise<Outcome>): Promise<Outcome> {
		const read = this.byPath.get(path);
		if (read === undefined) return await send();
		read.outcome ??= send();
		read.items -= 1;
		// Nothing is kept for the rest of the execution.
		if (read.items === 0) this.byPath.delete(path);
		return await read.outcome;
	}
}
