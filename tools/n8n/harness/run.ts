import { spawn } from 'node:child_process';

import { mayStart, tracked } from './children';

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** In milliseconds. Defaults to ten minutes. */
	timeout?: number;
}

interface RunResult {
	code: number | null;
	signal: string | null;
	stdout: string;
	stderr: string;
}

/** Runs a command and returns its output. Ends it after the timeout. */
export async function run(
	command: string,
	args: readonly string[],
	{ timeout = 600_000, ...options }: RunOptions = {},
): Promise<RunResult> {
	mayStart();
	return await new Promise((resolve, reject) => {
		const child = tracked(spawn(command, args, { ...options, timeout, killSignal: 'SIGKILL' }));
		let stdout = '';
		let stderr = '';
		child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
		child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
		child.once('error', reject);
		child.once('close', (code, signal) => {
			resolve({ code, signal, stdout, stderr });
		});
	});
}

/** The error contains the command's output. */
export async function mustRun(
	command: string,
	args: readonly string[],
	options?: RunOptions,
): Promise<string> {
	const { code, signal, stdout, stderr } = await run(command, args, options);
	if (code === 0) return stdout;
	const tail = `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n');
	throw new Error(`"${command} ${args.join(' ')}" ended with ${String(code ?? signal)}:\n${tail}`);
}
