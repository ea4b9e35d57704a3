import { deepCopy } from 'n8n-workflow';

import type { PlannedRequest } from '../operation';
import type { Outcome } from './retry';

interface SharedRead {
	/** How many items still wait for the outcome. */
	items: number;
	outcome?: Promise<Outcome>;
}

/** Sends reads of the same path once and gives each item a copy of the outcome of its own. */
export class IdenticalReads {
	private readonly byPath = new Map<string, SharedRead>();

	constructor(requests: PlannedRequest[]) {
		for (const { method, path } of requests) {
			if (method !== 'GET') continue;
			const items = (this.byPath.get(path)?.items ?? 0) + 1;
			this.byPath.set(path, { items });
		}
	}

	/** Returns what `send` returns, for a read what it returned for the first of its path. */
	async outcomeOf({ path }: PlannedRequest, send: () => Promise<Outcome>): Promise<Outcome> {
		const read = this.byPath.get(path);
		if (read === undefined || (read.items === 1 && read.outcome === undefined)) return await send();
		read.outcome ??= send();
		const outcome = await read.outcome;
		read.items -= 1;
		// The last one takes the original: nothing is kept for the rest of the execution.
		if (read.items > 0) return deepCopy(outcome);
		this.byPath.delete(path);
		return outcome;
	}
}
