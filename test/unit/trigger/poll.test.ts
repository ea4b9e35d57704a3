import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { limiterRegistry, SharedLimiter } from '../../../nodes/core/http/requestQueue';
import type { RawResponse } from '../../../nodes/core/http/response';
import { CloudManagementTrigger } from '../../../nodes/CloudManagementTrigger/CloudManagementTrigger.node';
import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { runPoll } from '../../../nodes/core/watch/poll';
import { FakeTime, json, text } from '../core/fakes';
import type { FakePoll, Respond } from './fakePoll';
import { CREDENTIAL, fakePoll, ORGANIZATION_ID, poll } from './fakePoll';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-10T00:00:00.000Z');
const ID_A = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';
const ID_B = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';
const ID_C = '9d1e2f30-41b5-4c6d-8e7f-90a1b2c3d4e5';
const DATE = { Date: new Date(NOW).toUTCString() };

// What the polls of one process share is tested with the limiter: here each has its own.
beforeEach(() => {
	jest.spyOn(limiterRegistry, 'limiterFor').mockImplementation(() => new SharedLimiter());
});

afterEach(() => {
	jest.restoreAllMocks();
});

function activity(id: string, daysAgo: number, more: IDataObject = {}): IDataObject {
	return { id, createdAt: new Date(NOW - daysAgo * DAY).toISOString(), ...more };
}

function manyIds(length: number): string[] {
	return Array.from({ length }, (_, n) => ID_A.slice(0, -2) + String(n).padStart(2, '0'));
}

/** A response that does not come before the request is aborted. */
async function never(signal?: AbortSignal): Promise<RawResponse> {
	return await new Promise((_resolve, reject) => {
		signal?.addEventListener('abort', () => {
			reject(new Error('aborted'));
		});
	});
}

function list(...records: unknown[]): RawResponse {
	return json({ result: records }, 200, DATE);
}

