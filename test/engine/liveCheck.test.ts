import { type JsonObject, objectsAt } from '../../tools/contract/json';
import { liveCheck, reportOf } from '../../tools/live/live';
import { PREFIX } from '../../tools/live/writes';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({
	dialect: 'clickhouseCloud',
	dashboardApi: 'clickstack',
	clickStack: { isOld: true },
});

function accounts() {
	const { management, dashboard } = emulator.credentials;
	const { baseUrl, keyId, keySecret } = management;
	return { cloud: { baseUrl, keyId, keySecret }, own: dashboard };
}

const cloud = () => ({ cloud: accounts().cloud });
const own = () => ({ own: accounts().own });

/** Numbers of created and deleted records. */
function changes() {
	const sent = emulator.requests.filter(({ path }) => !path.endsWith('/validate'));
	const of = (wanted: string) => sent.filter(({ method }) => method === wanted);
	return { created: of('POST').length, deleted: of('DELETE').length };
}

describe('liveCheck', () => {
	it('finds each record of an account as documented', async () => {
		const results = await liveCheck(accounts());
		const wrong = results.filter(({ outcome }) => !['ok', 'skipped'].includes(outcome));
		expect(wrong).toEqual([]);
		expect(results.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(60);
		expect(new Set(emulator.requests.map(({ method }) => method))).toEqual(
			new Set(['GET', 'POST']),
		);
	});

	it('names the missing record of a skipped operation', async () => {
		emulator.faults.add({ kind: 'result200', result: [], match: { operationId: 'listMembers' } });
		const results = await liveCheck(cloud());
		const lines = ['the account has no user'];
		expect(results).toContainEqual({ name: 'cloud member get', outcome: 'skipped', lines });
	});

	/** Changes the only record in Role → Get Many's response. */
	async function rolesWith(change: JsonObject): Promise<string> {
		const { baseUrl, keyId, keySecret } = accounts().cloud;
		const Authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
		const path = `/v1/organizations/${emulator.ids.organizationId}/roles`;
		const response = await fetch(`${baseUrl}${path}`, { headers: { Authorization } });
		const body: unknown = await response.json();
		const [role = {}] = objectsAt(body, 'result');
		const result = [{ ...role, ...change }];
		emulator.faults.add({ kind: 'result200', result, match: { operationId: 'listRoles' } });
		return reportOf(await liveCheck(cloud()), '0.0.0', '2026-11-28');
	}

	it.each([
		{
			drift: 'a member that is gone',
			change: { type: undefined },
			line: '- answer.result[].type required',
		},
		{ drift: 'a new member', change: { novel: 'Ada' }, line: '+ answer.result[].novel member' },
		{ drift: 'another type', change: { name: 42 }, line: '+ answer.result[].name type integer' },
		{
			drift: 'a new value',
			change: { type: 'novel' },
			line: '+ answer.result[].type enum "novel"',
		},
		{
			drift: 'a value like a name',
			change: { type: 'Ada 1' },
			line: '+ answer.result[].type enum *',
		},
		{ drift: 'a key like an ID', change: { 'a1-b2': 1 }, line: '+ answer.result[].* member' },
	])('reports $drift', async ({ change, line }) => {
		const report = await rolesWith(change);
		expect(report).toContain(`- **cloud role getAll**: \`${line}\`\n`);
	});

	it.each([
		{ status: 202, section: 'drift' },
		{ status: 418, section: 'failed' },
	])('reports status $status as $section', async ({ status, section }) => {
		const body = { status, requestId: emulator.ids.serviceId, result: [] };
		emulator.faults.add({ kind: 'status', status, body, match: { operationId: 'listRoles' } });
		const report = reportOf(await liveCheck(cloud()), '0.0.0', '2026-11-28');
		const line = `status ${String(status)} instead of 200`;
		expect(report).toContain(`### ${section}\n\n- **cloud role getAll**: \`${line}\``);
	});

	it('omits IDs, names and secrets from its report', async () => {
		const report = await rolesWith({ name: 42, id: 42, novel: { 'Ada Lovelace': 'secret-1' } });
		const { keyId, keySecret } = accounts().cloud;
		for (const value of [...Object.values(emulator.ids), keyId, keySecret, 'Ada', 'secret-1']) {
			expect(report).not.toContain(value);
		}
	});
});

describe('liveCheck (writes)', () => {
	it.each([
		{ api: 'ClickHouse Cloud and its ClickStack', account: cloud, created: 7 },
		{ api: 'ClickStack', account: own, created: 4 },
	])('creates, changes and deletes records of $api', async ({ account, created }) => {
		const results = await liveCheck(account(), { writes: true });
		expect(results.filter(({ outcome }) => !['ok', 'skipped'].includes(outcome))).toEqual([]);
		const names = results.map(({ name }) => name);
		expect(names.filter((name) => name.endsWith(' update'))).toHaveLength(created);
		expect(names.filter((name) => name.endsWith(' delete'))).toHaveLength(created);
	});

	it('deletes what it created if it is stopped', async () => {
		const results = await liveCheck(cloud(), {
			writes: true,
			isStopped: () => changes().created > 0,
		});
		const changed = results
			.map(({ name }) => name)
			.filter((name) => / (?:create|delete)$/.test(name));
		expect(changed).toEqual(['cloud role create', 'cloud role delete']);
	});

	it('deletes only what an earlier run left behind', async () => {
		emulator.change('roles', emulator.ids.customRoleId, (role) => ({
			...role,
			name: `${PREFIX} role`,
		}));
		await liveCheck(cloud(), { writes: true, isStopped: () => changes().deleted > 0 });
		const paths = emulator.requests
			.filter(({ method }) => method === 'DELETE')
			.map(({ path }) => path);
		expect(paths).toEqual([expect.stringContaining(emulator.ids.customRoleId)]);
	});
});
