import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
	APIS,
	dashboardDocument,
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

	it('say which version of OpenAPI they are written in', () => {
		expect(managementDocument()['openapi']).toBe('3.1.0');
		expect(dashboardDocument()['openapi']).toBe('3.1.0');
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

describe('requestBodyMembers', () => {
	const create = 'POST /v1/organizations/{organizationId}/services/{serviceId}/pipes';

	it.each([
		'name',
		'source',
		'source.kafka.offset.timestamp',
		'source.kafka.schemaRegistry.credentials.password',
		'source.kafka.credentials.password',
		'source.objectStorage.connectionString',
		'source.objectStorage.accessKey.secretKey',
		'source.kinesis.accessKey.accessKeyId',
		'source.postgres.tableMappings[].sortingKeys',
		'source.postgres.settings.enableFailoverSlots',
		'source.validateSamples',
		'destination.columns[].type',
		'destination.tableDefinition.engine.versionColumnId',
		'destination.roles',
		'settings.engine_parallel_view_processing',
		'scaling.replicaMemoryGb',
	])('lists %s of a new pipe', (member) => {
		expect(requestBodyMembers('management')).toContain(`${create} ${member}`);
	});

	it('lists each member once, and nothing that only responses have', () => {
		const members = requestBodyMembers('management');
		expect(new Set(members).size).toBe(members.length);
		expect(members).not.toContain(`${create} state`);
		expect(members.filter((member) => !member.startsWith(create))).toEqual([
			'PATCH /v1/organizations/{organizationId}/members/{userId} role',
			'PATCH /v1/organizations/{organizationId}/services/{serviceId}/pipes/{clickPipeId}/state command',
			...['accountId', 'availabilityZoneSuffixes', 'regionId', 'vpcCidrRange'].map(
				(name) => `POST /v1/organizations/{organizationId}/byocInfrastructure ${name}`,
			),
			'POST /v1/organizations/{organizationId}/invitations email',
			'POST /v1/organizations/{organizationId}/invitations role',
			'POST /v1/organizations/{organizationId}/services/{serviceId}/privateEndpoint description',
			'POST /v1/organizations/{organizationId}/services/{serviceId}/privateEndpoint id',
		]);
	});

	it('lists the members of a dashboard', () => {
		const names = requestBodyMembers('dashboard').map((member) => member.split(' ')[2]);
		expect(names).toEqual([
			'name',
			'tags',
			'tiles',
			'tiles[].asRatio',
			'tiles[].h',
			'tiles[].id',
			'tiles[].name',
			'tiles[].series',
			'tiles[].series[].aggFn',
			'tiles[].series[].dataSource',
			'tiles[].series[].groupBy',
			'tiles[].series[].type',
			'tiles[].series[].where',
			'tiles[].w',
			'tiles[].x',
			'tiles[].y',
		]);
	});
});
