import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';

import { freePort } from '../harness/freePort';
import { ended } from '../harness/n8n';
import { until } from '../harness/until';

/** A Redis on loopback with a password, that keeps nothing on disk. */
export interface Redis {
	/** What n8n needs to keep its queue there. */
	environment: NodeJS.ProcessEnv;
	stop: () => Promise<void>;
}

/** Starts Redis on a free port. The caller stops it. */
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
			return await takesPassword(port, password);
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

async function takesPassword(port: number, password: string): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\n`));
		const settle = (answered: boolean) => {
			socket.destroy();
			resolve(answered);
		};
		socket.once('data', (data) => {
			settle(data.toString().startsWith('+OK'));
		});
		socket.once('error', () => {
			settle(false);
		});
	});
}
