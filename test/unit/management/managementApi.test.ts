import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';

const DEPLOYMENT = { engineSettingPrefix: 'clickhouse_' };

describe('advice after a refused request', () => {
	it.each([
		[400, 'Compare the fields'],
		[401, 'key ID and the key secret'],
		[403, 'Give it a role'],
		[404, 'Check the IDs'],
		[409, 'Look at its state'],
		[424, 'Wake it up'],
		[499, 'base URL'],
		[500, 'fault of its own'],
		[599, 'fault of its own'],
	])('says after %i what to do', (status, words) => {
		expect(managementApi.adviceFor(status)).toContain(words);
	});
});

describe('the neutral spelling of an answer', () => {
	const settings = { clickhouse_max_threads: 4, streaming_max_insert_wait_ms: 500 };
	const neutral = { engine_max_threads: 4, streaming_max_insert_wait_ms: 500 };

	it('renames settings and the engine version of one record', () => {
		const body = { status: 200, result: { id: 's', clickhouseVersion: '25.1', settings } };
		expect(managementApi.toNeutral(body, DEPLOYMENT)).toEqual({
			status: 200,
			result: { id: 's', engineVersion: '25.1', settings: neutral },
		});
	});

	it('renames those of every record of a list, and leaves alone what is no record', () => {
		const result = [{ settings }, 'text', { clickhouseVersion: '25.1', engineVersion: 'own' }];
		expect(managementApi.toNeutral({ result }, DEPLOYMENT)).toEqual({
			result: [{ settings: neutral }, 'text', { clickhouseVersion: '25.1', engineVersion: 'own' }],
		});
	});

	it.each([{ result: 'text' }, { status: 200 }, { result: { id: 'x' } }])(
		'leaves alone an answer without any: %j',
		(body) => {
			expect(managementApi.toNeutral(body, DEPLOYMENT)).toEqual(body);
		},
	);

	it('takes a prefix as the credential spells it, blanks apart', () => {
		const result = { my_engineVersion: '1', settings: { my_engine__max_threads: 4 } };
		const deployment = { engineSettingPrefix: ' my_engine__ ' };
		expect(managementApi.toNeutral({ result }, deployment)).toEqual({
			result: { engineVersion: '1', settings: { engine_max_threads: 4 } },
		});
	});

	it('leaves a neutral deployment’s answer as it is', () => {
		const result = { engineVersion: '25.1', settings: { ...neutral } };
		expect(managementApi.toNeutral({ result }, {})).toEqual({ result });
		expect(managementApi.toNeutral({ result }, { engineSettingPrefix: ' ' })).toEqual({ result });
	});
});
