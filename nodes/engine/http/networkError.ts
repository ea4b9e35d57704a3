import { NodeOperationError, UserError } from 'n8n-workflow';

/** What kept a response from coming, and what is certain of it: the API received nothing; another attempt meets it, too. */
const KINDS = {
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

export type NetworkErrorKind = keyof typeof KINDS;

/** Why no response came, as facts: nothing of the error itself, which carries the request with its authorization. */
export interface NetworkError {
	kind: NetworkErrorKind;
	/** The code of the operating system or of TLS, empty if there is none worth showing. */
	code: string;
	/** Why n8n or the credential didn't allow the request: the text may contain anything. */
	message?: string;
}

/** Thrown when a response does not arrive in full within the timeout. */
export class DeadlineExceeded extends Error {
	constructor(readonly kind: 'incompleteResponse' | 'timeout') {
		super();
	}
}

/** Thrown when a response is larger than the bound. */
export class ResponseTooLarge extends Error {}

/** Failures before the connection is established. */
const BEFORE_CONNECTION: Readonly<Record<string, NetworkErrorKind>> = {
	ECONNREFUSED: 'connectionRefused',
	EAI_AGAIN: 'lookupFailed',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'networkUnreachable',
	ENOTFOUND: 'hostNotFound',
};

const TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);
/** Node's codes for a certificate that it rejects. It checks it when the handshake ends, and sends nothing after that. */
const CERTIFICATE_CODE =
	/^(?:(?:CERT|CRL|ERROR_IN|UNABLE_TO)_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|ERR_TLS_CERT_ALTNAME_INVALID)$/;
/** More of these, with other names. The last is any other reason, such as a key that is too weak. */
const OTHER_CERTIFICATE_CODES =
	/^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|OUT_OF_MEM|PATH_LENGTH_EXCEEDED|UNSPECIFIED)$/;
/** Node's text for a connection that ends within the TLS handshake; its code is that of any reset. */
const RESET_BEFORE_TLS = /before secure TLS connection was established/;
/** Codes of the operating system and of TLS, which help support; those of libraries don't. */
const TELLING_CODE = /^(?:E[A-Z]+|ERR_(?:SSL|TLS)_\w+)$/;
const MAX_CAUSES = 6;
/** Node throws them for network failures as well, but then with a code. */
const PROGRAMMING_ERRORS = ['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'];

/** Returns whether it is certain that the API received nothing. */
export function isNothingSent({ kind }: NetworkError): boolean {
	return 'nothingSent' in KINDS[kind];
}

/** Returns whether another attempt may help. */
export function isPassing({ kind }: NetworkError): boolean {
	return !('lasting' in KINDS[kind]);
}

/** Returns whether something was thrown because of a defect in code, rather than of the network or the input. */
export function isProgrammingError(error: unknown): boolean {
	const chain = causes(error);
	if (chain.some((link) => isThrownByN8n(link) || codeOf(link) !== undefined)) return false;
	return chain.some((link) => PROGRAMMING_ERRORS.includes(String(member(link, 'name'))));
}

/** Classifies whatever a request threw. */
export function classifyNetworkError(error: unknown): NetworkError {
	if (error instanceof DeadlineExceeded) return { kind: error.kind, code: '' };
	if (error instanceof ResponseTooLarge) return { kind: 'responseTooLarge', code: '' };
	const chain = causes(error);
	const refusal = chain.find(isThrownByN8n);
	if (refusal !== undefined) return { kind: 'notAllowed', code: '', message: refusal.message };
	const code = chain.map(codeOf).find((found) => found !== undefined) ?? '';
	const kind = kindOf(code, chain);
	return { kind, code: kind !== 'connectionClosed' || TELLING_CODE.test(code) ? code : '' };
}

function kindOf(code: string, chain: unknown[]): NetworkErrorKind {
	const syscall = chain.map((link) => member(link, 'syscall')).find((found) => found !== undefined);
	const before = BEFORE_CONNECTION[code];
	if (before !== undefined && syscall !== 'read' && syscall !== 'write') return before;
	if (code === 'ETIMEDOUT' && syscall === 'connect') return 'connectTimeout';
	const codes = [CERTIFICATE_CODE, OTHER_CERTIFICATE_CODES];
	if (codes.some((pattern) => pattern.test(code))) return 'certificateRejected';
	// So fails the first write, which waits for the handshake. What breaks TLS later is read, and has another code.
	if (code === 'EPROTO' && syscall === 'write') return 'tlsFailed';
	if (chain.some((link) => RESET_BEFORE_TLS.test(String(member(link, 'message'))))) {
		return 'connectionClosedBeforeTls';
	}
	return TIMEOUTS.has(code) ? 'timeout' : 'connectionClosed';
}

/** Errors that n8n and the credential throw on purpose, before anything is sent. */
function isThrownByN8n(error: unknown): error is Error {
	return error instanceof UserError || error instanceof NodeOperationError;
}

function causes(error: unknown): unknown[] {
	const chain: unknown[] = [];
	let next = error;
	while (next !== undefined && next !== null && chain.length < MAX_CAUSES) {
		chain.push(next);
		next = member(next, 'cause') ?? firstOf(member(next, 'errors'));
	}
	return chain;
}

/** If several addresses of a host were tried, the first attempt counts for all. */
function firstOf(errors: unknown): unknown {
	return Array.isArray(errors) ? errors[0] : undefined;
}

function codeOf(error: unknown): string | undefined {
	const candidates = [member(error, 'code'), member(error, 'httpCode')];
	return candidates
		.filter((value) => typeof value === 'string')
		.find((value) => /^[A-Z]/.test(value));
}

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
