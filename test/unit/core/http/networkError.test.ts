import { NodeOperationError, UserError } from 'n8n-workflow';

import {
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	isPassing,
	isProgrammingError,
	ResponseTooLarge,
} from '../../../../nodes/core/http/networkError';
import { fakeContext } from '../fakes';

function coded(code: unknown, more: object = {}): Error {
	return Object.assign(new Error('raw words'), { code, ...more });
}

/** What the error of a request means: its facts, and what may be done about it. */
function meaningOf(error: unknown) {
	const found = classifyNetworkError(error);
	return { ...found, nothingSent: isNothingSent(found), passing: isPassing(found) };
}

const BEFORE = { nothingSent: true, passing: true };
const LASTING = { nothingSent: true, passing: false };
const OPEN = { nothingSent: false, passing: true };

describe('classifyNetworkError', () => {
	it.each([
		['ECONNREFUSED', 'connectionRefused'],
		['ENOTFOUND', 'hostNotFound'],
		['EAI_AGAIN', 'lookupFailed'],
		['EHOSTUNREACH', 'hostUnreachable'],
		['ENETUNREACH', 'networkUnreachable'],
	])('%s comes before anything is sent', (code, kind) => {
		expect(meaningOf(coded(code))).toEqual({ kind, code, ...BEFORE });
	});

	it.each(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT'])('%s is a timeout', (code) => {
		expect(meaningOf(coded(code))).toEqual({ kind: 'timeout', code, ...OPEN });
	});

	it('finds the code wherever n8n has put it', () => {
		const refused = { kind: 'connectionRefused', code: 'ECONNREFUSED' };
		expect(classifyNetworkError({ httpCode: 'ECONNREFUSED' })).toEqual(refused);
		const nested = { code: 5, httpCode: '502', cause: { cause: coded('ECONNREFUSED') } };
		expect(classifyNetworkError(nested)).toEqual(refused);
	});

	it.each(['read', 'write'])('assumes nothing when the connection was open (%s)', (syscall) => {
		const code = 'EHOSTUNREACH';
		const error = { httpCode: code, cause: coded(code, { syscall }) };
		expect(meaningOf(error)).toEqual({ kind: 'brokenOff', code, ...OPEN });
	});

	it.each([
		'CERT_CHAIN_TOO_LONG',
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'CERT_REJECTED',
		'CERT_REVOKED',
		'CERT_SIGNATURE_FAILURE',
		'CERT_UNTRUSTED',
		'CRL_HAS_EXPIRED',
		'CRL_NOT_YET_VALID',
		'CRL_SIGNATURE_FAILURE',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERROR_IN_CERT_NOT_AFTER_FIELD',
		'ERROR_IN_CERT_NOT_BEFORE_FIELD',
		'ERROR_IN_CRL_LAST_UPDATE_FIELD',
		'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'HOSTNAME_MISMATCH',
		'INVALID_CA',
		'INVALID_PURPOSE',
		'OUT_OF_MEM',
		'PATH_LENGTH_EXCEEDED',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
		'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
		'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
		'UNABLE_TO_GET_CRL',
		'UNABLE_TO_GET_ISSUER_CERT',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNSPECIFIED',
	])('%s will not pass', (code) => {
		expect(meaningOf(coded(code))).toEqual({ kind: 'certificateRejected', code, ...LASTING });
	});

	it('knows a handshake that failed by its first write', () => {
		const [code, tlsFailed] = ['EPROTO', { kind: 'tlsFailed', code: 'EPROTO', ...LASTING }];
		expect(meaningOf(coded(code, { syscall: 'write' }))).toEqual(tlsFailed);
		const wrapped = { httpCode: code, cause: { cause: coded(code, { syscall: 'write' }) } };
		expect(meaningOf(wrapped)).toEqual(tlsFailed);
	});

	it.each([
		['EPROTO', {}],
		['EPROTO', { syscall: 'read' }],
		['ERR_SSL_WRONG_VERSION_NUMBER', {}],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', {}],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', {}],
		['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', { syscall: 'write' }],
		['ERR_TLS_PROTOCOL_VERSION_CONFLICT', {}],
	])('%s with %j may come after the request', (code, more) => {
		expect(meaningOf(coded(code, more))).toEqual({ kind: 'brokenOff', code, ...OPEN });
	});

	it.each(['X_CERT_HAS_EXPIRED', 'SOME_CERT', 'INVALID_CA_X', 'CERTAIN'])(
		'takes %s for no certificate',
		(code) => {
			expect(meaningOf(coded(code))).toEqual({ kind: 'brokenOff', code: '', ...OPEN });
		},
	);

	it('distinguishes a connection that timed out before it was open from one that was open', () => {
		const before = { kind: 'connectTimeout', code: 'ETIMEDOUT', ...BEFORE };
		expect(meaningOf(coded('ETIMEDOUT', { syscall: 'connect' }))).toEqual(before);
		const several = coded('ETIMEDOUT', { errors: [coded('ETIMEDOUT', { syscall: 'connect' })] });
		expect(meaningOf(several)).toEqual(before);
		expect(meaningOf(coded('ETIMEDOUT', { syscall: 'read' })).nothingSent).toBe(false);
	});

	it('distinguishes a reset within the TLS handshake from one after it', () => {
		const text = 'Client network socket disconnected before secure TLS connection was established';
		const reset = Object.assign(new Error(text), { code: 'ECONNRESET' });
		expect(meaningOf(reset)).toEqual({
			...{ kind: 'brokenOffBeforeTls', code: 'ECONNRESET', ...BEFORE },
		});
		expect(meaningOf(coded('ECONNRESET')).nothingSent).toBe(false);
	});

	it('passes on that the time was up, and that the response is too large', () => {
		for (const kind of ['timeout', 'incompleteResponse'] as const) {
			expect(meaningOf(new DeadlineExceeded(kind))).toEqual({ kind, code: '', ...OPEN });
		}
		expect(meaningOf(new ResponseTooLarge())).toEqual({
			...{ kind: 'responseTooLarge', code: '', nothingSent: false, passing: false },
		});
	});

	it.each([undefined, null, 'text', {}, new Error('x')])(
		'classifies %p as a broken connection',
		(error) => {
			expect(meaningOf(error)).toEqual({ kind: 'brokenOff', code: '', ...OPEN });
		},
	);

	it('passes on what n8n or the credential does not allow', () => {
		const refusal = { kind: 'notAllowed', code: '', message: 'Not this host.', ...LASTING };
		expect(meaningOf({ cause: new UserError('Not this host.') })).toEqual(refusal);
		const { context } = fakeContext({});
		const thrown = new NodeOperationError(context.getNode(), 'Not this host.');
		expect(meaningOf(thrown)).toEqual(refusal);
	});

	it('tells a defect in code by its class, where no code says otherwise', () => {
		for (const defect of [new TypeError('x'), { cause: new RangeError('x') }]) {
			expect(isProgrammingError(defect)).toBe(true);
		}
		const failed = Object.assign(new TypeError('fetch failed'), { cause: coded('ECONNRESET') });
		const refused = Object.assign(new UserError('Not this host.'), { cause: new TypeError('x') });
		for (const other of [failed, refused, coded('ECONNRESET'), new Error('x'), 'text', null]) {
			expect(isProgrammingError(other)).toBe(false);
		}
	});

	it('names no code of a library', () => {
		expect(meaningOf(coded('ERR_BAD_RESPONSE'))).toEqual({ kind: 'brokenOff', code: '', ...OPEN });
	});

	it('ends when causes form a cycle', () => {
		const error: { cause?: unknown } = {};
		error.cause = error;
		expect(meaningOf(error).nothingSent).toBe(false);
	});
});
