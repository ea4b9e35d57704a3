import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';

import { ended, freePort } from './n8n';
import { until } from './until';

/** A Redis on loopback that keeps nothing on disk. */
export interface Redis {
	/** What n8n needs to keep its queue there. */
	environment: NodeJS.ProcessEnv;
	stop: () => Promise<void>;
}

/** Starts Redis on a free port. The caller stops it. */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const keepNothing = ['--save', '', '--appendonly', 'no'];
	const args = ['--port', String(port), '--bind', '127.0.0.1', ...keepNothing];
	const child = spawn('redis-server', args, { cwd: tmpdir(), stdio: 'ignore' });
	const stop = () => ended(child, 'SIGTERM');
	try {
		await until('Redis is ready', async () => {
			if (child.exitCode !== null) throw new Error('Redis ended at once');
			return await answersPing(port);
		});
	} catch (error) {
		await stop();
		throw error;
	}
	const environment = {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(port),
	};
	return { environment, stop };
}

async function answersPing(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		const settle = (answered: boolean) => {
			socket.destroy();
			resolve(answered);
		};
		socket.once('data', (data) => {
			settle(data.toString().startsWith('+PONG'));
		});
		socket.once('error', () => {
			settle(false);
		});
	});
}
