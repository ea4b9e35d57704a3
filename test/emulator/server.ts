import { createServer, type RequestListener, type Server } from 'node:http';

const MAX_HEAD = 4 * 1024 * 1024;

export interface LocalServer {
	port: number;
	/** `http://127.0.0.1:port`, without a slash at the end. */
	url: string;
	/** Stops listening and breaks every open connection; once stopped, does nothing. */
	close(): Promise<void>;
}

function listen(server: Server, port: number): Promise<number> {
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

/** Serves on 127.0.0.1, on the given port or a free one. Throws if the port is taken. */
export async function serve(listener: RequestListener, port = 0): Promise<LocalServer> {
	// An id of a megabyte in a path is a request to judge, not one for Node to turn away unseen.
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
