import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../../nodes/features/watch/states';
import type { RawResponse } from '../../../nodes/engine/http/response';
import { json, text } from '../core/fakes';
import type { Respond } from './fakePoll';
import { changeOf, failure, poll, told } from './fakePoll';

const PIPES = { event: 'pipeStateChanged' };
const BACKUPS = { event: 'backupStatusChanged' };
const ENDPOINTS = { event: 'reversePrivateEndpointStatusChanged' };

/** The services' records, as `A=p:x,q:y B=503`: each service's records or its status; or the status of their list. */
type Found = string | number;

const ODD: Readonly<Record<string, RawResponse>> = {
	page: text('<html>'),
	none: json({ result: {} }),
};

function idOf(service: string): string {
	return `5b7e2c18-90af-4d36-8e12-${service.padStart(12, '0')}`;
}

/** Lists all `times`. */
function respondWith(found: Found, times = 1): Respond {
	const list = (result: object[]) => json({ result: Array(times).fill(result).flat() });
	const services = new Map(
		String(found)
			.match(/\w=\S*/g)
			?.map((one) => [one.slice(0, 1), one.slice(2)]),
	);
	return (path) => {
		if (typeof found === 'number') return json({}, found);
		const names = [...services.keys()];
		if (path === '/services') return list(names.map((name) => ({ id: idOf(name), name })));
		const records = services.get(names.find((name) => path.includes(idOf(name))) ?? '') ?? '';
		if (/^\d+$/.test(records)) return json({}, Number(records), { 'retry-after': '40' });
		const pairs = records.split(',').map((one) => one.split(':'));
		const shown = pairs.filter(([, state]) => state !== undefined);
		return ODD[records] ?? list(shown.map(([id, state]) => ({ id, state, status: state })));
	};
}

/** Polls the services' records each time, listed several times. */
async function toldOf(
	parameters: IDataObject,
	finds: readonly Found[],
	staticData = {},
	times = 1,
) {
	const responses = finds.map((found) => respondWith(found, times));
	return await told(parameters, responses, staticData);
}

afterEach(() => {
	jest.restoreAllMocks();
});

const both = 'A=p:x B=q:x';
const REPORTED = 'reported A';

