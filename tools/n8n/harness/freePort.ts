import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nothing listens on. Linux keeps such ports apart from those of outgoing connections. */
export async function freePort(): Promise<number> {
	const port = await listenOnce(0);
	if (port === undefined) throw new Error('127.0.0.1 has no free port');
	return port;
}

/** True if nothing listens on a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	return (await listenOnce(port)) !== undefined;
}

/** Listens on a port, or on any with 0, and closes it again. */
async function listenOnce(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => {
			resolve(undefined);
		});
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => {
				resolve(typeof address === 'object' ? address?.port : undefined);
			});
		});
	});
}
