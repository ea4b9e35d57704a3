import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to outgoing connections: one of these could be taken before it is used. */
const [FIRST, LAST] = [15_000, 32_000];
const MAX_TRIES = 100;

/** Returns a port on 127.0.0.1 that nothing listens on, and that no outgoing connection will take. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < MAX_TRIES; tries += 1) {
		const port = randomInt(FIRST, LAST);
		if (await isFree(port)) return port;
	}
	throw new Error(`No free port from ${String(FIRST)} to ${String(LAST)}`);
}

/** Whether nothing listens on a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => {
			resolve(false);
		});
		server.listen(port, '127.0.0.1', () => {
			server.close(() => {
				resolve(true);
			});
		});
	});
}
