import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import type { z } from 'zod';

import { tracked } from '../n8n/harness/children';

const ROOT = path.resolve(__dirname, '../..');

/** A process of the project that answers one message after another. */
export class Worker {
	private constructor(private readonly child: ChildProcess) {}

	/** Starts a script with the Node that n8n runs on, and returns its first message. */
	static async start<T>(
		nodeFolder: string,
		script: string,
		env: NodeJS.ProcessEnv,
		schema: z.ZodType<T>,
	): Promise<[Worker, T]> {
		const node = path.join(nodeFolder, 'node');
		const child = tracked(
			spawn(node, ['--import', 'tsx', path.join(__dirname, script)], {
				cwd: ROOT,
				env: { ...process.env, ...env },
				stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
			}),
		);
		const worker = new Worker(child);
		return [worker, await worker.next(schema)];
	}

	/** Sends a message and returns the one that comes back. */
	async ask<T>(message: object, schema: z.ZodType<T>): Promise<T> {
		const next = this.next(schema);
		this.child.send(message);
		return await next;
	}

	stop(): void {
		this.child.kill();
	}

	private async next<T>(schema: z.ZodType<T>): Promise<T> {
		return await new Promise((resolve, reject) => {
			const ended = (code: number | null): void => {
				reject(new Error(`A process of the benchmark ended with ${String(code)}`));
			};
			this.child.once('exit', ended);
			this.child.once('message', (message) => {
				this.child.off('exit', ended);
				const parsed = schema.safeParse(message);
				if (parsed.success) resolve(parsed.data);
				else reject(new Error(`A process of the benchmark says ${JSON.stringify(message)}`));
			});
		});
	}
}
