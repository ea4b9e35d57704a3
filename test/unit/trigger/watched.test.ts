import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { LIMITS } from '../../../nodes/features/watch/states';
import { json, text } from '../core/fakes';
import type { Found, Respond } from './fakePoll';
import {
	ALERTS,
	BACKUPS,
	ENDPOINTS,
	PIPES,
	SERVICE_ID,
	SERVICES,
	changeOf,
	CREDENTIAL,
	failure,
	never,
	poll,
	respondWith,
	told,
} from './fakePoll';

const failing =
	(status: number): Respond =>
	() =>
		json({}, status, { 'retry-after': '40' });
const page: Respond = () => text('<html><h1>404 Not Found</h1></html>', 404);
const manyIds = (length: number) =>
	Array.from({ length }, (_, n) => SERVICE_ID.slice(0, -2) + String(n).padStart(2, '0'));

afterEach(() => {
	jest.restoreAllMocks();
});

describe.each([ALERTS, PIPES, SERVICES, ENDPOINTS, BACKUPS])(
	'$event, for a whole list,',
	(event) => {
		it.each<[Found[], string[]]>([
			[
				['p:x', 'p:x', 'p:X'],
				['', '', ''],
			],
			[
				['p:x q:x', 'p:y q:x', 'p:y q:x'],
				['', 'p: x → y', ''],
			],
			[
				['p:x', 'p:x q:y', 'p:x q:y'],
				['', 'q:  → y', ''],
			],
			[
				['', 'p:x'],
				['', 'p:  → x'],
			],
			[
				['p:x', '', '', 'p:x'],
				['', 'p: x → gone', '', 'p:  → x'],
			],
			[
				['p:x q:', 'p:x', 'p:x'],
				['', '', ''],
			],
			[
				['p:x', failing(500), 'p:y q:x'],
				['', 'failed 500', 'p: x → y, q:  → x'],
			],
			[
				[failing(404), 'p:x', 'p:y'],
				['failed 404', '', 'p: x → y'],
			],
			[[() => text('<html>')], ['failed 200']],
		])('emits with %j: %j', async (finds, expected) => {
			expect(await told(event, finds)).toEqual(expected);
		});

		it('leaves changes that are too large for one poll to the next', async () => {
			jest.replaceProperty(LIMITS, 'characters', 40);
			const finds = ['p:x q:x', 'p:y q:y', 'p:y q:y', 'p:y q:y'];
			expect(await told(event, finds)).toEqual(['', 'p: x → y', 'q: x → y', '']);
		});

		it('remembers less than 300 kB, and never watches more', async () => {
			const listed = (length: number, prefix = '\u0001'.repeat(22)) =>
				Object.fromEntries(
					Array.from({ length }, (_, n) => [`${prefix}${String(n)}`, '€'.repeat(46)]),
				);
			const staticData: IDataObject = {};
			await told(event, [listed(1000)], staticData);
			expect(staticData['resources']).toHaveLength(1000);
			expect(Buffer.byteLength(JSON.stringify(staticData))).toBeLessThan(300_000);
			const isPaged = event === ALERTS;
			const tooLong = isPaged ? 'reported' : 'failed none';
			expect(await told(event, [listed(1001)], staticData)).toEqual([tooLong]);
			const [others = ''] = await told(event, [listed(1000, 'other')], staticData);
			// Beyond a page, nothing counts as new.
			expect(others.split(', ')).toHaveLength(isPaged ? 1000 : 2000);
			expect(staticData['resources']).toHaveLength(1000);
		});

		it('reports a gone one in addition to as many as are watched', async () => {
			const listed = (start: number, length = 1000) =>
				Object.fromEntries(Array.from({ length }, (_, n) => [`n${String(start + n)}`, 'x']));
			const finds = [listed(0), listed(1), listed(1), { ...listed(2, 999), n0: 'x' }];
			expect(await told(event, finds)).toEqual([
				...['', 'n1000:  → x, n0: x → gone', '', 'n0:  → x, n1: x → gone'],
			]);
		});

		it('reads each once', async () => {
			const ids = Array.from({ length: 1000 }, (_, n) => `n${String(n)}`);
			const listed = (state: string) => Object.fromEntries(ids.map((id) => [id, state]));
			const finds = [listed('x'), listed('y'), { ...listed('y'), n0: 'z' }];
			const looks = jest.spyOn(Buffer, 'byteLength');
			const [, , last] = await told(event, finds);
			expect(last).toBe('n0: y → z');
			expect(looks.mock.calls.length).toBeLessThan(50_000);
		});

		it('shows the first by hand, if there is one', async () => {
			const setup = { mode: 'manual' as const, parameters: event };
			const { items } = await poll({ ...setup, respond: respondWith('p:x q:y') });
			expect(items?.map(changeOf)).toEqual(['p: x → x']);
			expect(await failure({ ...setup, respond: respondWith('') })).toBeInstanceOf(NodeApiError);
		});
	},
);

