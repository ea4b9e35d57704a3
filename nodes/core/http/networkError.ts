import { NodeOperationError, UserError } from 'n8n-workflow';

import type { ErrorReason } from '../errors/nodeErrors';

/** Why no response came. */
export interface NetworkError {
	/** Whether it is certain that the API received nothing. */
	nothingSent: boolean;
	/** Whether another attempt may help. */
	retryable: boolean;
	/** What happened, as a whole sentence. */
	message: string;
	/** What to do, in whole sentences; empty where the message says it itself. */
	advice: string;
	reason: ErrorReason;
	/** Whether n8n or the credential said it, so that it may hold anything. */
	external?: true;
}

/** Thrown when a response does not arrive in full within the timeout. */
export class DeadlineExceeded extends Error {}

/** Thrown when a response is larger than the bound. */
export class ResponseTooLarge extends Error {}

/** What to do about a failure, and its reason. */
type Cure = Pick<NetworkError, 'advice' | 'reason'>;

const NO_CONNECTION: Cure = {
	advice: 'Check the Base URL of the credential and the network, or try again later.',
	reason: 'noConnection',
};
const TIMED_OUT: Cure = {
	advice: 'Raise Timeout (Milliseconds) in the options, or try again later.',
	reason: 'noConnection',
};
const TOO_LARGE: Cure = { advice: 'Request less data at a time.', reason: 'unavailable' };
const INVALID_CREDENTIAL: Cure = {
	advice: 'Enter the key in the credential again, without line breaks or special characters.',
	reason: 'invalidInput',
};
/** What n8n or the credential refuses says itself what to do. */
const REFUSED: Cure = { advice: '', reason: 'invalidInput' };

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
	if (error instanceof DeadlineExceeded) {
		return { ...TIMED_OUT, nothingSent: false, retryable: true, message: error.message };
	}
	if (error instanceof ResponseTooLarge) {
		return { ...TOO_LARGE, nothingSent: false, retryable: false, message: error.message };
	}
	const chain = causes(error);
	const refusal = chain.find(isRefusalByN8n);
	if (refusal !== undefined) {
		const { message } = refusal;
		return { ...REFUSED, nothingSent: true, retryable: false, message, external: true };
	}
	const code = chain.map(codeOf).find((found) => found !== undefined) ?? '';
	return beforeConnection(code, chain) ?? beforeTls(code, chain) ?? brokenOff(code);
}

function beforeConnection(code: string, chain: unknown[]): NetworkError | undefined {
	const syscall = chain.map((link) => member(link, 'syscall')).find((found) => found !== undefined);
	const before = BEFORE_CONNECTION[code];
	if (before !== undefined && syscall !== 'read' && syscall !== 'write') {
		return { ...NO_CONNECTION, nothingSent: true, retryable: true, message: before };
	}
	if (code === 'ETIMEDOUT' && syscall === 'connect') {
		const message = 'The connection to the API could not be made in time (ETIMEDOUT).';
		return { ...NO_CONNECTION, nothingSent: true, retryable: true, message };
	}
	if (code === 'ERR_INVALID_CHAR') {
		const message = 'The credential holds a character that HTTP does not allow (ERR_INVALID_CHAR).';
		return { ...INVALID_CREDENTIAL, nothingSent: true, retryable: false, message };
	}
	return undefined;
}

function beforeTls(code: string, chain: unknown[]): NetworkError | undefined {
	if (CERTIFICATE.test(code)) {
		const message = `The certificate of the API was not accepted (${code}).`;
		return { ...NO_CONNECTION, nothingSent: true, retryable: false, message };
	}
	if (TLS.test(code)) {
		const message = `No secure connection to the API could be made (${code}).`;
		return { ...NO_CONNECTION, nothingSent: true, retryable: false, message };
	}
	if (chain.some((link) => RESET_BEFORE_TLS.test(String(member(link, 'message'))))) {
		const message = 'The connection broke before it was secure.';
		return { ...NO_CONNECTION, nothingSent: true, retryable: true, message };
	}
	return undefined;
}

function brokenOff(code: string): NetworkError {
	if (TIMEOUTS.has(code)) {
		const message = 'The API did not respond within the timeout.';
		return { ...TIMED_OUT, nothingSent: false, retryable: true, message };
	}
	const name = SYSTEM_CODE.test(code) ? ` (${code})` : '';
	const message = `The connection broke before the whole response was there${name}.`;
	return { ...NO_CONNECTION, nothingSent: false, retryable: true, message };
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
