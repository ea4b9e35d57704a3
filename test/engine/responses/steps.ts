/** How the body of a response is delivered, all of it or not. */
export interface Delivery {
	framing: 'length' | 'chunked' | 'close';
	gzip: boolean;
	/** The position of the cut, as a part of the body's length, and the end of the connection. */
	cut?: { at: number; end: 'close' | 'reset' | 'badRecord' };
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

/** A connection that breaks; with TLS a handshake can break. */
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
	/** The bytes that are sent instead of a response. */
	bytes?: string;
}

/** A server's behaviour for one connection. */
export type Step = BrokenStep | ResponseStep;

/** Breaks before the request has arrived, so that the server cannot have acted. */
const BEFORE_REQUEST: ReadonlySet<Step['kind']> = new Set([
	'resetAtOnce',
	'resetOnData',
	'closeOnData',
	'noTls',
	'alert',
	'untrusted',
	'otherHost',
	'oldVersion',
	'clientCertificate',
]);

export function breaksBeforeRequest({ kind }: Step): boolean {
	return BEFORE_REQUEST.has(kind);
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
