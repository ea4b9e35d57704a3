import { Collection } from './collection';
import type { ActivityRecord } from './records';
import { sampleActivity } from './samples';

const SECOND_MS = 1000;

/** The organization's activities, listed in the order of their arrival. */
export class ActivityCollection extends Collection<ActivityRecord> {
	private pushed = 0;

	/** Adds an activity with the current time and an ID of its own, or with these fields. */
	push(fields: Partial<ActivityRecord> = {}): ActivityRecord {
		this.pushed += 1;
		const record = {
			...sampleActivity(),
			id: `pushed-${String(this.pushed)}`,
			createdAt: new Date().toISOString(),
			...fields,
		};
		this.set(record);
		return record;
	}

	/** Adds activities, each a second after the one before and the last one now, or with these fields. */
	generate(
		count: number,
		fieldsOf: (index: number) => Partial<ActivityRecord> = () => ({}),
	): ActivityRecord[] {
		const first = Date.now() - (count - 1) * SECOND_MS;
		return Array.from({ length: count }, (_, index) => {
			const createdAt = new Date(first + index * SECOND_MS).toISOString();
			return this.push({ createdAt, ...fieldsOf(index) });
		});
	}
}
