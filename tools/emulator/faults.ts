import type { LoggedRequest } from './requestLog';

interface FaultMatch {
	method?: string;
	/** Matches the undecoded path. */
	path?: RegExp;
	operationId?: string;
}

export type FaultKind =
	/** A string body is sent unchanged (HTML if it starts with `<`), other bodies as JSON. */
	| {
			kind: 'status';
			status: number;
			body?: string | object;
			headers?: Record<string, string>;
	  }
	| { kind: 'resetBeforeHeaders' }
	| { kind: 'resetMidBody' }
	/** No response is ever sent. */
	| { kind: 'hang' }
	/** The normal response is sent after `ms` milliseconds. */
	| { kind: 'delay'; ms: number }
	| { kind: 'html200' }
	| { kind: 'cutJson200' }
	| { kind: 'empty200' }
	| { kind: 'noResult200' }
	/** The success has this result, whatever the contract says. */
	| { kind: 'result200'; result: unknown }
	/** The JSON body has 1 MB. */
	| { kind: 'hugeBody' }
	/** The JSON unpacks to 200 MB, a thousand times the size sent. */
	| { kind: 'gzipBomb' }
	/** The usual success takes half a second per byte. */
	| { kind: 'drip' }
	/** The result or the error contains two million nested objects. */
	| { kind: 'nested'; status: 200 | 400 }
	/** The content type states another encoding than the JSON's, which has non-ASCII letters. */
	| { kind: 'wrongCharset'; encoding: 'utf16le' | 'latin1' }
	| { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
	/** The error text of a 400 contains the whole request. */
	| { kind: 'echo' };

export type Fault = FaultKind & {
	match?: FaultMatch;
	/** Applied this many times. Without it, until the fault is removed. */
	times?: number;
	/** The operation is carried out first, and then its response is replaced. */
	actAnyway?: boolean;
};

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

/** The active faults. The first fault that matches a request applies to it. */
export class Faults {
	private slots: PlacedFault[] = [];

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

	/** A request uses up the fault that it takes, even if the response never arrives. */
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
