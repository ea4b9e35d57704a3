import { operations } from '../../../nodes/CloudManagement/actions';
import type { Operation, Parameters } from '../../../nodes/core/operation';
import {
	contextOf,
	ORGANIZATION_ID,
	PIPE_ID,
	sentences,
	SERVICE_ID,
	SERVICE_PATH,
} from './context';

const ORGANIZATION_PATH = `/v1/organizations/${ORGANIZATION_ID}`;
const BACKUP_ID = '8d21f0c4-1111-4222-8333-444455556666';

function operationOf(name: string): Operation {
	const [resource = '', operation = ''] = name.split('.');
	const found = operations[resource]?.[operation];
	if (found === undefined) throw new Error(`No operation ${name}`);
	return found;
}

const REQUESTS: Array<[string, Parameters, string, string, unknown]> = [
	[
		'pipe.start',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'PATCH',
		`${SERVICE_PATH}/pipes/${PIPE_ID}/state`,
		{ command: 'start' },
	],
	[
		'pipe.stop',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'PATCH',
		`${SERVICE_PATH}/pipes/${PIPE_ID}/state`,
		{ command: 'stop' },
	],
	[
		'pipe.resync',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'PATCH',
		`${SERVICE_PATH}/pipes/${PIPE_ID}/state`,
		{ command: 'resync' },
	],
	[
		'pipe.delete',
		{ serviceId: SERVICE_ID, pipeId: PIPE_ID },
		'DELETE',
		`${SERVICE_PATH}/pipes/${PIPE_ID}`,
		undefined,
	],
	['service.get', { serviceId: SERVICE_ID }, 'GET', SERVICE_PATH, undefined],
	[
		'backup.get',
		{ serviceId: SERVICE_ID, backupId: BACKUP_ID },
		'GET',
		`${SERVICE_PATH}/backups/${BACKUP_ID}`,
		undefined,
	],
	[
		'activity.get',
		{ activityId: 'a/../b?c#d' },
		'GET',
		`${ORGANIZATION_PATH}/activities/a%2F..%2Fb%3Fc%23d`,
		undefined,
	],
	['activity.get', { activityId: 5 }, 'GET', `${ORGANIZATION_PATH}/activities/5`, undefined],
	['activity.getAll', { returnAll: true }, 'GET', `${ORGANIZATION_PATH}/activities`, undefined],
	[
		'reversePrivateEndpoint.get',
		{ serviceId: SERVICE_ID, reversePrivateEndpointId: 'rpe 1' },
		'GET',
		`${SERVICE_PATH}/pipesReversePrivateEndpoints/rpe%201`,
		undefined,
	],
	[
		'privateEndpoint.create',
		{ serviceId: SERVICE_ID, id: 'vpce-1', description: 'Reports' },
		'POST',
		`${SERVICE_PATH}/privateEndpoint`,
		{ id: 'vpce-1', description: 'Reports' },
	],
	[
		'privateEndpoint.create',
		{ serviceId: SERVICE_ID, id: 'vpce-1', description: '' },
		'POST',
		`${SERVICE_PATH}/privateEndpoint`,
		{ id: 'vpce-1' },
	],
	[
		'byocInfrastructure.create',
		{
			accountId: '123',
			availabilityZoneSuffixes: ['a', 'b'],
			regionId: 'mars-1',
			vpcCidrRange: '10.0.0.0/16',
		},
		'POST',
		`${ORGANIZATION_PATH}/byocInfrastructure`,
		{
			accountId: '123',
			availabilityZoneSuffixes: ['a', 'b'],
			regionId: 'mars-1',
			vpcCidrRange: '10.0.0.0/16',
		},
	],
	[
		'invitation.create',
		{ email: ' ada@example.com ', role: 'admin' },
		'POST',
		`${ORGANIZATION_PATH}/invitations`,
		{ email: 'ada@example.com', role: 'admin' },
	],
	[
		'member.update',
		{ userId: 'u1', role: 'developer' },
		'PATCH',
		`${ORGANIZATION_PATH}/members/u1`,
		{ role: 'developer' },
	],
];

describe('requests of the small operations', () => {
	it.each(REQUESTS)('%s with %j', (name, parameters, method, path, body) => {
		const plan = operationOf(name).plan(parameters, contextOf());
		expect(plan.issues).toEqual([]);
		expect(plan.request).toEqual({ method, path, ...(body === undefined ? {} : { body }) });
	});

	it('prefers the organization of the item to the one in the credential', () => {
		const plan = operationOf('activity.getAll').plan({ organizationId: PIPE_ID }, contextOf());
		expect(plan.request.path).toBe(`/v1/organizations/${PIPE_ID}/activities`);
	});

	it('spells the path segment as the credential says', () => {
		const credential = {
			organizationId: ORGANIZATION_ID,
			apiDialect: 'custom',
			pipesSegment: 'clickpipes',
		};
		const operation = operationOf('reversePrivateEndpoint.get');
		const ids = { serviceId: SERVICE_ID, reversePrivateEndpointId: 'r' };
		expect(operation.plan(ids, contextOf({ credential })).request.path).toBe(
			`${SERVICE_PATH}/clickpipesReversePrivateEndpoints/r`,
		);
	});
});

