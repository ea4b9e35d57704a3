import { createServer, type Server, type Socket, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { listen } from './server';

/** What a server without HTTP does with each connection. */
export type SocketBehavior =
	/** Resets it before anything is read. */
	| 'resetOnConnect'
	/** Resets it once bytes have come: the head of a request, or the beginning of a TLS handshake. */
	| 'resetOnData'
	/** Ends it in an orderly way once bytes have come. */
	| 'closeOnData'
	/** Reads everything and never responds; a TLS handshake never ends. */
	| 'silent'
	/** Breaks off a TLS handshake with the alert `handshake_failure`. */
	| 'tlsAlert';

/** A port on 127.0.0.1 that is held until it is closed. */
interface LocalPort {
	readonly port: number;
	close(): Promise<void>;
}

interface SocketServer extends LocalPort {
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
		// The client may be gone first, which is no fault of the server.
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

/** Listens with the shortest backlog and stands still before it can accept anything. */
const LISTEN_ONLY = `
	const { createServer } = require('node:net');
	const { parentPort } = require('node:worker_threads');
	const server = createServer();
	server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
		parentPort.postMessage(server.address().port);
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
	});
`;
const MOST_FILLERS = 8;
const ESTABLISHED_WITHIN_MS = 300;

function establishes(socket: Socket): Promise<boolean> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			resolve(false);
		}, ESTABLISHED_WITHIN_MS);
		socket.on('error', () => undefined);
		socket.once('connect', () => {
			clearTimeout(timer);
			resolve(true);
		});
	});
}

/**
 * Holds a port whose backlog is full: connections to it are neither established nor refused.
 * Relies on Linux, which drops what a full backlog cannot take. Throws where that does not happen.
 */
export async function startFullBacklog(): Promise<LocalPort> {
	const worker = new Worker(LISTEN_ONLY, { eval: true });
	const port = await new Promise<number>((resolve, reject) => {
		worker.once('message', resolve);
		worker.once('error', reject);
	});
	const fillers: Socket[] = [];
	const close = async () => {
		for (const filler of fillers) filler.destroy();
		await worker.terminate();
	};
	while (fillers.length < MOST_FILLERS) {
		const filler = connect(port, '127.0.0.1');
		fillers.push(filler);
		if (!(await establishes(filler))) return { port, close };
	}
	await close();
	throw new Error('the backlog of a listening socket does not fill up on this system');
}
