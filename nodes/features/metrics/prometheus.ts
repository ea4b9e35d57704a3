import { CHECK_BASE_URL } from '../../engine/errors/nodeErrors';
import type { BodyReader, ReaderSource } from '../../engine/request';
import { BrokenBody, MAX_BODY_BYTES } from '../../engine/request';
import { NUMBER_TEXT } from '../../engine/parameters/coercion';
import { formatted } from '../../engine/text';

/** NaN, +Inf, and -Inf stay text, because JSON has no such numbers. */
interface Metric {
	name: string;
	value: number | string;
	labels: Record<string, string>;
	/** The metric's description. Empty if the text has no description. The type is then `untyped`. */
	help: string;
	type: string;
	/** Milliseconds since 1970, if the text has a timestamp. */
	timestamp?: number;
}

const MAX_METRICS = 1_000_000;
const MAX_LINE = 65_536;
const DESCRIPTION = /^#\s*(HELP|TYPE)\s+([a-z_:][\w:]*)/i;
const SAMPLE =
	/^([a-z_:][\w:]*)(\s*\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}|(?=\s))\s*(\S+)(?:\s+(-?\d+))?$/i;
const LABEL_PAIR = /(?<!\w)([a-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,\s*|$)/gi;
/** Suffixes of a histogram's or summary's parts, which have a description in common. */
export const PART = /_(?:bucket|count|sum)$/;

/** Parses Prometheus text format 0.0.4. */
function parsePrometheus(text: string): BrokenBody | Metric[] {
	const descriptions = { HELP: new Map<string, string>(), TYPE: new Map<string, string>() };
	const { HELP, TYPE } = descriptions;
	const metrics: Metric[] = [];
	// Finds the lines one by one and skips empty lines, because a response can have fifty million of them.
	for (const { 0: untrimmed, index } of text.matchAll(/\S[^\n]*/g)) {
		const isComment = untrimmed.startsWith('#');
		const line = (isComment ? untrimmed.slice(0, MAX_LINE) : untrimmed).trim();
		const [start = '', kind, described = ''] = DESCRIPTION.exec(line) ?? [];
		if (kind === 'HELP' || kind === 'TYPE') {
			descriptions[kind].set(described, unescaped(line.slice(start.length).trim()));
		}
		if (isComment) continue;
		const sample = sampleIn(line);
		if (sample === undefined) {
			const message = `Line ${formatted(lineNumber(text, index))} of the response isn't a Prometheus metric`;
			return new BrokenBody(message, CHECK_BASE_URL, line, false);
		}
		if (metrics.length === MAX_METRICS) {
			return new BrokenBody('There are more than 1,000,000 metrics', TOO_MANY, '', true);
		}
		const base = sample.name.replace(PART, '');
		const name = TYPE.has(sample.name) || !TYPE.has(base) ? sample.name : base;
		metrics.push({ ...sample, help: HELP.get(name) ?? '', type: TYPE.get(name) ?? 'untyped' });
	}
	return metrics;
}

/** Counts from 1. */
function lineNumber(text: string, index: number): number {
	let [line, end] = [1, text.indexOf('\n')];
	while (end !== -1 && end < index) {
		line += 1;
		end = text.indexOf('\n', end + 1);
	}
	return line;
}

function sampleIn(line: string): Omit<Metric, 'help' | 'type'> | undefined {
	// The patterns could exhaust the stack on longer lines.
	if (line.length > MAX_LINE) return undefined;
	const [, name, braces = '', written = '', timestamp] = SAMPLE.exec(line) ?? [];
	const value = sampleValue(written);
	const labelText = braces.trim().slice(1, -1).trim();
	if (name === undefined || value === undefined || labelText.replace(LABEL_PAIR, '') !== '')
		return undefined;
	const labels = Object.fromEntries(
		[...labelText.matchAll(LABEL_PAIR)].map(([, label = '', text = '']) => [
			label,
			unescaped(text),
		]),
	);
	return { name, value, labels, ...(timestamp !== undefined && { timestamp: Number(timestamp) }) };
}

function sampleValue(text: string): number | string | undefined {
	if (NUMBER_TEXT.test(text) && Number.isFinite(Number(text))) return Number(text);
	if (/^nan$/i.test(text)) return 'NaN';
	const [sign] = /^[+-]?(?=inf(?:inity)?$)/i.exec(text) ?? [];
	return sign === undefined ? undefined : `${sign === '-' ? '-' : '+'}Inf`;
}

/** Resolves the format's three escapes. Any other backslash is literal. */
function unescaped(text: string): string {
	const parts = text.split('\\\\');
	return parts.map((part) => part.replaceAll('\\"', '"').replaceAll('\\n', '\n')).join('\\');
}

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
			const metrics = parsePrometheus(Buffer.concat(chunks, size).toString());
			if (metrics instanceof BrokenBody) return metrics;
			return metrics.length === 0
				? new BrokenBody('The response has no metrics', CHECK_BASE_URL, '', false)
				: { result: { metrics } };
		},
	};
}
