import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';

import { answerTo } from './answers';
import { type Addresses, type Counts, message } from './process';

/** HTTP Request opens a connection for every item at once: none should need a second attempt. */
const BACKLOG = 65_535;

let seen: Counts = { requests: 0, refused: 0 };
let latencyMs = 0;

function arrived(request: IncomingMessage, response: ServerResponse): void {
	seen.requests += 1;
	let body = '';
	request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
	request.once('end', () => {
		if (latencyMs === 0) answer(request, response, body);
		else setTimeout(answer, latencyMs, request, response, body);
	});
}

function answer(request: IncomingMessage, response: ServerResponse, sent: string): void {
	const { method = '', url = '', headers } = request;
	const { status, body } = answerTo({
		...{ method, url, authorization: headers.authorization ?? '' },
		body: sent,
	});
	if (status !== 200) seen.refused += 1;
	response.writeHead(status, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
}

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) =>
		server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, resolve),
	);
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Serves both APIs on loopback, plain and over TLS, and counts; BENCH_CERT and BENCH_KEY are in PEM. */
async function main(): Promise<void> {
	const { BENCH_CERT: cert, BENCH_KEY: key } = process.env;
	const plain = await listening(createServer(arrived));
	const tls = await listening(createTlsServer({ cert, key }, arrived));
	process.on('message', (received) => {
		const begun = message.parse(received);
		if (begun.latencyMs !== undefined) {
			seen = { requests: 0, refused: 0 };
			latencyMs = begun.latencyMs;
		}
		process.send?.(seen);
	});
	process.once('disconnect', () => process.exit());
	const addresses: Addresses = {
		plain: `http://127.0.0.1:${String(plain)}`,
		tls: `https://127.0.0.1:${String(tls)}`,
	};
	process.send?.(addresses);
}

void main();
