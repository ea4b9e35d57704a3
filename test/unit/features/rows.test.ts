import { RowReader } from '../../../nodes/features/query/queryRows';
import { Random } from '../../../tools/random';

const SEED = 20_261_127;
const MB = 1024 * 1024;
const EXCEPTION = 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)';
/** ClickHouse writes this space in an exception, and none in rows. */
const EXCEPTION_ROW = `{"exception": ${JSON.stringify(EXCEPTION)}}`;
const TAG = 'qwertyuiopasdfgh';
const FRAME = `__exception__\r\n${TAG}\r\n${EXCEPTION}\r\n73 ${TAG}\r\n__exception__\r\n`;

/** The response arrives in random pieces. */
function read(body: Buffer | string, random: Random, limit?: number): ReturnType<RowReader['end']> {
	const whole = Buffer.from(body);
	const reader = new RowReader(limit);
	for (let start = 0; start < whole.length;) {
		const end = start + random.integer(1, 9);
		const wantsMore = reader.write(whole.subarray(start, end));
		if (!wantsMore) break;
		start = end;
	}
	return reader.end();
}

function valueFrom(random: Random, depth = 2): unknown {
	const texts = [
		'',
		'Größe 🚀',
		'"\\"',
		'9007199254740993',
		`${EXCEPTION}\n`,
		'a\\',
		'{"b":1',
		'<p>',
	];
	const kind = random.integer(0, depth > 0 ? 6 : 4);
	if (kind < 3) return random.pick(texts);
	if (kind < 5) return random.pick([null, true, 0.1, -1e300, 9_007_199_254_740_991, 1e-16]);
	const values = [valueFrom(random, depth - 1), valueFrom(random, depth - 1)];
	return kind === 5 ? values : { [random.pick(texts)]: values[0], b: values[1] };
}

