import { createServer, type Server, type Socket } from 'node:net';
import { listen } from './server';

/** What a server without HTTP does with each connection. */
export type SocketBehavior =
	/** Resets it before anything is read. */
	| 'resetOnConnect'
	/** Resets it once bytes have come: the head of a request, or the beginning of a TLS handshake. */
	| 'resetOnData'
	/** Ends it normally once bytes have come. */
	| 'closeOnData'
	/** Reads everything and never responds; a TLS handshake never ends. */
	| 'silent'
	/** Breaks off a TLS handshake with the alert `handshake_failure`. */
	| 'tlsAlert';

interface SocketServer {
	readonly port: number;
	close(): Promise<void>;
	/** How many connections there were. */
	readonly connections: number;
	/** Everything that came over all connections. */
	readonly received: Buffer;
}

const TLS_HANDSHAKE_FAILURE = Buffer.from([0x15, 3, 1, 0, 2, 2, 40]);

const ON_DATA: Partial<Record<SocketBehavior, (socket: Socket) => void>> = {
	resetOnData: (socket) => socket.resetAndDestroy(),
	closeOnData: (socket) => socket.end(),
	tlsAlert: (socket) => socket.end(TLS_HANDSHAKE_FAILURE),
};

function stop(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => {
			resolve();
		});
	});
}

/** Starts a server on 127.0.0.1 that breaks HTTP and TLS before either can begin. */
export async function startSocketServer(behavior: SocketBehavior): Promise<SocketServer> {
	const sockets = new Set<Socket>();
	const chunks: Buffer[] = [];
	let connections = 0;
	const server = createServer((socket) => {
		connections += 1;
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		// The client may be gone first, which is not a fault of the server.
		socket.on('error', () => undefined);
		if (behavior === 'resetOnConnect') {
			socket.resetAndDestroy();
			return;
		}
		socket.on('data', (chunk) => {
			chunks.push(chunk);
			ON_DATA[behavior]?.(socket);
		});
	});
	return {
		port: await listen(server),
		get connections() {
			return connections;
		},
		get received() {
			return Buffer.concat(chunks);
		},
		close: () => {
			for (const socket of sockets) socket.destroy();
			return stop(server);
		},
	};
}
