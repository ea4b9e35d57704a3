import { NodeOperationError, UserError } from 'n8n-workflow';

import {
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	isTransient,
	isProgrammingError,
	ResponseTooLarge,
} from '../../../../nodes/engine/http/networkError';
import { fakeContext } from '../fakes';

function coded(code: string, more: object = {}): Error {
	return Object.assign(new Error('raw words'), { code, ...more });
}

/** `no`: not sent yet. `never`: not sent, and no later attempt will be. `maybe`: possibly sent. */
const SENT = {
	no: { nothingSent: true, passing: true },
	never: { nothingSent: true, passing: false },
	maybe: { nothingSent: false, passing: true },
};
type Sent = keyof typeof SENT;

function expectKind(error: unknown, kind: string, code: string, sent: Sent): void {
	const found = classifyNetworkError(error);
	expect([found.kind, found.code]).toEqual([kind, code]);
	const meaning = { nothingSent: isNothingSent(found), passing: isTransient(found) };
	expect(meaning).toEqual(SENT[sent]);
}

const CERTIFICATE_CODES = `
	CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED CERT_UNTRUSTED
	CERT_SIGNATURE_FAILURE CRL_HAS_EXPIRED CRL_NOT_YET_VALID CRL_SIGNATURE_FAILURE INVALID_CA
	DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID INVALID_PURPOSE
	ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD
	ERROR_IN_CRL_NEXT_UPDATE_FIELD HOSTNAME_MISMATCH OUT_OF_MEM PATH_LENGTH_EXCEEDED UNSPECIFIED
	UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_GET_ISSUER_CERT
	UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_GET_CRL UNABLE_TO_GET_ISSUER_CERT_LOCALLY
	UNABLE_TO_VERIFY_LEAF_SIGNATURE
`;

describe('classifyNetworkError', () => {
	it.each(CERTIFICATE_CODES.trim().split(/\s+/))(
		'recognizes %s as a rejected certificate',
		(code) => {
			expectKind(coded(code), 'certificateRejected', code, 'never');
		},
	);

	const IN_HANDSHAKE = {
		message: 'socket disconnected before secure TLS connection was established',
	};
	/** The error after n8n tried both addresses of a host. */
	const TRIED_TWO = { errors: [coded('ETIMEDOUT', { syscall: 'connect' }), coded('EPIPE')] };

	it.each<{ code: string; of?: object; kind: string; sent: Sent }>([
		{ code: 'ECONNREFUSED', kind: 'connectionRefused', sent: 'no' },
		{ code: 'ENOTFOUND', kind: 'hostNotFound', sent: 'no' },
		{ code: 'EAI_AGAIN', kind: 'lookupFailed', sent: 'no' },
		{ code: 'EHOSTUNREACH', kind: 'hostUnreachable', sent: 'no' },
		{ code: 'EHOSTUNREACH', of: { syscall: 'read' }, kind: 'connectionClosed', sent: 'maybe' },
		{ code: 'EHOSTUNREACH', of: { syscall: 'write' }, kind: 'connectionClosed', sent: 'maybe' },
		{ code: 'ETIMEDOUT', kind: 'timeout', sent: 'maybe' },
		{ code: 'ETIMEDOUT', of: { syscall: 'connect' }, kind: 'connectTimeout', sent: 'no' },
		{ code: 'ETIMEDOUT', of: TRIED_TWO, kind: 'connectTimeout', sent: 'no' },
		{ code: 'ECONNABORTED', kind: 'timeout', sent: 'maybe' },
		{ code: 'ECONNRESET', kind: 'connectionClosed', sent: 'maybe' },
		{ code: 'ECONNRESET', of: IN_HANDSHAKE, kind: 'connectionClosedBeforeTls', sent: 'no' },
		// A handshake's first write fails like this. The other failures may follow the request.
		{ code: 'EPROTO', of: { syscall: 'write' }, kind: 'tlsFailed', sent: 'never' },
		{ code: 'EPROTO', of: { syscall: 'read' }, kind: 'connectionClosed', sent: 'maybe' },
		{
			code: 'ERR_SSL_BAD_RECORD',
			of: { syscall: 'write' },
			kind: 'connectionClosed',
			sent: 'maybe',
		},
		{ code: 'ERR_TLS_PROTOCOL_VERSION', kind: 'connectionClosed', sent: 'maybe' },
	])(
		'classifies $code of $of as $kind (sent: $sent), however n8n wraps it',
		({ code, of, kind, sent }) => {
			const error = coded(code, of);
			expectKind(error, kind, code, sent);
			expectKind({ code: 5, httpCode: '502', cause: { cause: error } }, kind, code, sent);
		},
	);

	const cycle: { cause?: unknown } = {};
	cycle.cause = cycle;
	const UNTOLD = ['X_CERT_HAS_EXPIRED', 'SOME_CERT', 'INVALID_CA_X', 'CERTAIN', 'ERR_BAD_RESPONSE'];

	it.each<{ error: unknown }>([
		...UNTOLD.map((code) => ({ error: coded(code) })),
		{ error: undefined },
		{ error: 'text' },
		{ error: {} },
		{ error: new Error('x') },
		{ error: cycle },
	])('classifies $error as a closed connection', ({ error }) => {
		expectKind(error, 'connectionClosed', '', 'maybe');
	});

	it('reads the code of an error made from a response', () => {
		expect(classifyNetworkError({ httpCode: 'ECONNREFUSED' }).kind).toBe('connectionRefused');
	});

	it("recognizes the transport's own errors", () => {
		expectKind(new DeadlineExceeded('timeout', 60_000), 'timeout', '', 'maybe');
		const incomplete = new DeadlineExceeded('incompleteResponse', 60_000);
		expectKind(incomplete, 'incompleteResponse', '', 'maybe');
		const tooLarge = classifyNetworkError(new ResponseTooLarge());
		expect(tooLarge).toEqual({ kind: 'responseTooLarge', code: '' });
		expect([isNothingSent(tooLarge), isTransient(tooLarge)]).toEqual([false, false]);
	});

	it.each([
		{ cause: new UserError('Not this host.') },
		new NodeOperationError(fakeContext().context.getNode(), 'Not this host.'),
	])('shows the text of a refusal by the credential or by n8n: %p', (error) => {
		expectKind(error, 'notAllowed', '', 'never');
		expect(classifyNetworkError(error).message).toBe('Not this host.');
		expect(classifyNetworkError(coded('ECONNRESET'))).not.toHaveProperty('message');
	});
});

it.each([
	{ error: new TypeError('x'), is: true },
	{ error: { cause: new RangeError('x') }, is: true },
	{ error: new TypeError('fetch failed', { cause: coded('ECONNRESET') }), is: false },
	{ error: new UserError('Not there.', { cause: new TypeError('x') }), is: false },
	{ error: new Error('x'), is: false },
	{ error: 'text', is: false },
])('recognizes a defect by its class, unless a code contradicts: $error', (row) => {
	expect(isProgrammingError(row.error)).toBe(row.is);
});
