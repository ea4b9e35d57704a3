import { CHECK_BASE_URL } from '../../engine/errors/nodeErrors';
import type { BodyReader, ReaderSource } from '../../engine/request';
import { BrokenBody, MAX_BODY_BYTES } from '../../engine/request';
import { formatted } from '../../engine/text';
import { parsePrometheus } from './prometheus';

const TOO_MANY = 'Turn on Only the Essential Metrics.';

/** Turns metrics text into the payload `{ metrics }`. */
export const METRICS_READER: ReaderSource = { name: ' metrics', open: openReader };

function openReader(): BodyReader {
	const chunks: Uint8Array[] = [];
	let size = 0;
	return {
		write: (chunk) => {
			chunks.push(chunk);
			size += chunk.byteLength;
			return size <= MAX_BODY_BYTES;
		},
		end: () => {
			if (size > MAX_BODY_BYTES) {
				return new BrokenBody('The metrics are larger than 50 MB', TOO_MANY, '', true);
			}
			const parsed = parsePrometheus(Buffer.concat(chunks, size).toString());
			if ('items' in parsed && parsed.items.length === 0) {
				return new BrokenBody('The response has no metrics', CHECK_BASE_URL, '', false);
			}
			if ('items' in parsed) return { result: { metrics: parsed.items } };
			const { problem, line, text } = parsed;
			if (problem === 'tooMany') {
				return new BrokenBody('There are more than 1,000,000 metrics', TOO_MANY, '', true);
			}
			const message = `Line ${formatted(line)} of the response isn't a Prometheus metric`;
			return new BrokenBody(message, CHECK_BASE_URL, text, false);
		},
	};
}
