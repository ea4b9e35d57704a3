import type { Match } from '../contract';
import { actionOf } from '../contract/collections';
import type { JsonObject } from '../contract/json';
import type { FaultKind } from './faults';
import type { EmulatorState } from './state';
import { type Collection, memberOf } from './state/collection';

/** One read's result: the record in this state (or `status`), 404, or a fault. The last step stays. */
export type ScriptStep = { state: string } | { missing: true } | { fault: FaultKind };

/** An active script. */
interface PlacedScript {
	/** How often the resource has been read since. */
	readonly reads: number;
	remove(): void;
}

/**
 * Makes the states of resources follow scripts. A missing record is made from another one once a step shows it; the
 * first step applies immediately.
 */
export class Scripts {
	private readonly running = new Map<string, () => FaultKind | undefined>();

	readonly service = this.scriptOf('services');

	readonly reversePrivateEndpoint = this.scriptOf('reversePrivateEndpoints');

	constructor(private readonly state: EmulatorState) {}

	private scriptOf(collection: string) {
		return (id: string, steps: readonly ScriptStep[]): PlacedScript => {
			const records = this.state.recordsOf('clickhouseCloud', collection);
			const sample = { ...(records.get(id) ?? records.all()[0]), id };
			return this.place(`${collection} ${id}`, steps, records, sample);
		};
	}

	/** Counts a request that reads a scripted resource. Returns its fault, if any. */
	read(match: Match | undefined): FaultKind | undefined {
		if (match === undefined) return undefined;
		const action = actionOf(match.operation);
		if (action?.verb !== 'get') return undefined;
		const id = match.parameters[action.parameter] ?? '';
		return this.running.get(`${action.collection} ${id}`)?.();
	}

	private place(
		key: string,
		steps: readonly ScriptStep[],
		records: Collection,
		sample: JsonObject & { id: string },
	): PlacedScript {
		const apply = (step: ScriptStep | undefined): FaultKind | undefined => {
			if (step === undefined) throw new Error('a script needs a step');
			if ('fault' in step) return step.fault;
			if ('missing' in step) records.delete(sample.id);
			else records.set({ ...(records.get(sample.id) ?? sample), [memberOf(sample)]: step.state });
			return undefined;
		};
		let reads = 0;
		const read = (): FaultKind | undefined => apply(steps[reads++] ?? steps.at(-1));
		apply(steps[0]);
		this.running.set(key, read);
		return {
			get reads() {
				return reads;
			},
			remove: () => {
				if (this.running.get(key) === read) this.running.delete(key);
			},
		};
	}
}
