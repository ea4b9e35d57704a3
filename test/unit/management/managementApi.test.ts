import type { IDataObject } from 'n8n-workflow';

import {
	dialectOf,
	engineSettingPrefixOf,
	pipesSegmentOf,
	managementApi,
} from '../../../nodes/clickhouseCloud/api';

const DEPLOYMENT = { apiDialect: 'custom', engineSettingPrefix: 'clickhouse_' };

it.each<[RegExp, number[]]>([
	[/Correct the fields/, [400]],
	[/key ID and the key secret/, [401]],
	[/base URL/, [302, 405]],
	[/Correct the fields/, [402, 412, 422, 423, 428, 499]],
	[/lacks the permission\. Give it a role/, [403]],
	[/Check the IDs/, [404]],
	[/Check its state/, [409]],
	[/wake it up/, [424]],
	[/failed to handle/, [500, 599]],
])('the advice %s follows %j', (advice, statuses) => {
	for (const status of statuses) expect(managementApi.adviceFor(status)).toMatch(advice);
});

describe('the neutral spelling of a response', () => {
	const settings = { clickhouse_max_threads: 4, streaming_max_insert_wait_ms: 500 };
	const neutral = { engine_max_threads: 4, streaming_max_insert_wait_ms: 500 };

	const cloud = { apiDialect: 'clickhouseCloud', pipesSegment: 'x', engineSettingPrefix: 'y_' };
	const own = { clickhouseVersion: '25.1', engineVersion: 'own' };
	const spaced = { apiDialect: 'custom', engineSettingPrefix: ' my_engine__ ' };
	const mine = { my_engineVersion: '1', settings: { my_engine__max_threads: 4 } };
	const theirs = { engineVersion: '1', settings: { engine_max_threads: 4 } };
	const named = { id: 's', clickhouseVersion: '25.1', settings };
	const renamed = { id: 's', engineVersion: '25.1', settings: neutral };

	it.each<[IDataObject, unknown, unknown]>([
		[DEPLOYMENT, named, renamed],
		[DEPLOYMENT, [{ settings }, 'text', own], [{ settings: neutral }, 'text', own]],
		[DEPLOYMENT, 'text', 'text'],
		[DEPLOYMENT, undefined, undefined],
		[DEPLOYMENT, { id: 'x' }, { id: 'x' }],
		[spaced, mine, theirs],
		[{ apiDialect: 'custom', engineSettingPrefix: ' ' }, named, named],
		[{ ...DEPLOYMENT, apiDialect: 'standard' }, named, named],
		[{ ...DEPLOYMENT, apiDialect: undefined }, named, named],
		[{ ...DEPLOYMENT, apiDialect: 'other' }, named, named],
		[{}, renamed, renamed],
		[cloud, named, renamed],
		[{ apiDialect: 'clickhouseCloud' }, named, renamed],
	])('uses the credential %j to turn %j into %j', (credential, result, expected) => {
		const body = { status: 200, result };
		expect(managementApi.normalizeNames(body, credential)).toEqual({
			status: 200,
			result: expected,
		});
	});

	it.each<[IDataObject, string, string]>([
		[{ apiDialect: 'standard', pipesSegment: 'x', engineSettingPrefix: 'y_' }, 'pipes', 'engine_'],
		[{ apiDialect: 'custom', pipesSegment: 'x', engineSettingPrefix: 'y_' }, 'x', 'y_'],
		[cloud, 'clickpipes', 'clickhouse_'],
	])(
		'has with the credential %j the segment %s and the prefix %s',
		(credential, segment, prefix) => {
			expect(pipesSegmentOf(credential)).toBe(segment);
			expect(engineSettingPrefixOf(credential)).toBe(prefix);
		},
	);
});

describe('the dialect', () => {
	it.each([
		['https://api.clickhouse.cloud', 'clickhouseCloud'],
		[' https://API.ClickHouse.Cloud.:443/v1/ ', 'clickhouseCloud'],
		['https://api.staging.clickhouse.cloud', 'clickhouseCloud'],
		['https://clickhouse.cloud', 'standard'],
		['https://evilclickhouse.cloud', 'standard'],
		['https://api.clickhouse.cloud.example.com', 'standard'],
		['https://api.clickhouse.cloud@example.com', 'standard'],
		['https://example.com/api.clickhouse.cloud', 'standard'],
		['https://example.com#.clickhouse.cloud', 'standard'],
		['api.clickhouse.cloud', 'standard'],
		['', 'standard'],
		[undefined, 'standard'],
	])('is for %j by itself %s', (baseUrl, dialect) => {
		for (const apiDialect of ['automatic', undefined, 'other', 'toString']) {
			expect(dialectOf({ baseUrl, apiDialect })).toBe(dialect);
		}
	});

	it.each(['standard', 'clickhouseCloud', 'custom'])(
		'%s is the one in the credential',
		(stored) => {
			for (const baseUrl of ['https://api.clickhouse.cloud', 'https://example.com', undefined]) {
				expect(dialectOf({ baseUrl, apiDialect: stored })).toBe(stored);
			}
		},
	);
});
