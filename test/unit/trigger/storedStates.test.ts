import type { IDataObject } from 'n8n-workflow';

import { json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import {
	CREDENTIAL,
	listed,
	ORGANIZATION_ID,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
	watching,
} from './fakePoll';

const HASH: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
const LIMITED = json({}, 429, { 'retry-after': '40' });
const OTHER_ID = SERVICE_ID.replace(/2$/, '3');
const THIRD_ID = SERVICE_ID.replace(/2$/, '4');

it('stores the last states, the failures, and where to continue', async () => {
	const staticData: IDataObject = { left: 'over' };
	const next = watching({ event: PIPES.event }, staticData);
	const services = { [SERVICE_ID]: { p: 'Running' }, [OTHER_ID]: json({}, 403) };
	await next(servicesWith({ ...services, [THIRD_ID]: LIMITED }));
	expect(staticData).toEqual({
		version: 1,
		scope: HASH,
		parametersHash: HASH,
		revision: 1,
		next: THIRD_ID,
		resources: [[`${SERVICE_ID}/p`, 'Running', 0]],
		parents: [
			[SERVICE_ID, 'read', 0],
			[OTHER_ID, null, 1],
			[THIRD_ID, null, 0],
		],
	});
	for (let polls = 0; polls < 3; polls += 1) await next(servicesWith(services));
	expect(staticData['parents']).toContainEqual([OTHER_ID, null, 2]);
});

it.each<{ name: string; change: IDataObject }>([
	{ name: 'another version', change: { version: 2 } },
	{ name: 'another form', change: { resources: { p: 'Running' } } },
])('discards stored states of $name', async ({ change }) => {
	const staticData: IDataObject = {};
	await watching(PIPES, staticData)({ p: 'Running' });
	Object.assign(staticData, change);
	expect((await watching(PIPES, staticData)({ p: 'Failed', q: 'Running' })).changes).toEqual([]);
	expect(staticData).toMatchObject({ version: 1, scope: HASH });
});

it('ignores further keys of a stored state', async () => {
	const staticData: IDataObject = {};
	await watching(PIPES, staticData)({ p: 'Running' });
	Object.assign(staticData, { isPartial: false });
	const { changes } = await watching(PIPES, staticData)({ p: 'Failed' });
	expect(changes).toEqual([{ id: 'p', before: 'Running', after: 'Failed' }]);
});

it('hashes IDs of more than 140 characters', async () => {
	const staticData: IDataObject = {};
	const next = watching(PIPES, staticData);
	const [short, long] = ['x'.repeat(140), 'x'.repeat(141)];
	await next({ [short]: short, [long]: long });
	expect(staticData['resources']).toEqual([
		[short, short, 0],
		[HASH, expect.stringMatching(/^x{70}…[0-9a-f]{64}$/), 0],
	]);
	expect((await next({ [short]: short, [long]: long })).changes).toEqual([]);
	expect((await next({ [short]: short, [long]: 'Failed' })).changes).toEqual([
		{ id: long, before: `${'x'.repeat(70)}…`, after: 'Failed' },
	]);
});

describe('stateChanged (stored state)', () => {
	const VALUES = { event: 'valueChanged', paths: '/v1/p', valuePath: 'result.state' };
	const at = (baseUrl: string): FakePoll => ({ credential: { ...CREDENTIAL, baseUrl } });
	const inOrganization = (organizationId: string): FakePoll => ({
		parameters: { ...PIPES, options: { organizationId } },
	});

	/** The polls share a state, so the second poll compares with the first. */
	async function isShared(one: FakePoll, other: FakePoll): Promise<boolean> {
		const staticData: IDataObject = {};
		const shared = { parameters: PIPES, staticData };
		await poll({ ...shared, ...one, respond: listed({ p: 'Running' }) });
		const { items } = await poll({ ...shared, ...other, respond: listed({ p: 'Failed' }) });
		return items !== undefined;
	}

	it.each([
		{ name: 'the Organization ID in the node', other: inOrganization(` ${ORGANIZATION_ID} `) },
		{ name: 'another spelling of the base URL', other: at('  https://API.Example.COM//  ') },
	])('shares its state with $name', async ({ other }) => {
		expect(await isShared({}, other)).toBe(true);
	});

	it.each<{ name: string; other: FakePoll; one?: FakePoll }>([
		{ name: 'organization', other: inOrganization(OTHER_ID) },
		{ name: 'host', other: at('https://other.example.com') },
		{ name: 'path of the base URL', other: at('https://api.example.com/cloud') },
		{ name: 'service', other: { parameters: { ...PIPES, serviceId: OTHER_ID } } },
		{ name: 'choice of all or some', other: { parameters: { ...PIPES, pipeIds: 'p' } } },
		{ name: 'event', other: { parameters: SERVICES } },
		{
			name: 'value path',
			one: { parameters: VALUES },
			other: { parameters: { ...VALUES, valuePath: 'result.status' } },
		},
	])('stores a separate state for another $name', async ({ one = {}, other }) => {
		expect(await isShared(one, other)).toBe(false);
	});
});
