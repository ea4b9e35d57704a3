import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import { z } from 'zod';

import type { TlsIdentity } from '../../emulator/certificate';
import { tracked } from '../../n8n/harness/children';

const ROOT = path.resolve(__dirname, '../../..');

/** Asks for the counts; with a latency, they start again. */
export const message = z.object({ latencyMs: z.number().optional() });

/** How many requests arrived, and how many of them were not answered with 200: that should be none. */
const counts = z.object({ requests: z.number(), refused: z.number() });

export type Counts = z.infer<typeof counts>;

/** The server's address. */
const addresses = z.object({ plain: z.string(), tls: z.string() });

export type Addresses = z.infer<typeof addresses>;

/** The server in a process of its own, which reports its counts. */
export class Server {
	private constructor(
		private readonly child: ChildProcess,
		readonly addresses: Addresses,
	) {}

	/** Starts it with the Node that n8n runs on. */
	static async start(nodeFolder: string, { cert, key }: TlsIdentity): Promise<Server> {
		const node = path.join(nodeFolder, 'node');
		const child = tracked(
			spawn(node, ['--import', 'tsx', path.join(__dirname, 'main.ts')], {
				cwd: ROOT,
				env: { ...process.env, BENCH_CERT: cert, BENCH_KEY: key },
				stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
			}),
		);
		return new Server(child, addresses.parse(await next(child)));
	}

	async begin(latencyMs: number): Promise<void> {
		await this.ask({ latencyMs });
	}

	async counts(): Promise<Counts> {
		return counts.parse(await this.ask({}));
	}

	stop(): void {
		this.child.kill();
	}

	private async ask(asked: z.infer<typeof message>): Promise<unknown> {
		const answer = next(this.child);
		this.child.send(asked);
		return await answer;
	}
}

/** The next message of a process. */
async function next(child: ChildProcess): Promise<unknown> {
	return await new Promise((resolve, reject) => {
		const ended = (code: number | null): void => {
			reject(new Error(`A process of the benchmark ended with ${String(code)}`));
		};
		child.once('exit', ended);
		child.once('message', (received) => {
			child.off('exit', ended);
			resolve(received);
		});
	});
}
