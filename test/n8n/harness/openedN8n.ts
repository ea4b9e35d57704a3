import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { tracked } from '../../../tools/n8n/harness/children';
import { processesIn } from '../../../tools/n8n/harness/leftovers';
import { send } from '../../../tools/n8n/harness/rest';
import { until } from '../../../tools/n8n/harness/until';

const ROOT = path.resolve(__dirname, '../../..');

/** The child process of `npm run n8n` or `npm run dev`, whose temporary folders are all in one place. */
export interface OpenedN8n {
	child: ChildProcess;
	/** Its output so far. */
	output: () => string;
	/** Waits until a line contains the text. Throws with all output if the process ends before. */
	untilPrinted: (text: string) => Promise<void>;
	/** Waits for its end and returns its exit code, or the signal that ended it. Throws if that takes minutes. */
	ended: () => Promise<number | NodeJS.Signals | null>;
	/** The temporary folders and processes that it has, or has left behind. */
	leftovers: () => string[];
	/** Ends it and everything that it has left behind. */
	close: () => Promise<void>;
}

/** Starts it at a port, for the repository or a copy of it, with further arguments and a fault. The caller closes it. */
export function openN8n(
	port: number,
	{ cwd = ROOT, more = [], fault = '' }: { cwd?: string; more?: string[]; fault?: string } = {},
): OpenedN8n {
	const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-open-'));
	// The suites have built the package already.
	const env = {
		...process.env,
		...{ PORT: String(port), FAULT: fault, TMPDIR: folder, SKIP_BUILD: '1' },
	};
	const args = ['--import', 'tsx', path.join('tools', 'n8n', 'open.ts'), ...more];
	const child = tracked(spawn(process.execPath, args, { cwd, env }));
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
	}
	const exit = once(child, 'close');
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	const untilPrinted = async (wanted: string) => {
		await until(
			`"${wanted}" is printed`,
			() => {
				if (text.includes(wanted)) return true;
				if (hasEnded()) throw new Error(`It ended without "${wanted}":\n${text}`);
				return false;
			},
			600,
		);
	};
	const ended = async () => {
		await until('it has ended', hasEnded);
		await exit;
		return child.exitCode ?? child.signalCode;
	};
	const leftovers = () => [
		...readdirSync(folder).filter((name) => name.startsWith('cloud-management-')),
		...processesIn(folder).map((id) => `process ${String(id)}`),
	];
	const close = async () => {
		if (!hasEnded()) child.kill('SIGKILL');
		await exit;
		for (const id of processesIn(folder)) process.kill(id, 'SIGKILL');
		rmSync(folder, { recursive: true, force: true });
	};
	return { child, output: () => text, untilPrinted, ended, leftovers, close };
}

/** Logs in with its printed data; returns the session's cookie. */
export async function logInAsPrinted({ output }: OpenedN8n, url: string): Promise<string> {
	const [, email] = /E-mail {2,}(\S+)/.exec(output()) ?? [];
	const [, password] = /Password {2,}(\S+)/.exec(output()) ?? [];
	const login = { emailOrLdapLoginId: email, password };
	const answer = await send({ url, cookie: '' }, '/rest/login', login);
	assert.equal(answer.status, 200, await answer.text());
	return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
