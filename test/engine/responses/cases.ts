import * as fc from 'fast-check';

import type { NodeUnderTest } from '../../../tools/engine/workflow';
import type { OperationName } from './operations';
import { OPERATIONS, SECRETS } from './operations';
import type { BrokenStep, Delivery, ResponseStep, Step } from './steps';

/** One run of a node: its request for each item, n8n's repetitions, and the server's script. */
export interface Case {
	operation: OperationName;
	items: number;
	node: Pick<NodeUnderTest, 'maxTries' | 'onError' | 'retryOnFail'>;
	options: { fullResponse?: boolean; maxRetries: number; maxWait: number; timeout: number };
	steps: Step[];
}

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const texts = fc.constantFrom(
	'',
	'x',
	'running',
	'2026-01-01T00:00:00Z',
	...Object.values(SECRETS),
);
const scalars = fc.oneof(
	fc.constantFrom<unknown>(null, true, false, 0, 1, -2.5, 1e300),
	texts,
	fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const names = fc.constantFrom(
	...['error', 'result', 'data', 'message', 'status', 'requestId', 'id', 'summary', 'state', 'a'],
);

/** Any JSON: scalars, null, empty, with the keys that envelopes have. */
const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		scalars,
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(names, tie('value'), { maxKeys: 4 }),
	),
})).value;

/** Responses of services, with an `error` or a payload of any type. */
const envelopes: fc.Arbitrary<unknown> = fc.record(
	{
		status: fc.constantFrom(200, 400),
		requestId: texts,
		result: fc.oneof(json, fc.record({ id: texts, error: json }, { requiredKeys: ['id'] })),
		data: fc.oneof(json, fc.record({ id: texts, error: json }, { requiredKeys: ['id'] })),
		error: json,
		message: texts,
	},
	{ requiredKeys: [] },
);

const bodies = fc.oneof(
	{ weight: 4, arbitrary: envelopes.map((value) => JSON.stringify(value)) },
	{ weight: 3, arbitrary: json.map((value) => JSON.stringify(value)) },
	fc.constantFrom(
		...['', ' ', PEM, 'a,b\n1,2\n'],
		...['up 1\n', `<html><title>${SECRETS.key}</title>`, '[[1]', '{"a":1}{"a":1}', '\u0000'],
		`${'['.repeat(200)}${']'.repeat(200)}`,
	),
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
	fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map(httpDate),
	fc.integer({ min: -100, max: 100 }).map((seconds) => httpDate(new Date(NOW + seconds * 1000))),
	fc.constantFrom('', '0', 'now', 'Thu, 32 Foo 2026 25:61:61 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'),
);
const NOW = Date.UTC(2026, 0, 1);

function httpDate(date: Date): string {
	return date.toUTCString();
}

const times = fc.oneof(
	dates,
	fc.constantFrom('0', '1', '2.5', '60', '-1', '1e9', '99999999999999'),
);
const headers = fc.record(
	{
		Date: dates,
		'Retry-After': times,
		'X-RateLimit-Reset': times,
		Location: fc.constantFrom(
			...['/elsewhere', 'https://other.example/x', `//other.example/?token=${SECRETS.token}`, ''],
		),
		'Content-Type': fc.constantFrom(
			...['application/json', 'text/plain', 'text/html', 'application/problem+json', 'x', ''],
		),
	},
	{ requiredKeys: [] },
);

const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const delivery: fc.Arbitrary<Delivery> = fc.record(
	{
		framing: fc.constantFrom('length', 'chunked', 'close'),
		gzip: fc.boolean(),
		cut: fc.record({ at: places, end: fc.constantFrom('close', 'reset', 'badRecord') }),
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
	delivery: fc.oneof({ weight: 2, arbitrary: fc.constant(WHOLE) }, delivery),
});

