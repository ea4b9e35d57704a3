import { gzipSync } from 'node:zlib';

import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../../tools/engine/workflow';
import { MANAGEMENT } from '../../../tools/engine/workflow';
import { sampleNode, sampleOf } from '../../../tools/samples/operationSamples';
import type { Step } from './hostileServer';

/** No text may contain these secrets. Headers can carry them, and JSON, URLs, and Base64 change them. */
export const SECRETS = {
	key: 'canary7Qz/Key+Secret&1',
	token: 'canary7Qz.Access_Token-2',
	source: 'canary7Qz/Source"Secret 3',
	body: 'canary7Qz\\Body<Secret>4',
} as const;

/** An operation under test. If it's `repeatable`, a retry may send it twice. */
interface TriedOperation {
	node: NodeUnderTest;
	secrets: readonly string[];
	isHarmless?: true;
}

/** `steps` is the server's script. */
export interface Case {
	operation: TriedOperation;
	items: number;
	node: Pick<NodeUnderTest, 'maxTries' | 'onError' | 'retryOnFail'>;
	options: { fullResponse: boolean; maxRetries: number; maxWait: number };
	steps: Step[];
}

/** The mark tells the server which item sent a request. */
const MARKED = '={{ "marked-item-" + $json.item }}';
const SEND = {
	resource: 'apiRequest',
	operation: 'send',
	path: '={{ "/v1/things/marked-item-" + $json.item }}',
};
const { key, token, source, body: bodySecret } = SECRETS;
const BODY = JSON.stringify({ name: 'x', password: bodySecret });
const TILES = { values: [{ name: 'New' }] };

function sample(name: string, changes: INodeParameters = {}): NodeUnderTest {
	return sampleNode(sampleOf(name), SEEDED_IDS, changes);
}

/** Reads and changes of the management node and of the dashboard node. */
const OPERATIONS: readonly TriedOperation[] = [
	{
		node: { type: MANAGEMENT, parameters: { ...SEND, method: 'GET' } },
		secrets: [key],
		isHarmless: true,
	},
	{
		node: { type: MANAGEMENT, parameters: { ...SEND, method: 'POST', body: BODY } },
		secrets: [key, bodySecret],
	},
	{ node: sample('dashboard update', { name: MARKED, tiles: TILES }), secrets: [token] },
	{ node: sample('invitation create', { email: `${MARKED}@example.com` }), secrets: [key] },
	{ node: sample('pipe create', { name: MARKED }), secrets: [key, source] },
	{ node: sample('pipe stop'), secrets: [key], isHarmless: true },
	{ node: sample('service get'), secrets: [key], isHarmless: true },
];

const LOCATIONS = ['/x', 'https://other.example/x', `//other.example/?t=${token}`, ''];
const CONTENT_TYPES = [
	'application/json',
	'application/problem+json',
	'text/plain',
	'text/html',
	'',
];
/** Envelopes and records have these keys. */
const KEYS = [
	'error',
	'result',
	'data',
	'message',
	'status',
	'requestId',
	'id',
	'summary',
	'state',
];
const NO_JSON = [
	'',
	' ',
	'\u0000',
	'[[1]',
	'{"a":1}{"a":1}',
	'a,b\n1,2\n',
	'up 1\n',
	'-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
	`<html><title>${key}</title>`,
	`${'['.repeat(200)}${']'.repeat(200)}`,
];
const NO_HTTP = [
	'',
	'\r\n\r\n',
	'HTTP/1.1',
	'HTTP/1.1 200',
	'HTTP/1.1 2x0 O\r\n\r\n',
	'SSH-2.0\r\n',
];

const texts = fc.constantFrom('', 'x', 'running', ...Object.values(SECRETS));

/** Includes scalars, null, and empty values. Objects have an envelope's keys. */
const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.constantFrom<unknown>(null, true, false, 0, 1, -2.5, 1e300),
		texts,
		fc.string({ unit: 'grapheme', maxLength: 6 }),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
	),
})).value;

const records = fc.record({ id: texts, error: json }, { requiredKeys: ['id'] });

/** A service may send an `error`, or a payload of any type. */
const envelopes: fc.Arbitrary<unknown> = fc.record(
	{
		status: fc.constantFrom(200, 400),
		requestId: texts,
		result: fc.oneof(json, records),
		data: fc.oneof(json, records),
		error: json,
		message: texts,
	},
	{ requiredKeys: [] },
);

const bodies = fc.oneof(
	{ weight: 4, arbitrary: envelopes.map((value) => JSON.stringify(value)) },
	{ weight: 3, arbitrary: json.map((value) => JSON.stringify(value)) },
	fc.constantFrom(...NO_JSON),
);

const statuses = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(200, 201, 202, 204, 206) },
	{ weight: 2, arbitrary: fc.constantFrom(300, 301, 302, 303, 304, 307, 308, 399) },
	{ weight: 2, arbitrary: fc.constantFrom(400, 401, 403, 404, 408, 409, 413, 422, 424, 429) },
	{ weight: 2, arbitrary: fc.constantFrom(500, 502, 503, 504, 599, 600, 999) },
	fc.constantFrom(100, 101, 102, 103, 199),
	fc.integer({ min: 200, max: 599 }),
);

