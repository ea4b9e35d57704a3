/** How the body of a response is delivered, all of it or not. */
export interface Delivery {
	framing: 'length' | 'chunked' | 'close';
	gzip: boolean;
	/** The position of the cut, as a part of the body's length, and the end of the connection. */
	cut?: { at: number; end: 'close' | 'reset' };
	/** The position of the changed byte, as a part of the body's length. */
	garbled?: number;
}

/** A response of which at least the head arrives. */
export interface ResponseStep {
	kind: 'response';
	/** Statuses that precede it. */
	before: readonly number[];
	status: number;
	headers: ReadonlyArray<readonly [string, string]>;
	body: string;
	delivery: Delivery;
}

/** A connection that breaks: before the request has arrived in full, or after it. */
export interface BrokenStep {
	kind:
		| 'resetAtOnce'
		| 'resetOnData'
		| 'closeOnData'
		| 'resetAfterRequest'
		| 'closeAfterRequest'
		| 'silence'
		| 'bytes';
	/** The bytes that are sent instead of a response. */
	bytes?: string;
}

/** A server's behaviour for one connection. */
export type Step = BrokenStep | ResponseStep;

/** Whether the server cannot have acted, as the request hasn't arrived. */
export function breaksBeforeRequest({ kind }: Step): boolean {
	return kind === 'resetAtOnce' || kind === 'resetOnData' || kind === 'closeOnData';
}

/**
 * Whether a server that responds like this may have acted: it has not if it refuses, as with 4xx except 408, or if it
 * asks for the same request elsewhere.
 */
export function mayAct(step: Step): boolean {
	if (step.kind !== 'response') return !breaksBeforeRequest(step);
	const { status } = step;
	if (status === 307 || status === 308) return false;
	return status < 400 || status >= 500 || status === 408;
}
