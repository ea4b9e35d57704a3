import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { listen } from '../../../tools/emulator/server';
import type { ResponseStep, Step } from './steps';
import { breaksBeforeRequest, mayAct } from './steps';

/** The mark of an item's requests, wherever they have it. */
const MARK = /marked-item-(\d)/;
/**
 * A server that follows its script for each connection, and acts on every request that has arrived in full unless its
 * response is a clear no.
 */
export class HostileServer {
	private steps: readonly Step[] = [];
	private connections = 0;
	private run = 0;
	private readonly sockets = new Set<Socket>();
	/** How often it acted in this run, by the request's mark. */
	acted = new Map<string, number>();

	private constructor(
		private readonly server: Server,
		private readonly port: number,
	) {
		server.on('connection', (socket) => {
			this.take(socket);
		});
	}

	static async start(): Promise<HostileServer> {
		const server = createServer();
		return new HostileServer(server, await listen(server));
	}

	/**
	 * Starts a run with a script, which repeats at its end. Returns a base URL of its own: the rate limiter's memory of
	 * another run delays nothing.
	 */
	play(steps: readonly Step[]): string {
		for (const socket of this.sockets) socket.destroy();
		this.steps = steps;
		this.connections = 0;
		this.acted = new Map();
		this.run += 1;
		return `http://127.0.0.1:${String(this.port)}/run-${String(this.run)}`;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private take(socket: Socket): void {
		this.sockets.add(socket);
		socket.once('close', () => this.sockets.delete(socket));
		socket.on('error', () => undefined);
		const step = this.steps[this.connections % this.steps.length];
		if (step === undefined) throw new Error('The script is empty');
		this.connections += 1;
		if (breaksBeforeRequest(step)) breakEarly(socket, step);
		else this.serve(socket, step);
	}

	/** Reads one request, acts on it, and responds. */
	private serve(socket: Socket, step: Step): void {
		let received = '';
		let isDone = false;
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			if (isDone || !isWhole(received)) return;
			isDone = true;
			if (mayAct(step)) this.act(received);
			respond(socket, step);
		});
	}

	private act(request: string): void {
		// A read that was aborted may arrive late.
		if (!request.includes(`/run-${String(this.run)}/`)) return;
		const mark = MARK.exec(request)?.[1] ?? 'none';
		this.acted.set(mark, (this.acted.get(mark) ?? 0) + 1);
	}
}

function breakEarly(socket: Socket, { kind }: Step): void {
	if (kind === 'resetAtOnce') socket.resetAndDestroy();
	else {
		socket.once('data', () => {
			if (kind === 'resetOnData') socket.resetAndDestroy();
			else socket.end();
		});
	}
}

function respond(socket: Socket, step: Step): void {
	if (step.kind === 'response') sendResponse(socket, step);
	else if (step.kind === 'bytes') socket.end(step.bytes ?? '', 'latin1');
	else if (step.kind === 'resetAfterRequest') socket.resetAndDestroy();
	else if (step.kind === 'closeAfterRequest') socket.end();
}

/** Whether a request has arrived in full. A request without a length has no body. */
function isWhole(received: string): boolean {
	const end = received.indexOf('\r\n\r\n');
	if (end < 0) return false;
	const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1] ?? '0';
	return received.length >= end + 4 + Number(length);
}

function sendResponse(socket: Socket, step: ResponseStep): void {
	const { framing, gzip, cut } = step.delivery;
	const whole = bodyOf(step);
	const body = cut === undefined ? whole : whole.subarray(0, Math.floor(cut.at * whole.length));
	const headers = [...step.headers, ['Connection', 'close']];
	if (gzip) headers.push(['Content-Encoding', 'gzip']);
	if (framing === 'length') headers.push(['Content-Length', String(whole.length)]);
	if (framing === 'chunked') headers.push(['Transfer-Encoding', 'chunked']);
	const head = [
		`HTTP/1.1 ${String(step.status)} Status`,
		...headers.map((each) => each.join(': ')),
	];
	const before = step.before.map((status) => `HTTP/1.1 ${String(status)} Before\r\n\r\n`).join('');
	socket.write(`${before}${head.join('\r\n')}\r\n\r\n`, 'latin1');
	const sent = framing === 'chunked' ? chunked(body, whole.length, cut !== undefined) : body;
	socket.write(sent, () => {
		if (cut?.end === 'reset') socket.resetAndDestroy();
		else socket.end();
	});
}

/** Returns the bytes of a body, one of them changed if the step requires it. */
function bodyOf({ body, delivery: { gzip, garbled } }: ResponseStep): Buffer {
	const bytes = gzip ? gzipSync(body) : Buffer.from(body);
	if (garbled === undefined || bytes.length === 0) return bytes;
	const at = Math.min(bytes.length - 1, Math.floor(garbled * bytes.length));
	bytes.writeUInt8(bytes.readUInt8(at) ^ 0x15, at);
	return bytes;
}

/** Returns a body as one chunk, whose end is missing if it was cut. */
function chunked(body: Buffer, length: number, isCut: boolean): Buffer {
	const end = isCut ? '' : '\r\n0\r\n\r\n';
	if (length === 0) return Buffer.from('0\r\n\r\n');
	return Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), body, Buffer.from(end)]);
}
