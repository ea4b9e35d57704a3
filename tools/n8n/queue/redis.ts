import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';

import { freePort } from '../harness/freePort';
import { ended } from '../harness/n8n';
import { run } from '../harness/run';
import { until } from '../harness/until';

/** Nothing is stored on disk. */
export interface Redis {
	/** Makes n8n use this queue. */
	environment: NodeJS.ProcessEnv;
	stop: () => Promise<void>;
}

/** The caller stops Redis. */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const keepNothing = ['--save', '', '--appendonly', 'no'];
	const password = randomBytes(16).toString('hex');
	const own = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password];
	const args = [...own, ...keepNothing];
	const child = spawn('redis-server', args, { cwd: tmpdir(), stdio: 'ignore' });
	const stop = () => ended(child, 'SIGTERM');
	try {
		await until('Redis is ready', async () => {
			if (child.exitCode !== null) throw new Error('Redis ended at once');
			return (
				(await run('redis-cli', ['-p', String(port), '-a', password, 'ping'])).stdout === 'PONG\n'
			);
		});
	} catch (error) {
		await stop();
		throw error;
	}
	const environment = {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(port),
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
	return { environment, stop };
}
