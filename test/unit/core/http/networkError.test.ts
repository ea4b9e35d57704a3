import { NodeOperationError, UserError } from 'n8n-workflow';

import {
	classifyNetworkError,
	DeadlineExceeded,
	ResponseTooLarge,
} from '../../../../nodes/core/http/networkError';
import { fakeContext } from '../fakes';

const NO_CONNECTION = {
	advice: 'Check the Base URL of the credential and the network, or try again later.',
	reason: 'noConnection',
};
const TIMED_OUT = {
	advice: 'Raise Timeout (Milliseconds) in the options, or try again later.',
	reason: 'noConnection',
};

function coded(code: unknown, more: object = {}): Error {
	return Object.assign(new Error('raw words'), { code, ...more });
}

describe('classifyNetworkError', () => {
	it.each([
		['ECONNREFUSED', 'The API refused the connection.'],
		['ENOTFOUND', 'The host of the Base URL is not known (ENOTFOUND).'],
		['EAI_AGAIN', 'The host of the Base URL could not be looked up (EAI_AGAIN).'],
		['EHOSTUNREACH', 'The host of the Base URL cannot be reached (EHOSTUNREACH).'],
		['ENETUNREACH', 'The network of the host in the Base URL cannot be reached (ENETUNREACH).'],
	])('%s comes before anything is sent', (code, message) => {
		expect(classifyNetworkError(coded(code))).toEqual({
			...NO_CONNECTION,
			nothingSent: true,
			retryable: true,
			message,
		});
	});

	it.each(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT'])('%s is a timeout', (code) => {
		expect(classifyNetworkError(coded(code))).toEqual({
			...TIMED_OUT,
			nothingSent: false,
			retryable: true,
			message: 'The API did not respond within the timeout.',
		});
	});

	it('finds the code wherever n8n has put it', () => {
		const refused = 'The API refused the connection.';
		expect(classifyNetworkError({ httpCode: 'ECONNREFUSED' }).message).toBe(refused);
		expect(
			classifyNetworkError({ code: 5, httpCode: '502', cause: { cause: coded('ECONNREFUSED') } })
				.message,
		).toBe(refused);
	});

	it.each(['read', 'write'])(
		'takes nothing for certain when the connection stood (%s)',
		(syscall) => {
			expect(
				classifyNetworkError({
					httpCode: 'EHOSTUNREACH',
					cause: coded('EHOSTUNREACH', { syscall }),
				}),
			).toEqual({
				...NO_CONNECTION,
				nothingSent: false,
				retryable: true,
				message: 'The connection broke before the whole response was there (EHOSTUNREACH).',
			});
		},
	);

	it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'%s will not pass',
		(code) => {
			expect(classifyNetworkError(coded(code))).toEqual({
				...NO_CONNECTION,
				nothingSent: true,
				retryable: false,
				message: `The certificate of the API was not accepted (${code}).`,
			});
		},
	);

	it.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_PROTOCOL_VERSION_CONFLICT'])(
		'%s: TLS was not set up, so nothing was sent',
		(code) => {
			expect(classifyNetworkError(coded(code, { syscall: 'write' }))).toEqual({
				...NO_CONNECTION,
				nothingSent: true,
				retryable: false,
				message: `No secure connection to the API could be made (${code}).`,
			});
		},
	);

	it('tells a connection that timed out before it stood from one that stood', () => {
		const message = 'The connection to the API could not be made in time (ETIMEDOUT).';
		const before = { ...NO_CONNECTION, nothingSent: true, retryable: true, message };
		expect(classifyNetworkError(coded('ETIMEDOUT', { syscall: 'connect' }))).toEqual(before);
		const several = coded('ETIMEDOUT', { errors: [coded('ETIMEDOUT', { syscall: 'connect' })] });
		expect(classifyNetworkError(several)).toEqual(before);
		expect(classifyNetworkError(coded('ETIMEDOUT', { syscall: 'read' })).nothingSent).toBe(false);
	});

	it('tells a reset within the TLS handshake from one after it', () => {
		const text = 'Client network socket disconnected before secure TLS connection was established';
		const reset = Object.assign(new Error(text), { code: 'ECONNRESET' });
		expect(classifyNetworkError(reset)).toEqual({
			...NO_CONNECTION,
			nothingSent: true,
			retryable: true,
			message: 'The connection broke before it was secure.',
		});
		expect(classifyNetworkError(coded('ECONNRESET')).nothingSent).toBe(false);
	});

	it('says that a credential cannot be put in a header', () => {
		expect(classifyNetworkError(coded('ERR_INVALID_CHAR'))).toEqual({
			advice: 'Enter the key in the credential again, without line breaks or special characters.',
			reason: 'invalidInput',
			nothingSent: true,
			retryable: false,
			message: 'The credential holds a character that HTTP does not allow (ERR_INVALID_CHAR).',
		});
	});

	it('passes on that the time was over, and that the response is too large', () => {
		expect(classifyNetworkError(new DeadlineExceeded('late'))).toEqual({
			...TIMED_OUT,
			nothingSent: false,
			retryable: true,
			message: 'late',
		});
		expect(classifyNetworkError(new ResponseTooLarge('large'))).toEqual({
			advice: 'Request less data at a time.',
			reason: 'unavailable',
			nothingSent: false,
			retryable: false,
			message: 'large',
		});
	});

	it.each([undefined, null, 'text', {}, new Error('x')])('bears %p', (error) => {
		expect(classifyNetworkError(error)).toEqual({
			...NO_CONNECTION,
			nothingSent: false,
			retryable: true,
			message: 'The connection broke before the whole response was there.',
		});
	});

	it('passes on what n8n or the credential refused on purpose', () => {
		const refusal = {
			advice: '',
			reason: 'invalidInput',
			nothingSent: true,
			retryable: false,
			message: 'Not this host.',
			external: true,
		};
		expect(classifyNetworkError({ cause: new UserError('Not this host.') })).toEqual(refusal);
		const { context } = fakeContext({});
		expect(
			classifyNetworkError(new NodeOperationError(context.getNode(), 'Not this host.')),
		).toEqual(refusal);
	});

	it('names no code of a library', () => {
		expect(classifyNetworkError(coded('ERR_BAD_RESPONSE')).message).toBe(
			'The connection broke before the whole response was there.',
		);
	});

	it('ends with causes that go round in a circle', () => {
		const error: { cause?: unknown } = {};
		error.cause = error;
		expect(classifyNetworkError(error).nothingSent).toBe(false);
	});
});
