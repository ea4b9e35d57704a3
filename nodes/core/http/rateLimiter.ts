import type { KnownLimit } from './knownLimit';
import type { PermitDecision, Permit, Step } from './permit';
import { SlowStart } from './slowStart';

/** How long one request without a response holds up those that wait for its response. */
const LONGEST_HOLD_MS = 5000;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = 60_000;
/** A longer pause is probed by one request: it may have been named by mistake. */
const LONGEST_TRUSTED_PAUSE_MS = 300_000;

/**
 * Decides when requests may go, so that a refusal costs one request and stops all others.
 * Until a refusal, requests start slowly and grow with what passes; after one, the limit is known.
 * Knows no clock and no timers: times are handed in. Keeps counters and times alone.
 */
export class RateLimiter {
	private window = 0;
	private pausedUntil = 0;
	private refusalsInRow = 0;
	private readonly inFlight = new Set<Permit>();
	private slowStart = new SlowStart();
	private knownLimit: KnownLimit | undefined;

	/**
	 * Says whether a request may go at this time. `mayProbe`: whether it may probe a long pause,
	 * because the execution that asks has not been refused within it.
	 */
	request(now: number, mayProbe = false): PermitDecision {
		const paused = this.pausedUntil - now;
		const probe = mayProbe && paused > LONGEST_TRUSTED_PAUSE_MS;
		if (paused > 0 && !probe) return { kind: 'wait', until: this.pausedUntil, limited: true };
		const step: Step = probe
			? { kind: 'go', alone: true }
			: (this.knownLimit ?? this.slowStart).request(now);
		if (step.kind === 'wait') return step;
		const busyUntil = step.alone ? this.aloneUntil(now) : now;
		if (busyUntil > now) return { kind: 'wait', until: busyUntil, limited: false };
		const permit = { window: this.window, startedAt: now, alone: step.alone };
		this.inFlight.add(permit);
		if (!probe) (this.knownLimit ?? this.slowStart).started(now);
		return { kind: 'go', permit };
	}

	/** The API took the request, whatever it responded. */
	accepted(permit: Permit): void {
		this.inFlight.delete(permit);
		if (permit.window !== this.window) return;
		if (permit.alone) this.pausedUntil = 0;
		this.refusalsInRow = 0;
		if (this.knownLimit === undefined) this.slowStart.accepted(permit);
		else if (this.knownLimit.accepted(permit)) this.forgetLimit();
	}

	/** No response came: nothing is learned about the rate. */
	released(permit: Permit): void {
		this.inFlight.delete(permit);
	}

	/** The API refused the request for its rate. `until` is the time it named, if any. */
	rateLimited(permit: Permit, now: number, until?: number): void {
		this.inFlight.delete(permit);
		if (permit.window !== this.window) {
			this.pausedUntil = Math.max(this.pausedUntil, until ?? now);
			if (permit.window === this.window - 1) this.knownLimit?.refusedLate();
			return;
		}
		const least = now + this.leastPause(until !== undefined);
		this.pausedUntil = Math.max(least, until ?? now);
		const end = until === undefined ? undefined : this.pausedUntil;
		if (this.knownLimit === undefined) this.knownLimit = this.slowStart.refused(end);
		else this.knownLimit.refused(now, end);
		this.window += 1;
	}

	/** A time that the API names is believed the first time; when it refuses again at that time, longer ones. */
	private leastPause(named: boolean): number {
		const step = named ? this.refusalsInRow - 1 : this.refusalsInRow;
		this.refusalsInRow += 1;
		return step < 0 ? 0 : Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** step);
	}

	/** Until when the latest request in flight holds up one that goes alone. */
	private aloneUntil(now: number): number {
		return Math.max(now, ...[...this.inFlight].map(({ startedAt }) => startedAt + LONGEST_HOLD_MS));
	}

	private forgetLimit(): void {
		this.knownLimit = undefined;
		this.slowStart = new SlowStart();
	}
}
