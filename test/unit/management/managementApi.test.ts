import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import {
	dialectOf,
	engineSettingPrefixOf,
	pipesSegmentOf,
} from '../../../nodes/CloudManagement/api/dialect';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';

const DEPLOYMENT = { apiDialect: 'custom', engineSettingPrefix: 'clickhouse_' };

describe('advice after a refused request', () => {
	it.each([
		[400, 'Compare the fields'],
		[401, 'key ID and the key secret'],
		[302, 'base URL'],
		[402, 'Correct the fields'],
		[403, 'lacks the permission. Give it a role'],
		[404, 'Check the IDs'],
		[405, 'base URL'],
		[409, 'Look at its state'],
		[412, 'Correct the fields'],
		[422, 'Correct the fields'],
		[423, 'Correct the fields'],
		[424, 'wake it up'],
		[428, 'Correct the fields'],
		[499, 'Correct the fields'],
		[500, 'failed to handle'],
		[599, 'failed to handle'],
	])('says after %i what to do', (status, words) => {
		expect(managementApi.adviceFor(status)).toContain(words);
	});
});

describe('the neutral spelling of an answer', () => {
	const settings = { clickhouse_max_threads: 4, streaming_max_insert_wait_ms: 500 };
	const neutral = { engine_max_threads: 4, streaming_max_insert_wait_ms: 500 };

	it('renames settings and the engine version of one record', () => {
		const body = { status: 200, result: { id: 's', clickhouseVersion: '25.1', settings } };
		expect(managementApi.normalizeNames(body, DEPLOYMENT)).toEqual({
			status: 200,
			result: { id: 's', engineVersion: '25.1', settings: neutral },
		});
	});

	it('renames those of every record of a list, and leaves alone what is no record', () => {
		const result = [{ settings }, 'text', { clickhouseVersion: '25.1', engineVersion: 'own' }];
		expect(managementApi.normalizeNames({ result }, DEPLOYMENT)).toEqual({
			result: [{ settings: neutral }, 'text', { clickhouseVersion: '25.1', engineVersion: 'own' }],
		});
	});

	it.each([{ result: 'text' }, { status: 200 }, { result: { id: 'x' } }])(
		'leaves alone an answer without any: %j',
		(body) => {
			expect(managementApi.normalizeNames(body, DEPLOYMENT)).toEqual(body);
		},
	);

	it('takes a prefix as the credential spells it, except for spaces', () => {
		const result = { my_engineVersion: '1', settings: { my_engine__max_threads: 4 } };
		const deployment = { apiDialect: 'custom', engineSettingPrefix: ' my_engine__ ' };
		expect(managementApi.normalizeNames({ result }, deployment)).toEqual({
			result: { engineVersion: '1', settings: { engine_max_threads: 4 } },
		});
	});

	it('leaves a neutral deployment’s answer as it is', () => {
		const result = { engineVersion: '25.1', settings: { ...neutral } };
		expect(managementApi.normalizeNames({ result }, {})).toEqual({ result });
		const empty = { apiDialect: 'custom', engineSettingPrefix: ' ' };
		expect(managementApi.normalizeNames({ result }, empty)).toEqual({ result });
	});

	it.each([undefined, 'standard', 'other'])(
		'has no spelling of its own in the dialect %p',
		(apiDialect) => {
			const result = { engineVersion: '25.1', settings: { ...neutral } };
			const credential = {
				apiDialect,
				engineSettingPrefix: 'clickhouse_',
				pipesSegment: 'clickpipes',
			};
			expect(managementApi.normalizeNames({ result }, credential)).toEqual({ result });
			expect(pipesSegmentOf(credential)).toBe('pipes');
			expect(pipesSegmentOf({ ...credential, apiDialect: 'custom' })).toBe('clickpipes');
		},
	);

	it('is known of ClickHouse Cloud, whatever the fields of the custom dialect contain', () => {
		const credential = {
			apiDialect: 'clickhouseCloud',
			pipesSegment: 'x',
			engineSettingPrefix: 'y_',
		};
		const body = { result: { clickhouseVersion: '25.1', settings } };
		for (const dialect of [credential, { apiDialect: 'clickhouseCloud' }]) {
			expect(managementApi.normalizeNames(body, dialect)).toEqual({
				result: { engineVersion: '25.1', settings: neutral },
			});
			expect(pipesSegmentOf(dialect)).toBe('clickpipes');
			expect(engineSettingPrefixOf(dialect)).toBe('clickhouse_');
		}
	});

	it('is set by two fields that only the custom dialect shows', () => {
		const { properties } = new CloudManagementApi();
		const shown = properties.filter(({ displayOptions }) =>
			displayOptions?.show?.['apiDialect']?.includes('custom'),
		);
		expect(shown.map(({ name }) => name)).toEqual(['pipesSegment', 'engineSettingPrefix']);
		const dialect = properties.find(({ name }) => name === 'apiDialect');
		expect(dialect?.default).toBe('automatic');
		expect(dialect?.options?.map(({ name }) => name)).toEqual([
			'Automatic',
			'ClickHouse Cloud',
			'Custom',
			'Standard',
		]);
	});
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
	])('of %j is by itself %s', (baseUrl, dialect) => {
		for (const apiDialect of ['automatic', undefined, 'other', 'toString']) {
			expect(dialectOf({ baseUrl, apiDialect })).toBe(dialect);
		}
	});

	it.each(['standard', 'clickhouseCloud', 'custom'])('%s is what the credential says', (stored) => {
		for (const baseUrl of ['https://api.clickhouse.cloud', 'https://example.com', undefined]) {
			expect(dialectOf({ baseUrl, apiDialect: stored })).toBe(stored);
		}
	});
});
