import { bodyMembers } from '../../contract';
import { changed, faults, ORGANIZATION, SERVICE } from './bodies';

const UUID = '12345678-1234-4234-8234-123456789abc';

describe('paths', () => {
	it.each([
		['GET', SERVICE],
		['GET', `${SERVICE}/backups/${UUID}`],
		['GET', `${SERVICE}/pipesReversePrivateEndpoints/any%20id`],
		['GET', `${ORGANIZATION}/activities`],
		['GET', `${ORGANIZATION}/activities/any%2Fid`],
		['DELETE', `${SERVICE}/pipes/${UUID}`],
	])('%s %s passes', (method, path) => {
		expect(faults(method, path)).toEqual([]);
	});

	it.each([
		['an organization that is no UUID', 'GET', '/v1/organizations/x/activities'],
		['a service that is no UUID', 'GET', `${ORGANIZATION}/services/x`],
		['a pipe that is no UUID', 'DELETE', `${SERVICE}/pipes/x`],
		['a backup that is no UUID', 'GET', `${SERVICE}/backups/x`],
		['a UUID with a prefix', 'GET', `${ORGANIZATION}/services/urn:uuid:${UUID}`],
		['an empty id', 'GET', `${ORGANIZATION}/activities/`],
		['another spelling', 'DELETE', `${SERVICE}/otherpipes/${UUID}`],
	])('%s is refused', (_name, method, path) => {
		expect(faults(method, path)).not.toEqual([]);
	});

	it('a body where none belongs is refused, and none where one belongs', () => {
		expect(faults('GET', SERVICE, {})).not.toEqual([]);
		expect(faults('POST', `${ORGANIZATION}/invitations`)).not.toEqual([]);
	});
});

describe('commands', () => {
	it.each(['start', 'stop', 'resync'])('%s passes', (command) => {
		expect(faults('PATCH', `${SERVICE}/pipes/${UUID}/state`, { command })).toEqual([]);
	});

	it('others do not', () => {
		expect(faults('PATCH', `${SERVICE}/pipes/${UUID}/state`, { command: 'pause' })).not.toEqual([]);
		expect(faults('PATCH', `${SERVICE}/pipes/${UUID}/state`, {})).not.toEqual([]);
	});
});

describe('a private endpoint', () => {
	it('needs an id', () => {
		const path = `${SERVICE}/privateEndpoint`;
		expect(faults('POST', path, { id: 'vpce-1', description: '' })).toEqual([]);
		expect(faults('POST', path, { description: 'x' })).not.toEqual([]);
		expect(faults('POST', path, { id: '' })).not.toEqual([]);
	});
});

describe('BYOC infrastructure', () => {
	const body = {
		accountId: '123',
		regionId: 'us-east-1',
		availabilityZoneSuffixes: ['a', 'f'],
		vpcCidrRange: '10.0.0.0/16',
	};
	const found = (change: Record<string, unknown>) =>
		faults('POST', `${ORGANIZATION}/byocInfrastructure`, changed(body, change));

	it('takes the documented regions, the documented suffixes and a CIDR', () => {
		expect(found({})).toEqual([]);
		expect(found({ regionId: undefined, region: 'moon-1' })).toEqual([]);
		expect(found({ regionId: 'moon-1' })).not.toEqual([]);
		expect(found({ regionId: '' })).not.toEqual([]);
		expect(found({ availabilityZoneSuffixes: ['g'] })).not.toEqual([]);
	});

	it.each(['10.0.0.0', '10.0.0.0/33', '256.0.0.0/8', '10.0.0/8', '', '10.0.0.0/-1'])(
		'refuses the CIDR "%s"',
		(vpcCidrRange) => {
			expect(found({ vpcCidrRange })).not.toEqual([]);
		},
	);

	it.each(['accountId', 'availabilityZoneSuffixes', 'vpcCidrRange'])('needs %s', (name) => {
		expect(found({ [name]: undefined })).not.toEqual([]);
	});
});

describe('invitations and members', () => {
	const invite = (email: unknown, role: unknown) =>
		faults('POST', `${ORGANIZATION}/invitations`, { email, role });

	it('take an address and a known role, which roles assigned by their IDs may replace', () => {
		expect(invite('ada@example.com', undefined)).toEqual([]);
		expect(invite('Ada@Example.com', 'admin')).toEqual([]);
		expect(invite('ada', 'admin')).not.toEqual([]);
		expect(invite('ada@example.com', 'owner')).not.toEqual([]);
		expect(invite(undefined, 'admin')).not.toEqual([]);
	});

	it('take a known role for a member', () => {
		const path = `${ORGANIZATION}/members/user%2F1`;
		expect(faults('PATCH', path, { role: 'developer' })).toEqual([]);
		expect(faults('PATCH', path, { role: 'Admin' })).not.toEqual([]);
		expect(faults('PATCH', path, { assignedRoleIds: ['r-1'] })).toEqual([]);
	});
});

describe('a dashboard', () => {
	const put = (body: unknown) => faults('PUT', '/api/v2/dashboards/any', body);
	const series = (given: unknown) => put({ tiles: [{ series: [given] }] });

	it('has tiles with numbers for their place', () => {
		expect(put({ name: 'n', tiles: [{ x: 0, y: 0, w: 1.5, h: 2, asRatio: false }] })).toEqual([]);
		expect(put({ tiles: [{ x: '0' }] })).not.toEqual([]);
		expect(put({ tiles: [{ id: '' }] })).not.toEqual([]);
		expect(put({ tags: 'a' })).not.toEqual([]);
		expect(put({ name: 1 })).not.toEqual([]);
	});

	it('has series that group unless they are a number', () => {
		expect(series({ type: 'time', groupBy: [] })).toEqual([]);
		expect(series({ type: 'number' })).toEqual([]);
		expect(series({ type: 'number', groupBy: [] })).not.toEqual([]);
		expect(series({ type: 'search', fields: ['a'] })).toEqual([]);
		expect(series({ where: 1 })).not.toEqual([]);
	});
});

describe('bodyMembers', () => {
	it('names what a body has, in the form of requestBodyMembers', () => {
		expect(bodyMembers({ tiles: [{ id: 'a' }, { series: [{ type: 'time' }] }], tags: [] })).toEqual(
			['tags', 'tiles', 'tiles[].id', 'tiles[].series', 'tiles[].series[].type'],
		);
	});
});
