import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { type JsonObject, objectAt, objectsAt } from '../../tools/contract/json';
import type { EmulatorOptions } from '../../tools/emulator';
import { liveCheck, reportOf } from '../../tools/live/live';
import { PREFIX } from '../../tools/live/writes';
import { withEmulator } from '../withEmulator';

const ACCOUNT: EmulatorOptions = {
	dialect: 'clickhouseCloud',
	dashboardApi: 'clickstack',
	clickStack: { isOld: true },
};
const VERSION = { version: '0.0.0', day: '2026-11-28' };

const emulator = withEmulator(ACCOUNT);

function accounts() {
	const { management, dashboard } = emulator.credentials;
	const { baseUrl, keyId, keySecret } = management;
	return { cloud: { baseUrl, keyId, keySecret }, own: dashboard };
}

const cloud = () => ({ cloud: accounts().cloud });
const own = () => ({ own: accounts().own });

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

	it('asks ClickStack for the last hour only', async () => {
		await liveCheck(own());
		const bodies = emulator.requests
			.filter(({ path: target }) => /\/(?:charts\/series|search)$/.test(target))
			.map(({ body }) => objectAt({ body }, 'body'));
		expect(bodies).toHaveLength(2);
		for (const body of bodies) {
			const [start, end] = [body['startTime'], body['endTime']].map((time) =>
				new Date(z.union([z.string(), z.number()]).parse(time)).getTime(),
			);
			expect(Number(end) - Number(start)).toBe(3_600_000);
			expect(JSON.stringify(body)).not.toContain('ServiceName');
		}
		expect(bodies.filter(({ granularity }) => granularity === 'auto')).toHaveLength(1);
	});

	it('lists operations that need more than records as skipped', async () => {
		const results = await liveCheck(cloud());
		const skipped = results.filter(({ outcome }) => outcome === 'skipped');
		expect(skipped.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'cloud pipe discoverSchema',
				'cloud queryEndpoint run',
				'cloud byocInfrastructure validate',
			]),
		);
	});

	it('ignores a throttled response if the request was sent again', async () => {
		await emulator.start({
			...ACCOUNT,
			rateLimit: { requests: 5, windowMs: 1000, header: 'x-ratelimit-reset' },
		});
		const results = await liveCheck(cloud());
		expect(emulator.requests.some(({ status }) => status === 429)).toBe(true);
		expect(results.filter(({ outcome }) => !['ok', 'skipped'].includes(outcome))).toEqual([]);
	});

	it.each([
		{ times: 1, outcome: 'ok', lines: [] },
		{ times: 10, outcome: 'failed', lines: ['status 503 instead of 200'] },
	])('reports $times failed responses as $outcome', async ({ times, outcome, lines }) => {
		const match = { operationId: 'listRoles' };
		emulator.faults.add({ kind: 'status', status: 503, times, match });
		const results = await liveCheck(cloud());
		expect(results).toContainEqual({ name: 'cloud role getAll', outcome, lines });
	});

	it('reports the missing record of a skipped operation', async () => {
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
		return reportOf(await liveCheck(cloud()), VERSION);
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
	])('reports $drift in a response', async ({ change, line }) => {
		const report = await rolesWith(change);
		expect(report).toContain(`- **cloud role getAll**: \`${line}\`\n`);
	});

	it.each([
		{ status: 202, section: 'drift' },
		{ status: 418, section: 'failed' },
	])('reports status $status as $section', async ({ status, section }) => {
		const body = { status, requestId: emulator.ids.serviceId, result: [] };
		emulator.faults.add({ kind: 'status', status, body, match: { operationId: 'listRoles' } });
		const report = reportOf(await liveCheck(cloud()), VERSION);
		const line = `status ${String(status)} instead of 200`;
		expect(report).toContain(`### ${section}\n\n- **cloud role getAll**: \`${line}\``);
	});

	it('omits IDs, names, and secrets from its report', async () => {
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
	])('creates, changes, and deletes records of $api', async ({ account, created }) => {
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

/** Runs the command's script, as `npm run live` does, and returns its report. */
async function runScript(writes: string[], onStart: (stop: () => void) => void = () => undefined) {
	const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-live-'));
	const { baseUrl, keyId, keySecret } = accounts().cloud;
	const tsx = require.resolve('tsx');
	const script = path.resolve(__dirname, '../../tools/live/main.ts');
	const child = spawn(process.execPath, ['--import', tsx, script, ...writes], {
		cwd: folder,
		env: {
			HOME: folder,
			CLICKHOUSE_CLOUD_URL: baseUrl,
			CLICKHOUSE_CLOUD_KEY_ID: keyId,
			CLICKHOUSE_CLOUD_KEY_SECRET: keySecret,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout.resume();
	onStart(() => {
		// A closed terminal can't show any output.
		child.stdout.destroy();
		for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGINT'] as const) child.kill(signal);
	});
	const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
	const report = readFileSync(path.join(folder, 'live-report.md'), 'utf8');
	const hasSettings = existsSync(path.join(folder, '.n8n'));
	rmSync(folder, { recursive: true });
	return { code: child.exitCode, errors, report, hasSettings };
}

describe('npm run live', () => {
	it('writes its report outside the n8n folder', async () => {
		const { code, errors, report, hasSettings } = await runScript([]);
		expect({ code, errors, hasSettings }).toEqual({ code: 0, errors: '', hasSettings: false });
		expect(report).toMatch(/: \d\d ok, 0 drift, 0 failed, \d+ skipped\.\n/);
		expect(report).not.toContain('Stopped early');
	});

	it('fails if it finds drift', async () => {
		const match = { operationId: 'listRoles' };
		emulator.faults.add({ kind: 'result200', result: [{ id: 1 }], match });
		const { code, report } = await runScript([]);
		expect(code).toBe(1);
		expect(report).toContain('- **cloud role getAll**: ');
	});

	it('deletes its records after repeated signals without a terminal', async () => {
		const { code, report } = await runScript(['--write'], (stop) => {
			const timer = setInterval(() => {
				if (changes().created === 0) return;
				clearInterval(timer);
				stop();
			}, 5);
		});
		expect(code).toBe(1);
		expect(report).toContain('**Stopped early.**');
		expect(changes()).toEqual({ created: 1, deleted: 1 });
	});
});