/** The behaviour of a service whose credentials and requests are fine. */
const successes: fc.Arbitrary<ResponseStep> = fc.record({
	kind: fc.constant('response'),
	before: fc.constant([]),
	status: fc.constantFrom(200, 201),
	headers: headers.map((record) => Object.entries(record)),
	body: fc
		.record({ error: json, id: texts }, { requiredKeys: ['id'] })
		.map((record) => JSON.stringify({ result: record, data: record })),
	delivery: fc.constant(WHOLE),
});

const broken: fc.Arbitrary<BrokenStep> = fc.oneof(
	fc.constantFrom<BrokenStep>(
		...(['resetAtOnce', 'resetOnData', 'closeOnData'] as const).map((kind) => ({ kind })),
		...(['resetAfterRequest', 'closeAfterRequest'] as const).map((kind) => ({ kind })),
	),
	fc
		.constantFrom(
			'',
			'\r\n\r\n',
			'HTTP/1.1',
			'HTTP/1.1 200',
			'SSH-2.0-x\r\n',
			'HTTP/1.1 2x0 O\r\n\r\n',
		)
		.map((bytes): BrokenStep => ({ kind: 'bytes', bytes })),
);

const brokenTls: fc.Arbitrary<BrokenStep> = fc.constantFrom<BrokenStep>(
	...(['noTls', 'alert', 'untrusted', 'otherHost', 'oldVersion'] as const).map((kind) => ({
		kind,
	})),
	{ kind: 'clientCertificate' },
	{ kind: 'badRecord' },
	{ kind: 'badRecord' },
	{ kind: 'badRecord' },
);

/** Steps of which few take as long as the timeout. */
function stepsOf(isSecure: boolean): fc.Arbitrary<Step[]> {
	const step = fc.oneof(
		{ weight: 20, arbitrary: responses },
		{ weight: 10, arbitrary: successes },
		{ weight: 8, arbitrary: broken },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'silence' }) },
		{ weight: isSecure ? 25 : 0, arbitrary: brokenTls },
	);
	return fc.array(step, { minLength: 1, maxLength: 4 });
}

const isOn = fc.boolean();
const node: fc.Arbitrary<Case['node']> = fc.record({
	retryOnFail: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, isOn),
	maxTries: fc.integer({ min: 2, max: 5 }),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
});

/** Any run of any of the operations. */
export function cases(isSecure: boolean): fc.Arbitrary<Case> {
	return fc.record({
		operation: fc.constantFrom(...operationNames()),
		items: fc.integer({ min: 1, max: 3 }),
		node,
		options: fc.record(
			{
				fullResponse: isOn,
				maxRetries: fc.integer({ min: 0, max: 2 }),
				maxWait: fc.constantFrom(0, 5, 300),
				timeout: fc.constant(200),
			},
			{ requiredKeys: ['maxRetries', 'maxWait', 'timeout'] },
		),
		steps: stepsOf(isSecure),
	});
}

function operationNames(): Array<OperationName> {
	return Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
}

/** Any JSON, and texts that are none, with the types that they are sent with. */
const answers = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.oneof(envelopes, json).map((value) => ({
			body: JSON.stringify(value),
			type: 'application/json',
		})),
	},
	fc.record({
		body: fc.constantFrom(PEM, 'a,b\n1,2\n', '# HELP up\nup 1\n', 'key: value\n'),
		type: fc.constantFrom(
			...['text/plain', 'text/csv; charset=utf-8', 'application/x-pem-file'],
			'application/openmetrics-text; version=1.0.0',
		),
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
		status: fc.constantFrom(200, 201, 202, 206, 299),
		headers,
		before: fc.array(fc.constantFrom(100, 103), { maxLength: 1 }),
		framing: fc.constantFrom('length', 'chunked', 'close'),
		gzip: isOn,
	})
	.map(({ answer, status, headers: sent, before, framing, gzip, fullResponse, ...rest }) => ({
		...rest,
		body: answer.body,
		options: { maxRetries: 1, maxWait: 5, timeout: 20_000, fullResponse },
		steps: [
			{
				...{ kind: 'response', before, status, body: answer.body },
				headers: Object.entries({ ...sent, 'Content-Type': answer.type }),
				delivery: { framing, gzip },
			},
		],
	}));
