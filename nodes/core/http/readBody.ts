import { ResponseTooLarge } from './networkError';

const MOST_BYTES = 50 * 1024 * 1024;

/** A response body as Node streams it. */
interface BodyStream extends AsyncIterable<unknown> {
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
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	try {
		return await collect(body);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

async function collect(stream: BodyStream): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Leaving the loop early destroys the stream, and with it the connection.
	for await (const chunk of stream) {
		if (!(chunk instanceof Uint8Array)) continue;
		size += chunk.byteLength;
		if (size > MOST_BYTES) {
			throw new ResponseTooLarge('The response is larger than 50 MB, and was not read further.');
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}

function isStream(body: unknown): body is BodyStream {
	return (
		typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body
	);
}
