import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { copyOfTree } from '../../tools/copyOfTree';
import type { Checks } from './harness/checks';
import { tracked } from '../../tools/n8n/harness/children';
import { freePort } from '../../tools/n8n/harness/freePort';
import { ended, inStartQueue } from '../../tools/n8n/harness/n8n';
import { PACKAGE } from '../../tools/n8n/harness/packedPackage';
import { ask, type LoggedIn, send } from '../../tools/n8n/harness/rest';
import { outputOf, runToEnd } from '../../tools/n8n/harness/restRun';
import type { Opened } from '../../tools/n8n/harness/opened';
import type { Installed } from '../../tools/n8n/harness/stage';
import { until } from '../../tools/n8n/harness/until';

const ROOT = path.resolve(__dirname, '../..');
const SOURCE = 'nodes/CloudManagement/CloudManagement.node.ts';

/** Starts what `npm run dev` runs, and waits until it's ready. */
export async function openDev(opened: Opened, { n8n }: Installed) {
	const tree = copyOfTree();
	opened.add(() => tree.close());
	// The suites have already built the package.
	cpSync(path.join(ROOT, 'dist'), path.join(tree.folder, 'dist'), { recursive: true });
	const temporary = mkdtempSync(path.join(tmpdir(), 'cloud-management-open-'));
	opened.add(() => rmSync(temporary, { recursive: true, force: true }));
	const port = String(await freePort());
	const env = { ...process.env, PORT: port, FAULT: '401:1', TMPDIR: temporary, SKIP_BUILD: '1' };
	const args = ['--import', 'tsx', path.join('tools', 'n8n', 'open.ts'), '--watch'];
	let output = '';
	const start = async () => {
		const child = tracked(spawn(process.execPath, args, { cwd: tree.folder, env }));
		opened.add(() => ended(child, 'SIGTERM', 60));
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
		}
		const untilPrinted = async (text: string) => {
			await until(`"${text}" is printed`, () => {
				if (child.exitCode !== null) throw new Error(`It ended without "${text}":\n${output}`);
				return output.includes(text);
			});
		};
		await untilPrinted('Ctrl-C ends');
		return { child, untilPrinted };
	};
	const { child, untilPrinted } = await inStartQueue(start);
	const session = await logInAsPrinted(`http://127.0.0.1:${port}`, output);
	return { child, n8n, output: () => output, session, temporary, tree, untilPrinted };
}

/** Checks that `npm run dev`, and so `npm run n8n`, starts a usable n8n and leaves nothing behind. */
export async function openSuite(
	checks: Checks,
	{
		child,
		n8n,
		output,
		session,
		temporary,
		tree,
		untilPrinted,
	}: Awaited<ReturnType<typeof openDev>>,
): Promise<void> {
	await checks.check('a mail reports the failure that FAULT defines', async () => {
		let failure = '';
		await until("n8n has loaded the compiler's output", async () => {
			failure = String(await runToEnd(session, 'weekly-digest').catch(String));
			return !failure.includes('Unrecognized node type');
		});
		assert.match(failure, /401/);
		await runToEnd(session, 'weekly-digest');
		await untilPrinted('A mail to team@example.com: Activities of the last 7 days');
	});
	await checks.check('the tables of pipes-by-day and invite-people have rows', async () => {
		for (const [id, node] of Object.entries({
			'pipes-by-day': 'Stop Pipes',
			'invite-people': 'Invite',
		})) {
			const items = outputOf(n8n, await runToEnd(session, id)).get(node) ?? [];
			assert.ok(items.length > 1 && items.every(({ dryRun }) => dryRun === true));
		}
	});
	await checks.check('a saved label is shown', () => changeLabel(session, tree.folder));
	await checks.check('Ctrl-C ends n8n and the compiler without leaving a folder', async () => {
		child.kill('SIGINT');
		await until('it has ended', () => child.exitCode !== null);
		assert.equal(child.exitCode, 0, output());
		const left = readdirSync(temporary).filter((name) => name.startsWith('cloud-management-'));
		assert.deepEqual(left, []);
	});
}

/** Logs in with the printed data. */
async function logInAsPrinted(url: string, output: string): Promise<LoggedIn> {
	const [, emailOrLdapLoginId] = /E-mail {2,}(\S+)/.exec(output) ?? [];
	const [, password] = /Password {2,}(\S+)/.exec(output) ?? [];
	const login = { emailOrLdapLoginId, password };
	const answer = await send({ url, cookie: '' }, '/rest/login', login);
	assert.equal(answer.status, 200, await answer.text());
	return { url, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function changeLabel(session: LoggedIn, folder: string): Promise<void> {
	const file = path.join(folder, SOURCE);
	const source = readFileSync(file, 'utf8');
	writeFileSync(file, source.replace(/(displayName: )'[^']*'/, `$1'Changed'`));
	await until('n8n has the label', async () => {
		// While n8n writes the file that it sends, the response isn't JSON.
		const types = await ask(session, '/types/nodes.json').catch(() => []);
		assert.ok(Array.isArray(types));
		const own = types.find(({ name }: { name: unknown }) => name === `${PACKAGE}.cloudManagement`);
		return Object(own).displayName === 'Changed';
	});
}
