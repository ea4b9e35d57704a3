/** A metric's sample. Values without a JSON form are text: NaN, +Inf and -Inf. */
interface Metric {
	name: string;
	value: number | string;
	labels: Record<string, string>;
	/** Empty (and `untyped`) if the text doesn't describe the metric. */
	help: string;
	type: string;
	/** Milliseconds since 1970, if the text has a timestamp. */
	timestamp?: number;
}

/** The samples, or the line, counted from 1, that is invalid or exceeds the limit. */
type PrometheusText =
	{ items: Metric[] } | { problem: 'notPrometheus' | 'tooMany'; line: number; text: string };

const MAX_ITEMS = 1_000_000;
const MAX_LINE = 65_536;
const DESCRIPTION = /^#\s*(HELP|TYPE)\s+([a-z_:][\w:]*)/i;
const SAMPLE =
	/^([a-z_:][\w:]*)(\s*\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}|(?=\s))\s*(\S+)(?:\s+(-?\d+))?$/i;
const LABEL = /(?<!\w)([a-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,\s*|$)/gi;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Name suffixes in histograms and summaries, which are described once for all parts. */
export const PART = /_(?:bucket|count|sum)$/;

/** Parses Prometheus text format 0.0.4. */
export function parsePrometheus(text: string): PrometheusText {
	const descriptions = { HELP: new Map<string, string>(), TYPE: new Map<string, string>() };
	const { HELP, TYPE } = descriptions;
	const items: Metric[] = [];
	for (const [index, untrimmed] of text.split('\n').entries()) {
		const line = untrimmed.trim();
		const [start = '', kind, described = ''] = DESCRIPTION.exec(line) ?? [];
		if (kind === 'HELP' || kind === 'TYPE') {
			descriptions[kind].set(described, unescaped(line.slice(start.length).trim()));
		}
		if (line === '' || line.startsWith('#')) continue;
		const sample = sampleIn(line);
		if (sample === undefined) return { problem: 'notPrometheus', line: index + 1, text: line };
		if (items.length === MAX_ITEMS) return { problem: 'tooMany', line: index + 1, text: line };
		const base = sample.name.replace(PART, '');
		const name = TYPE.has(sample.name) || !TYPE.has(base) ? sample.name : base;
		items.push({ ...sample, help: HELP.get(name) ?? '', type: TYPE.get(name) ?? 'untyped' });
	}
	return { items };
}

function sampleIn(line: string): Omit<Metric, 'help' | 'type'> | undefined {
	// On longer lines, the patterns could exhaust the stack.
	if (line.length > MAX_LINE) return undefined;
	const [, name, braces = '', written = '', timestamp] = SAMPLE.exec(line) ?? [];
	const value = sampleValue(written);
	const listed = braces.trim().slice(1, -1).trim();
	if (name === undefined || value === undefined || listed.replace(LABEL, '') !== '')
		return undefined;
	const labels = Object.fromEntries(
		[...listed.matchAll(LABEL)].map(([, label = '', text = '']) => [label, unescaped(text)]),
	);
	return { name, value, labels, ...(timestamp !== undefined && { timestamp: Number(timestamp) }) };
}

function sampleValue(text: string): number | string | undefined {
	if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
	if (/^nan$/i.test(text)) return 'NaN';
	const [sign] = /^[+-]?(?=inf(?:inity)?$)/i.exec(text) ?? [];
	return sign === undefined ? undefined : `${sign === '-' ? '-' : '+'}Inf`;
}

/** Resolves the format's three escapes. Any other backslash is literal. */
function unescaped(text: string): string {
	return text.replace(/\\(["\\n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}
