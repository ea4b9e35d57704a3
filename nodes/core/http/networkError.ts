import { NodeOperationError, UserError } from 'n8n-workflow';

/** Why no response came. */
export interface NetworkError {
	/** Whether it is certain that the API received nothing. */
	nothingSent: boolean;
	/** Whether another attempt may help. */
	retryable: boolean;
	/** What happened, as a whole sentence. */
	message: string;
	/** Whether n8n or the credential said it, so that it may hold anything. */
	external?: true;
}

/** Thrown when a response does not arrive in full within the timeout. */
export class DeadlineExceeded extends Error {}

/** Thrown when a response is larger than the bound. */
export class ResponseTooLarge extends Error {}

/** Failures that come before the connection stands. */
const BEFORE_CONNECTION: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'The API refused the connection.',
	EAI_AGAIN: 'The host of the Base URL could not be looked up (EAI_AGAIN).',
	EHOSTUNREACH: 'The host of the Base URL cannot be reached (EHOSTUNREACH).',
	ENETUNREACH: 'The network of the host in the Base URL cannot be reached (ENETUNREACH).',
	ENOTFOUND: 'The host of the Base URL is not known (ENOTFOUND).',
};

const TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;
const TLS = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/;
/** What Node says where a connection ends within the TLS handshake; its code is that of any reset. */
const RESET_BEFORE_TLS = /before secure TLS connection was established/;
/** Codes of the operating system, which support can make something of; those of libraries say nothing. */
const SYSTEM_CODE = /^E[A-Z]+$/;
const DEEPEST_CAUSE = 6;

/**
 * Takes whatever a request threw. Gives what it means, holding nothing of the error itself:
 * that one carries the request with its authorization.
 */
export function classifyNetworkError(error: unknown): NetworkError {
	if (error instanceof DeadlineExceeded || error instanceof ResponseTooLarge) {
		const retryable = error instanceof DeadlineExceeded;
		return { nothingSent: false, retryable, message: error.message };
	}
	const chain = causes(error);
	const refusal = chain.find(isRefusalByN8n);
	if (refusal !== undefined) {
		return { nothingSent: true, retryable: false, message: refusal.message, external: true };
	}
	const code = chain.map(codeOf).find((found) => found !== undefined) ?? '';
	return (
		beforeConnection(code, chain) ??
		beforeTls(code, chain) ?? { nothingSent: false, retryable: true, message: brokenOff(code) }
	);
}

function beforeConnection(code: string, chain: unknown[]): NetworkError | undefined {
	const syscall = chain.map((link) => member(link, 'syscall')).find((found) => found !== undefined);
	const before = BEFORE_CONNECTION[code];
	if (before !== undefined && syscall !== 'read' && syscall !== 'write') {
		return { nothingSent: true, retryable: true, message: before };
	}
	if (code === 'ETIMEDOUT' && syscall === 'connect') {
		const message = 'The connection to the API could not be made in time (ETIMEDOUT).';
		return { nothingSent: true, retryable: true, message };
	}
	if (code === 'ERR_INVALID_CHAR') {
		const message = 'The credential holds a character that HTTP does not allow (ERR_INVALID_CHAR).';
		return { nothingSent: true, retryable: false, message };
	}
	return undefined;
}

function beforeTls(code: string, chain: unknown[]): NetworkError | undefined {
	if (CERTIFICATE.test(code)) {
		const message = `The certificate of the API was not accepted (${code}).`;
		return { nothingSent: true, retryable: false, message };
	}
	if (TLS.test(code)) {
		const message = `No secure connection to the API could be made (${code}).`;
		return { nothingSent: true, retryable: false, message };
	}
	if (chain.some((link) => RESET_BEFORE_TLS.test(String(member(link, 'message'))))) {
		const message = 'The connection broke before it was secure.';
		return { nothingSent: true, retryable: true, message };
	}
	return undefined;
}

function brokenOff(code: string): string {
	if (TIMEOUTS.has(code)) return 'The API did not respond within the timeout.';
	const name = SYSTEM_CODE.test(code) ? ` (${code})` : '';
	return `The connection broke before the whole response was there${name}.`;
}

/** Errors that n8n and the credential throw on purpose, before anything is sent. */
function isRefusalByN8n(error: unknown): error is Error {
	return error instanceof UserError || error instanceof NodeOperationError;
}

function causes(error: unknown): unknown[] {
	const chain: unknown[] = [];
	let next = error;
	while (next !== undefined && next !== null && chain.length < DEEPEST_CAUSE) {
		chain.push(next);
		next = member(next, 'cause') ?? firstOf(member(next, 'errors'));
	}
	return chain;
}

/** Where several addresses of a host were tried, the first attempt stands for all. */
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