describe('RowReader', () => {
	const random = new Random(SEED);

	it('reads rows from chunks cut anywhere', () => {
		for (let run = 0; run < 300; run += 1) {
			const rows = Array.from({ length: random.integer(0, 5) }, () => ({ a: valueFrom(random) }));
			const body = rows
				.map((row) => `${JSON.stringify(row)}${random.pick(['\n', '\r\n'])}`)
				.join('');
			const limit = random.integer(1, 6);
			expect(read(body, random)).toEqual({ kind: 'rows', rows });
			expect(read(body, random, limit)).toEqual({
				kind: 'rows',
				rows: rows.slice(0, limit),
			});
		}
	});

	it('outputs only complete rows of a body cut at any byte', () => {
		for (let run = 0; run < 300; run += 1) {
			const rows = Array.from({ length: random.integer(1, 4) }, () => ({ a: valueFrom(random) }));
			const lines = rows.map((row) => JSON.stringify(row));
			const body = Buffer.from(`${lines.join('\n')}\n`);
			const cut = body.subarray(0, random.integer(1, body.length));
			const [rest = '', ...ended] = cut.toString().split('\n').reverse();
			const isWhole = rest === '' || rest === lines[ended.length];
			const count = ended.length + (rest === '' ? 0 : 1);
			expect(read(cut, random)).toMatchObject(
				isWhole
					? { kind: 'rows', rows: rows.slice(0, count) }
					: { kind: expect.stringMatching(/^(?:cutOff|exception)$/) as string, row: count },
			);
		}
	});

	it.each([
		['18446744073709551615', '18446744073709551615'],
		['-9007199254740993', '-9007199254740993'],
		['9007199254740991', 9_007_199_254_740_991],
		['1234567890123456.75', 1_234_567_890_123_456.75],
		['1e20', 1e20],
		['[1, {"b\\"": 12345678901234567890}]', [1, { 'b"': '12345678901234567890' }]],
		['"\\\\\\" 12345678901234567890, "', '\\" 12345678901234567890, '],
	])('reads the number %s with all its digits', (json, value) => {
		expect(read(`{"a": ${json}}\n`, random)).toEqual({ kind: 'rows', rows: [{ a: value }] });
	});

	it.each(['OK', 'Ok.\n'])("reads an INSERT's response %j", (body) => {
		expect(read(body, random)).toEqual({ kind: 'accepted' });
	});

	it.each([
		['a row that breaks off', '{"a":2,"b":[', { kind: 'cutOff', text: '{"a":2,"b":[' }],
		['an exception as text', EXCEPTION, { kind: 'exception', text: EXCEPTION }],
		['an exception within a row', `{"a":"x${EXCEPTION}`, { kind: 'exception', text: EXCEPTION }],
		['a framed exception', `\r\n${FRAME}`, { kind: 'exception', text: EXCEPTION }],
		[
			'a framed exception that breaks off',
			FRAME.slice(0, FRAME.indexOf('241')),
			{ kind: 'exception', text: 'Code:' },
		],
		['an exception as the last row', EXCEPTION_ROW, { kind: 'exception', text: EXCEPTION }],
		['a web page', '<html>\n<p>Größe', { kind: 'html', text: '<html>\n<p>Größe' }],
		['text', 'Größe', { kind: 'notRows', text: 'Größe' }],
		['a list', '[1]', { kind: 'notRows', text: '[1]' }],
		['a deep row', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, { kind: 'tooComplex', text: '' }],
	])("doesn't output rows of a response that ends with %s", (_name, end, error) => {
		for (const rows of [0, 3]) {
			const body = '{"a":1}\n'.repeat(rows) + end;
			expect(read(body, random)).toEqual({ ...error, row: rows + 1 });
			expect(read(`${body}\n`, random, rows + 1)).toEqual({ ...error, row: rows + 1 });
		}
	});

	it.each([EXCEPTION_ROW, JSON.stringify({ exception: EXCEPTION })])(
		'continues after a row that only looks like an exception: %s',
		(line) => {
			const row = { exception: EXCEPTION };
			const body = `${line}\n{"a":1}\n`;
			expect(read(body, random, 1)).toEqual({ kind: 'rows', rows: [row] });
			expect(read(body, random)).toEqual({ kind: 'rows', rows: [row, { a: 1 }] });
		},
	);

	it.each([
		[{ exception: EXCEPTION }],
		[{ exception: EXCEPTION }, { exception: EXCEPTION }],
		[{ exception: '' }, { exception: EXCEPTION }],
		[{ exception: null }, { exception: EXCEPTION }],
		[
			{ exception: EXCEPTION, at: 1 },
			{ exception: EXCEPTION, at: 2 },
		],
	])("reads a query's column named exception: %j %j", (...rows) => {
		const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
		expect(read(body, random)).toEqual({ kind: 'rows', rows });
		expect(read(body, random, rows.length)).toEqual({ kind: 'rows', rows });
		const failure = { kind: 'exception', row: rows.length + 1, text: EXCEPTION };
		expect(read(body + EXCEPTION_ROW, random)).toEqual(failure);
	});

	it('recognizes an exception without a space by its column', () => {
		const exception = JSON.stringify({ exception: EXCEPTION });
		for (const row of ['{"a":1}', '{"exception":"","a":1}', '{}']) {
			const failure = { kind: 'exception', row: 2, text: EXCEPTION };
			expect(read(`${row}\n${exception}\n`, random)).toEqual(failure);
		}
	});

	it('fails if a response contains OK after rows', () => {
		expect(read('{"a":1}\nOK\n', random)).toEqual({ kind: 'notRows', row: 2, text: 'OK' });
	});

	const filler = 'x'.repeat(MB);
	it.each([
		['rows at the limit', '{"a":1}\n'.repeat(MB / 8), filler, { chunks: 1, kind: 'rows' }],
		['a web page', '<'.repeat(MB), filler, { chunks: 1, kind: 'html' }],
		['a row without an end', '{"a":"', filler, { chunks: 51, kind: 'tooLarge' }],
		['over 50 MB', '', `{"a":"${filler}"}\n`, { chunks: 51, kind: 'tooLarge' }],
	])('stops reading early at %s', (_name, first, following, expected) => {
		const reader = new RowReader(100);
		let chunks = 1;
		for (let chunk = first; reader.write(Buffer.from(chunk)); chunk = following) chunks += 1;
		expect({ chunks, kind: reader.end().kind }).toEqual(expected);
	});

	it('skips empty lines without copying them', () => {
		const concat = jest.spyOn(Buffer, 'concat');
		const body = '\n \t\v\f\r\n'.repeat(1000);
		expect(read(`${body}{"a":1}\n${body}{"a":2}${body}`, random)).toEqual({
			kind: 'rows',
			rows: [{ a: 1 }, { a: 2 }],
		});
		expect(concat.mock.calls.length).toBeLessThan(50);
		concat.mockRestore();
	});

	it('rejects more than 1,000,000 rows', () => {
		const reader = new RowReader();
		const rows = Buffer.from('{}\n'.repeat(1e6));
		expect(reader.write(rows)).toBe(true);
		expect(reader.write(Buffer.from('{}\n'))).toBe(false);
		expect(reader.end()).toEqual({ kind: 'tooManyRows', row: 1_000_001, text: '' });
	});
});
