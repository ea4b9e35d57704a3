/** A small seeded generator (mulberry32), so that tests are repeatable. */
export class Random {
	constructor(private state: number) {}

	/** At least 0 and less than 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	integer(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	pick<T>(values: readonly T[]): T {
		const value = values[this.integer(0, values.length - 1)];
		if (value === undefined) throw new Error('Nothing to pick from');
		return value;
	}
}
