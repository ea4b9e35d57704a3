/** How the body of a response is delivered, all of it or not. */
export interface Delivery {
	framing: 'length' | 'chunked' | 'close';
	gzip: boolean;
	/** Where the body is cut, as a part of its length, and how the connection then ends. */
	cut?: { at: number; end: 'close' | 'reset' | 'badRecord' };
	/** Which byte of the body is another one, as a part of its length. */
	garbled?: number;
}

/** A response of which at least the head arrives. */
export interface ResponseStep {
	kind: 'response';
	/** Statuses that come before it. */
	before: readonly number[];
	status: number;
	headers: ReadonlyArray<readonly [string, string]>;
	body: string;
	delivery: Delivery;
}

/** A connection that breaks; with TLS also a handshake that does. */
export interface BrokenStep {
	kind:
		| 'resetAtOnce'
		| 'resetOnData'
		| 'closeOnData'
		| 'resetAfterRequest'
		| 'closeAfterRequest'
		| 'silence'
		| 'bytes'
		/** Over TLS, after the request: bytes that belong to no record. */
		| 'badRecord'
		/** Over TLS, before the request. */
		| 'noTls'
		| 'alert'
		| 'untrusted'
		| 'otherHost'
		| 'oldVersion'
		/** Over TLS: the handshake ends for the client, and the server then refuses it. */
		| 'clientCertificate';
	/** What `bytes` sends in place of a response. */
	bytes?: string;
}

/** What a server does with one connection. */
export type Step = BrokenStep | ResponseStep;

/** What breaks before the request has arrived, so that the server cannot have acted. */
const BEFORE_REQUEST: ReadonlySet<Step['kind']> = new Set([
	...(['resetAtOnce', 'resetOnData', 'closeOnData', 'noTls', 'alert', 'untrusted'] as const),
	...(['otherHost', 'oldVersion', 'clientCertificate'] as const),
]);

export function breaksBeforeRequest({ kind }: Step): boolean {
	return BEFORE_REQUEST.has(kind);
}

/**
 * Whether a server that responds so may have acted: it has not where it says no, as with 4xx but for 408, and where it
 * asks for the same request elsewhere.
 */
export function mayAct(step: Step): boolean {
	if (step.kind !== 'response') return !breaksBeforeRequest(step);
	const { status } = step;
	if (status === 307 || status === 308) return false;
	return status < 400 || status >= 500 || status === 408;
}
