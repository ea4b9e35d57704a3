import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SharedLimiter } from '../../../nodes/engine/http/requestQueue';
import type { RawResponse } from '../../../nodes/engine/http/response';
import { CloudManagementTrigger } from '../../../nodes/CloudManagementTrigger/CloudManagementTrigger.node';
import { newActivity } from '../../../nodes/CloudManagementTrigger/newActivity';
import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { runPoll } from '../../../nodes/features/watch/poll';
import { FakeTime, json, text } from '../core/fakes';
import type { FakePoll, Respond } from './fakePoll';
import { CREDENTIAL, ENDPOINTS, failure, fakePoll, never, PIPES, poll, SERVICES } from './fakePoll';

const ACTIVITY = { id: 'a', createdAt: '2026-03-01T00:00:00Z' };
const list = () => json({ result: [ACTIVITY] });
/** Responds with each once, and then with a list. */
const inTurn = (...responses: RawResponse[]): Respond => {
	const left = [...responses];
	return () => left.shift() ?? list();
};

// The limiter's tests cover polls that share a process: here each has its own.
beforeEach(() => {
	jest.spyOn(SharedLimiter, 'of').mockImplementation(() => new SharedLimiter());
});

afterEach(() => {
	jest.restoreAllMocks();
});

it('the node polls', async () => {
	const { context } = fakePoll({ mode: 'manual', respond: list });
	const output = await new CloudManagementTrigger().poll.call(context);
	expect(output).toEqual([[{ json: ACTIVITY }]]);
});

describe('refused before anything is read', () => {
	const NOTHING = '={{ $vars.none }}';
	const PATHS = { event: 'valueChanged', paths: '/v1/p' };
	const many = (count: number) => Array.from({ length: count }, (_, n) => `/v1/${String(n)}`);

	it.each<[IDataObject, string, INodeParameters?]>([
		[{ event: 'toString' }, 'The event "toString"'],
		[{ filters: { types: { a: 1 } } }, 'Types'],
		[{ filters: { serviceIds: [{}] } }, 'Service Names or IDs'],
		[{ filters: { actorTypes: true } }, 'Actor Types'],
		[{ filters: 'service_start' }, 'Filters'],
		[{ filters: null }, 'Filters', { filters: NOTHING }],
		...[null, undefined, '', ' , ', [], [null]].flatMap(
			(nothing): Array<[IDataObject, string, INodeParameters]> => [
				[{ filters: { types: nothing } }, 'Types', { filters: { types: NOTHING } }],
				[{ ...SERVICES, serviceIds: nothing }, 'Service Names or IDs', { serviceIds: NOTHING }],
				[{ ...PIPES, serviceId: nothing }, 'Service', { serviceId: NOTHING }],
				[{ ...SERVICES, states: nothing }, 'New States', { states: NOTHING }],
				[{ ...SERVICES, previousStates: nothing }, 'Previous States', { previousStates: NOTHING }],
				[{ ...PATHS, valuePath: nothing }, 'Value Path', { valuePath: NOTHING }],
			],
		),
		[
			{ options: { organizationId: undefined } },
			'Organization ID',
			{ options: { organizationId: NOTHING } },
		],
		[{ ...PIPES, serviceId: 'x' }, 'Service'],
		[{ ...PIPES, pipeIds: { a: 1 } }, 'Pipe Names or IDs'],
		[{ ...PIPES, pipeIds: many(1001) }, 'Pipe Names or IDs'],
		[{ ...PIPES, serviceId: '', pipeIds: 'p' }, 'Service'],
		[{ ...SERVICES, serviceIds: many(51) }, 'Service Names or IDs'],
		[{ ...SERVICES, serviceIds: 'abc' }, 'Service'],
		[{ ...SERVICES, states: { a: 1 } }, 'New States'],
		[{ ...SERVICES, previousStates: [{}] }, 'Previous States'],
		[{ ...PATHS, paths: '' }, 'Paths'],
		[{ ...PATHS, paths: many(51) }, 'Paths'],
		[{ ...PATHS, paths: '/v1/p?a=1' }, 'Path'],
		[{ ...PATHS, valuePath: 'a..b' }, 'Value Path'],
		[{ ...PATHS, valuePath: ['a'] }, 'Value Path'],
		[{ ...PATHS, states: {} }, 'New Values'],
		[{ ...ENDPOINTS, previousStates: {} }, 'Previous Statuses'],
		[{ ...ENDPOINTS, serviceId: '', reversePrivateEndpointIds: 'p' }, 'Service'],
	])('reports %j, by the field %s', async (...[parameters, label, raw = {}]) => {
		for (const mode of ['trigger', 'manual'] as const) {
			const respond = () => {
				throw new Error('something was read');
			};
			const error = await failure({ parameters, raw, mode, staticData: {}, respond });
			expect(error).toBeInstanceOf(NodeOperationError);
			expect(`${error.message} `.startsWith(`${label} `)).toBe(true);
		}
	});

	it.each([
		[{ baseUrl: 'http://example.com' }, /^Base URL/],
		[{ organizationId: 'x' }, /Organization ID/],
	])('reports the credential %j', async (changes, message) => {
		const credential = { ...CREDENTIAL, ...changes };
		const error = await failure({ credential, staticData: {} });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toMatch(message);
	});

	it.each<[IDataObject, INodeParameters?]>([
		[{ filters: { types: '' } }],
		[{ filters: { types: ['x', null] } }, { filters: { types: NOTHING } }],
		[
			{ filters: { types: '' }, options: { organizationId: '' } },
			{ options: { organizationId: NOTHING } },
		],
	])('accepts empty fields, and %j', async (parameters, raw = {}) => {
		const setup = { raw, parameters, staticData: {} };
		await poll(setup);
		const respond = () => json({ result: [{ ...ACTIVITY, type: 'x' }] });
		expect((await poll({ ...setup, respond })).items).toHaveLength(1);
	});
});