const ENTERED = { ...ENDPOINTS, reversePrivateEndpointIds: 'p, q, p' };
const PATHS = { event: 'valueChanged', paths: ['/v1/p', '/v1/q'], valuePath: 'result.state' };
const both = 'p:x q:x';

describe.each([ENTERED, PATHS])('$event, for each ID or path,', (event) => {
	it.each<[string, Found[], string[]]>([
		['a change, once', [both, 'p:y q:x', 'p:y q:x'], ['', 'p: x → y', '']],
		['gone, once', [both, 'q:x', 'q:x', both], ['', 'p: x → gone', '', 'p: gone → x']],
		['all gone, once', [both, '', ''], ['', 'p: x → gone, q: x → gone', '']],
		[
			'nothing gone that only a gateway does not find',
			[both, page, () => text('', 404, ''), () => json([], 404), 'p:x q:y'],
			['', 'failed 404 p q', 'failed 404 p q', 'failed 404 p q', 'q: x → y'],
		],
		['others in spite of a failure', [both, 'p:500 q:y', 'p:z q:y'], ['', 'q: x → y', 'p: x → z']],
		[
			'what keeps all from being read',
			['', 'p:404 q:401', 'p:429 q:429', both, failing(403), 'p:y q:x'],
			['failed 404 p q', 'failed 401', 'failed 429', '', 'failed 403 p q', 'p: x → y'],
		],
		[
			'what is rejected at activation',
			['p:404 q:x', 'p:x q:400', 'p:403 q:404', both],
			['failed 404 p', 'failed 400 q', 'failed 403 p q', ''],
		],
		['no failure that may pass', ['p:429 q:x', 'p:500 q:x', 'p:x q:y'], ['', '', 'q: x → y']],
		[
			'what goes on failing, once',
			[both, 'p:403 q:x', 'p:403 q:y', 'p:403 q:x', 'p:y q:x'],
			['', '', 'q: x → y, reported p', 'q: y → x', 'p: x → y'],
		],
		[
			'it again after it could be read',
			[both, ...[500, 'x', 500, 500, 'x', 403, 403].map((state) => `p:${String(state)} q:x`)],
			['', '', '', '', 'reported p', '', '', 'reported p'],
		],
		[
			'nothing gone that was never there',
			['p:x q:500', 'p:500 q:404', 'p:y q:404'],
			['', 'failed 500', 'p: x → y, reported q'],
		],
		[
			'what was never there and goes on failing, once',
			['p:500 q:x', 'p:404 q:y', 'p:404 q:x', both],
			['', 'q: x → y, reported p', 'q: y → x', ''],
		],
		['nothing of a rate limit', Array<Found>(4).fill('p:x q:429'), ['', '', '', '']],
	])('emits %s', async (_, finds, expected) => {
		expect(await told(event, finds)).toEqual(expected);
	});

	it('leaves nothing to the next poll because of the size of unchanged records', async () => {
		jest.replaceProperty(LIMITS, 'characters', 1);
		expect(await told(event, [both, 'p:x q:y'])).toEqual(['', 'q: x → y']);
	});

	it('continues with the resources that the rate limit held back', async () => {
		const staticData: IDataObject = {};
		await told(event, ['p:x q:429'], staticData);
		const { paths } = await poll({ parameters: event, staticData, respond: respondWith(both) });
		expect(paths.map((path) => path.at(-1))).toEqual(['q', 'p']);
	});

	it('shows by hand the first readable one, whichever answers first, or explains why there is none', async () => {
		const setup = { mode: 'manual' as const, parameters: event };
		const slowly: Respond = async (path) => {
			await new Promise((resolve) => setTimeout(resolve, path.endsWith('p') ? 20 : 0));
			return await respondWith(both)(path);
		};
		const shown = async (respond: Respond) => (await poll({ ...setup, respond })).items;
		expect((await shown(slowly))?.map(changeOf)).toEqual(['p: x → x']);
		expect((await shown(respondWith('q:x')))?.map(changeOf)).toEqual(['q: x → x']);
		expect(await failure({ ...setup, respond: failing(404) })).toHaveProperty('httpCode', '404');
	});

	it('lets overlapping polls emit nothing twice, and nothing outdated', async () => {
		const staticData: IDataObject = {};
		await told(event, [both], staticData);
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		const late: Found = async (path) => {
			await released;
			return await respondWith(both)(path);
		};
		const slow = told(event, [late], staticData);
		expect(await told(event, ['p:y q:x'], staticData)).toEqual(['p: x → y']);
		release();
		expect(await slow).toEqual(['']);
		expect(await told(event, ['p:y q:x'], staticData)).toEqual(['']);
	});
});

