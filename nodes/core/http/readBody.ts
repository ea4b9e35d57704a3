import { ResponseTooLarge } from './networkError';

const MAX_BYTES = 50 * 1024 * 1024;

/** A response body as Node streams it. */
interface BodyStream {
	readonly destroyed: boolean;
	on(event: 'data', listener: (chunk: unknown) => void): unknown;
	once(event: 'close' | 'end' | 'error', listener: (error: unknown) => void): unknown;
	destroy(error?: Error): unknown;
}

/**
 * Reads a streamed body, unpacked, until it ends, up to 50 MB; any other body is returned as it is.
 * Throws when the signal aborts meanwhile, `ResponseTooLarge` when there is more.
 */
export async function readBody(body: unknown, signal: AbortSignal): Promise<unknown> {
	if (!isStream(body)) return body;
	const stop = (): void => {
		body.destroy(new Error('The request was aborted.'));
	};
	const whole = collect(body);
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	try {
		return await whole;
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** By events: an iterator makes twice as many objects, for thousands of responses. */
async function collect(stream: BodyStream): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	return await new Promise((resolve, reject) => {
		const endedEarly = (): void => {
			reject(new Error('The connection broke before the whole response was there.'));
		};
		if (stream.destroyed) endedEarly();
		stream.on('data', (chunk) => {
			if (!(chunk instanceof Uint8Array)) return;
			size += chunk.byteLength;
			chunks.push(chunk);
			if (size > MAX_BYTES) {
				// Destroys the connection with it.
				stream.destroy(new ResponseTooLarge());
			}
		});
		stream.once('end', () => {
			resolve(Buffer.concat(chunks, size));
		});
		stream.once('error', reject);
		stream.once('close', endedEarly);
	});
}

function isStream(body: unknown): body is BodyStream {
	return typeof body === 'object' && body !== null && 'on' in body && 'destroy' in body;
}
