import type { BodyReader } from '../request';
import { MAX_BODY_BYTES } from '../request';
import { ResponseTooLarge } from './response';

interface BodyStream {
	readonly destroyed: boolean;
	on(event: 'data', listener: (chunk: unknown) => void): unknown;
	once(event: 'close' | 'end' | 'error', listener: (error: unknown) => void): unknown;
	destroy(error?: Error): unknown;
}

/** Shared, because an error with a stack is costly. Every stream closes in the end. */
const ABORTED = new Error('The request was aborted.');
const CLOSED_EARLY = new Error('The connection closed before the response was complete.');

/**
 * Reads and unpacks a stream to its end, up to 50 MB, or as far as its reader wants. Other bodies pass unchanged.
 * Throws if the request's signal aborts, and `ResponseTooLarge` beyond the limit. Uses events, because an iterator
 * creates twice as many objects.
 */
export async function readBody(
	body: unknown,
	signal: AbortSignal,
	reader?: BodyReader,
): Promise<unknown> {
	if (!isStream(body)) return body;
	const chunks: Uint8Array[] = [];
	let size = 0;
	return await new Promise((resolve, reject) => {
		const endedEarly = (): void => {
			reject(CLOSED_EARLY);
		};
		const stop = (): void => {
			body.destroy(ABORTED);
		};
		if (body.destroyed) endedEarly();
		body.on('data', (chunk) => {
			// A destroyed stream may still emit buffered data.
			if (!(chunk instanceof Uint8Array) || body.destroyed) return;
			if (reader !== undefined) {
				if (reader.write(chunk)) return;
				resolve(reader.end());
				body.destroy();
				return;
			}
			size += chunk.byteLength;
			chunks.push(chunk);
			// Also destroys the connection.
			if (size > MAX_BODY_BYTES) body.destroy(new ResponseTooLarge());
		});
		body.once('end', () => {
			resolve(reader?.end() ?? Buffer.concat(chunks, size));
		});
		body.once('error', reject);
		body.once('close', endedEarly);
		signal.addEventListener('abort', stop);
		if (signal.aborted) stop();
	});
}

function isStream(body: unknown): body is BodyStream {
	return typeof body === 'object' && body !== null && 'on' in body && 'destroy' in body;
}