const spellings: Found[] = ['x', 'X ', ' x', 'y', 'Y', 'x'].map((state) => ({ p: state, q: 'x' }));

it.each<[IDataObject, Found[], string[]]>([
	[ENTERED, spellings, ['', '', '', 'p: x → y', '', 'p: y → x']],
	[
		PATHS,
		spellings,
		['', ...['x → X ', 'X  →  x', ' x → y', 'y → Y', 'Y → x'].map((to) => `p: ${to}`)],
	],
	[ENTERED, ['p:Gone q:x', 'q:x', 'p:gone q:x'], ['', '', '']],
])(
	'a state in another spelling is the same, a value is not: %j',
	async (event, finds, expected) => {
		expect(await told(event, finds)).toEqual(expected);
	},
);

it.each([{ id: 'p' }, ['x']])('a record without a state is a failure: %j', async (result) => {
	const respond = () => json({ result });
	const error = await failure({ parameters: ENTERED, staticData: {}, respond });
	expect(error.message).toContain('"result.status"');
});

describe('the choice', () => {
	const finds = ['p:x q:x', 'p:y q:z r:y', 'p:z q:z', 'p:y q:z'];

	it.each<[IDataObject, string[]]>([
		[{}, ['p: x → y, q: x → z, r:  → y', 'p: y → z, r: y → gone', 'p: z → y']],
		[{ states: 'Y ' }, ['p: x → y, r:  → y', '', 'p: z → y']],
		[{ states: ['z', 'gone'] }, ['q: x → z', 'p: y → z, r: y → gone', '']],
		[{ previousStates: 'X' }, ['p: x → y, q: x → z', '', '']],
		[{ states: 'y', previousStates: 'z, none' }, ['', '', 'p: z → y']],
		[{ states: 'none' }, ['', '', '']],
		[{ pipeIds: 'q, ' }, ['q: x → z', '', '']],
		[{ pipeIds: ['p', 'q'], states: 'y' }, ['p: x → y', '', 'p: z → y']],
	])('is with %j: %j', async (filters, expected) => {
		expect(await told({ ...PIPES, ...filters }, finds)).toEqual(['', ...expected]);
	});

	const byId = { ...SERVICES, serviceIds: SERVICE_ID };
	const one = { ...ENTERED, reversePrivateEndpointIds: 'p' };
	const changed = { ...ENTERED, options: { maxRetries: 1 } };

	it.each<[string, Array<[IDataObject, Found, string]>]>([
		[
			'is not new only because it was not watched before',
			[
				[{ ...PIPES, pipeIds: 'p' }, both, ''],
				[{ ...PIPES, pipeIds: 'p,q' }, both, ''],
				[{ ...PIPES, pipeIds: 'p,q' }, 'p:x q:y', 'q: x → y'],
				[PIPES, 'p:x q:x r:x', ''],
				[byId, `${SERVICE_ID}:x`, ''],
				[SERVICES, `${SERVICE_ID}:x p:x`, ''],
			],
		],
		[
			'fails if it is added later and rejected, which keeps the state',
			[
				[one, 'p:x', ''],
				[ENTERED, 'p:y', 'failed 404 q'],
				[one, 'p:y', 'p: x → y'],
			],
		],
		[
			'does not fail if it is known and gone when the node is changed',
			[
				[ENTERED, both, ''],
				[changed, 'p:x', 'q: x → gone'],
			],
		],
	])('%s', async (_, polls) => {
		const staticData: IDataObject = {};
		for (const [event, found, expected] of polls) {
			expect(await told(event, [found], staticData)).toEqual([expected]);
		}
	});

	it.each([
		[PIPES, 'pipeIds'],
		[ALERTS, 'alertIds'],
	])('may contain more than the whole list with %j', async (event, name) => {
		const ids = Array.from({ length: 1001 }, (_, n) => `id${String(n)}`);
		const inState = (state: string) => Object.fromEntries(ids.map((id) => [id, state]));
		const some = { ...event, [name]: ids.slice(0, 60) };
		const [, changes = ''] = await told(some, [inState('x'), inState('y')]);
		expect(changes.split(', ')).toHaveLength(60);
		const most = { ...event, [name]: ids.slice(0, 1000) };
		const { id0, ...others } = inState('x');
		const back = await told(most, [inState('x'), others, { id0: 'x', ...others }]);
		expect(back).toEqual(['', 'id0: x → gone', 'id0: gone → x']);
		expect(id0).toBe('x');
		expect(await told({ ...event, [name]: 'p, q' }, ['p:x'])).toEqual(['failed 404 q']);
	});

	it('is read 50 at a time at most, five side by side', async () => {
		let [open, most] = [0, 0];
		const respond: Respond = async () => {
			open += 1;
			most = Math.max(most, open);
			await new Promise((resolve) => setImmediate(resolve));
			open -= 1;
			return json({ result: { id: 'p', state: 'idle' } });
		};
		const parameters = { ...SERVICES, serviceIds: manyIds(50) };
		const { paths } = await poll({ parameters, staticData: {}, respond });
		expect([paths.length, most]).toEqual([50, 5]);
	});

	it('continues at the point where the time ended', async () => {
		const staticData: IDataObject = {};
		const first = [];
		for (let polls = 0; polls < 3; polls += 1) {
			let reads = 0;
			const respond: Respond = async (_path, signal) => {
				reads += 1;
				return reads > 5 ? await never(signal) : json({ result: { id: 'p', state: 'idle' } });
			};
			const parameters = { ...SERVICES, serviceIds: manyIds(12) };
			const { paths } = await poll({ parameters, staticData, respond, budgetMs: 50 });
			first.push(paths[0]?.slice(-2));
		}
		expect(first).toEqual(['00', '05', '10']);
		expect(staticData['resources']).toHaveLength(12);
	});
});

