import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SharedLimiter } from '../../../nodes/engine/http/requestQueue';
import type { RawResponse } from '../../../nodes/engine/http/response';
import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { FakeClock } from '../core/fakeClock';
import { json, text, EXPECTED_LIMIT } from '../core/fakes';
import { DeadlineExceeded } from '../../../nodes/engine/http/networkError';
import { failure, never, PIPES, poll, SERVICES } from './fakePoll';

const ACTIVITY = { id: 'a', createdAt: '2026-03-01T00:00:00Z' };

// The limiter's own tests cover sharing, so each poll gets a new limiter.
beforeEach(() => {
	jest.spyOn(SharedLimiter, 'of').mockImplementation(() => new SharedLimiter(EXPECTED_LIMIT));
});

afterEach(() => {
	jest.restoreAllMocks();
});

describe('runPoll (parameters)', () => {
	const NOTHING = '={{ $vars.none }}';
	const VALUES = { event: 'valueChanged', paths: '/v1/p' };
	const numbered = (count: number) => Array.from({ length: count }, (_, n) => `/v1/${String(n)}`);

	/** A poll and a manual test must fail with the label, without a request. */
	async function expectRefusal(parameters: IDataObject, label: string, raw: INodeParameters = {}) {
		for (const mode of ['trigger', 'manual'] as const) {
			const respond = () => {
				throw new Error('something was read');
			};
			const error = await failure({ parameters, raw, mode, staticData: {}, respond });
			expect(error).toBeInstanceOf(NodeOperationError);
			expect(`${error.message} `.startsWith(`${label} `)).toBe(true);
		}
	}

	/** An expression may fill these fields. Each has a way to set it. */
	const FIELDS = Object.entries(managementTrigger.events).flatMap(([event, { fields }]) =>
		fields.flatMap((field) => {
			const { displayName, name, options = [] } = field;
			const set = (value: unknown) => ({ event, paths: '/v1/p', [name]: value }) as IDataObject;
			if (field.type !== 'collection') return [{ event, label: displayName, set }];
			return options.flatMap((member) => ({
				event,
				label: 'displayName' in member ? member.displayName : '',
				set: (value: unknown) => set({ [member.name]: value }),
			}));
		}),
	);

	it.each(FIELDS)(
		'rejects an object or an empty expression in $label of $event',
		async ({ label, set }) => {
			await expectRefusal(set({ a: 1 }), label);
			for (const nothing of [null, undefined, '', ' , ', [], [null]]) {
				await expectRefusal(set(nothing), label, set(NOTHING) as INodeParameters);
			}
		},
	);

	it.each<{ label: string; parameters: IDataObject; raw?: INodeParameters }>([
		{ label: 'The event "toString"', parameters: { event: 'toString' } },
		{ label: 'Filters', parameters: { filters: 'service_start' } },
		{ label: 'Filters', parameters: { filters: null }, raw: { filters: NOTHING } },
		{
			label: 'Organization ID',
			parameters: { options: { organizationId: undefined } },
			raw: { options: { organizationId: NOTHING } },
		},
		{
			label: 'Organization ID',
			parameters: { options: { organizationId: ' ' } },
			raw: { options: { organizationId: NOTHING } },
		},
		{ label: 'Service', parameters: { ...PIPES, serviceId: 'x' } },
		{ label: 'Service', parameters: { ...PIPES, serviceId: '', pipeIds: 'p' } },
		{ label: 'Service', parameters: { ...SERVICES, serviceIds: 'abc' } },
		{ label: 'Pipe Names or IDs', parameters: { ...PIPES, pipeIds: numbered(1001) } },
		{ label: 'Service Names or IDs', parameters: { ...SERVICES, serviceIds: numbered(51) } },
		{ label: 'Previous States', parameters: { ...SERVICES, previousStates: [{}] } },
		{ label: 'Paths', parameters: { ...VALUES, paths: '' } },
		{ label: 'Paths', parameters: { ...VALUES, paths: numbered(51) } },
		{ label: 'Path', parameters: { ...VALUES, paths: '/v1/p?a=1' } },
		{ label: 'Value Path', parameters: { ...VALUES, valuePath: 'a..b' } },
	])('rejects $label in $parameters', async ({ label, parameters, raw }) => {
		await expectRefusal(parameters, label, raw);
	});

	it.each<{ name: string; parameters: IDataObject; raw: INodeParameters }>([
		{
			name: 'an expression that returns a list with nothing in it',
			parameters: { filters: { types: ['x', null] } },
			raw: { filters: { types: NOTHING } },
		},
		{
			name: "an empty Organization ID, which is the credential's",
			parameters: { options: { organizationId: '' } },
			raw: { options: { organizationId: '' } },
		},
	])('accepts $name', async ({ parameters, raw }) => {
		const setup = { raw, parameters, staticData: {} };
		await poll(setup);
		const respond = () => json({ result: [{ ...ACTIVITY, type: 'x' }] });
		expect((await poll({ ...setup, respond })).items).toHaveLength(1);
	});
});

