import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudManagement/resources';
import { failureDetails } from '../../../nodes/engine/errors/nodeErrors';
import { dialectOf, managementApi } from '../../../nodes/clickhouseCloud/api';

const DEPLOYMENT = { apiDialect: 'custom', engineSettingPrefix: 'clickhouse_' };

it.each([
	{ advice: 'Correct the fields', statuses: [400, 402, 412, 422, 423, 428, 499] },
	{ advice: 'key ID and the key secret', statuses: [401] },
	{ advice: 'base URL', statuses: [302, 405] },
	{ advice: 'lacks the permission. Give it a role', statuses: [403] },
	{ advice: 'Check the IDs', statuses: [404] },
	{ advice: 'Check its state', statuses: [409] },
	{ advice: 'wake it up', statuses: [424] },
	{ advice: 'failed to handle', statuses: [500, 599] },
])('advises after $statuses: $advice', ({ advice, statuses }) => {
	for (const status of statuses) expect(managementApi.adviceFor(status)).toContain(advice);
});

/** Returns the error of a refused read of a backup. */
function refusedRead(status: number, error: string) {
	const response = { status, headers: {}, text: '', json: { error } };
	return failureDetails(
		{ kind: 'rejected', response, attempts: 1, maybeSent: false },
		{
			api: managementApi,
			operation: operations.backup.get,
			request: { method: 'GET' },
			redact: (text) => text,
		},
	);
}

it('a permission that the key lacks is in the advice for a 403, and for no other status', () => {
	const adviceFor = (status: number) => refusedRead(status, 'FORBIDDEN: no').description;
	expect(adviceFor(403)).toContain('control-plane:service:view-backups');
	expect(adviceFor(401)).not.toContain('control-plane');
});

describe('a refusal with many clauses', () => {
	it('shows the first in the headline, and each once in the description', () => {
		const clauses = ['a', 'b', 'c', 'd'].map(
			(key) => `source.${key}: ${'is not valid '.repeat(5)}`,
		);
		const error = `Body validation failed: ${[...clauses, ...clauses].join('; ')}`;
		const { message, description } = refusedRead(400, error);
		expect(message).toMatch(
			/status 400: Body validation failed: source\.a: .*, and 3 more issues$/,
		);
		expect(message).not.toContain('source.b');
		expect(description.match(/source\.\w/g)).toEqual([
			'source.a',
			'source.b',
			'source.c',
			'source.d',
		]);
	});
});

describe('the neutral spelling of a response', () => {
	const settings = { clickhouse_max_threads: 4, streaming_max_insert_wait_ms: 500 };
	const neutral = { engine_max_threads: 4, streaming_max_insert_wait_ms: 500 };

	const named = { id: 's', clickhouseVersion: '25.1', settings };
	const renamed = { id: 's', engineVersion: '25.1', settings: neutral };
	const normalized = (result: unknown, credential: IDataObject) =>
		managementApi.normalizeNames({ status: 200, result }, credential);

	it.each([
		DEPLOYMENT,
		{ apiDialect: 'clickhouseCloud' },
		{ apiDialect: 'clickhouseCloud', pipesSegment: 'x', engineSettingPrefix: 'y_' },
	])('replaces the prefix with the credential %j', (credential) => {
		expect(normalized(named, credential)).toEqual({ status: 200, result: renamed });
	});

	it.each([
		{},
		{ apiDialect: 'custom', engineSettingPrefix: ' ' },
		{ ...DEPLOYMENT, apiDialect: 'standard' },
		{ ...DEPLOYMENT, apiDialect: 'other' },
	])('leaves all names with the credential %j', (credential) => {
		expect(normalized(named, credential)).toEqual({ status: 200, result: named });
	});

	it('is that of each record in a list, and leaves what is spelled neutrally', () => {
		const own = { clickhouseVersion: '25.1', engineVersion: 'own' };
		const list = [{ settings }, 'text', own];
		const result = [{ settings: neutral }, 'text', own];
		expect(normalized(list, DEPLOYMENT)).toEqual({ status: 200, result });
		for (const other of ['text', undefined, { id: 'x' }]) {
			expect(normalized(other, DEPLOYMENT)).toEqual({ status: 200, result: other });
		}
	});
});

describe('the dialect', () => {
	it.each([
		{ baseUrl: 'https://api.clickhouse.cloud', dialect: 'clickhouseCloud' },
		{ baseUrl: ' https://API.ClickHouse.Cloud.:443/v1/ ', dialect: 'clickhouseCloud' },
		{ baseUrl: 'https://api.staging.clickhouse.cloud', dialect: 'clickhouseCloud' },
		{ baseUrl: 'https://clickhouse.cloud', dialect: 'standard' },
		{ baseUrl: 'https://evilclickhouse.cloud', dialect: 'standard' },
		{ baseUrl: 'https://api.clickhouse.cloud.example.com', dialect: 'standard' },
		{ baseUrl: 'https://api.clickhouse.cloud@example.com', dialect: 'standard' },
		{ baseUrl: 'https://example.com#.clickhouse.cloud', dialect: 'standard' },
		{ baseUrl: 'api.clickhouse.cloud', dialect: 'standard' },
		{ baseUrl: '', dialect: 'standard' },
		{ baseUrl: undefined, dialect: 'standard' },
	])('is for "$baseUrl" by itself $dialect', ({ baseUrl, dialect }) => {
		for (const apiDialect of ['automatic', undefined, 'other', 'toString']) {
			expect(dialectOf({ baseUrl, apiDialect })).toBe(dialect);
		}
	});
});