describe('alerts on several pages', () => {
	/** As many alerts as there are, all in the first state, and some in other states. */
	const alerts = (count: number, states: Record<string, string> = {}) => ({
		...Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${String(n)}`, 'OK'])),
		...states,
	});
	const fires = { n0: 'ALERT', n1100: 'ALERT' };

	it.each<[string, IDataObject, Found[], string[]]>([
		[
			'beyond 1,000 of which none is watched, which is reported once',
			{},
			[alerts(1000), alerts(1200, fires), alerts(1200), alerts(1000, fires)],
			['', 'n0: OK → ALERT, reported', 'n0: ALERT → OK', 'n0: OK → ALERT'],
		],
		[
			'none of which is new or gone while there are more than 1,000',
			{},
			[
				...[alerts(1000), { p: 'OK', q: 'OK', ...alerts(1000) }, alerts(1000)],
				{ p: 'OK', ...alerts(999) },
			],
			['', 'reported', 'p: OK → gone, q: OK → gone', 'p:  → OK, n999: OK → gone'],
		],
		[
			'of which those that are entered are found anywhere',
			{ alertIds: 'n0, n1100, n2400' },
			[alerts(2500), alerts(2500, fires), alerts(2000), alerts(2500)],
			[
				'',
				'n0: OK → ALERT, n1100: OK → ALERT',
				'n0: ALERT → OK, n1100: ALERT → OK, n2400: OK → gone',
				'n2400: gone → OK',
			],
		],
		[
			'of which those that are entered are missed nowhere',
			{ alertIds: 'n1200' },
			[alerts(1200), alerts(1201)],
			['failed 404', ''],
		],
	])('%s', async (_, parameters, finds, expected) => {
		expect(await told({ ...ALERTS, ...parameters }, finds)).toEqual(expected);
	});

	it('are not gone because another one was deleted in between', async () => {
		const staticData: IDataObject = {};
		const parameters = { ...ALERTS, alertIds: 'n999, n1000, n1001' };
		await told(parameters, [alerts(1500)], staticData);
		const deleting: Found = async (path) => {
			const left = Object.entries(alerts(1500)).filter(([id]) => id !== 'n5');
			const isLate = path.includes('offset');
			return await respondWith(isLate ? Object.fromEntries(left) : alerts(1500))(path);
		};
		expect(await told(parameters, [deleting], staticData)).toEqual(['']);
	});

	it('are read as far as they are watched', async () => {
		const respond = respondWith(alerts(5000));
		const all = await poll({ parameters: ALERTS, staticData: {}, respond });
		const queries = (paths: string[]) => paths.map((path) => path.split('?')[1]);
		expect(queries(all.paths)).toEqual(['limit=1000', 'limit=11&offset=990']);
		const entered = { ...ALERTS, alertIds: 'n4000' };
		const some = await poll({ parameters: entered, staticData: {}, respond });
		expect(some.paths).toHaveLength(6);
	});

	it('fail if a page does, and lose nothing', async () => {
		const broken: Found = (path) =>
			path.includes('offset') ? json({}, 403) : respondWith(alerts(1500, fires))(path);
		const finds = [alerts(1500), broken, alerts(1500, fires)];
		const parameters = { ...ALERTS, alertIds: 'n1100' };
		expect(await told(parameters, finds)).toEqual(['', 'failed 403', 'n1100: OK → ALERT']);
	});

	it('are shown by hand with the part that is not watched', async () => {
		const respond = respondWith(alerts(1001));
		const { items } = await poll({ mode: 'manual', parameters: ALERTS, respond });
		expect(items).toMatchObject([
			{ state: 'OK', note: expect.stringContaining('1,000') as string },
		]);
	});
});

describe('the items', () => {
	const record = {
		id: 'p',
		name: 'n',
		source: { kafka: {} },
		dashboardId: 'd',
		more: 1,
		state: 'x',
		status: 'x',
	};
	const byId = { ...SERVICES, serviceIds: SERVICE_ID };
	const gone = { id: 'p', serviceId: SERVICE_ID };
	const home = `/services/${SERVICE_ID}`;
	const endpoints = `${home}/pipesReversePrivateEndpoints`;
	const endpoint = { ...ENTERED, reversePrivateEndpointIds: 'p' };
	const member = 'reversePrivateEndpoint';
	const alerts = 'https://api.example.com/api/v2/alerts?limit=1000';

	it.each<[IDataObject, string, string, string, IDataObject]>([
		[PIPES, `${home}/pipes`, 'pipe', 'id name state sourceKind', gone],
		[SERVICES, '/services', 'service', 'id name state', { id: 'p' }],
		[byId, home, 'service', 'id name state', { id: SERVICE_ID }],
		[ENDPOINTS, endpoints, member, 'id status', gone],
		[endpoint, `${endpoints}/p`, member, 'id status', gone],
		[ALERTS, alerts, 'alert', 'id name state dashboardId source', { id: 'p' }],
	])('are right for %j', async (event, path, member, fields, known) => {
		const names = fields.split(' ');
		const [previous, state] = names.includes('status')
			? ['previousStatus', 'status']
			: ['previousState', 'state'];
		const at = (value: string) => ({ ...record, state: value, status: value });
		for (const output of ['raw', 'simplified']) {
			const setup = { parameters: { ...event, output }, staticData: {} };
			const polled = async (...records: object[]) => {
				const result = event === endpoint || event === byId ? records[0] : records;
				const body = result === undefined ? json({}, 404) : json({ result, data: result });
				return await poll({ ...setup, respond: () => body });
			};
			await polled(at('x'));
			const { items, paths } = await polled(at('y'));
			expect(paths).toEqual([path]);
			const all = Object.entries({ ...at('y'), sourceKind: 'kafka' });
			const kept = Object.fromEntries(all.filter(([name]) => names.includes(name)));
			const shown = output === 'raw' ? at('y') : kept;
			const service = 'serviceId' in event ? { service: { id: SERVICE_ID } } : {};
			const change = { [previous]: 'x', [state]: 'y', [member]: shown, ...service };
			expect(items).toEqual([change]);
			const left = { [previous]: 'y', [state]: 'gone', [member]: known, ...service };
			expect((await polled()).items).toEqual([left]);
		}
	});

	it("are read with the dialect's segment", async () => {
		const credential = { ...CREDENTIAL, apiDialect: 'clickhouseCloud' };
		const { paths } = await poll({ parameters: PIPES, credential, staticData: {} });
		expect(paths).toEqual([`/services/${SERVICE_ID}/clickpipes`]);
	});
});

it('accept a service ID in a URL', async () => {
	const value = `https://console.example.com/services/${SERVICE_ID}/endpoints`;
	const parameters = { ...ENTERED, serviceId: { __rl: true, mode: 'url', value } };
	const { paths } = await poll({ mode: 'manual', parameters, respond: respondWith(both) });
	expect(paths[0]).toBe(`/services/${SERVICE_ID}/pipesReversePrivateEndpoints/p`);
});