describe('runPoll (failures)', () => {
	const staticData = { any: 'state' };
	const RESET = { 'x-ratelimit-reset': '90', 'ratelimit-reset': '90' };

	it.each<{ name: string; response: RawResponse; httpCode: string | null; cause?: string }>([
		{ name: '401', response: json({}, 401), httpCode: '401', cause: 'credential-invalid' },
		{ name: '403 with a limit', response: json({}, 403, RESET), httpCode: '403' },
		{
			name: '500 with a limit',
			response: json({}, 500, RESET),
			httpCode: '500',
			cause: 'temporarily-unavailable',
		},
		{ name: 'a page', response: text('<html>'), httpCode: '200' },
		{ name: 'no list', response: json({ result: {} }), httpCode: null },
	])('keeps its state when it throws: $name', async ({ response, httpCode, cause }) => {
		const error = await failure({ staticData, respond: () => response });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toHaveProperty('httpCode', httpCode);
		expect(Reflect.get(error, 'failure')).toEqual(cause && { cause });
		expect(error).not.toHaveProperty('headers');
	});

	it.each([
		{
			status: 429,
			headers: { 'ratelimit-reset': '89.5' },
			cause: 'rate-limited',
			retryAfterMs: 89_500,
		},
		{
			status: 503,
			headers: { 'Retry-After': '90' },
			cause: 'temporarily-unavailable',
			retryAfterMs: 90_000,
		},
	])(
		'passes the wait after $status with $headers to n8n',
		async ({ status, headers, ...reason }) => {
			const error = await failure({ staticData, respond: () => json({}, status, headers) });
			expect(error).toMatchObject({ failure: reason, headers: { 'retry-after': '90' } });
		},
	);

	it('passes the rest of an earlier wait to n8n without sending', async () => {
		const shared = new SharedLimiter(EXPECTED_LIMIT);
		jest.spyOn(SharedLimiter, 'of').mockReturnValue(shared);
		const clock = new FakeClock();
		const limited = json({}, 429, { 'retry-after': '90' });
		await failure({ staticData, respond: () => limited }, clock);
		clock.passed += 30_000;
		const respond = () => {
			throw new Error('something was read');
		};
		const error = await failure({ staticData, respond }, clock);
		expect(error).toMatchObject({
			failure: { retryAfterMs: 60_000 },
			headers: { 'retry-after': '60' },
		});
	});

	it.each([
		{
			name: 'network',
			respond: () => {
				throw Object.assign(new Error('canary-secret'), { code: 'ECONNRESET' });
			},
		},
		{ name: 'API', respond: () => json({ error: 'bad canary-secret' }, 400) },
	])("hides the key in the $name's message", async ({ respond }) => {
		const error = await failure({ staticData, respond });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(JSON.stringify(error) + error.message).not.toContain('canary');
	});

	it('tells n8n that a missing response is temporary', async () => {
		const respond = () => {
			throw Object.assign(new Error(), { code: 'ECONNRESET' });
		};
		const error = await failure({ staticData, respond });
		expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	});

	it("doesn't suggest an option after a timeout, because a trigger has none for it", async () => {
		const respond = () => {
			throw new DeadlineExceeded('timeout', 60_000);
		};
		const error = await failure({ staticData, respond });
		expect(error.message).toBe('No response arrived from api.example.com within 60 seconds.');
		expect(error.description).toMatch(/^The request was sent 3 times\. No change is lost/);
	});

	it('retries before it fails', async () => {
		const answers = [json({}, 500), json({}, 429, { 'retry-after': '10' })];
		const respond = () => answers.shift() ?? json({ result: [] });
		const { paths, clock } = await poll({ staticData: {}, respond });
		expect(paths).toHaveLength(3);
		expect(clock.slept.at(-1)).toBe(10_000);
	});

	it('explains that n8n allowed too little time', async () => {
		const clock = new FakeClock();
		const respond = () => {
			clock.passed += 2000;
			return json({}, 400);
		};
		const late = await failure({ staticData, respond, budgetMs: 1000 }, clock);
		expect(late.message).toMatch(/took longer/);
		const open = await failure({
			staticData,
			respond: async (_path, signal) => await never(signal),
			budgetMs: 50,
		});
		expect(open.message).toMatch(/took longer/);
	});
});

it('leaves the request queue, even if it fails', async () => {
	const joined = jest.spyOn(SharedLimiter.prototype, 'join');
	const left = jest.spyOn(SharedLimiter.prototype, 'leave');
	await poll({ staticData: {} });
	await failure({ staticData: {}, respond: () => json({}, 403) });
	await failure({ staticData: {}, parameters: { ...SERVICES, serviceIds: 'abc' } });
	expect(joined).toHaveBeenCalled();
	expect(new Set(left.mock.calls.flat())).toEqual(new Set(joined.mock.calls.flat()));
});
