import type { IDataObject } from 'n8n-workflow';

import { LIMITS, recordKeeper } from '../../../nodes/features/watch/states';
import { json } from '../core/fakes';
import { PIPES, SERVICES, servicesWith, SERVICE_ID, watching } from './fakePoll';

const HASH: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
const LIMITED = json({}, 429, { 'retry-after': '40' });

describe('the stored states', () => {
	it('are the last ones, with failures and where the next poll starts', async () => {
		const staticData: IDataObject = { left: 'over' };
		const services = {
			[SERVICE_ID]: { p: 'Running' },
			[SERVICE_ID.replace(/2$/, '3')]: json({}, 403),
			[SERVICE_ID.replace(/2$/, '4')]: LIMITED,
		};
		await watching({ event: PIPES.event }, staticData)(servicesWith(services));
		expect(staticData).toEqual({
			version: 1,
			scope: HASH,
			parametersHash: HASH,
			revision: 1,
			next: SERVICE_ID.replace(/2$/, '4'),
			isPartial: false,
			resources: [[`${SERVICE_ID}/p`, 'Running', 0]],
			parents: [
				[SERVICE_ID, 'read', 0],
				[SERVICE_ID.replace(/2$/, '3'), null, 1],
				[SERVICE_ID.replace(/2$/, '4'), null, 0],
			],
		});
	});

	it('count failures up to the one that is reported', async () => {
		const staticData: IDataObject = {};
		const next = watching({ event: PIPES.event }, staticData);
		const failing = SERVICE_ID.replace(/2$/, '3');
		const services = { [SERVICE_ID]: { p: 'Running' }, [failing]: json({}, 403) };
		for (let poll = 0; poll < 4; poll += 1) await next(servicesWith(services));
		expect(staticData['parents']).toContainEqual([failing, null, 2]);
	});

	it.each<{ name: string; change: IDataObject }>([
		{ name: 'another version', change: { version: 2 } },
		{ name: 'another service', change: { scope: 'other' } },
		{ name: 'another form', change: { resources: { p: 'Running' } } },
	])('are forgotten if they have $name', async ({ change }) => {
		const staticData: IDataObject = {};
		await watching(PIPES, staticData)({ p: 'Running' });
		Object.assign(staticData, change);
		expect((await watching(PIPES, staticData)({ p: 'Failed', q: 'Running' })).changes).toEqual([]);
		expect(staticData).toMatchObject({ version: 1, scope: HASH });
	});

	it('are hashes of more than 140 characters', async () => {
		const staticData: IDataObject = {};
		const next = watching(PIPES, staticData);
		const [short, long] = ['x'.repeat(140), 'x'.repeat(141)];
		await next({ [short]: short, [long]: long });
		expect(staticData['resources']).toEqual([
			[short, short, 0],
			[HASH, HASH, 0],
		]);
		expect((await next({ [short]: short, [long]: long })).changes).toEqual([]);
		expect((await next({ [short]: short, [long]: 'Failed' })).changes).toEqual([
			{ id: long, before: HASH, after: 'Failed' },
		]);
	});
});

it('a long state counts toward the size of the changes, and its hash is enough if it has not changed', () => {
	jest.replaceProperty(LIMITS, 'characters', 2100);
	const long = { state: 'x'.repeat(2000), record: {} };
	const keepChanged = recordKeeper(() => true);
	expect(keepChanged('a', long)).toEqual(long);
	expect(keepChanged('b', long)).toMatchObject({ error: { isPostponed: true } });
	expect(recordKeeper(() => false)('a', long)).toEqual({ state: HASH });
	jest.restoreAllMocks();
});

it('the state of a service is of its own scope', async () => {
	const staticData: IDataObject = {};
	await watching(PIPES, staticData)({ p: 'Running' });
	const other = { ...PIPES, serviceId: SERVICE_ID.replace(/2$/, '3') };
	expect((await watching(other, staticData)({ p: 'Failed' })).changes).toEqual([]);
	expect((await watching(SERVICES, staticData)({ p: 'running' })).changes).toEqual([]);
});
