import { failureDetails } from '../../../nodes/engine/errors/nodeErrors';
import type { HttpRequest } from '../../../nodes/engine/request';
import type { Failure, ParsedResponse } from '../../../nodes/engine/http/response';
import { responseKind } from '../../../nodes/engine/http/response';
import {
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	ResponseTooLarge,
} from '../../../nodes/engine/http/networkError';
import { readLimits } from '../../../nodes/engine/options/requestOptions';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { plain, table } from '../markdown';

const { maxWait: MAX_WAIT, timeout: TIMEOUT } = readLimits({});

const failed = (code: string, syscall = 'connect', message = code): Error =>
	Object.assign(new Error(message), { code, syscall });

/** In the order of the table. */
const THROWN: readonly Error[] = [
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code) =>
		failed(code),
	),
	failed('ETIMEDOUT'),
	failed('ETIMEDOUT', 'read'),
	failed('CERT_HAS_EXPIRED'),
	failed('EPROTO', 'write'),
	failed('ECONNRESET', 'read', 'before secure TLS connection was established'),
	new DeadlineExceeded('timeout', TIMEOUT),
	new DeadlineExceeded('incompleteResponse', TIMEOUT),
	new ResponseTooLarge(),
	failed('ECONNRESET', 'read'),
];

/** In the order of the table. */
const RESPONSES: ReadonlyArray<Partial<ParsedResponse> & { status: number; maxWait?: number }> = [
	{ status: 408 },
	{ status: 500 },
	{ status: 200 },
	{ status: 200, text: '<html>', headers: { 'content-type': 'text/html' } },
	{ status: 200, text: '{' },
	{ status: 200, text: '[]', value: [] },
	{ status: 200, text: 'true', value: true },
	{ status: 200, excess: 'depth' },
	{ status: 200, excess: 'values' },
	{ status: 200, text: '{}', json: {} },
	{ status: 503, maxWait: MAX_WAIT },
	{ status: 400, json: { requestId: '…' } },
	{ status: 302, headers: { location: 'https://example.com/' } },
	{ status: 304 },
	{ status: 404, text: 'no such path' },
	{ status: 307, headers: { location: 'https://example.com/' } },
	{ status: 307, headers: { location: '/other' } },
];

/** A success may lack these parts. */
const FLAWS = ['incompleteList', 'listTooLarge', { missing: 'costs' }] as const;

function failures(request: Pick<HttpRequest, 'method'>): Failure[] {
	const sent = { attempts: 1, maybeSent: true };
	const throttled = { status: 429, text: '', headers: {} };
	return [
		...THROWN.map((thrown): Failure => {
			const error = classifyNetworkError(thrown);
			return { kind: 'network', error, attempts: 1, maybeSent: !isNothingSent(error) };
		}),
		...RESPONSES.map(({ maxWait, ...given }): Failure => {
			const kind = responseKind(given, request) === 'rejected' ? 'rejected' : 'unclear';
			const response = { text: '', headers: {}, ...given };
			const facts = { attempts: 1, maybeSent: kind === 'unclear' };
			return { kind, response, ...facts, ...(maxWait !== undefined && { maxWait }) };
		}),
		...FLAWS.map((flaw): Failure => {
			const response = { status: 200, json: {}, text: '', headers: {} };
			return { kind: 'unclear', response, flaw, ...sent };
		}),
		{ kind: 'rateLimited', response: throttled, maxWait: MAX_WAIT, attempts: 1, maybeSent: false },
		{ kind: 'rateLimited', maxWait: MAX_WAIT, attempts: 0, maybeSent: false },
		{ kind: 'stopped', ...sent },
		{ kind: 'unexpected', error: new TypeError(), ...sent },
	];
}

/** Two failures have the same message, so the table adds when each occurs. */
function situationOf(failure: Failure): string {
	if (failure.kind !== 'rateLimited') return '';
	return 'response' in failure
		? ' (if the request was sent)'
		: ' (if the request was still waiting)';
}

const UNKNOWN = 'unknown';
const SAME = 'the same';
const NEVER = '–';
/** A message about a change starts or ends like this. */
const MAYBE_DONE = /^The change may have been made\. | The change may have been made\.$/;

/** Messages with the same advice share a row. */
export function requestTable(): string {
	const detailsOf = (method: 'GET' | 'POST') =>
		failures({ method }).map((failure) => {
			const redact = (text: string) => text;
			const baseUrl = 'https://example.com';
			const context = { api: managementApi, operation: {}, request: { method }, baseUrl, redact };
			const details = failureDetails(failure, context);
			const message = details.message.replace(/\.$/, `${situationOf(failure)}.`);
			return { ...details, message };
		});
	const writes = detailsOf('POST');
	const rows = detailsOf('GET').flatMap((read, index) => {
		const write = writes[index] ?? read;
		const message = write.message.replace(MAYBE_DONE, '');
		const isUnknown = write.outcome === 'unknown';
		const change = isUnknown ? UNKNOWN : write.description;
		if (message === read.message)
			return [[message, read.description, change === read.description ? SAME : change]];
		return [
			[read.message, read.description, NEVER],
			[message, NEVER, change],
		];
	});
	const messages = new Map<string, { texts: Set<string>; advice: string[] }>();
	for (const [message = '', ...advice] of rows.map((row) => row.map(plain))) {
		const { texts } = messages.get(advice.join()) ?? { texts: new Set() };
		messages.set(advice.join(), { texts: texts.add(message), advice });
	}
	const grouped = [...messages.values()].map(({ texts, advice }) => [
		[...texts].join('\n'),
		...advice,
	]);
	return table(['Message', 'After a read', 'After a change'], grouped);
}
