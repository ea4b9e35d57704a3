import type { LoggedRequest } from './requestLog';

interface FaultMatch {
	method?: string;
	/** Matched against the undecoded path. */
	path?: RegExp;
	operationId?: string;
}

export type FaultKind =
	/** Any status. A string body is sent unchanged (HTML if it starts with `<`), other bodies as JSON. */
	| {
			kind: 'status';
			status: number;
			body?: string | object;
			headers?: Record<string, string>;
	  }
	| { kind: 'resetBeforeHeaders' }
	| { kind: 'resetMidBody' }
	/** Never responds. */
	| { kind: 'hang' }
	/** Responds normally after `ms` milliseconds. */
	| { kind: 'delay'; ms: number }
	| { kind: 'html200' }
	| { kind: 'cutJson200' }
	| { kind: 'empty200' }
	| { kind: 'noResult200' }
	/** A success with this result, whatever the contract says. */
	| { kind: 'result200'; result: unknown }
	/** A 1 MB JSON body. */
	| { kind: 'hugeBody' }
	/** JSON that unpacks to 200 MB, a thousand times the size sent. */
	| { kind: 'gzipBomb' }
	/** The usual success, with half a second per byte. */
	| { kind: 'drip' }
	/** JSON with two million nested objects, in the result or the error. */
	| { kind: 'nested'; status: 200 | 400 }
	/** JSON with non-ASCII letters in another encoding than its content type states. */
	| { kind: 'wrongCharset'; encoding: 'utf16le' | 'latin1' }
	| { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
	/** 400 with the whole request in the error text. */
	| { kind: 'echo' };

export type Fault = FaultKind & {
	match?: FaultMatch;
	/** Number of times that the fault is applied. Without it, until the fault is removed. */
	times?: number;
	/** Carries out the operation first, then replaces its response. */
	actAnyway?: boolean;
};

/** An active fault, with its count and a way to remove it. */
interface PlacedFault {
	fault: Fault;
	given: number;
	remove(): void;
}

function fits(match: FaultMatch | undefined, entry: LoggedRequest): boolean {
	if (match?.method !== undefined && match.method.toUpperCase() !== entry.method) return false;
	if (match?.operationId !== undefined && match.operationId !== entry.operationId) return false;
	return match?.path === undefined || entry.path.search(match.path) >= 0;
}

/** Active faults. A request gets the first that matches. */
export class Faults {
	private slots: PlacedFault[] = [];

	/** Adds a fault after the existing faults. */
	add(fault: Fault): PlacedFault {
		const remove = () => {
			this.slots = this.slots.filter((other) => other !== slot);
		};
		const slot: PlacedFault = { fault, given: 0, remove };
		this.slots.push(slot);
		return slot;
	}

	clear(): void {
		this.slots = [];
	}

	/** Counts and takes the fault for a request. */
	take(entry: LoggedRequest): Fault | undefined {
		const slot = this.slots.find(
			({ fault, given }) =>
				given < (fault.times ?? Number.POSITIVE_INFINITY) && fits(fault.match, entry),
		);
		if (slot === undefined) return undefined;
		slot.given += 1;
		entry.fault = slot.fault.kind;
		return slot.fault;
	}
}
