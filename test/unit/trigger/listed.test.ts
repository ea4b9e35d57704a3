import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { LIMITS } from '../../../nodes/core/watch/keptRecords';
import { json, text } from '../core/fakes';
import { CREDENTIAL, poll } from './fakePoll';
import type { Listed, Told } from './listedPolls';
import { ALERTS, changeOf, changes, failure, responding } from './listedPolls';

const SERVICE_ID = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';
const PIPES = { event: 'pipeStateChanged', serviceId: SERVICE_ID };
const SERVICES = { event: 'serviceStateChanged' };
const ENDPOINTS = { event: 'reversePrivateEndpointStatusChanged', serviceId: SERVICE_ID };

const LISTED = [ALERTS, PIPES, SERVICES, ENDPOINTS];

describe.each(LISTED)('$event, of all that one list has', (parameters) => {
	it.each<[string, Listed[], Told[]]>([
		['the first poll only remembers', [{ a: 'x' }, { a: 'x' }], [[], []]],
		[
			'a change',
			[{ a: 'x', b: 'x' }, { a: 'y', b: 'x' }, { a: 'y' }],
			[[], ['a: x → y'], ['b: x → gone']],
		],
		['another spelling', [{ a: 'x' }, { a: ' X' }], [[], []]],
		['a new one', [{ a: 'x' }, { a: 'x', b: 'y' }, { a: 'x', b: 'y' }], [[], ['b:  → y'], []]],
		['a new one after none', [{}, { a: 'x' }], [[], ['a:  → x']]],
		['gone, told once', [{ a: 'x' }, {}, {}], [[], ['a: x → gone'], []]],
		['gone, and there again', [{ a: 'x' }, {}, { a: 'x' }], [[], ['a: x → gone'], ['a: gone → x']]],
		[
			'gone for long, and there again',
			[{ a: 'x' }, {}, {}, { a: 'x' }],
			[[], ['a: x → gone'], [], ['a:  → x']],
		],
		['a failure', [{ a: 'x' }, 500, { a: 'y', b: 'x' }], [[], 'failed', ['a: x → y', 'b:  → x']]],
		['a failure at first', [500, { a: 'x' }, { a: 'y' }], ['failed', [], ['a: x → y']]],
		[
			'without a state',
			[
				{ a: 'x', b: 'x' },
				{ a: null, b: 'y' },
				{ a: 'y', b: 'y' },
			],
			[[], ['b: x → y'], ['a: x → y']],
		],
	])('tells %s', async (_, lists, expected) => {
		expect(await changes(parameters, lists)).toEqual(expected);
	});

	it('remembers long IDs, and finds none of them gone', async () => {
		const lists = [
			{ ['x'.repeat(300)]: 'a' },
			{ ['x'.repeat(300)]: 'a' },
			{ ['x'.repeat(300)]: 'b' },
		];
		expect(await changes(parameters, lists)).toEqual([[], [], [`${'x'.repeat(300)}: a → b`]]);
	});

	it('remembers less than 300 kB, and watches no more than that takes', async () => {
		const long = (n: number): [string, string] => [
			`${'\u0001'.repeat(22)}${String(n)}`,
			'€'.repeat(46),
		];
		const listed = (length: number) =>
			Object.fromEntries(Array.from({ length }, (_, n) => long(n)));
		const staticData: IDataObject = {};
		await changes(parameters, [listed(1000)], staticData);
		expect(staticData['resources']).toHaveLength(1000);
		expect(Buffer.byteLength(JSON.stringify(staticData))).toBeLessThan(300_000);
		const error = await failure({ parameters, staticData, ...responding(listed(1001)) });
		expect(error).toHaveProperty(
			'message',
			expect.stringMatching(/1,001 .*s to watch.* at most 1,000/),
		);
		const others = Object.fromEntries(Object.entries(listed(1000)).map(([id]) => [`o${id}`, 'x']));
		const [told = []] = await changes(parameters, [others], staticData);
		expect(told).toHaveLength(1000);
		expect(staticData['resources']).toHaveLength(1000);
	});

	it('says that the list may not exist, and what to do then', async () => {
		const error = await failure({ parameters, staticData: {}, ...responding(404) });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: '404' });
		const instead =
			parameters === ALERTS
				? /Base URL/
				: parameters === PIPES
					? /Value Changed/
					: /enter .* IDs\./;
		expect(error).toHaveProperty(
			'description',
			expect.stringMatching(/this API may not have (?:a list of |this list)/),
		);
		expect(error).toHaveProperty('description', expect.stringMatching(instead));
	});

	it.each([json({ result: {} }), text('<html>')])('fails for what is no list', async (response) => {
		const before = { any: 'state' };
		const staticData = { ...before };
		expect(await failure({ parameters, staticData, respond: () => response })).toBeInstanceOf(
			Error,
		);
		expect(staticData).toEqual(before);
	});

	it('shows the first by hand, and says where there is none', async () => {
		const byHand = { mode: 'manual' as const, parameters };
		const { items } = await poll({ ...byHand, ...responding({ a: 'x', b: 'y' }) });
		expect(items?.map(changeOf)).toEqual(['a: x → x']);
		const error = await failure({ ...byHand, ...responding({}) });
		expect(error).toHaveProperty('message', expect.stringMatching(/list is empty/));
	});

	it('leaves changes that are too large for one poll to the next', async () => {
		const large = (state: string) => ({ a: state, b: state });
		jest.replaceProperty(LIMITS, 'characters', 40);
		const expected = [[], ['a: x → y'], ['b: x → y'], []];
		expect(await changes(parameters, ['x', 'y', 'y', 'y'].map(large))).toEqual(expected);
		jest.restoreAllMocks();
	});
});

