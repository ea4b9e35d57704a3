import { CLICKSTACK_IDS, type Emulator, startEmulator } from '../../../tools/emulator';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { LEAST, send } from './client';

let emulator: Emulator;

afterEach(() => emulator.close());

const LIST = '/api/v2/dashboards';
const NEUTRAL = `${LIST}/${SEEDED_IDS.dashboardId}`;
const OWN = `${LIST}/${CLICKSTACK_IDS.dashboardId}`;

describe("the emulator's neutral dashboard API", () => {
	beforeEach(async () => {
		emulator = await startEmulator();
	});

	it.each([NEUTRAL, LIST])(
		'answers GET %s with 404, without breaking the contract',
		async (path) => {
			const reply = await send(emulator, 'GET', path);
			expect(reply).toMatchObject({ status: 404, text: '{"message":"Not found"}' });
			expect(emulator.violations).toEqual([]);
		},
	);

	it('updates a dashboard by PUT', async () => {
		const reply = await send(emulator, 'PUT', NEUTRAL, { name: 'Shop', tiles: [] });
		expect(reply).toMatchObject({ status: 200, result: { name: 'Shop', tiles: [] } });
		expect(emulator.stored('dashboards', SEEDED_IDS.dashboardId)).toMatchObject({ name: 'Shop' });
	});

	it('answers a PUT of a missing dashboard with 404', async () => {
		const reply = await send(emulator, 'PUT', `${LIST}/none`, { name: 'Shop', tiles: [] });
		expect(reply).toMatchObject({ status: 404, type: 'application/json' });
	});
});

describe("the emulator's dashboard whose GET fails", () => {
	const OF_GET = { method: 'GET', operationId: 'getDashboard' };

	beforeEach(async () => {
		emulator = await startEmulator({ dashboardApi: 'clickstack' });
	});

	it.each([
		{
			what: 'a web page',
			fault: { kind: 'status', status: 404, body: '<html>Not here</html>' },
			seen: { status: 404, type: 'text/html' },
		},
		{ what: '403', fault: { kind: 'status', status: 403 }, seen: { status: 403 } },
		{ what: '500', fault: { kind: 'status', status: 500 }, seen: { status: 500 } },
		{ what: 'nothing', fault: { kind: 'empty200' }, seen: { status: 200, text: '' } },
		{ what: 'a login', fault: { kind: 'html200' }, seen: { status: 200, type: 'text/html' } },
		{ what: 'the record, later', fault: { kind: 'delay', ms: 30 }, seen: { status: 200 } },
	] as const)('answers the GET with $what, and the PUT normally', async ({ fault, seen }) => {
		emulator.faults.add({ ...fault, match: OF_GET });
		const reply = await send(emulator, 'GET', OWN);
		expect(reply).toMatchObject(seen);
		expect(await send(emulator, 'GET', LIST)).toMatchObject({ status: 200 });
		expect(await send(emulator, 'PUT', OWN, LEAST.dashboards)).toMatchObject({ status: 200 });
	});
});
