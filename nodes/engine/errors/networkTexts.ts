import type { ErrorReason } from '../errorDetails';
import type { NetworkError, NetworkErrorKind } from '../http/networkError';
import { counted, shortLine } from '../text';
import { MS_PER_SECOND } from '../time';
import type { FailureContext } from './headlines';
import { BASE_URL, requestedHost } from './headlines';
import { RAISE_TIMEOUT } from './interruptions';

export const LESS_DATA =
	'Request less data at a time, for example with API Request and Query Parameters that narrow the response.';
const NO_CONNECTION = "Check the credential's Base URL and the network, or try again later.";

/** Without `advice`, the error advises to check the connection, or to raise the timeout after a timeout. */
interface KindTexts {
	headline: (host: string) => string;
	advice?: string;
	reason?: ErrorReason;
}

/** A proxy may have caused the failure, so the headlines don't blame the host. */
const KINDS: Readonly<Record<Exclude<NetworkErrorKind, 'notAllowed'>, KindTexts>> = {
	connectionClosed: {
		headline: (host) => `The connection to ${host} closed before the response was complete`,
	},
	connectionClosedBeforeTls: {
		headline: (host) => `The connection to ${host} closed during the TLS handshake`,
	},
	certificateRejected: { headline: (host) => `The certificate of ${host} wasn't accepted` },
	connectionRefused: { headline: (host) => `The connection to ${host} was refused` },
	connectTimeout: { headline: (host) => `Connecting to ${host} timed out` },
	hostNotFound: { headline: (host) => `Couldn't find ${host}` },
	hostUnreachable: { headline: (host) => `Couldn't reach ${host}` },
	incompleteResponse: { headline: (host) => `The response from ${host} wasn't complete` },
	lookupFailed: { headline: (host) => `Couldn't look up ${host}` },
	networkUnreachable: { headline: (host) => `Couldn't reach the network of ${host}` },
	responseTooLarge: {
		headline: () => 'The response is larger than the limit of 50 MB',
		advice: LESS_DATA,
		reason: 'unavailable',
	},
	timeout: { headline: (host) => `No response arrived from ${host}` },
	tlsFailed: { headline: (host) => `Couldn't establish a TLS connection to ${host}` },
};

const TIMED: readonly NetworkErrorKind[] = ['incompleteResponse', 'timeout'];
/** Errors that need no code, because their text says everything. */
const SELF_EVIDENT: readonly NetworkErrorKind[] = [
	'connectionClosedBeforeTls',
	'connectionRefused',
	'timeout',
];

export function networkTexts(
	{ kind, code, host, message = '', timeout }: NetworkError,
	context: FailureContext,
): { message: string; advice: string; reason: ErrorReason } {
	const { interruptions, request, redact } = context;
	// Errors from n8n and the credential already include advice.
	if (kind === 'notAllowed')
		return { message: shortLine(redact(message)), advice: '', reason: 'invalidInput' };
	const isTimed = TIMED.includes(kind);
	const usualAdvice = isTimed ? (interruptions?.timedOut ?? RAISE_TIMEOUT) : NO_CONNECTION;
	const { headline, advice = usualAdvice, reason = 'noConnection' } = KINDS[kind];
	const shownHost = host === undefined ? requestedHost(context) : shortLine(redact(host));
	const limit = timeout === undefined ? 'the timeout' : counted(timeout / MS_PER_SECOND, 'second');
	const within = isTimed ? ` within ${limit}` : '';
	const shownCode = code === '' || SELF_EVIDENT.includes(kind) ? '' : ` (${code})`;
	return {
		message: `${headline(shownHost)}${within}${shownCode}.`,
		advice: advice.replace(BASE_URL, request.host?.label ?? BASE_URL),
		reason,
	};
}
