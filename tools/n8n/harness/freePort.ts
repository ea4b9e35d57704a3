import { createServer } from 'node:net';

/** Linux keeps these ports apart from outgoing connections' ports. */
export async function freePort(): Promise<number> {
	const port = await listenOnce(0);
	if (port === undefined) throw new Error('127.0.0.1 has no free port');
	return port;
}

export async function isFree(port: number): Promise<boolean> {
	return (await listenOnce(port)) !== undefined;
}

/** With port 0, Linux picks a free port. */
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
