import type { LoggedRequest } from './requestLog';

interface FaultMatch {
	method?: string;
	/** Matched against the undecoded path. */
	path?: RegExp;
	operationId?: string;
}

export type FaultKind =
	/** Any status; a string body is sent unchanged (HTML if it starts with `<`), else as JSON. */
	| {
			kind: 'status';
			status: number;
			body?: string | object;
			headers?: Record<string, string>;
	  }
	| { kind: 'resetBeforeHeaders' }
	| { kind: 'resetMidBody' }
	/** Never answers. */
	| { kind: 'hang' }
	/** Answers as usual, later. */
	| { kind: 'delay'; ms: number }
	| { kind: 'html200' }
	| { kind: 'cutJson200' }
	| { kind: 'empty200' }
	| { kind: 'noResult200' }
	/** A success with this result, whatever the contract says. */
	| { kind: 'result200'; result: unknown }
	/** A JSON body of 1 MB. */
	| { kind: 'hugeBody' }
	/** JSON that becomes 200 MB when unpacked; a thousandth of it is sent. */
	| { kind: 'gzipBomb' }
	/** The usual success, one byte every half second. */
	| { kind: 'drip' }
	/** JSON with two million nested objects, in the result or in the error. */
	| { kind: 'nested'; status: 200 | 400 }
	/** JSON with letters beyond ASCII in another encoding than its content type states. */
	| { kind: 'wrongCharset'; encoding: 'utf16le' | 'latin1' }
	| { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
	/** 400 with the whole request in the error text. */
	| { kind: 'echo' };

export type Fault = FaultKind & {
	match?: FaultMatch;
	/** How often the fault is applied; if not set, until it is removed. */
	times?: number;
	/** The operation is carried out first, and the fault replaces its response. */
	actAnyway?: boolean;
};

/** An active fault: how often it was applied, and how to remove it. */
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

/** The active faults: the first that fits a request is applied. */
export class Faults {
	private slots: PlacedFault[] = [];

	/** Adds a fault after the existing ones. */
	add(fault: Fault): PlacedFault {
		const remove = () => {
			this.slots = this.slots.filter((other) => other !== slot);
		};
		const slot: PlacedFault = { fault, given: 0, remove };
		this.slots.push(slot);
		return slot;
	}

	/** Removes every fault. */
	clear(): void {
		this.slots = [];
	}

	/** Returns the fault for a request, and counts it. */
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
