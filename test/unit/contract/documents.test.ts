import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
	APIS,
	bodyMembers,
	documentPath,
	findOperation,
	managementDocument,
	operationsOf,
	requestBodyMembers,
} from '../../contract';

// The validator is an ES module, which Jest cannot load: its command line is run instead.
const VALIDATOR = join(
	__dirname,
	'../../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
);

const OPERATIONS = [
	'DELETE /v1/organizations/{organizationId}/services/{serviceId}/pipes/{clickPipeId}',
	'GET /v1/organizations/{organizationId}/activities',
	'GET /v1/organizations/{organizationId}/activities/{activityId}',
	'GET /v1/organizations/{organizationId}/services/{serviceId}',
	'GET /v1/organizations/{organizationId}/services/{serviceId}/backups/{backupId}',
	'GET /v1/organizations/{organizationId}/services/{serviceId}/pipesReversePrivateEndpoints/{reversePrivateEndpointId}',
	'PATCH /v1/organizations/{organizationId}/members/{userId}',
	'PATCH /v1/organizations/{organizationId}/services/{serviceId}/pipes/{clickPipeId}/state',
	'POST /v1/organizations/{organizationId}/byocInfrastructure',
	'POST /v1/organizations/{organizationId}/invitations',
	'POST /v1/organizations/{organizationId}/services/{serviceId}/pipes',
	'POST /v1/organizations/{organizationId}/services/{serviceId}/privateEndpoint',
	'PUT /api/v2/dashboards/{id}',
];
const CLICKSTACK_OPERATIONS = [
	...['alerts', 'dashboards'].flatMap((name) => [
		...['GET', 'POST'].map((method) => `${method} /api/v2/${name}`),
		...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v2/${name}/{id}`),
	]),
	...['saved-searches', 'sources', 'team', 'webhooks'].map((name) => `GET /api/v2/${name}`),
	'POST /api/v2/dashboards/validate',
];

/** The paths of ClickHouse Cloud below an organization, and the methods of each. */
const CLOUD_OPERATIONS = [
	['activities', 'GET'],
	['activities/{activityId}', 'GET'],
	['byocInfrastructure', 'POST'],
	['invitations', 'GET POST'],
	['invitations/{invitationId}', 'DELETE GET'],
	['keys', 'GET'],
	['keys/{keyId}', 'DELETE GET PATCH'],
	['members', 'GET'],
	['members/{userId}', 'DELETE GET PATCH'],
	['roles', 'GET'],
	['services', 'GET'],
	['services/{serviceId}', 'GET'],
	['services/{serviceId}/backups', 'GET'],
	['services/{serviceId}/backups/{backupId}', 'GET'],
	['services/{serviceId}/clickpipes', 'GET POST'],
	['services/{serviceId}/clickpipes/{clickPipeId}', 'DELETE GET PATCH'],
	['services/{serviceId}/clickpipes/{clickPipeId}/scaling', 'PATCH'],
	['services/{serviceId}/clickpipes/{clickPipeId}/settings', 'GET PUT'],
	['services/{serviceId}/clickpipes/{clickPipeId}/state', 'PATCH'],
	['services/{serviceId}/clickpipesReversePrivateEndpoints', 'GET'],
	['services/{serviceId}/clickpipesReversePrivateEndpoints/{reversePrivateEndpointId}', 'GET'],
	['services/{serviceId}/privateEndpoint', 'POST'],
	['services/{serviceId}/replicaScaling', 'PATCH'],
	['services/{serviceId}/state', 'PATCH'],
	['usageCost', 'GET'],
];

describe('the documents', () => {
	it.each(APIS)('%s is valid OpenAPI 3.1', (api) => {
		const output = execFileSync(process.execPath, [VALIDATOR, documentPath(api)], {
			encoding: 'utf8',
		});
		expect(JSON.parse(output)).toEqual({ valid: true });
	});

	it('would not pass with a fault in them', () => {
		const folder = mkdtempSync(join(tmpdir(), 'contract-'));
		const file = join(folder, 'broken.yaml');
		writeFileSync(file, stringify({ ...managementDocument(), paths: { '/v1': { get: 1 } } }));
		const { status, stdout } = spawnSync(process.execPath, [VALIDATOR, file], {
			encoding: 'utf8',
		});
		rmSync(folder, { recursive: true });
		expect(status).not.toBe(0);
		expect(stdout).toContain('"valid": false');
	});

	it('contain every operation and no other', () => {
		const listed = (['management', 'dashboard'] as const)
			.flatMap((api) => operationsOf(api))
			.map(({ method, template }) => `${method} ${template}`);
		expect(listed.sort()).toEqual(OPERATIONS);
		const cloud = operationsOf('clickhouseCloud').map(
			({ method, template }) => `${method} ${template.split('{organizationId}/')[1] ?? ''}`,
		);
		const expected = CLOUD_OPERATIONS.flatMap(([path = '', methods = '']) =>
			methods.split(' ').map((method) => `${method} ${path}`),
		);
		const clickstack = operationsOf('clickstack').map(
			({ method, template }) => `${method} ${template}`,
		);
		expect(clickstack.sort()).toEqual(CLICKSTACK_OPERATIONS.sort());
		expect(cloud.sort()).toEqual(expected.sort());
	});
});

describe('findOperation', () => {
	it('decodes parameters, which are one segment each', () => {
		const match = findOperation('dashboard', 'PUT', '/api/v2/dashboards/a%2Fb?x=1');
		expect(match?.operation.operationId).toBe('updateDashboard');
		expect(match?.parameters).toEqual({ id: 'a/b' });
	});

	it.each([
		['another method', 'GET', '/api/v2/dashboards/a'],
		['one segment more', 'PUT', '/api/v2/dashboards/a/b'],
		['an empty parameter', 'PUT', '/api/v2/dashboards/'],
		['a broken escape', 'PUT', '/api/v2/dashboards/%zz'],
	])('finds nothing for %s', (_name, method, path) => {
		expect(findOperation('dashboard', method, path)).toBeUndefined();
	});
});

describe('the members of bodies', () => {
	const create = 'POST /v1/organizations/{organizationId}/services/{serviceId}/pipes';

	it('are listed once each, and nothing that only responses have', () => {
		const members = requestBodyMembers('management');
		expect(new Set(members).size).toBe(members.length);
		const listed = ['source.kafka.offset.timestamp', 'source.postgres.tableMappings[].sortingKeys'];
		listed.push('source.objectStorage.accessKey.secretKey', 'destination.columns[].type');
		expect(members).toEqual(expect.arrayContaining(listed.map((name) => `${create} ${name}`)));
		expect(members).not.toContain(`${create} state`);
		expect(members.filter((member) => /members\//.test(member))).toEqual([
			'PATCH /v1/organizations/{organizationId}/members/{userId} role',
		]);
	});

	it('are named in the same form for an actual body', () => {
		const names = requestBodyMembers('dashboard').map((member) => member.split(' ')[2]);
		const tiles = [{ id: 'a' }, { series: [{ type: 'time' }] }];
		const found = bodyMembers({ tiles, tags: [] });
		expect(found).toEqual([
			'tags',
			'tiles',
			'tiles[].id',
			'tiles[].series',
			'tiles[].series[].type',
		]);
		expect(names).toEqual(expect.arrayContaining(found));
	});
});