const times = fc.oneof(
	fc.date({ noInvalidDate: true, max: new Date('9999-12-31') }).map((date) => date.toUTCString()),
	fc.constantFrom('', 'now', 'Thu, 32 Foo 2026 25:61:61 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'),
	fc.constantFrom('0', '1', '2.5', '60', '-1', '1e9', '99999999999999'),
);
const headers = fc.record(
	{
		Date: times,
		'Retry-After': times,
		'X-RateLimit-Reset': times,
		Location: fc.constantFrom(...LOCATIONS),
		'Content-Type': fc.constantFrom(...CONTENT_TYPES),
	},
	{ requiredKeys: [] },
);

interface Response {
	/** The server sends these statuses before the response. */
	before: readonly number[];
	status: number;
	headers: object;
	body: string;
	framing: 'chunked' | 'close' | 'length';
	isPacked: boolean;
	/** Only this part of the body arrives before the connection ends. */
	cut?: { at: number; end: 'close' | 'reset' };
	/** The byte at this fraction of the body's length is changed. */
	garbled?: number;
}

const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const WHOLE = { framing: fc.constant('length' as const), isPacked: fc.constant(false) };
const sent = {
	before: fc.array(fc.constantFrom(100, 102, 103, 199), { maxLength: 2 }),
	status: statuses,
	headers,
	body: bodies,
};
const responses: fc.Arbitrary<Response> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ ...sent, ...WHOLE }) },
	{
		weight: 2,
		arbitrary: fc.record(
			{
				...sent,
				framing: fc.constantFrom('length', 'chunked', 'close'),
				isPacked: fc.boolean(),
				cut: fc.record({ at: places, end: fc.constantFrom('close', 'reset') }),
				garbled: places,
			},
			{ requiredKeys: ['before', 'status', 'headers', 'body', 'framing', 'isPacked'] },
		),
	},
	// The service accepts its credentials and requests.
	{
		weight: 3,
		arbitrary: fc.record({
			...WHOLE,
			before: fc.constant([]),
			status: fc.constantFrom(200, 201),
			headers,
			body: records.map((record) => JSON.stringify({ result: record, data: record })),
		}),
	},
);

/** A garbled response has one changed byte. */
function bytesOf({ body, isPacked, garbled }: Response): Buffer {
	const bytes = isPacked ? gzipSync(body) : Buffer.from(body);
	if (garbled === undefined || bytes.length === 0) return bytes;
	const at = Math.floor(garbled * bytes.length);
	bytes.writeUInt8(bytes.readUInt8(at) ^ 0x15, at);
	return bytes;
}

function stepOf(response: Response): Step {
	const { body, before, status, framing, isPacked, cut } = response;
	const whole = bytesOf(response);
	const head = [
		...before.map((each) => `HTTP/1.1 ${String(each)} Before\r\n`),
		`HTTP/1.1 ${String(status)} Status`,
		...Object.entries(response.headers).map((header) => header.join(': ')),
		'Connection: close',
		...(isPacked ? ['Content-Encoding: gzip'] : []),
		...(framing === 'length' ? [`Content-Length: ${String(whole.length)}`] : []),
		...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
	].join('\r\n');
	const [start, end] =
		framing === 'chunked' && whole.length > 0
			? [`${whole.length.toString(16)}\r\n`, '\r\n0\r\n\r\n']
			: ['', framing === 'chunked' ? '0\r\n\r\n' : ''];
	const delivered = Buffer.concat([Buffer.from(start), whole, Buffer.from(end)]);
	const arriving = cut === undefined ? delivered : delivered.subarray(0, cut.at * delivered.length);
	// A clear refusal, or a redirect that asks for the same request elsewhere, changes nothing.
	const isRefused = status >= 400 && status < 500 && status !== 408;
	return {
		after: 'request',
		acts: !isRefused && status !== 307 && status !== 308,
		body,
		bytes: Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), arriving]),
		end: cut?.end ?? 'close',
	};
}

const NOTHING = { acts: false, body: '', bytes: Buffer.alloc(0) } as const;
const SILENCE: Step = { ...NOTHING, after: 'request', acts: true, end: 'silence' };

/** The connection breaks before or after the complete request. */
const broken = fc.oneof(
	fc.constantFrom<Step>(
		{ ...NOTHING, after: 'connection', end: 'reset' },
		{ ...NOTHING, after: 'requestStart', end: 'reset' },
		{ ...NOTHING, after: 'requestStart', end: 'close' },
		{ ...NOTHING, after: 'request', acts: true, end: 'reset' },
	),
	fc.constantFrom(...NO_HTTP).map((text): Step => {
		return { after: 'request', acts: true, body: '', bytes: Buffer.from(text), end: 'close' };
	}),
);

/** Silent steps are rare, because each lasts as long as the timeout. */
export const anyCases: fc.Arbitrary<Case> = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	items: fc.integer({ min: 1, max: 3 }),
	node: fc.record({
		retryOnFail: fc.constantFrom(true, true, true, false),
		maxTries: fc.integer({ min: 2, max: 5 }),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	}),
	options: fc.record({
		fullResponse: fc.boolean(),
		maxRetries: fc.integer({ min: 0, max: 2 }),
		maxWait: fc.constantFrom(0, 5, 300),
	}),
	steps: fc.array(
		fc.oneof(
			{ weight: 30, arbitrary: responses.map(stepOf) },
			{ weight: 8, arbitrary: broken },
			fc.constant(SILENCE),
		),
		{ minLength: 1, maxLength: 4 },
	),
});
