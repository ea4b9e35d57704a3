import type { Clock } from '../clock';
import { hashOf } from '../json';
import type { Hold, Permit } from './rateLimiter';
import { RateLimiter } from './rateLimiter';

const IDLE_MS = 600_000;

/** The requests of one execution, as far as the limiter that it shares with others must know. */
export interface Participant {
	/** Whether a request waits that may be in progress beside those that are. */
	readonly isReady: boolean;
	/** Lets its next request go. */
	go(permit: Permit): void;
	/** Tells that none of its requests may go yet. Returns whether any still waits. */
	hold(hold: Hold, now: number): boolean;
	/** Lets nobody wait any longer. */
	close(): void;
}

/** One rate limiter for all executions that use the same key, which take turns. */
export class SharedLimiter {
	private readonly limiter = new RateLimiter();
	/** Those whose turn is next come first. */
	private participants: Participant[] = [];
	/** The one timer that wakes those who wait. */
	private timer: { until: number; controller: AbortController } | undefined;
	private lastUse = -Infinity;

	/** Whether no execution uses it, and none has for ten minutes. */
	isExpired(now: number): boolean {
		return this.participants.length === 0 && now - this.lastUse >= IDLE_MS;
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
		if (!this.participants.some(({ isReady }) => isReady)) this.stopTimer();
	}

	accepted(permit: Permit, clock: Clock): void {
		this.limiter.accepted(permit, clock.now());
		this.drain(clock);
	}

	released(permit: Permit, clock: Clock): void {
		this.limiter.released(permit);
		this.drain(clock);
	}

	/** Returns until when all requests pause, or undefined where they paused already. */
	throttled(permit: Permit, clock: Clock, named?: number): number | undefined {
		const until = this.limiter.throttled(permit, clock.now(), named);
		this.drain(clock);
		return until;
	}

	/** Lets requests go, one of each execution in turn, for as long as the limiter allows. */
	drain(clock: Clock): void {
		const now = clock.now();
		this.use(now);
		let until = Infinity;
		for (let gone = true; gone;) {
			gone = false;
			until = Infinity;
			for (const participant of [...this.participants]) {
				if (!participant.isReady) continue;
				const decision = this.limiter.request(now);
				if ('until' in decision) {
					if (participant.hold(decision, now)) until = Math.min(until, decision.until);
					continue;
				}
				gone = true;
				this.participants = this.participants.filter((other) => other !== participant);
				this.participants.push(participant);
				participant.go(decision);
			}
		}
		if (until < Infinity) void this.wakeAt(until, clock);
	}

	private async wakeAt(until: number, clock: Clock): Promise<void> {
		if (this.timer !== undefined && this.timer.until <= until) return;
		this.stopTimer();
		const timer = { until, controller: new AbortController() };
		this.timer = timer;
		try {
			await clock.sleep(until - clock.now(), timer.controller.signal);
		} catch {
			if (this.timer !== timer) return;
			// Nothing would ever wake those who wait.
			for (const participant of [...this.participants]) participant.close();
			return;
		}
		if (this.timer === timer) this.timer = undefined;
		this.drain(clock);
	}

	private stopTimer(): void {
		const { timer } = this;
		this.timer = undefined;
		timer?.controller.abort();
	}
}

/** The limiters of one n8n process, by a hash of what they belong to. */
export class LimiterRegistry {
	private readonly limiters = new Map<string, SharedLimiter>();

	/** How many limiters are kept. */
	get size(): number {
		return this.limiters.size;
	}

	/**
	 * Returns the limiter for a base URL and a whole Authorization, the same for all who give the same.
	 * Drops those that nobody has used for ten minutes.
	 */
	limiterFor(baseUrl: string, authorization: string, now: number): SharedLimiter {
		const hash = hashOf([baseUrl, authorization]);
		const limiter = this.limiters.get(hash) ?? new SharedLimiter();
		limiter.use(now);
		this.limiters.set(hash, limiter);
		for (const [key, other] of this.limiters) {
			if (other.isExpired(now)) this.limiters.delete(key);
		}
		return limiter;
	}
}

/** The limiters of this process. */
export const limiterRegistry = new LimiterRegistry();