/** Runs a poll that must fail, and expects the state to be as it was. */
async function failure(setup: FakePoll, clock = new FakeTime()): Promise<unknown> {
	const before = structuredClone(setup.staticData);
	const { context } = fakePoll(setup);
	const error: unknown = await runPoll(context, managementTrigger, clock).catch(
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(Error);
	expect(setup.staticData).toEqual(before);
	return error;
}

/** Runs a poll that must fail before anything is read. */
async function inputFailure(setup: FakePoll): Promise<unknown> {
	const respond = () => {
		throw new Error('something was read');
	};
	const error = await failure({ staticData: {}, ...setup, respond });
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toHaveProperty('description', 'Nothing was sent.');
	return error;
}

/** The state after a first poll. */
async function activated(setup: FakePoll): Promise<IDataObject> {
	const staticData: IDataObject = {};
	const { items } = await poll({ ...setup, staticData });
	expect(items).toBeUndefined();
	return staticData;
}

describe('New Activity', () => {
	it('keeps its state in the static data of the node, and nothing else', async () => {
		const staticData: IDataObject = { left: 'over' };
		await poll({ staticData, respond: () => list(activity('a', 0)) });
		const { scope, ...state } = staticData;
		expect(scope).toMatch(/^[0-9a-f]{64}$/);
		expect(state).toEqual({ version: 1, watermark: NOW, seen: [['a', NOW]] });
	});

	it('emits the records as they are, read with one request', async () => {
		const staticData = await activated({});
		const records = [activity('b', 0, { type: 'x' }), activity('a', 1)];
		const { items, paths } = await poll({
			staticData,
			respond: () => list(...records, 'no record'),
		});
		expect(items).toEqual([records[1], records[0]]);
		expect(paths).toEqual(['/activities']);
	});

	it.each([
		[{ types: 'service_START, other' }, ['a', 'b']],
		[{ types: ['service_start'], actorTypes: 'user' }, ['a']],
		[{ actors: 'ada example' }, ['a']],
		[{ actors: 'id-2' }, ['b']],
		[{ serviceIds: 's2,' }, ['b']],
		[{ types: ' , ' }, ['a', 'b', 'c']],
		[{ types: 'unheard' }, undefined],
	])('with the filters %j gives %j', async (filters, expected) => {
		const records = [
			activity('a', 0.3, {
				...{ type: 'service_start', actorType: 'user', actorId: 'id-1' },
				actorDetails: 'Ada Example',
			}),
			activity('b', 0.2, {
				...{ type: 'service_start', actorType: 'api', actorId: 'id-2', serviceId: 's2' },
			}),
			activity('c', 0.1),
		];
		const staticData = await activated({});
		const { items } = await poll({
			...{ parameters: { filters }, staticData, respond: () => list(...records) },
		});
		expect(items?.map(({ id }) => id)).toEqual(expected);
		const unfiltered = await poll({ staticData, respond: () => list(...records) });
		expect(unfiltered.items).toBeUndefined();
	});

	it.each([
		[undefined, DATE, ['6 days']],
		[30, DATE, ['8 days', '6 days']],
		[0, DATE, ['6 days']],
		// Without the service's time, by the newest activity.
		[undefined, {}, ['8 days', '6 days']],
	])('with Ignore Older Than %s and the headers %j emits %j', async (days, headers, expected) => {
		const options = days === undefined ? {} : { ignoreOlderThanDays: days };
		const staticData = await activated({ respond: () => list(activity('40 days', 40)) });
		const records = [activity('8 days', 8), { id: 'no time' }, activity('6 days', 6)];
		const respond = () => json({ result: records }, 200, headers);
		const { items } = await poll({ parameters: { options }, staticData, respond });
		expect(items?.map(({ id }) => id)).toEqual([...expected, 'no time']);
	});

	it.each([
		[
			'another organization',
			{ options: { organizationId: '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672' } },
		],
		['another base URL', { credential: { ...CREDENTIAL, baseUrl: 'https://other.example.com' } }],
	])('starts again for %s', async (_, { options, credential }: FakePoll & IDataObject) => {
		const staticData = await activated({});
		const parameters = options === undefined ? {} : { options };
		const changed = { parameters, ...(credential === undefined ? {} : { credential }) };
		const respond = () => list(activity('a', 0));
		expect((await poll({ ...changed, staticData, respond })).items).toBeUndefined();
	});

	it.each([
		['a slash at the end', 'https://api.example.com/'],
		['several slashes and spaces', '  https://api.example.com//  '],
		['capital letters in the host', 'https://API.Example.COM'],
		['the default port', 'https://api.example.com:443'],
		['the version pasted', 'https://api.example.com/v1'],
		['all of it', 'HTTPS://Api.example.com:443/V1/'],
	])('goes on where the base URL is the same with %s', async (_, baseUrl) => {
		const staticData = await activated({ credential: { ...CREDENTIAL, baseUrl } });
		const respond = () => list(activity('a', 0));
		expect((await poll({ staticData, respond })).items).toHaveLength(1);
	});

	it.each(['http://127.0.0.1', 'https://api.example.com:8443', 'https://api.example.com/cloud'])(
		'starts again for the base URL %s',
		async (baseUrl) => {
			const staticData = await activated({ credential: { ...CREDENTIAL, baseUrl } });
			const respond = () => list(activity('a', 0));
			expect((await poll({ staticData, respond })).items).toBeUndefined();
		},
	);

	it.each([
		[{ types: { a: 1 } }, 'Types must be a list, or text with commas.'],
		[{ actors: 5 }, 'Actors must be a list, or text with commas.'],
		[{ serviceIds: [{}] }, 'Service IDs must be a list, or text with commas.'],
		[{ actorTypes: true }, 'Actor Types must be a list, or text with commas.'],
		['service_start', 'Filters cannot be read. Add the filters in the form.'],
		[7, 'Filters cannot be read. Add the filters in the form.'],
	])('refuses the filters %j, which would let everything pass', async (filters, message) => {
		for (const mode of ['trigger', 'manual'] as const) {
			expect(await inputFailure({ parameters: { filters }, mode })).toMatchObject({ message });
		}
	});

	it.each([null, undefined])('refuses filters whose expression gives %s', async (nothing) => {
		const setups: FakePoll[] = [
			{ parameters: { filters: nothing }, raw: { filters: '={{ $vars.none }}' } },
			{
				parameters: { filters: { types: nothing } },
				raw: { filters: { types: '={{ $vars.none }}' } },
			},
		];
		const errors = [];
		for (const setup of setups) errors.push(await inputFailure(setup));
		expect(errors).toMatchObject(
			['Filters', 'Types'].map((field) => ({
				message: `${field} is empty: the expression gave nothing. Correct the expression.`,
			})),
		);
	});

	it('accepts empty filters, and expressions that give empty text', async () => {
		const raw = { filters: { types: "={{ '' }}" } };
		const staticData = await activated({ parameters: { filters: { types: '' } }, raw });
		const respond = () => list(activity('a', 0));
		expect((await poll({ staticData, respond })).items).toHaveLength(1);
	});

	it.each<[string, Record<string, string>]>([
		['by the time of the response', DATE],
		['by the clock of n8n, where the response has no time', {}],
	])('loses nothing after an activity dated in the future, bounded %s', async (_, headers) => {
		const clock = new FakeTime();
		clock.time = NOW;
		const future = { id: 'future', createdAt: '2099-01-01T00:00:00Z' };
		const respond = () => json({ result: [future] }, 200, headers);
		const staticData: IDataObject = {};
		await poll({ staticData, respond }, clock);
		expect(staticData['watermark']).toBe(NOW + 300_000);
		const records = [future, activity('late', 0.99), activity('8 days', 8)];
		const next = () => json({ result: records }, 200, headers);
		const { items } = await poll({ staticData, respond: next }, clock);
		expect(items?.map(({ id }) => id)).toEqual(['late']);
	});

	it('keeps less than 300 kB, whatever comes', async () => {
		const staticData: IDataObject = {};
		const organizationId = ORGANIZATION_ID;
		const parameters = { options: { organizationId } };
		const records = Array.from({ length: 4000 }, (_, n) =>
			activity(`${String(n)}${'\u0001€'.repeat(5000)}`, n / 10_000),
		);
		await poll({ parameters, staticData, respond: () => list(...records) });
		expect(staticData['seen']).toHaveLength(2000);
		expect(Buffer.byteLength(JSON.stringify(staticData))).toBeLessThan(300_000);
	});

	it('lets polls that overlap emit nothing twice', async () => {
		const staticData = await activated({});
		const respond = () => list(activity('a', 0));
		const both = await Promise.all([poll({ staticData, respond }), poll({ staticData, respond })]);
		expect(both.flatMap(({ items }) => items ?? []).map(({ id }) => id)).toEqual(['a']);
	});

	it('is not kept from anything by a clock of n8n that is far behind', async () => {
		const staticData = await activated({});
		const clock = new FakeTime();
		clock.time = 0;
		const { items } = await poll({ staticData, respond: () => list(activity('a', 0)) }, clock);
		expect(items).toHaveLength(1);
	});
});

describe('Output', () => {
	const fewer = activity('a', 0, { type: 'x' });
	const record = { ...fewer, actorIpAddress: '192.0.2.1' };

	it.each([
		['simplified', fewer],
		['raw', record],
	])('%s shows an activity so, also by hand', async (output, expected) => {
		const setup = { parameters: { output }, respond: () => list(record) };
		expect((await poll({ ...setup, mode: 'manual' })).items).toEqual([expected]);
		const staticData = await activated({ parameters: { output } });
		expect((await poll({ ...setup, staticData })).items).toEqual([expected]);
	});

	it.each([
		['serviceStateChanged', { serviceIds: ID_A }, 'service'],
		[
			'reversePrivateEndpointStatusChanged',
			{ serviceId: ID_A, reversePrivateEndpointIds: 'rpe-1' },
			'reversePrivateEndpoint',
		],
	])('simplified shows fewer fields of the record of %s', async (event, ids, member) => {
		const respond = () => json({ result: { id: 'x', state: 'a', status: 'a', more: 1 } });
		const parameters = { event, ...ids };
		const raw = await poll({ mode: 'manual', respond, parameters });
		expect(raw.items?.[0]?.[member]).toHaveProperty('more', 1);
		const simplified = { ...parameters, output: 'simplified' };
		const { items } = await poll({ mode: 'manual', respond, parameters: simplified });
		expect(items?.[0]?.[member]).toHaveProperty('id', 'x');
		expect(items?.[0]?.[member]).not.toHaveProperty('more');
	});
});

describe('the node', () => {
	it('polls', async () => {
		const { context } = fakePoll({ mode: 'manual', respond: () => list(activity('a', 0)) });
		const output = await new CloudManagementTrigger().poll.call(context);
		expect(output).toEqual([[{ json: activity('a', 0) }]]);
	});
});

describe('a test by hand', () => {
	const records = [activity('old', 2, { type: 'x' }), activity('new', 1, { type: 'y' })];

	it('outputs the newest match and touches no state', async () => {
		const respond = () => list(...records, { id: 'no time', type: 'x' });
		const { items } = await poll({ mode: 'manual', respond });
		expect(items).toEqual([records[1]]);
		const { items: filtered } = await poll({
			...{ mode: 'manual', respond, parameters: { filters: { types: 'x' } } },
		});
		expect(filtered).toEqual([records[0]]);
	});

	it('outputs one without a time where there is no other', async () => {
		const respond = () => list({ id: 'no time' });
		expect((await poll({ mode: 'manual', respond })).items).toEqual([{ id: 'no time' }]);
	});

	it('says how many activities there are, and of which types', async () => {
		const types = Array.from({ length: 12 }, (_, n) =>
			activity(`t${String(n)}`, 1, { type: `t${String(n)}` }),
		);
		const respond = () =>
			list(
				...records,
				activity('b', 1, { type: 'y' }),
				{ id: 'c', createdAt: activity('', 9)['createdAt'] },
				...types,
			);
		const parameters = { filters: { types: 'z' } };
		const error = await failure({ mode: 'manual', respond, parameters });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toHaveProperty('message', 'No activity of the organization matches the filters');
		const description =
			/has activities of these types: y \(2\), without a type \(1\), x \(1\), t0 \(1\), .*, 5 more\.$/;
		expect(error).toHaveProperty('description', expect.stringMatching(description));
	});

	it('cuts and redacts the types', async () => {
		const odd = activity('b', 1, { type: `x\n${'y'.repeat(200)} z` });
		const secret = activity('c', 2, { type: 'of canary-secret' });
		const parameters = { filters: { types: 'z' } };
		const error = await failure({ mode: 'manual', respond: () => list(odd, secret), parameters });
		const types = `: of *** (1), x ${'y'.repeat(98)}… (1).`;
		expect(error).toHaveProperty('description', expect.stringContaining(types));
	});

	it('names all types where they are few', async () => {
		const parameters = { filters: { types: 'z' } };
		const error = await failure({ mode: 'manual', respond: () => list(...records), parameters });
		expect(error).toHaveProperty(
			'description',
			expect.stringMatching(/: y \(1\), x \(1\)\.$|: x \(1\), y \(1\)\.$/),
		);
	});

	it('says that there are none yet', async () => {
		expect(await failure({ mode: 'manual' })).toMatchObject({
			message: 'The organization has no activities yet',
		});
	});

	it('outputs the present state of a service', async () => {
		const service = { id: ID_A, state: 'idle' };
		const respond = (path: string) =>
			path.endsWith(ID_A) ? json({ result: service }) : text('', 404);
		const parameters = { event: 'serviceStateChanged', serviceIds: [ID_B, ID_A] };
		const { items } = await poll({ mode: 'manual', parameters, respond });
		expect(items).toEqual([{ previousState: 'idle', state: 'idle', service }]);
	});

	it('says why no service could be read', async () => {
		const parameters = { event: 'serviceStateChanged', serviceIds: ID_A };
		const error = await failure({ mode: 'manual', parameters, respond: () => json({}, 404) });
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

/** Answers reads of services with their states: a status is answered as a failure. */
function services(states: Record<string, string | number>): Respond {
	return (path) => {
		const id = path.split('/').at(-1) ?? '';
		const state = states[id];
		return typeof state === 'string' ? json({ result: { id, state } }) : json({}, state ?? 404);
	};
}

describe('Service State Changed', () => {
	const parameters = { event: 'serviceStateChanged', serviceIds: `${ID_A}, ${ID_B}, ${ID_A}` };

	it('emits what has changed since the poll before', async () => {
		const staticData = await activated({
			...{ parameters, respond: services({ [ID_A]: 'idle', [ID_B]: 'idle' }) },
		});
		const respond = services({ [ID_A]: 'running', [ID_B]: 'idle' });
		const { items, paths } = await poll({ parameters, staticData, respond });
		expect(paths).toEqual([`/services/${ID_A}`, `/services/${ID_B}`]);
		const service = { id: ID_A, state: 'running' };
		expect(items).toEqual([{ previousState: 'idle', state: 'running', service }]);
	});

	it('emits a known service once that is no longer found', async () => {
		const staticData = await activated({
			...{ parameters, respond: services({ [ID_A]: 'idle', [ID_B]: 'idle' }) },
		});
		const respond = services({});
		const { items } = await poll({ parameters, staticData, respond });
		expect(items).toEqual(
			[ID_A, ID_B].map((id) => ({ previousState: 'idle', state: 'gone', service: { id } })),
		);
		expect((await poll({ parameters, staticData, respond })).items).toBeUndefined();
	});

	it.each([
		['a status', 500],
		['a refusal', 403],
	])('a service that cannot be read (%s) does not silence the others', async (_, status) => {
		const staticData = await activated({
			...{ parameters, respond: services({ [ID_A]: 'idle', [ID_B]: 'idle' }) },
		});
		const broken = await poll({
			...{ parameters, staticData, respond: services({ [ID_A]: status, [ID_B]: 'running' }) },
		});
		expect(broken.items).toMatchObject([{ state: 'running', service: { id: ID_B } }]);
		const mended = await poll({
			...{ parameters, staticData, respond: services({ [ID_A]: 'failed', [ID_B]: 'running' }) },
		});
		expect(mended.items).toMatchObject([{ previousState: 'idle', service: { id: ID_A } }]);
	});

	it.each([
		[services({}), '404'],
		[services({ [ID_A]: 404, [ID_B]: 401 }), '401'],
	])('throws when none could be read', async (respond, httpCode) => {
		const error = await failure({ parameters, staticData: {}, respond });
		expect(error).toMatchObject({ httpCode });
	});

	it.each([[{ id: ID_A }], [['idle']]])(
		'throws for a record without a state: %j',
		async (result) => {
			const error = await failure({ parameters, staticData: {}, respond: () => json({ result }) });
			expect(error).toMatchObject({ message: 'The response has no "result.state".' });
		},
	);

	it.each([
		[{ a: 1 }, 'Service IDs must be a list, or text with commas.'],
		[[{ id: ID_A }], 'Service IDs must be a list, or text with commas.'],
		[
			Array.from({ length: 51 }, (_, n) => String(n)),
			/^Service IDs contains 51 IDs, .* at most 50/,
		],
		['abc', /^Service ID is not a UUID/],
	])('refuses the IDs %.20j', async (serviceIds, message) => {
		const error = await failure({ parameters: { ...parameters, serviceIds }, staticData: {} });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toHaveProperty('message', expect.stringMatching(message));
	});

	it.each([
		['404', '400'],
		['403', '404'],
	])(
		'fails at activation for IDs that are rejected with %s and %s, and names them',
		async (...statuses) => {
			const [one, other] = statuses.map(Number);
			const serviceIds = [ID_A, ID_B, ID_C];
			const respond = services({ [ID_A]: one ?? 0, [ID_B]: 'idle', [ID_C]: other ?? 0 });
			const setup = { parameters: { ...parameters, serviceIds }, respond };
			const error = await failure({ ...setup, staticData: {} });
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error).toMatchObject({
				message: `Service IDs: 2 IDs cannot be read: ${ID_A}, ${ID_C}`,
				httpCode: statuses[0],
			});
			expect(error).toHaveProperty(
				'description',
				[
					'Correct or remove these IDs, or use a key that may read them.',
					...[ID_A, ID_C].map(
						(id, n) => `• ${id}: The API refused the request with status ${statuses[n] ?? ''}.`,
					),
				].join('\n'),
			);
		},
	);

	it('names ten rejected IDs, and says how many more', async () => {
		const serviceIds = manyIds(13);
		const respond = services({ [serviceIds[0] ?? '']: 'idle' });
		const setup = { parameters: { ...parameters, serviceIds }, respond };
		const error = await failure({ ...setup, staticData: {} });
		expect(error).toHaveProperty(
			'message',
			expect.stringMatching(/^Service IDs: 12 IDs cannot be read: .*10 and 2 more$/),
		);
	});

	it.each([429, 500, 200])('is activated where a service responds with %i', async (status) => {
		const states = services({ [ID_B]: 'idle' });
		const respond: Respond = (path) =>
			path.endsWith(ID_B) ? states(path) : json({}, status, { 'retry-after': '40' });
		const staticData = await activated({ parameters, respond });
		const running = services({ [ID_A]: 'idle', [ID_B]: 'running' });
		const { items, reported } = await poll({ parameters, staticData, respond: running });
		expect(items).toHaveLength(1);
		expect(reported).toEqual([]);
	});

	it('fails as well where an ID is added later, and keeps the state', async () => {
		const one = { parameters: { ...parameters, serviceIds: ID_A } };
		const staticData = await activated({ ...one, respond: services({ [ID_A]: 'idle' }) });
		const respond = services({ [ID_A]: 'running' });
		const error = await failure({ parameters, staticData, respond });
		expect(error).toHaveProperty('message', `Service IDs: 1 ID cannot be read: ${ID_B}`);
		expect((await poll({ ...one, staticData, respond })).items).toHaveLength(1);
	});

	it('does not fail for a known ID that is gone when the node is changed', async () => {
		const both = services({ [ID_A]: 'idle', [ID_B]: 'idle' });
		const staticData = await activated({ parameters, respond: both });
		const changed = { ...parameters, options: { ignoreOlderThanDays: 3 } };
		const respond = services({ [ID_A]: 'idle' });
		const { items } = await poll({ parameters: changed, staticData, respond });
		expect(items).toMatchObject([{ state: 'gone', service: { id: ID_B } }]);
	});

	it.each([403, 404, 500])(
		'reports an ID once that goes on failing with %i, and goes on with the others',
		async (status) => {
			const later = { [ID_A]: 500, [ID_B]: 'idle' };
			const known = { [ID_A]: 'idle', [ID_B]: 'idle' };
			const staticData = await activated({
				...{ parameters, respond: services(status === 404 ? later : known) },
			});
			// For a known service, 404 is reported as its state; for one that was never seen, it counts as a failure.
			const polls = [];
			for (const state of ['idle', 'running', 'idle', 'running']) {
				const respond = services({ [ID_A]: status, [ID_B]: state });
				polls.push(await poll({ parameters, staticData, respond }));
			}
			expect(polls.map(({ items }) => items?.map(({ service }) => service))).toEqual([
				undefined,
				...['running', 'idle', 'running'].map((state) => [{ id: ID_B, state }]),
			]);
			const reported = polls.flatMap((one) => one.reported);
			expect(reported).toHaveLength(1);
			expect(reported[0]).toBeInstanceOf(NodeApiError);
			expect(reported[0]).toHaveProperty(
				'message',
				`Service IDs: 1 ID could not be read in two polls in a row: ${ID_A}`,
			);
			expect(reported[0]).toHaveProperty(
				'description',
				expect.stringMatching(
					/^The other IDs are still watched\..*\n• .*: The API .*status \d+\)?\.$/,
				),
			);
			const respond = services({ [ID_A]: 'running', [ID_B]: 'running' });
			const { items } = await poll({ parameters, staticData, respond });
			expect(items ?? []).toHaveLength(status === 404 ? 0 : 1);
		},
	);

	it('reports nothing for an ID that the rate limit or the time keeps back', async () => {
		const known = services({ [ID_A]: 'idle', [ID_B]: 'idle' });
		const staticData = await activated({ parameters, respond: known });
		for (let polls = 0; polls < 4; polls += 1) {
			const respond: Respond = (path) =>
				path.endsWith(ID_A) ? known(path) : json({}, 429, { 'retry-after': '40' });
			const { reported } = await poll({ parameters, staticData, respond });
			expect(reported).toEqual([]);
		}
	});

	it.each([null, undefined])('refuses an expression for the IDs that gives %s', async (nothing) => {
		const error = await inputFailure({
			parameters: { ...parameters, serviceIds: nothing },
			raw: { serviceIds: '={{ $vars.none }}' },
		});
		expect(error).toHaveProperty(
			'message',
			'Service IDs is empty: the expression gave nothing. Correct the expression.',
		);
	});

	it('refuses an expression for the organization that gives nothing', async () => {
		const error = await inputFailure({
			parameters: { ...parameters, options: { organizationId: null } },
			raw: { options: { organizationId: '={{ $vars.none }}' } },
		});
		expect(error).toHaveProperty(
			'message',
			'Organization ID is empty: the expression gave nothing. Correct the expression.',
		);
	});

	it('reads 50 services, five at a time', async () => {
		const ids = manyIds(50);
		let [open, most] = [0, 0];
		const respond = async (path: string) => {
			open += 1;
			most = Math.max(most, open);
			await new Promise((resolve) => setImmediate(resolve));
			open -= 1;
			return json({ result: { id: path, state: 'idle' } });
		};
		const many = { parameters: { ...parameters, serviceIds: ids } };
		const { paths } = await poll({ ...many, staticData: {}, respond });
		expect([paths.length, most]).toEqual([50, 5]);
	});

	it('goes on with the next services where not all fit into the time', async () => {
		const serviceIds = manyIds(12);
		const staticData: IDataObject = {};
		const firstPaths = [];
		for (let polls = 0; polls < 3; polls += 1) {
			let read = 0;
			const respond: Respond = async (path, signal) => {
				read += 1;
				return read > 5 ? await never(signal) : json({ result: { id: path, state: 'idle' } });
			};
			const setup = { parameters: { ...parameters, serviceIds }, budgetMs: 50 };
			const { paths } = await poll({ ...setup, staticData, respond });
			firstPaths.push(paths[0]?.slice(-2));
		}
		expect(firstPaths).toEqual(['00', '05', '10']);
		expect(staticData['resources']).toHaveLength(12);
	});

	it('goes on with those that the rate limit kept back', async () => {
		const staticData: IDataObject = {};
		const limited = (path: string) =>
			path.endsWith(ID_A)
				? json({ result: { id: ID_A, state: 'idle' } })
				: json({}, 429, { 'retry-after': '40' });
		const first = await poll({ parameters, staticData, respond: limited });
		expect(first.items).toBeUndefined();
		expect(staticData['next']).toBe(ID_B);
		const respond = services({ [ID_A]: 'idle', [ID_B]: 'idle' });
		const { paths } = await poll({ parameters, staticData, respond });
		expect(paths[0]).toBe(`/services/${ID_B}`);
	});

	it('lets polls that overlap emit nothing twice, and nothing that is out of date', async () => {
		const respond = services({ [ID_A]: 'idle', [ID_B]: 'idle' });
		const staticData = await activated({ parameters, respond });
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		const slow = poll({
			...{ parameters, staticData },
			respond: async (path) => {
				await released;
				return json({ result: { id: path, state: 'idle' } });
			},
		});
		const running = services({ [ID_A]: 'running', [ID_B]: 'idle' });
		const fast = await poll({ parameters, staticData, respond: running });
		release();
		expect(fast.items).toHaveLength(1);
		expect((await slow).items).toBeUndefined();
		expect((await poll({ parameters, staticData, respond: running })).items).toBeUndefined();
	});
});

describe('New States and Previous States', () => {
	const parameters = { event: 'serviceStateChanged', serviceIds: ID_A };

	/** Plays the states and returns those that were emitted. */
	async function emitted(filters: IDataObject, states: Array<string | number>): Promise<unknown[]> {
		const staticData: IDataObject = {};
		const found = [];
		for (const state of states) {
			const respond = services({ [ID_A]: state });
			const { items = [] } = await poll({
				parameters: { ...parameters, ...filters },
				staticData,
				respond,
			});
			found.push(...items.map((item) => item['state']));
		}
		return found;
	}

	it.each([
		[{}, ['stopped', 'failed', 'running', 'failed', 'gone']],
		[{ states: 'FAILED ' }, ['failed', 'failed']],
		[{ states: ['failed', 'gone'] }, ['failed', 'failed', 'gone']],
		[{ previousStates: 'running' }, ['stopped', 'failed']],
		[{ states: 'failed', previousStates: 'Stopped, x' }, ['failed']],
		[{ states: 'none' }, []],
	])('with %j emit %j', async (filters, expected) => {
		const states = ['running', 'stopped', 'failed', 'running', 'failed', 404];
		expect(await emitted(filters, states)).toEqual(expected);
	});

	it.each([
		[{ states: { a: 1 } }, 'New States must be a list, or text with commas.'],
		[{ previousStates: [{}] }, 'Previous States must be a list, or text with commas.'],
	])('are refused as %j, which would let everything pass', async (filters, message) => {
		const error = await inputFailure({ parameters: { ...parameters, ...filters } });
		expect(error).toHaveProperty('message', message);
	});
});

describe('Value Changed', () => {
	const PATH = '/v1/organizations/{organizationId}/services/s/pipes/p';
	const parameters = { event: 'valueChanged', paths: PATH, valuePath: 'result.state' };
	const responding = (result: unknown, more: IDataObject = {}) => ({
		respond: () => json({ result, requestId: String(Math.random()), ...more }),
	});

	it('emits the path, the values as text and the record', async () => {
		const staticData = await activated({ parameters, ...responding({ state: 1 }) });
		const record = { state: true, secretKey: 'shown' };
		const { items, paths } = await poll({ parameters, staticData, ...responding(record) });
		expect(paths).toEqual(['/services/s/pipes/p']);
		expect(items).toEqual([{ path: PATH, previousValue: '1', value: 'true', record }]);
		const empty = await poll({ parameters, staticData, ...responding({}) });
		expect(empty.items).toMatchObject([{ previousValue: 'true', value: '', record: {} }]);
		const gone = await poll({ parameters, staticData, respond: () => json({}, 404) });
		expect(gone.items).toEqual([{ path: PATH, previousValue: '', value: 'gone', record: {} }]);
	});

	it('watches the complete payload where there is no value path, whatever the order of its fields', async () => {
		const complete = { ...parameters, valuePath: ' ' };
		const setup = { parameters: complete, staticData: {} };
		await poll({ ...setup, ...responding([{ a: 1, b: 2 }]) });
		expect((await poll({ ...setup, ...responding([{ b: 2, a: 1 }]) })).items).toBeUndefined();
		const { items } = await poll({ ...setup, ...responding([{ a: 1, b: 3 }]) });
		expect(items).toMatchObject([
			{
				previousValue: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
				record: { result: [{ a: 1, b: 3 }] },
			},
		]);
	});

	it('takes a complete response where it has no payload', async () => {
		const setup = { parameters: { ...parameters, valuePath: '' }, staticData: {} };
		await poll({ ...setup, respond: () => json({ state: 'a' }) });
		const { items } = await poll({ ...setup, respond: () => json({ state: 'b' }) });
		expect(items).toMatchObject([{ record: { state: 'b' } }]);
	});

	it('starts again where the value path changes', async () => {
		const staticData = await activated({ parameters, ...responding({ state: 'a', phase: 'b' }) });
		const other = { ...parameters, valuePath: 'result.phase' };
		const changed = await poll({
			...{ parameters: other, staticData },
			...responding({ state: 'a', phase: 'b' }),
		});
		expect(changed.items).toBeUndefined();
	});

	it.each([
		[{ valuePath: 'rslt.state' }, /^The response has no "rslt"\. The response contains result/],
		[{ valuePath: 'result' }, /^"result" contains state\.$/],
	])('fails where nothing has %j, and says what there is', async (changes, message) => {
		const setup = { parameters: { ...parameters, ...changes }, ...responding({ state: 'a' }) };
		const error = await failure({ ...setup, staticData: {} });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toHaveProperty('message', expect.stringMatching(message));
	});

	it.each(['rslt.state', 'result'])(
		'names no field that is the key itself at %s, but all others',
		async (valuePath) => {
			const body = { 'canary-secret': 1, shown: 1, result: { 'canary-secret': 1, shown: 1 } };
			const setup = { parameters: { ...parameters, valuePath }, respond: () => json(body) };
			const error = await failure({ ...setup, staticData: {} });
			const message = expect.stringMatching(/ contains \*\*\*, shown[,.]/) as unknown;
			expect(error).toHaveProperty('message', message);
			expect(String(error)).not.toContain('canary');
		},
	);

	it('names the paths that are rejected when it is published', async () => {
		const paths = `${PATH}, /v1/typo`;
		const respond = (path: string) =>
			path.endsWith('typo') ? json({}, 404) : json({ result: { state: 'a' } });
		const error = await failure({ parameters: { ...parameters, paths }, staticData: {}, respond });
		expect(error).toMatchObject({ message: 'Paths: 1 path cannot be read: /v1/typo' });
		expect(error).toHaveProperty('description', expect.stringContaining('remove these paths'));
	});

	it.each([
		[{ paths: '' }, 'Paths is empty. Enter at least one path.'],
		[
			{ paths: Array.from({ length: 51 }, (_, n) => `/v1/${String(n)}`) },
			'Paths contains 51 paths, and one trigger watches at most 50. Use several triggers.',
		],
		[{ valuePath: 'a..b' }, 'Value Path contains an empty part. Separate the parts with one dot.'],
		[{ valuePath: ['a'] }, 'Value Path must be text, such as result.state.'],
		[
			{ paths: `${PATH}?a=1` },
			`Path "${PATH}?a=1" contains a "?" or a "#". Enter the path alone: API Request has Query Parameters for the rest.`,
		],
	])('refuses %.40j', async (changes, message) => {
		const error = await inputFailure({ parameters: { ...parameters, ...changes } });
		expect(error).toHaveProperty('message', message);
	});
});

describe('Reverse Private Endpoint Status Changed', () => {
	const parameters = {
		...{ event: 'reversePrivateEndpointStatusChanged', serviceId: ID_A },
		reversePrivateEndpointIds: 'rpe-1',
	};

	it('takes the ID of the service out of a URL', async () => {
		const value = `https://console.example.com/services/${ID_A}/endpoints`;
		const located = { ...parameters, serviceId: { __rl: true, mode: 'url', value } };
		const respond = () => json({ result: { id: 'rpe-1', status: 'Ready' } });
		const { paths } = await poll({ mode: 'manual', parameters: located, respond });
		expect(paths).toEqual([`/services/${ID_A}/pipesReversePrivateEndpoints/rpe-1`]);
	});

	it('emits what has changed, and what is gone', async () => {
		const at = (status: string) => () => json({ result: { id: 'rpe-1', status } });
		const staticData = await activated({ parameters, respond: at('Provisioning') });
		const { items, paths } = await poll({ parameters, staticData, respond: at('Ready') });
		expect(paths).toEqual([`/services/${ID_A}/pipesReversePrivateEndpoints/rpe-1`]);
		expect(items).toEqual([
			{
				...{ previousStatus: 'Provisioning', status: 'Ready' },
				...{ reversePrivateEndpoint: { id: 'rpe-1', status: 'Ready' }, service: { id: ID_A } },
			},
		]);
		const gone = await poll({ parameters, staticData, respond: () => json({}, 404) });
		expect(gone.items).toEqual([
			{
				...{ previousStatus: 'Ready', status: 'gone' },
				...{ reversePrivateEndpoint: { id: 'rpe-1', serviceId: ID_A }, service: { id: ID_A } },
			},
		]);
	});
});

describe('a fault', () => {
	const staticData = { any: 'state' };

	it.each<[string, RawResponse, object]>([
		['400', json({ error: 'BAD_REQUEST' }, 400), { httpCode: '400' }],
		['401', json({}, 401), { httpCode: '401', failure: { cause: 'credential-invalid' } }],
		['408', json({}, 408), { httpCode: '408', failure: { cause: 'temporarily-unavailable' } }],
		[
			'429',
			json({}, 429, { 'Retry-After': '90' }),
			{
				...{ httpCode: '429', headers: { 'retry-after': '90' } },
				failure: { cause: 'rate-limited', retryAfterMs: 90_000 },
			},
		],
		[
			'503 with a wait',
			json({}, 503, { 'Retry-After': '90' }),
			{
				...{ httpCode: '503', headers: { 'retry-after': '90' } },
				failure: { cause: 'temporarily-unavailable', retryAfterMs: 90_000 },
			},
		],
		['504', text('<html>', 504), { failure: { cause: 'temporarily-unavailable' } }],
		['a page', text('<html>'), { httpCode: '200' }],
		['no list', json({ result: {} }), { message: /contains no list of activities/ }],
	])(
		'of the service (%s) throws a NodeApiError and leaves the state',
		async (_, response, parts) => {
			const error = await failure({ staticData, respond: () => response });
			expect(error).toBeInstanceOf(NodeApiError);
			for (const [name, part] of Object.entries(parts)) {
				if (part instanceof RegExp) expect(error).toHaveProperty(name, expect.stringMatching(part));
				else expect(error).toHaveProperty(name, part);
			}
		},
	);

	it('from the rate limit tells n8n the time in RateLimit-Reset', async () => {
		const respond = () => json({}, 429, { 'ratelimit-reset': '89.5' });
		expect(await failure({ staticData, respond })).toMatchObject({
			headers: { 'retry-after': '90' },
			failure: { cause: 'rate-limited', retryAfterMs: 89_500 },
		});
	});

	it.each([403, 500, 503])(
		'with status %i takes no time from X-RateLimit-Reset',
		async (status) => {
			const respond = () =>
				json({}, status, { 'x-ratelimit-reset': '90', 'ratelimit-reset': '90' });
			const error = await failure({ staticData, respond });
			expect(error).toHaveProperty('httpCode', String(status));
			expect(error).not.toHaveProperty('headers');
			expect(error).not.toHaveProperty('failure.retryAfterMs');
		},
	);

	it('of the network is reported without a status, and without the key', async () => {
		const respond = () => {
			throw Object.assign(new Error('canary-secret'), { code: 'ECONNRESET' });
		};
		const error = await failure({ staticData, respond });
		expect(error).toMatchObject({ httpCode: null, failure: { cause: 'temporarily-unavailable' } });
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('that repeats the key is redacted', async () => {
		const respond = () => json({ error: 'bad canary-secret' }, 400);
		expect(await failure({ staticData, respond })).toHaveProperty(
			'message',
			'The API refused the request with status 400: bad ***',
		);
	});

	it('that passes is not reported', async () => {
		const responses = [json({}, 500), list()];
		const respond = () => responses.shift() ?? list();
		expect((await poll({ staticData: {}, respond })).paths).toHaveLength(2);
	});

	it('of a short rate limit is waited for', async () => {
		const responses = [json({}, 429, { 'retry-after': '10' })];
		const respond = () => responses.shift() ?? list();
		const { paths, clock } = await poll({ staticData: {}, respond });
		expect([paths.length, clock.slept]).toEqual([2, [10_000]]);
	});

	it('of time says so', async () => {
		const clock = new FakeTime();
		const respond = () => {
			clock.time += 2000;
			return json({}, 400);
		};
		const error = await failure({ staticData, respond, budgetMs: 1000 }, clock);
		expect(error).toHaveProperty('message', expect.stringMatching(/took longer/));
	});

	it('of a response that does not come ends with the time', async () => {
		const respond: Respond = async (_, signal) => await never(signal);
		const error = await failure({ staticData, respond, budgetMs: 50 });
		expect(error).toHaveProperty('message', expect.stringMatching(/took longer/));
	});

	it.each([
		[{ parameters: { event: 'toString' } }, /^The event "toString" is not known/],
		[{ credential: { ...CREDENTIAL, baseUrl: 'http://example.com' } }, /^Base URL must start/],
		[{ credential: { ...CREDENTIAL, organizationId: 'x' } }, /Organization ID .* not a UUID/],
	])('of the settings %j is reported', async (setup, message) => {
		const error = await failure({ ...setup, staticData });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toHaveProperty('message', expect.stringMatching(message));
	});
});

describe('the request queue of a poll', () => {
	it('is joined by none whose expression throws, and left by all', async () => {
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
		jest.restoreAllMocks();
	});
});

describe('A defect of the trigger', () => {
	it.each([
		[new TypeError('boom canary-secret'), true],
		[new NodeOperationError(fakePoll({}).context.getNode(), 'Not this way'), false],
		[new Error('of n8n'), false],
	])('%s is reported with its stack in the log, redacted: %s', async (thrown, isReported) => {
		const { context } = fakePoll({ staticData: {} });
		const logged = jest.spyOn(context.logger, 'error');
		const events = { newActivity: { read: async () => await Promise.reject(thrown) } };
		const broken = { ...managementTrigger, events };
		const error: unknown = await runPoll(context, broken).catch((reason: unknown) => reason);
		if (!isReported) {
			expect(error).toBe(thrown);
			expect(logged).not.toHaveBeenCalled();
			return;
		}
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'The node could not finish a poll (TypeError).',
			description:
				"Nothing was changed. Please report this defect of the node, with its entry in n8n's log.",
		});
		expect(logged.mock.calls).toEqual([
			[expect.stringMatching(/a poll failed unexpectedly\. TypeError: boom \*\*\*\n +at /)],
		]);
	});
});
