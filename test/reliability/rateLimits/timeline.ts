interface Event {
	at: number;
	order: number;
	run: () => void;
}

/** Simulated time: what is due next runs next, and the clock jumps there. */
export class Timeline {
	now = 0;
	private order = 0;
	/** A binary heap: each event is due no earlier than the one at half its position. */
	private readonly events: Event[] = [];

	/** Runs something at a time, or at once if that has passed. What is due at the same time runs in order. */
	at(time: number, run: () => void): void {
		const { events } = this;
		const event = { at: Math.max(this.now, time), order: (this.order += 1), run };
		let position = events.push(event) - 1;
		for (let parent; position > 0; position = parent) {
			parent = (position - 1) >> 1;
			const above = events[parent];
			if (above === undefined || isBefore(above, event)) break;
			events[position] = above;
			events[parent] = event;
		}
	}

	/** Runs something this many milliseconds from now. */
	after(ms: number, run: () => void): void {
		this.at(this.now + ms, run);
	}

	/** Runs until nothing is left to run, or until the end. */
	play(end: number, isOver: () => boolean): void {
		for (let next = this.events[0]; next !== undefined; next = this.events[0]) {
			if (isOver() || next.at > end) return;
			this.removeFirst();
			this.now = next.at;
			next.run();
		}
	}

	private removeFirst(): void {
		const { events } = this;
		const last = events.pop();
		if (last === undefined || events.length === 0) return;
		let position = 0;
		for (;;) {
			const [left, right] = [events[2 * position + 1], events[2 * position + 2]];
			if (left === undefined) break;
			const isRight = right !== undefined && isBefore(right, left);
			const next = isRight ? right : left;
			if (isBefore(last, next)) break;
			events[position] = next;
			position = 2 * position + (isRight ? 2 : 1);
		}
		events[position] = last;
	}
}

function isBefore(one: Event, other: Event): boolean {
	return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Returns a function that gives the same numbers from 0 to 1 for the same seed (xorshift). */
export function randomNumbers(seed: number): () => number {
	let state = (seed * 0x9e3779b1) | 1;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}
