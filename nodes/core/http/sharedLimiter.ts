import type { Hold, Permit } from './permit';
import { RateLimiter } from './rateLimiter';

/** The requests of one execution, as far as the limiter it shares with others must know. */
export interface Participant {
	/** Whether a request waits that may be in progress beside those that are. */
	readonly ready: boolean;
	/** Whether the API has refused it since it last took a request of it. */
	readonly refused: boolean;
	/** Lets its next request go. */
	go(permit: Permit): void;
	/** Tells that none of its requests may go yet. */
	hold(wait: Hold): void;
}

/** One rate limiter for all executions that use the same key, which take turns. */
export class SharedLimiter {
	private readonly limiter = new RateLimiter();
	/** Those whose turn is next come first. */
	private participants: Participant[] = [];
	private lastUse = -Infinity;

	/** When it was last used. */
	get usedAt(): number {
		return this.lastUse;
	}

	/** Whether no execution uses it. */
	get idle(): boolean {
		return this.participants.length === 0;
	}

	/** Notes that it is used at this time. */
	use(now: number): void {
		this.lastUse = now;
	}

	join(participant: Participant): void {
		this.participants.push(participant);
	}

	leave(participant: Participant): void {
		this.participants = this.participants.filter((other) => other !== participant);
	}

	accepted(permit: Permit, now: number): void {
		this.limiter.accepted(permit);
		this.drain(now);
	}

	released(permit: Permit, now: number): void {
		this.limiter.released(permit);
		this.drain(now);
	}

	rateLimited(permit: Permit, now: number, until?: number): void {
		this.limiter.rateLimited(permit, now, until);
		this.drain(now);
	}

	/** Lets requests go, one of each execution in turn, for as long as the limiter allows. */
	drain(now: number): void {
		this.use(now);
		let gone = true;
		while (gone) {
			gone = false;
			for (const participant of [...this.participants]) {
				if (participant.ready) gone = this.offer(participant, now) || gone;
			}
		}
	}

	private offer(participant: Participant, now: number): boolean {
		const decision = this.limiter.request(now, !participant.refused);
		if (decision.kind === 'wait') {
			participant.hold(decision);
			return false;
		}
		this.leave(participant);
		this.join(participant);
		participant.go(decision.permit);
		return true;
	}
}
