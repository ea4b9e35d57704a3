import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

const MAX_HEAD = 4 * 1024 * 1024;

export interface LocalServer {
	port: number;
	/** Has no trailing slash. */
	url: string;
	/** Breaks every open connection. Does nothing if already stopped. */
	close(): Promise<void>;
}

/** Listens on the given port, or else on any free port. Returns the port. */
export function listen(server: Server, port = 0): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			if (address === null || typeof address === 'string') {
				reject(new Error('the server has no port'));
				return;
			}
			resolve(address.port);
		});
	});
}

/** Throws if the port is taken. By default, the port is free. */
export async function serve(listener: RequestListener, port = 0): Promise<LocalServer> {
	// Lets the emulator judge a path with a 1 MB ID, which Node would reject unseen.
	const server = createServer({ maxHeaderSize: MAX_HEAD }, listener);
	const taken = await listen(server, port);
	return {
		port: taken,
		url: `http://127.0.0.1:${String(taken)}`,
		close: () =>
			new Promise((resolve, reject) => {
				if (!server.listening) {
					resolve();
					return;
				}
				server.close((error) => {
					if (error === undefined) resolve();
					else reject(error);
				});
				server.closeAllConnections();
			}),
	};
}
