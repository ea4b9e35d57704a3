import { randomBytes } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { Duplex } from 'node:stream';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { listen } from './server';

/** Each way breaks TLS after the start of a request. */
export type TlsBreak =
	/** The record can't be decrypted. */
	| 'badRecord'
	/** The alert isn't encrypted. */
	| 'brokenAlert'
	/** Text stands where a record should start. */
	| 'wrongVersion';

export interface TlsServer {
	readonly url: string;
	readonly connections: number;
	/** Counts decrypted bytes of requests. */
	readonly received: number;
	close(): Promise<void>;
}

const RECORDS: Record<TlsBreak, () => Buffer> = {
	badRecord: () => Buffer.concat([Buffer.from([0x17, 3, 3, 0, 64]), randomBytes(64)]),
	brokenAlert: () => Buffer.from([0x15, 3, 3, 0, 2, 2, 40]),
	wrongVersion: () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
};

/** The server reads everything and never responds. */
export async function startTlsServer(options: TlsOptions): Promise<TlsServer> {
	const counts = { received: 0 };
	const server = createTlsServer(options, (socket) => {
		count(socket, counts);
	});
	// A client that fails the handshake isn't the server's fault.
	server.on('tlsClientError', () => undefined);
	return await started(server, counts);
}

/** Ends each connection with these bytes once a handshake starts. */
export async function startServerWithoutTls(bytes: Buffer | string): Promise<TlsServer> {
	const server = createServer((socket) => {
		socket.once('data', () => socket.end(bytes));
	});
	return await started(server, { received: 0 });
}

/** The connection breaks after the start of a request. */
export async function startBreakingTlsServer(
	kind: TlsBreak,
	options: SecureContextOptions,
): Promise<TlsServer> {
	const counts = { received: 0 };
	const secureContext = createSecureContext(options);
	const server = createServer((socket) => {
		const tls = new TLSSocket(streamOf(socket), { isServer: true, secureContext });
		count(tls, counts);
		tls.once('data', () => socket.write(RECORDS[kind]()));
	});
	return await started(server, counts);
}

/** TLS takes over a whole socket. Through a stream, the server can still write to the socket. */
function streamOf(socket: Socket): Duplex {
	const stream = new Duplex({
		read: () => undefined,
		write: (chunk: Buffer, _encoding, done) => {
			socket.write(chunk, done);
		},
	});
	socket.on('data', (chunk) => stream.push(chunk));
	socket.on('end', () => stream.push(null));
	return stream;
}

function count(socket: TLSSocket, counts: { received: number }): void {
	socket.on('error', () => undefined);
	socket.on('data', (chunk: Buffer) => {
		counts.received += chunk.length;
	});
}

async function started(server: Server, counts: { received: number }): Promise<TlsServer> {
	const sockets = new Set<Socket>();
	let connections = 0;
	server.on('connection', (socket: Socket) => {
		connections += 1;
		sockets.add(socket);
		socket.on('error', () => undefined);
	});
	return {
		url: `https://127.0.0.1:${String(await listen(server))}`,
		get connections() {
			return connections;
		},
		get received() {
			return counts.received;
		},
		close: () => {
			for (const socket of sockets) socket.destroy();
			return new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
			});
		},
	};
}