describe('Pipe State Changed', () => {
	it.each([
		['standard', 'pipes'],
		['clickhouseCloud', 'clickpipes'],
	])('sends one request, in the dialect %s, and outputs the pipe', async (apiDialect, segment) => {
		const credential = { ...CREDENTIAL, apiDialect };
		const pipe = { id: 'p', name: 'n', state: 'Failed', source: { kafka: {} }, more: 1 };
		const respond = (state: string) => () => json({ result: [{ ...pipe, state }] });
		const setup = { credential, parameters: { ...PIPES, output: 'simplified' }, staticData: {} };
		await poll({ ...setup, respond: respond('Running') });
		const { items, paths } = await poll({ ...setup, respond: respond('Failed') });
		expect(paths).toEqual([`/services/${SERVICE_ID}/${segment}`]);
		const simplified = { id: 'p', name: 'n', state: 'Failed', sourceKind: 'kafka' };
		const service = { id: SERVICE_ID };
		expect(items).toEqual([
			{ previousState: 'Running', state: 'Failed', pipe: simplified, service },
		]);
		const gone = await poll({ ...setup, respond: () => json({ result: [] }) });
		expect(gone.items).toEqual([
			{
				...{ previousState: 'Failed', state: 'gone' },
				pipe: { id: 'p', serviceId: SERVICE_ID },
				service,
			},
		]);
	});

	it.each<[IDataObject, string[]]>([
		[{}, ['a: x → y', 'b: x → z', 'c:  → y']],
		[{ states: 'Y' }, ['a: x → y', 'c:  → y']],
		[{ previousStates: ['x'] }, ['a: x → y', 'b: x → z']],
		[{ pipeIds: 'b, ' }, ['b: x → z']],
		[{ pipeIds: ['a', 'b'], states: 'y' }, ['a: x → y']],
	])('with %j tells %j', async (filters, expected) => {
		const lists = [
			{ a: 'x', b: 'x' },
			{ a: 'y', b: 'z', c: 'y' },
		];
		expect(await changes({ ...PIPES, ...filters }, lists)).toEqual([[], expected]);
	});

	it('tells nothing of a pipe whose ID is added later, until it changes', async () => {
		const staticData: IDataObject = {};
		await changes({ ...PIPES, pipeIds: 'a' }, [{ a: 'x', b: 'x' }], staticData);
		const both = { ...PIPES, pipeIds: 'a,b' };
		const lists = [
			{ a: 'x', b: 'x' },
			{ a: 'x', b: 'y' },
		];
		expect(await changes(both, lists, staticData)).toEqual([[], ['b: x → y']]);
		expect(await changes(PIPES, [{ a: 'x', b: 'y', c: 'x' }], staticData)).toEqual([[]]);
	});

	it('fails at activation for an ID that the list does not have, and tells one that is gone', async () => {
		const parameters = { ...PIPES, pipeIds: 'a, b' };
		const error = await failure({ parameters, staticData: {}, ...responding({ a: 'x' }) });
		expect(error).toMatchObject({ message: 'Pipe IDs: 1 ID cannot be read: b', httpCode: '404' });
		const lists = [{ a: 'x', b: 'x' }, { a: 'x' }, { a: 'x' }, { a: 'y', b: 'x' }];
		expect(await changes(parameters, lists)).toEqual([
			...[[], ['b: x → gone'], []],
			['a: x → y', 'b: gone → x'],
		]);
	});

	it.each([
		[{ serviceId: 'x' }, /^Service ID is not a UUID/],
		[{ pipeIds: { a: 1 } }, 'Pipe IDs must be a list, or text with commas.'],
		[
			{ pipeIds: Array.from({ length: 1001 }, (_, n) => n) },
			/^Pipe IDs contains 1001 IDs, .* 1000/,
		],
	])('refuses %.40j', async (wrong, message) => {
		const respond = () => {
			throw new Error('something was read');
		};
		const error = await failure({ parameters: { ...PIPES, ...wrong }, staticData: {}, respond });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toHaveProperty('message', expect.stringMatching(message));
	});

	it('watches those that are entered, however many the list has', async () => {
		const many = Array.from({ length: 1001 }, (_, n): [string, string] => [`p${String(n)}`, 'x']);
		const lists = [many, [...many, ['p9', 'y'] as const]].map((list) => Object.fromEntries(list));
		expect(await changes({ ...PIPES, pipeIds: 'p9' }, lists)).toEqual([[], ['p9: x → y']]);
	});

	it('reads more than fifty pipes that are entered', async () => {
		const ids = Array.from({ length: 60 }, (_, n) => `p${String(n)}`);
		const inState = (state: string) => Object.fromEntries(ids.map((id) => [id, state]));
		const [, told] = await changes({ ...PIPES, pipeIds: ids }, [inState('x'), inState('y')]);
		expect(told).toHaveLength(60);
	});
});

describe('Service State Changed', () => {
	it('is silent about what it did not watch yet, once all are watched', async () => {
		const staticData: IDataObject = {};
		const one = { ...SERVICES, serviceIds: SERVICE_ID };
		const respond = () => json({ result: { id: SERVICE_ID, state: 'idle' } });
		await poll({ parameters: one, staticData, respond });
		expect(await changes(SERVICES, [{ [SERVICE_ID]: 'x', b: 'x' }], staticData)).toEqual([[]]);
	});
});
