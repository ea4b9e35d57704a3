import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';
const DRIP_MS = 200;
const UNPACKED_BYTES = 200 * 1024 * 1024;
const CHUNK = Buffer.alloc(1024 * 1024, ' ');

/** Sends text byte by byte, until it is complete or the client is gone. */
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

/** Yields JSON text of the given size: spaces before what is already JSON. */
function* padded(text: string, size: number): Generator<Buffer> {
	let spaces = Math.max(0, size - Buffer.byteLength(text));
	while (spaces > 0) {
		const chunk = CHUNK.subarray(0, Math.min(spaces, CHUNK.length));
		spaces -= chunk.length;
		yield chunk;
	}
	yield Buffer.from(text);
}

/** Sends text that is small on the wire and grows to the given size when it is unpacked. */
export function sendGzipBomb(response: Response, text: string, size = UNPACKED_BYTES): void {
	response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' });
	// The client is expected to give up half-way.
	pipeline(Readable.from(padded(text, size)), createGzip(), response, () => undefined);
}