describe('a fault is thrown for n8n to back off, and leaves the state', () => {
	const staticData = { any: 'state' };
	const RESET = { 'x-ratelimit-reset': '90', 'ratelimit-reset': '90' };
	const AFTER = { 'Retry-After': '90' };
	const PARTS = { 'ratelimit-reset': '89.5' };
	const unavailable = { cause: 'temporarily-unavailable' };

	it.each<
		[string, RawResponse, string | null, { cause: string; retryAfterMs?: number } | undefined]
	>([
		['400', json({ error: 'BAD_REQUEST' }, 400), '400', undefined],
		['401', json({}, 401), '401', { cause: 'credential-invalid' }],
		['403 with a limit', json({}, 403, RESET), '403', undefined],
		['408', json({}, 408), '408', unavailable],
		['429', json({}, 429, AFTER), '429', { cause: 'rate-limited', retryAfterMs: 90_000 }],
		['429 in parts', json({}, 429, PARTS), '429', { cause: 'rate-limited', retryAfterMs: 89_500 }],
		['500 with a limit', json({}, 500, RESET), '500', unavailable],
		['503 with a wait', json({}, 503, AFTER), '503', { ...unavailable, retryAfterMs: 90_000 }],
		['504', text('<html>', 504), '504', unavailable],
		['a page', text('<html>'), '200', undefined],
		['no list', json({ result: {} }), null, unavailable],
	])('%s', async (_, response, httpCode, reason) => {
		const error = await failure({ staticData, respond: () => response });
		expect(error).toBeInstanceOf(NodeApiError);
		const found = Object.fromEntries(Object.entries(error));
		const headers = reason?.retryAfterMs === undefined ? undefined : { 'retry-after': '90' };
		const shown = [found['httpCode'], found['failure'], found['headers']];
		expect(shown).toEqual([httpCode, reason, headers]);
	});

	it.each<[string, Respond]>([
		[
			'in the network',
			() => {
				throw Object.assign(new Error('canary-secret'), { code: 'ECONNRESET' });
			},
		],
		['in its text', () => json({ error: 'bad canary-secret' }, 400)],
	])('a key %s is not shown', async (_, respond) => {
		const error = await failure({ staticData, respond });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(JSON.stringify(error) + error.message).not.toContain('canary');
	});

	it('a passing fault or a short rate limit is not thrown', async () => {
		const broken = await poll({ staticData: {}, respond: inTurn(json({}, 500)) });
		expect(broken.paths).toHaveLength(2);
		const limited = inTurn(json({}, 429, { 'retry-after': '10' }));
		const { paths, clock } = await poll({ staticData: {}, respond: limited });
		expect([paths.length, clock.slept]).toEqual([2, [10_000]]);
	});

	it.each<[number, (clock: FakeTime) => Respond]>([
		[
			1000,
			(clock) => () => {
				clock.time += 2000;
				return json({}, 400);
			},
		],
		[50, () => async (_path, signal) => await never(signal)],
	])('if the response takes longer than %d ms', async (budgetMs, respondBy) => {
		const clock = new FakeTime();
		const setup: FakePoll = { staticData, respond: respondBy(clock), budgetMs };
		expect((await failure(setup, clock)).message).toMatch(/took longer/);
	});
});

it('an expression that throws never joins the request queue, and every poll leaves it', async () => {
	const joined = jest.spyOn(SharedLimiter.prototype, 'join');
	const left = jest.spyOn(SharedLimiter.prototype, 'leave');
	for (let reads = 1; reads < 30; reads += 1) {
		const { context } = fakePoll({ staticData: {} });
		const parameter = jest.spyOn(context, 'getNodeParameter');
		for (let read = 1; read < reads; read += 1) {
			parameter.mockImplementationOnce((name: string) => (name === 'event' ? 'newActivity' : {}));
		}
		parameter.mockImplementationOnce(() => {
			throw new Error('the expression threw');
		});
		await runPoll(context, managementTrigger, new FakeTime()).catch(() => undefined);
	}
	expect(joined).toHaveBeenCalled();
	const participants = (spy: jest.SpyInstance) => new Set(spy.mock.calls.flat());
	expect(participants(left)).toEqual(participants(joined));
});

it.each([
	[new TypeError('boom canary-secret'), true],
	[new NodeOperationError(fakePoll({}).context.getNode(), 'Not this way'), false],
	[new Error('of n8n'), false],
])(
	'an error in an event is a defect if n8n does not know it: logged, and redacted: %p',
	async (thrown, isDefect) => {
		const { context } = fakePoll({ staticData: {} });
		const logged = jest.spyOn(context.logger, 'error');
		const read = async () => await Promise.reject(thrown);
		const events = { newActivity: { ...newActivity, read } };
		const broken = { ...managementTrigger, events };
		const error: unknown = await runPoll(context, broken).catch((reason: unknown) => reason);
		if (isDefect)
			expect(error).toHaveProperty('message', expect.stringContaining('a poll (TypeError)'));
		else expect(error).toBe(thrown);
		const stack: unknown = expect.stringMatching(/TypeError: boom \*\*\*\n +at /);
		expect(logged.mock.calls).toEqual(isDefect ? [[stack]] : []);
	},
);