const REFUSALS: Array<[string, Parameters, string]> = [
	['service.get', { serviceId: 'x' }, 'Service ID is not a UUID'],
	['service.get', { serviceId: '' }, 'Service ID is empty'],
	[
		'service.get',
		{ serviceId: SERVICE_ID, organizationId: 'nope' },
		'Organization ID is not a UUID',
	],
	['pipe.start', { serviceId: SERVICE_ID, pipeId: '../x' }, 'Pipe ID is not a UUID'],
	['pipe.delete', { serviceId: SERVICE_ID, pipeId: undefined }, 'Pipe ID is empty'],
	[
		'backup.get',
		{ serviceId: SERVICE_ID, backupId: '..' },
		'Backup ID is "..", which is not an ID',
	],
	['activity.get', { activityId: '\ud800' }, 'Activity ID holds a broken Unicode character'],
	['activity.getAll', { returnAll: false, limit: 0 }, 'Limit must be a whole number of at least 1'],
	[
		'reversePrivateEndpoint.get',
		{ serviceId: SERVICE_ID, reversePrivateEndpointId: '.' },
		'Reverse Private Endpoint ID is "."',
	],
	['privateEndpoint.create', { serviceId: SERVICE_ID, id: '' }, 'Private Endpoint ID is empty'],
	[
		'byocInfrastructure.create',
		{ accountId: '1', availabilityZoneSuffixes: ['g'], regionId: 'r', vpcCidrRange: '10.0.0.0/16' },
		'is "g", which is not listed',
	],
	[
		'byocInfrastructure.create',
		{ accountId: '1', availabilityZoneSuffixes: [], regionId: 'r', vpcCidrRange: '10.0.0.0/16' },
		'Availability Zone Suffixes needs at least 1 entry',
	],
	[
		'byocInfrastructure.create',
		{ accountId: '1', availabilityZoneSuffixes: ['a'], regionId: 'r', vpcCidrRange: '10.0.0.0/33' },
		'VPC CIDR Range is not a CIDR range',
	],
	[
		'byocInfrastructure.create',
		{ accountId: '1', availabilityZoneSuffixes: ['a'], regionId: 'r', vpcCidrRange: 'fd00::/16' },
		'VPC CIDR Range is not a CIDR range',
	],
	[
		'byocInfrastructure.create',
		{ accountId: '', availabilityZoneSuffixes: ['a'], regionId: '', vpcCidrRange: '10.0.0.0/8' },
		'Account ID is empty',
	],
	['invitation.create', { email: 'ada@', role: 'admin' }, 'Email is not an e-mail address'],
	[
		'invitation.create',
		{ email: 'ada@example.com', role: 'owner' },
		'Role is "owner", which is not listed. Use one of: admin, developer',
	],
	['member.update', { userId: ' ', role: 'admin' }, 'User ID is empty'],
	['member.update', { userId: 'u', role: '' }, 'Role is empty'],
];

describe('what the small operations refuse', () => {
	it.each(REFUSALS)('%s with %j', (name, parameters, expected) => {
		const { issues } = operationOf(name).plan(parameters, contextOf());
		expect(sentences(issues).join('\n')).toContain(expected);
	});

	it('refuses a credential without an organization, and says so', () => {
		const { issues } = operationOf('activity.getAll').plan({}, contextOf({ credential: {} }));
		expect(sentences(issues)[0]).toContain('Organization ID in the credential is empty');
	});
});

describe('what becomes of the answers', () => {
	it('simplifies a service to ten members, unless told not to', () => {
		const operation = operationOf('service.get');
		const record = { id: '1', name: 'n', byocId: 'b' };
		expect(operation.select?.([record], { simplify: true })).toEqual([{ id: '1', name: 'n' }]);
		expect(operation.select?.([record], { simplify: false })).toEqual([record]);
	});

	it('limits the activities, unless all are wanted', () => {
		const operation = operationOf('activity.getAll');
		const records = [{ id: '1' }, { id: '2' }, { id: '3' }];
		expect(operation.select?.(records, { returnAll: false, limit: 2 })).toHaveLength(2);
		expect(operation.select?.(records, { returnAll: true, limit: 2 })).toHaveLength(3);
		expect(operation.select?.(records, { returnAll: false })).toHaveLength(3);
	});
});
