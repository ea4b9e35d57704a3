import { NodeOperationError, UserError } from 'n8n-workflow';

/** `nothingSent`: the API can't have received anything. `lasting`: a retry would fail, too. */
const NETWORK_ERRORS = {
	certificateRejected: { nothingSent: true, lasting: true },
	connectionClosed: {},
	connectionClosedBeforeTls: { nothingSent: true },
	connectionRefused: { nothingSent: true },
	connectTimeout: { nothingSent: true },
	hostNotFound: { nothingSent: true },
	hostUnreachable: { nothingSent: true },
	incompleteResponse: {},
	lookupFailed: { nothingSent: true },
	networkUnreachable: { nothingSent: true },
	notAllowed: { nothingSent: true, lasting: true },
	responseTooLarge: { lasting: true },
	timeout: {},
	tlsFailed: { nothingSent: true, lasting: true },
} as const satisfies Readonly<Record<string, { nothingSent?: true; lasting?: true }>>;

export type NetworkErrorKind = keyof typeof NETWORK_ERRORS;

/** Facts about a network error. The error itself carries the request with its authorization. */
export interface NetworkError {
	kind: NetworkErrorKind;
	/** The operating system's or TLS's code, or empty if it doesn't help. */
	code: string;
	/** Why n8n or the credential stopped the request. May contain any text. */
	message?: string;
	/** The host whose lookup failed, which may be a proxy. */
	host?: string;
	/** The node's own timeout in milliseconds. */
	timeout?: number;
}

/** Thrown if the full response doesn't arrive in time. */
export class DeadlineExceeded extends Error {
	constructor(
		readonly kind: 'incompleteResponse' | 'timeout',
		readonly timeout: number,
	) {
		super();
	}
}

/** Thrown if the response exceeds the size limit. */
export class ResponseTooLarge extends Error {}

/** Kinds of failures before a connection exists, by Node.js error code. */
const BEFORE_CONNECTION: Readonly<Record<string, NetworkErrorKind>> = {
	ECONNREFUSED: 'connectionRefused',
	EAI_AGAIN: 'lookupFailed',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'networkUnreachable',
	ENOTFOUND: 'hostNotFound',
};

const TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);
/** Node.js codes for a certificate that was rejected at the end of the handshake, before anything was sent. */
const CERTIFICATE_CODE =
	/^(?:(?:CERT|CRL|ERROR_IN|UNABLE_TO)_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|ERR_TLS_CERT_ALTNAME_INVALID)$/;
/** Certificate codes without a common pattern. UNSPECIFIED covers all other reasons, such as a weak key. */
const OTHER_CERTIFICATE_CODES =
	/^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|OUT_OF_MEM|PATH_LENGTH_EXCEEDED|UNSPECIFIED)$/;
/**
 * Node.js text for a connection that was closed during the TLS handshake. Its code is ECONNRESET, as for every reset.
 */
const RESET_BEFORE_TLS = /before secure TLS connection was established/;
/** Codes of the operating system and TLS help support; library codes don't. */
const TELLING_CODE = /^(?:E[A-Z]+|ERR_(?:SSL|TLS)_\w+)$/;
const MAX_CAUSES = 6;
/** Node.js also throws these errors for network failures, but then adds a code. */
const PROGRAMMING_ERRORS = ['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'];

export function isNothingSent({ kind }: NetworkError): boolean {
	return 'nothingSent' in NETWORK_ERRORS[kind];
}

export function isTransient({ kind }: NetworkError): boolean {
	return !('lasting' in NETWORK_ERRORS[kind]);
}

/** A failure with a code comes from the network, and n8n throws its own errors on purpose. Neither is a bug. */
export function isProgrammingError(error: unknown): boolean {
	const chain = causesOf(error);
	if (chain.some((link) => isThrownByN8n(link) || codeOf(link) !== undefined)) return false;
	return chain.some((link) => PROGRAMMING_ERRORS.includes(String(errorProperty(link, 'name'))));
}

export function classifyNetworkError(error: unknown): NetworkError {
	if (error instanceof DeadlineExceeded) {
		return { kind: error.kind, code: '', timeout: error.timeout };
	}
	if (error instanceof ResponseTooLarge) return { kind: 'responseTooLarge', code: '' };
	const chain = causesOf(error);
	const refusal = chain.find(isThrownByN8n);
	if (refusal !== undefined) return { kind: 'notAllowed', code: '', message: refusal.message };
	const code = chain.map(codeOf).find((value) => value !== undefined) ?? '';
	const kind = networkErrorKind(code, chain);
	const host = chain
		.map((link) => errorProperty(link, 'hostname'))
		.find((value) => typeof value === 'string');
	return {
		kind,
		code: kind !== 'connectionClosed' || TELLING_CODE.test(code) ? code : '',
		...(host !== undefined && { host }),
	};
}

function networkErrorKind(code: string, chain: unknown[]): NetworkErrorKind {
	const syscall = chain
		.map((link) => errorProperty(link, 'syscall'))
		.find((value) => value !== undefined);
	const before = BEFORE_CONNECTION[code];
	if (before !== undefined && syscall !== 'read' && syscall !== 'write') return before;
	if (code === 'ETIMEDOUT' && syscall === 'connect') return 'connectTimeout';
	const codes = [CERTIFICATE_CODE, OTHER_CERTIFICATE_CODES];
	if (codes.some((pattern) => pattern.test(code))) return 'certificateRejected';
	// The first write waits for the handshake and fails with this code. Later TLS failures have other codes.
	if (code === 'EPROTO' && syscall === 'write') return 'tlsFailed';
	if (chain.some((link) => RESET_BEFORE_TLS.test(String(errorProperty(link, 'message'))))) {
		return 'connectionClosedBeforeTls';
	}
	return TIMEOUTS.has(code) ? 'timeout' : 'connectionClosed';
}

/** n8n and the credential throw these errors on purpose, before anything is sent. */
function isThrownByN8n(error: unknown): error is Error {
	return error instanceof UserError || error instanceof NodeOperationError;
}

function causesOf(error: unknown): unknown[] {
	const chain: unknown[] = [];
	let cause = error;
	while (cause !== undefined && cause !== null && chain.length < MAX_CAUSES) {
		chain.push(cause);
		cause = errorProperty(cause, 'cause') ?? firstOf(errorProperty(cause, 'errors'));
	}
	return chain;
}

/** If n8n tried several addresses of the host, returns the first error. */
function firstOf(errors: unknown): unknown {
	return Array.isArray(errors) ? errors[0] : undefined;
}

function codeOf(error: unknown): string | undefined {
	const candidates = [errorProperty(error, 'code'), errorProperty(error, 'httpCode')];
	return candidates
		.filter((value) => typeof value === 'string')
		.find((value) => /^[A-Z]/.test(value));
}

function errorProperty(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
