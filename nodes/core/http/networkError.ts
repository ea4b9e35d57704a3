import { NodeOperationError, UserError } from 'n8n-workflow';

/** Why no response came. */
export interface NetworkError {
	/** Whether it is certain that the service received nothing. */
	nothingSent: boolean;
	/** Whether another attempt may help. */
	retryable: boolean;
	/** What happened, as a whole sentence. */
	message: string;
	/** Whether n8n or the credential said it, so that it may hold anything. */
	external?: true;
}

/** Failures that come before the connection stands. */
const BEFORE_CONNECTION: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'The service refused the connection.',
	ENOTFOUND: 'The host name of the Base URL is not known.',
	EAI_AGAIN: 'The host name of the Base URL could not be looked up.',
	EHOSTUNREACH: 'The host of the Base URL cannot be reached.',
};

const TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;
/** Codes of the operating system, which support can make something of; those of libraries say nothing. */
const SYSTEM_CODE = /^E[A-Z]+$/;
const DEEPEST_CAUSE = 6;

/**
 * Takes whatever a request threw. Gives what it means, holding nothing of the error itself:
 * that one carries the request with its authorization.
 */
export function classifyNetworkError(error: unknown): NetworkError {
	const chain = causes(error);
	const refusal = chain.find(isRefusalByN8n);
	if (refusal !== undefined) {
		return { nothingSent: true, retryable: false, message: refusal.message, external: true };
	}
	const code = chain.map(codeOf).find((found) => found !== undefined) ?? '';
	const syscall = chain.map((link) => member(link, 'syscall')).find((found) => found !== undefined);
	const before = BEFORE_CONNECTION[code];
	if (before !== undefined && syscall !== 'read' && syscall !== 'write') {
		return { nothingSent: true, retryable: true, message: before };
	}
	if (CERTIFICATE.test(code)) {
		const message = `The certificate of the service was not accepted (${code}).`;
		return { nothingSent: true, retryable: false, message };
	}
	return { nothingSent: false, retryable: true, message: brokenOff(code) };
}

function brokenOff(code: string): string {
	if (TIMEOUTS.has(code)) return 'The service did not answer within the timeout.';
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
		next = member(next, 'cause');
	}
	return chain;
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
