import type { IDataObject } from 'n8n-workflow';

import { keptText } from './keptText';
import type { ReadError } from './pollError';
import type { ReadState, StateChange } from './resourceStates';

/** How many characters of JSON the changes of one poll have at most, unless a single one has more. */
export const LIMITS = { characters: 16 * 1024 * 1024 };

/** What was read of a resource. */
export interface Present {
	state: string;
	/** As it is output. */
	record: IDataObject;
}

/** What is kept of a resource, undefined if it is left for the next poll; or why it could not be read. */
export type ReadOutcome = { state: ReadState<IDataObject> | undefined } | { error: ReadError };

/** Keeps of the responses of one poll what may be emitted: they can be many, and each be large. */
export class KeptRecords {
	private characters = 0;
	private first: { position: number; sample: StateChange<IDataObject> } | undefined;

	constructor(private readonly isChanged: (id: string, state: string) => boolean) {}

	/** What a test by hand shows: the first resource that could be read, in its present state. */
	get sample(): StateChange<IDataObject> | undefined {
		return this.first?.sample;
	}

	/**
	 * Returns what is kept of a resource. A change that is too large for this poll is left for the next. The one with the
	 * lowest position is the sample.
	 */
	keep(id: string, one: Present | { error: ReadError }, position: number): ReadOutcome {
		if ('error' in one) return one;
		const { state, record } = one;
		if (position < (this.first?.position ?? Infinity)) {
			this.first = { position, sample: { id, previousState: state, state, record } };
		}
		if (!this.isChanged(id, state)) return { state: { kind: 'present', state: keptText(state) } };
		const characters = state.length + JSON.stringify(record).length;
		if (this.characters > 0 && this.characters + characters > LIMITS.characters) {
			return { state: undefined };
		}
		this.characters += characters;
		return { state: { kind: 'present', state, record } };
	}
}
