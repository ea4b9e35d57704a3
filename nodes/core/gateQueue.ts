import type { RateGate, Ticket } from './rateGate';

/** The clock and the waiting, as n8n gives them or as a test plays them. */
export interface Timing {
	now: () => number;
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Thrown when a request would have to wait for the rate limit longer than allowed. */
export class WaitTooLong extends Error {}

/** Thrown to those who wait when the whole run is stopped. */
export class Stopped extends Error {}

/** One request that asks to go. `waited` grows with the pauses it sits through. */
export interface Asker {
	/** Its place in the order of items. */
	place: number;
	/** Whether the service has already refused it: such requests go first. */
	refusedBefore: boolean;
	waited: number;
}

interface Waiting {
	asker: Asker;
	since: number;
	go: (ticket: Ticket) => void;
	fail: (error: Error) => void;
}

/** Lets requests through the gate one by one, those refused before first, and all after one pause together. */
export class GateQueue {
	private waiting: Waiting[] = [];
	private sleeping = false;
	private pauseEnd = 0;

	constructor(
		private readonly gate: RateGate,
		private readonly timing: Timing,
		private readonly maxWait: number,
		private readonly signal: AbortSignal,
	) {
		signal.addEventListener('abort', () => {
			this.failAll();
		});
	}

	/** Resolves when the request may go. Throws `WaitTooLong` or `Stopped` when it must not. */
	async enter(asker: Asker): Promise<Ticket> {
		const since = this.timing.now();
		return await new Promise((go, fail) => {
			const behind = this.waiting.findIndex(({ asker: other }) => goesBefore(asker, other));
			this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, { asker, since, go, fail });
			this.pump();
		});
	}

	/** To be called with the outcome of every request that went. */
	passed(ticket: Ticket): void {
		this.gate.passed(ticket);
		this.pump();
	}

	unanswered(ticket: Ticket): void {
		this.gate.unanswered(ticket);
		this.pump();
	}

	refused(ticket: Ticket, until?: number): void {
		this.gate.refused(ticket, this.timing.now(), until);
		this.pump();
	}

	private pump(): void {
		if (this.signal.aborted) {
			this.failAll();
			return;
		}
		let first = this.waiting[0];
		while (first !== undefined && !this.sleeping) {
			const decision = this.gate.decide(this.timing.now());
			if (decision.kind === 'waitForAnswers') return;
			if (decision.kind === 'waitUntil') {
				this.refuseTooLong(decision.time);
				if (this.waiting.length > 0) void this.pause(decision.time);
				return;
			}
			this.waiting.shift();
			first.go(decision.ticket);
			first = this.waiting[0];
		}
		if (this.sleeping) this.refuseTooLong(this.pauseEnd);
	}

	private refuseTooLong(until: number): void {
		const pause = until - this.timing.now();
		const tooLong = this.waiting.filter(({ asker }) => asker.waited + pause > this.maxWait);
		this.waiting = this.waiting.filter((entry) => !tooLong.includes(entry));
		for (const { fail } of tooLong) fail(new WaitTooLong());
	}

	private async pause(until: number): Promise<void> {
		this.sleeping = true;
		this.pauseEnd = until;
		const from = this.timing.now();
		try {
			await this.timing.sleep(until - from, this.signal);
		} catch {
			this.failAll();
			return;
		}
		const now = this.timing.now();
		for (const { asker, since } of this.waiting) asker.waited += now - Math.max(from, since);
		this.sleeping = false;
		this.pump();
	}

	private failAll(): void {
		const all = this.waiting;
		this.waiting = [];
		for (const { fail } of all) fail(new Stopped());
	}
}

function goesBefore(one: Asker, other: Asker): boolean {
	if (one.refusedBefore !== other.refusedBefore) return one.refusedBefore;
	return one.place < other.place;
}
