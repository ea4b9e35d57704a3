import { NodeOperationError, UserError } from 'n8n-workflow';

import {
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	isPassing,
	isProgrammingError,
	ResponseTooLarge,
} from '../../../../nodes/engine/http/response';
import { fakeContext } from '../fakes';

function coded(code: unknown, more: object = {}): Error {
	return Object.assign(new Error('raw words'), { code, ...more });
}

/** The meaning of a request's error: its kind, its code, and the possible next steps. */
function meaningOf(error: unknown) {
	const found = classifyNetworkError(error);
	const { kind, code } = found;
	return [kind, code, { nothingSent: isNothingSent(found), passing: isPassing(found) }];
}

const BEFORE = { nothingSent: true, passing: true };
const LASTING = { nothingSent: true, passing: false };
const OPEN = { nothingSent: false, passing: true };

const CERTIFICATE_CODES = [
	...['CERT_CHAIN_TOO_LONG', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REJECTED'],
	...['CERT_REVOKED', 'CERT_SIGNATURE_FAILURE', 'CERT_UNTRUSTED', 'CRL_HAS_EXPIRED'],
	...['CRL_NOT_YET_VALID', 'CRL_SIGNATURE_FAILURE', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	...['ERROR_IN_CERT_NOT_AFTER_FIELD', 'ERROR_IN_CERT_NOT_BEFORE_FIELD'],
	...['ERROR_IN_CRL_LAST_UPDATE_FIELD', 'ERROR_IN_CRL_NEXT_UPDATE_FIELD'],
	...['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'INVALID_CA', 'INVALID_PURPOSE'],
	...['OUT_OF_MEM', 'PATH_LENGTH_EXCEEDED', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_CRL'],
	...['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
	...['UNABLE_TO_DECRYPT_CRL_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNSPECIFIED'],
	...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
];

describe('classifyNetworkError', () => {
	it.each(CERTIFICATE_CODES)('%s will not pass', (code) => {
		expect(meaningOf(coded(code))).toEqual(['certificateRejected', code, LASTING]);
	});

	const NO_TLS = 'socket disconnected before secure TLS connection was established';
	const [connect, read, write] = ['connect', 'read', 'write'].map((syscall) => ({ syscall }));

	it.each<[string, object | undefined, string, object]>([
		['ECONNREFUSED', {}, 'connectionRefused', BEFORE],
		['ENOTFOUND', {}, 'hostNotFound', BEFORE],
		['EAI_AGAIN', {}, 'lookupFailed', BEFORE],
		['EHOSTUNREACH', {}, 'hostUnreachable', BEFORE],
		['ENETUNREACH', {}, 'networkUnreachable', BEFORE],
		['EHOSTUNREACH', read, 'connectionClosed', OPEN],
		['EHOSTUNREACH', write, 'connectionClosed', OPEN],
		['ETIMEDOUT', {}, 'timeout', OPEN],
		['ETIMEDOUT', read, 'timeout', OPEN],
		['ETIMEDOUT', connect, 'connectTimeout', BEFORE],
		['ETIMEDOUT', { errors: [coded('ETIMEDOUT', connect)] }, 'connectTimeout', BEFORE],
		['ECONNABORTED', {}, 'timeout', OPEN],
		['ESOCKETTIMEDOUT', {}, 'timeout', OPEN],
		['ECONNRESET', {}, 'connectionClosed', OPEN],
		['ECONNRESET', { message: NO_TLS }, 'connectionClosedBeforeTls', BEFORE],
		// A handshake's first write fails like this; the others may follow the request.
		['EPROTO', write, 'tlsFailed', LASTING],
		['EPROTO', {}, 'connectionClosed', OPEN],
		['EPROTO', read, 'connectionClosed', OPEN],
		['ERR_SSL_WRONG_VERSION_NUMBER', {}, 'connectionClosed', OPEN],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', {}, 'connectionClosed', OPEN],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', {}, 'connectionClosed', OPEN],
		['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', write, 'connectionClosed', OPEN],
		['ERR_TLS_PROTOCOL_VERSION_CONFLICT', {}, 'connectionClosed', OPEN],
	])('%s, %j, is %s, wherever n8n has put it', (code, more, kind, meaning) => {
		const error = coded(code, more);
		for (const wrapped of [error, { code: 5, httpCode: '502', cause: { cause: error } }]) {
			expect(meaningOf(wrapped)).toEqual([kind, code, meaning]);
		}
	});

	const cycle: { cause?: unknown } = {};
	cycle.cause = cycle;

	it.each([
		...['X_CERT_HAS_EXPIRED', 'SOME_CERT', 'INVALID_CA_X', 'CERTAIN', 'ERR_BAD_RESPONSE'].map(
			(code): unknown => coded(code),
		),
		...[undefined, null, 'text', {}, new Error('x'), cycle],
	])('treats %p as a broken connection, and reports no code', (error) => {
		expect(meaningOf(error)).toEqual(['connectionClosed', '', OPEN]);
	});

	it('finds the code of a response that n8n turned into an error', () => {
		expect(meaningOf({ httpCode: 'ECONNREFUSED' })[0]).toBe('connectionRefused');
	});

	it.each<[unknown, string, object]>([
		[new DeadlineExceeded('timeout'), 'timeout', OPEN],
		[new DeadlineExceeded('incompleteResponse'), 'incompleteResponse', OPEN],
		[new ResponseTooLarge(), 'responseTooLarge', { nothingSent: false, passing: false }],
		[{ cause: new UserError('Not this host.') }, 'notAllowed', LASTING],
		[new NodeOperationError(fakeContext().context.getNode(), 'No.'), 'notAllowed', LASTING],
	])('passes on texts of the node, the credential or n8n: %p', (error, kind, meaning) => {
		expect(meaningOf(error)).toEqual([kind, '', meaning]);
	});

	it("uses a refusal's own words", () => {
		const refusal = { cause: new UserError('Not this host.') };
		expect(classifyNetworkError(refusal).message).toBe('Not this host.');
		expect(classifyNetworkError(coded('ECONNRESET'))).not.toHaveProperty('message');
	});
});

it.each([
	[new TypeError('x'), true],
	[{ cause: new RangeError('x') }, true],
	[Object.assign(new TypeError('fetch failed'), { cause: coded('ECONNRESET') }), false],
	[Object.assign(new UserError('Not there.'), { cause: new TypeError('x') }), false],
	[coded('ECONNRESET'), false],
	[new Error('x'), false],
	['text', false],
	[null, false],
])('reports a defect in code by its class, unless a code contradicts: %p', (error, expected) => {
	expect(isProgrammingError(error)).toBe(expected);
});