// test/property/trigger.test.ts covers appearing, disappearing and unreadable records.
describe.each([PIPES, ENDPOINTS, BACKUPS])('$event, for all services,', (event) => {
	it.each<[string, Found[], string[]]>([
		['nothing at first', [both, both], ['', '']],
		['a change, once', [both, 'A=p:y B=q:X', 'A=p:y B=q:x'], ['', 'A/p: x → y', '']],
		['in the order of the list', [both, 'B=q:y A=p:z'], ['', 'B/q: x → y, A/p: x → z']],
		['one that is gone, once', [both, 'A= B=q:x', 'A= B=q:x'], ['', 'A/p: x → gone', '']],
		[
			'one that is new beside a service that was never read',
			['A=p:x B=429', 'A=p:x,q:x B=429'],
			['', 'A/q:  → x'],
		],
		['one that is new, once', ['', 'A=p:x', 'A=p:x,q:x'], ['', 'A/p:  → x', 'A/q:  → x']],
		[
			'a service that goes on failing, once each time',
			[both, 'A=403 B=q:x', 'A=403 B=q:y', 'A=403 B=q:x', both, 'A=404 B=q:x', 'A=404 B=q:x'],
			['', '', `B/q: x → y, ${REPORTED}`, 'B/q: y → x', '', '', REPORTED],
		],
		['no list as a failure', [both, 'A=page B=q:x', 'A=none B=q:x'], ['', '', REPORTED]],
		[
			'nothing of a service that is asleep',
			['A=p:x B=424', both, 'A=424 B=q:x', 'A=424 B=424', 'A=424 B=424', 'A=p:y B=424', both],
			['', '', '', '', '', 'A/p: x → y', 'A/p: y → x'],
		],
		[
			'nothing of what a service had that was asleep at first',
			['A=424 B=424', both, 'A=p:y B=q:x'],
			['', '', 'A/p: x → y'],
		],
		[
			'a failure if none can be read, and loses nothing',
			[both, 'A=500 B=403', 'A=429 B=429', 'A=p:y B=q:x'],
			['', 'failed 500', 'failed 429', 'A/p: x → y'],
		],
		[
			'a failure if the services cannot be listed, and loses nothing',
			[404, both, 500, 'A=p:y B=q:x'],
			['failed 404', '', 'failed 500', 'A/p: x → y'],
		],
		[
			'nothing of what did not fit into the first poll',
			['A=p:x B=429', both, 'A=p:x B=q:y'],
			['', '', 'B/q: x → y'],
		],
	])('emits %s', async (_, finds, expected) => {
		expect(await toldOf(event, finds)).toEqual(expected);
		expect(await toldOf(event, finds, {}, 2)).toEqual(expected);
	});

	it('starts with the resources that did not fit into the last poll', async () => {
		const staticData: IDataObject = {};
		await toldOf(event, ['A=p:x B=429 C=r:x'], staticData);
		const respond = respondWith('A=p:x B=q:x C=r:x');
		const { paths } = await poll({ parameters: event, staticData, respond });
		expect(paths.map((path) => path.split('/')[2])).toEqual([
			undefined,
			idOf('B'),
			idOf('C'),
			idOf('A'),
		]);
	});

	it('watches the others if the ID of one makes no path, and reports that one', async () => {
		const staticData: IDataObject = {};
		const polled = async (state: string) => {
			const services = [
				{ id: 'no UUID', name: 'Odd' },
				{ id: idOf('B'), name: 'B' },
			];
			const records = [{ id: 'q', state, status: state }];
			const respond: Respond = (path) =>
				json({ result: path === '/services' ? services : records });
			return await poll({ parameters: event, staticData, respond });
		};
		await polled('x');
		const { items, reported } = await polled('y');
		expect(items?.map(changeOf)).toEqual(['B/q: x → y']);
		expect(reported.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^All services: 1 service couldn't be .*: Odd \(no UUID\)$/),
		]);
		expect(await polled('y')).toMatchObject({ items: undefined, reported: [] });
		const none: Respond = () => json({ result: [{ id: 'no UUID' }] });
		const error = await failure({ parameters: event, staticData, respond: none });
		expect(error.message).toMatch(/^Its ID isn't valid/);
	});

	it('reads no more lists after reaching its maximum', async () => {
		const services = Array.from({ length: 30 }, (_, n) => ({ id: idOf(String(n)), name: 'n' }));
		const many = Array.from({ length: 1001 }, (_, n) => ({ id: `p${String(n)}`, state: 'x' }));
		const paths: string[] = [];
		const respond: Respond = async (path) => {
			paths.push(path);
			await new Promise(setImmediate);
			return json({ result: path === '/services' ? services : many });
		};
		const error = await failure({ parameters: event, staticData: {}, respond });
		expect(error.message).toMatch(/^There are more than 1,000 services and /);
		expect(paths.length).toBeLessThan(12);
	});

	it('reports failed reads', async () => {
		const staticData: IDataObject = {};
		await toldOf(event, [both, 'A=403 B=q:x'], staticData);
		const respond = respondWith('A=403 B=q:x');
		const { reported } = await poll({ parameters: event, staticData, respond });
		expect(reported[0]?.message).toMatch(/^All services: 1 service couldn't be .*: A \(/);
	});

	it('leaves changes that are too large for one poll to the next, which starts with them', async () => {
		jest.replaceProperty(LIMITS, 'characters', 40);
		const finds = [
			both,
			'A=p:y B=q:y,o:y',
			'A=p:z B=q:y,o:y',
			'A=p:z B=q:y,o:y',
			'A=p:z B=q:y,o:y',
		];
		const expected = ['', 'A/p: x → y', 'B/q: x → y', 'B/o:  → y', 'A/p: y → z'];
		expect(await toldOf(event, finds)).toEqual(expected);
		const ofOne = ['A=p:x,q:x', 'A=p:y,q:y', 'A=p:z,q:y', 'A=p:z,q:y'];
		expect(await toldOf(event, ofOne)).toEqual([...['', 'A/p: x → y', 'A/q: x → y', 'A/p: y → z']]);
	});

	it('remembers less than 300 kB, and never watches more', async () => {
		const each = Array.from(
			{ length: 99 },
			(_, n) => `${'\u0001'.repeat(22)}${String(n)}:${'€'.repeat(46)}`,
		);
		const many = Array.from({ length: 10 }, (_, name) => `${String(name)}=${each.join(',')}`).join(
			' ',
		);
		const staticData: IDataObject = {};
		await toldOf(event, [many], staticData);
		expect(staticData['resources']).toHaveLength(990);
		const [changes = ''] = await toldOf(event, [many.replace('0:', '0x:')], staticData);
		expect(changes.split(', ')).toHaveLength(2);
		expect(staticData['resources']).toHaveLength(990);
		expect(Buffer.byteLength(JSON.stringify(staticData))).toBeLessThan(300_000);
		const services = Array.from({ length: 1001 }, (_, n) => ({ id: idOf(String(n)), name: 'n' }));
		const respond: Respond = (path) => json({ result: path === '/services' ? services : [] });
		expect(await toldOf(event, [`${many} A=`], staticData)).toEqual(['failed none']);
		const error = await failure({ parameters: event, staticData, respond });
		expect(error).not.toHaveProperty('httpCode', expect.any(String));
	});
});

const EMPTY = 'The list is empty: there is nothing to watch yet.';

describe('Pipe State Changed, for all services,', () => {
	const pipe = { id: 'p', name: 'orders', state: 'x', source: { kafka: {} }, more: 1 };
	const service = { id: idOf('A'), name: 'A' };

	it('outputs the pipe and its service, even for a deleted one', async () => {
		const staticData: IDataObject = {};
		const parameters = {
			...PIPES,
			output: 'simplified',
			serviceId: { __rl: true, mode: 'list', value: '' },
		};
		const polled = async (...result: object[]) => {
			const respond = (path: string) =>
				path === '/services' ? respondWith('A=')(path) : json({ result });
			const { items, paths } = await poll({ parameters, staticData, respond });
			expect(paths).toEqual(['/services', `/services/${idOf('A')}/pipes`]);
			return items;
		};
		await polled(pipe);
		const changed = { id: 'p', name: 'orders', state: 'y', sourceKind: 'kafka' };
		expect(await polled({ ...pipe, state: 'y' })).toEqual([
			{ previousState: 'x', state: 'y', pipe: changed, service },
		]);
		expect(await polled()).toEqual([
			{ previousState: 'y', state: 'gone', pipe: { id: 'p', serviceId: idOf('A') }, service },
		]);
	});

	it('emits only changes to the wanted states', async () => {
		const finds = [both, 'A=p:Failed B=q:y'];
		expect(await toldOf({ ...PIPES, states: 'failed' }, finds)).toEqual(['', 'A/p: x → Failed']);
	});

	it('shows the first by hand, or why there is none', async () => {
		const byHand = { mode: 'manual' as const, parameters: PIPES };
		const { items = [] } = await poll({
			...byHand,
			respond: respondWith('A=500 B= C=p:x'),
		});
		expect(items).toEqual([
			{
				...{ previousState: 'x', state: 'x' },
				pipe: { id: 'p', state: 'x', status: 'x' },
				service: { id: idOf('C'), name: 'C' },
			},
		]);
		const slowly: Respond = async (path) => {
			await new Promise((resolve) => setTimeout(resolve, path.includes(idOf('A')) ? 20 : 0));
			return await respondWith('A=p:x,o:y B=q:x')(path);
		};
		const first = await poll({ ...byHand, respond: slowly });
		expect(first.items?.map(changeOf)).toEqual(['A/p: x → x']);
		const errors = ['A=403 B=', 'A=', ''].map(
			async (found) => await failure({ ...byHand, respond: respondWith(found) }),
		);
		expect(await Promise.all(errors)).toMatchObject([
			{ httpCode: '403' },
			...[{ message: EMPTY }, { message: EMPTY }],
		]);
	});
});
