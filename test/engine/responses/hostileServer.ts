import { createServer, type Server, type Socket } from 'node:net';

import { listen } from '../../../tools/emulator/server';

/** A request may contain its item's mark anywhere. */
const MARK = /marked-item-(\d)/;

export interface Step {
	/** The server responds immediately, at the request's start, or at its end. */
	after: 'connection' | 'request' | 'requestStart';
	/** Set if the request takes effect. */
	acts: boolean;
	/** The body before it's compressed, truncated, or garbled. */
	body: string;
	bytes: Buffer;
	end: 'close' | 'reset' | 'silence';
}

/** Follows its script for each connection, and counts the changes it made. */
export class HostileServer {
	private steps: readonly Step[] = [];
	private connections = 0;
	private run = 0;
	private readonly sockets = new Set<Socket>();
	/** Counts the changes of this run by mark. */
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

	/** The script repeats at its end. The base URL is unique, so that another run's rate limiter delays nothing. */
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
		let [received, isDone] = ['', false];
		const respond = () => {
			isDone = true;
			if (step.acts) this.act(received);
			if (step.end === 'close') socket.end(step.bytes);
			else if (step.end === 'reset') socket.write(step.bytes, () => socket.resetAndDestroy());
		};
		if (step.after === 'connection') respond();
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			if (!isDone && (step.after === 'requestStart' || isWhole(received))) respond();
		});
	}

	private act(request: string): void {
		// Aborted requests may arrive late, and reads before a change change nothing.
		if (!request.includes(`/run-${String(this.run)}/`) || request.startsWith('GET ')) return;
		const mark = MARK.exec(request)?.[1] ?? 'none';
		this.acted.set(mark, (this.acted.get(mark) ?? 0) + 1);
	}
}

/** A request without a length has no body, so it's complete after its head. */
function isWhole(received: string): boolean {
	const end = received.indexOf('\r\n\r\n');
	if (end < 0) return false;
	const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1] ?? '0';
	return received.length >= end + 4 + Number(length);
}
