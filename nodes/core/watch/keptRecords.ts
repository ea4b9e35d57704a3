import type { IDataObject } from 'n8n-workflow';

import { keptText } from './keptText';
import type { ReadState, StateChange } from './resourceStates';

/** How many characters of JSON the changes of one poll have at most, unless a single one has more. */
export const LIMITS = { characters: 16 * 1024 * 1024 };

/** What was read of a resource. */
export interface Present {
	state: string;
	/** As it is output. */
	record: IDataObject;
}

/** Keeps of the responses of one poll what may be emitted: they can be many, and each be large. */
export class KeptRecords {
	private characters = 0;
	private first: { position: number; sample: StateChange<IDataObject> } | undefined;

	constructor(
		/** The IDs in their order: the first that could be read is the sample. */
		private readonly order: readonly string[],
		private readonly isChanged: (id: string, state: string) => boolean,
	) {}

	/** What a test by hand shows: the first resource that could be read, in its present state. */
	get sample(): StateChange<IDataObject> | undefined {
		return this.first?.sample;
	}

	/** Returns what is kept of a resource, or undefined if its change is too large for this poll. */
	read(id: string, { state, record }: Present): ReadState<IDataObject> | undefined {
		const position = this.order.indexOf(id);
		if (position < (this.first?.position ?? Infinity)) {
			this.first = { position, sample: { id, previousState: state, state, record } };
		}
		if (!this.isChanged(id, state)) return { kind: 'present', state: keptText(state) };
		const characters = state.length + JSON.stringify(record).length;
		if (this.characters > 0 && this.characters + characters > LIMITS.characters) return undefined;
		this.characters += characters;
		return { kind: 'present', state, record };
	}
}
