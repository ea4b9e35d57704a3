import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';
const DRIP_MS = 200;
const UNPACKED_BYTES = 200 * 1024 * 1024;
const CHUNK = Buffer.alloc(1024 * 1024, ' ');

/** Sends a text byte by byte, until it is complete or the client is gone. */
export function sendDripping(response: Response, text: string, intervalMs = DRIP_MS): void {
	const bytes = Buffer.from(text);
	response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': String(bytes.length) });
	let sent = 0;
	const timer = setInterval(() => {
		response.write(bytes.subarray(sent, sent + 1));
		sent += 1;
		if (sent < bytes.length) return;
		clearInterval(timer);
		response.end();
	}, intervalMs);
	response.once('close', () => {
		clearInterval(timer);
	});
}

/** Yields a JSON text of the given size: blanks in front of what is already JSON. */
function* padded(text: string, size: number): Generator<Buffer> {
	let blanks = Math.max(0, size - Buffer.byteLength(text));
	while (blanks > 0) {
		const chunk = CHUNK.subarray(0, Math.min(blanks, CHUNK.length));
		blanks -= chunk.length;
		yield chunk;
	}
	yield Buffer.from(text);
}

/** Sends a text that is small on the wire and grows to the given size when it is unpacked. */
export function sendGzipBomb(response: Response, text: string, size = UNPACKED_BYTES): void {
	response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' });
	// A client that gives up half-way is what this is for.
	pipeline(Readable.from(padded(text, size)), createGzip(), response, () => undefined);
}
