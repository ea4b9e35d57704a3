import * as fc from 'fast-check';

import type { NodeUnderTest } from '../../../tools/engine/workflow';
import type { OperationName } from './operations';
import { OPERATION_NAMES, SECRETS } from './operations';
import type { BrokenStep, Delivery, ResponseStep, Step } from './steps';

/** One run of a node: its request for each item, n8n's repetitions, and the server's script. */
export interface Case {
	operation: OperationName;
	items: number;
	node: Pick<NodeUnderTest, 'maxTries' | 'onError' | 'retryOnFail'>;
	options: { fullResponse?: boolean; maxRetries: number; maxWait: number };
	steps: Step[];
}

const NOW = Date.UTC(2026, 0, 1);
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const LOCATIONS = ['/x', 'https://other.example/x', `//other.example/?t=${SECRETS.token}`, ''];
const CONTENT_TYPES = [
	'application/json',
	'application/problem+json',
	'text/plain',
	'text/html',
	'',
];
const TEXT_TYPES = ['text/plain', 'text/csv; charset=utf-8', 'application/x-pem-file'];
/** Keys of envelopes and of records. */
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
const HTML = `<html><title>${SECRETS.key}</title>`;
const DEEP = `${'['.repeat(200)}${']'.repeat(200)}`;
const NO_JSON = [
	'',
	' ',
	'\u0000',
	'[[1]',
	'{"a":1}{"a":1}',
	'a,b\n1,2\n',
	'up 1\n',
	PEM,
	HTML,
	DEEP,
];
const NO_HTTP = [
	'',
	'\r\n\r\n',
	'HTTP/1.1',
	'HTTP/1.1 200',
	'HTTP/1.1 2x0 O\r\n\r\n',
	'SSH-2.0\r\n',
];

const isOn = fc.boolean();
const texts = fc.constantFrom('', 'x', 'running', ...Object.values(SECRETS));
const scalars = fc.oneof(
	fc.constantFrom<unknown>(null, true, false, 0, 1, -2.5, 1e300),
	texts,
	fc.string({ unit: 'grapheme', maxLength: 6 }),
);

/** Any JSON: scalars, null, empty, with the keys that envelopes have. */
const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		scalars,
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
	),
})).value;

const records = fc.record({ id: texts, error: json }, { requiredKeys: ['id'] });

/** Responses of services, with an `error` or a payload of any type. */
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

const dates = fc.oneof(
	fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
	fc.integer({ min: -100, max: 100 }).map((seconds) => new Date(NOW + seconds * 1000)),
);
const times = fc.oneof(
	dates.map((date) => date.toUTCString()),
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

const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const framing = fc.constantFrom('length' as const, 'chunked' as const, 'close' as const);
const deliveries: fc.Arbitrary<Delivery> = fc.record(
	{
		framing,
		gzip: isOn,
		cut: fc.record({ at: places, end: fc.constantFrom('close', 'reset') }),
		garbled: places,
	},
	{ requiredKeys: ['framing', 'gzip'] },
);

/** A response that arrives as it was sent. */
const WHOLE: Delivery = { framing: 'length', gzip: false };

const responses: fc.Arbitrary<ResponseStep> = fc.record({
	kind: fc.constant('response'),
	before: fc.array(fc.constantFrom(100, 102, 103, 199), { maxLength: 2 }),
	status: statuses,
	headers: headers.map((record) => Object.entries(record)),
	body: bodies,
	delivery: fc.oneof({ weight: 2, arbitrary: fc.constant(WHOLE) }, deliveries),
});

/** The behaviour of a service whose credentials and requests are fine. */
const successes: fc.Arbitrary<ResponseStep> = fc.record({
	kind: fc.constant('response'),
	before: fc.constant([]),
	status: fc.constantFrom(200, 201),
	headers: headers.map((record) => Object.entries(record)),
	body: records.map((record) => JSON.stringify({ result: record, data: record })),
	delivery: fc.constant(WHOLE),
});

const kinds = (...all: Array<BrokenStep['kind']>): fc.Arbitrary<BrokenStep> =>
	fc.constantFrom(...all).map((kind) => ({ kind }));

const broken = fc.oneof(
	kinds('resetAtOnce', 'resetOnData', 'closeOnData', 'resetAfterRequest', 'closeAfterRequest'),
	fc.constantFrom(...NO_HTTP).map((bytes): BrokenStep => ({ kind: 'bytes', bytes })),
);
/** Steps of which few take as long as the timeout. */
const step = fc.oneof(
	{ weight: 20, arbitrary: responses },
	{ weight: 10, arbitrary: successes },
	{ weight: 8, arbitrary: broken },
	{ weight: 1, arbitrary: kinds('silence') },
);

const node: fc.Arbitrary<Case['node']> = fc.record({
	retryOnFail: fc.constantFrom(true, true, true, false),
	maxTries: fc.integer({ min: 2, max: 5 }),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
});

/** Any run of any of the operations. */
export const anyCases: fc.Arbitrary<Case> = fc.record({
	operation: fc.constantFrom(...OPERATION_NAMES),
	items: fc.integer({ min: 1, max: 3 }),
	node,
	options: fc.record({
		fullResponse: isOn,
		maxRetries: fc.integer({ min: 0, max: 2 }),
		maxWait: fc.constantFrom(0, 5, 300),
	}),
	steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

/** Any JSON, and texts that are none, with the types that they are sent with. */
const answers = fc.oneof(
	fc.oneof(envelopes, json).map((value) => ({
		body: JSON.stringify(value),
		type: 'application/json',
	})),
	fc.record({
		body: fc.constantFrom(PEM, 'a,b\n1,2\n', '# HELP up\nup 1\n', 'key: value\n'),
		type: fc.constantFrom(...TEXT_TYPES),
	}),
);

/** A run in which the API carries out a request of any kind and responds with a full success. */
export const successfulCases: fc.Arbitrary<Case & { body: string }> = fc
	.record({
		operation: fc.constantFrom('API request DELETE', 'API request POST', 'API request PUT'),
		items: fc.integer({ min: 1, max: 2 }),
		node,
		fullResponse: isOn,
		answer: answers,
		response: fc.record({
			kind: fc.constant('response' as const),
			before: fc.array(fc.constantFrom(100, 103), { maxLength: 1 }),
			status: fc.constantFrom(200, 201, 202, 206, 299),
			delivery: fc.record({ framing, gzip: isOn }),
		}),
		headers,
	})
	.map(({ answer: { body, type }, fullResponse, headers: sent, response, ...rest }) => {
		const withType = Object.entries({ ...sent, 'Content-Type': type });
		return {
			...rest,
			body,
			options: { maxRetries: 1, maxWait: 5, fullResponse },
			steps: [{ ...response, headers: withType, body }],
		};
	});
