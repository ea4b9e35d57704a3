import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const ROOT = join(__dirname, '../../..');

/** Enough to detect quadratic time: 256 million steps, three times the bound and more. */
const LONG = 16_000;
/** Of the processor, so that a busy machine does not count. */
const MAX_MS = 8;
/** The quickest counts: the collector's threads are part of the processor's time, and only sometimes at work. */
const ROUNDS = 6;

const EMAIL = '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/';

/** The longest text of each pattern whose code bounds it; all others may meet text of any length. */
const LONGEST: Readonly<Record<string, number>> = {
	// invitation.ts measures an address first.
	[EMAIL]: 254,
	// clickStack/credentialTest.ts reads a message that `apiMessage` has cut.
	'/^\\W*(?:404\\W+)?(?:page )?not found\\W*$|\\bcannot put\\b|\\bno (?:such )?(?:route|path|page|endpoint|url)\\b|\\b(?:route|path|page|endpoint|url|method)\\b.*\\bnot (?:found|allowed|supported)\\b/i': 601,
	// redact.ts cuts the padding of Base64, two signs at most.
	'/=+$/': 2,
};

/** The only cause of a slow search: a repetition without an end. */
const REPEATS = /[*+]|\{\d+,\}/;

/** Combined patterns are covered by the tests of locators, redaction and summaries. */
const BUILT = [
	'nodes/engine/approval/sentences.ts',
	'nodes/engine/parameters/values.ts',
	'nodes/engine/redaction/redact.ts',
	'nodes/engine/redaction/secretNames.ts',
];

function sources(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name}`);
}

const literals = new Set<string>();
const built = new Set<string>();
for (const path of [...sources('nodes'), ...sources('credentials')].sort()) {
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) literals.add(node.text);
		if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') built.add(path);
		ts.forEachChild(node, visit);
	};
	const text = readFileSync(join(ROOT, path), 'utf8');
	visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

function patternOf(literal: string): RegExp {
	const end = literal.lastIndexOf('/');
	return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** Texts that repeat parts of a pattern, and then end. */
function* hostileTexts(literal: string, length: number): Generator<string> {
	const words = literal.match(/[a-z]+/gi) ?? [];
	const signs = [...new Set([...(literal.match(/[^\w\\^$?+*|()[\]]/g) ?? []), '.', '@', ' '])];
	const pieces = [...new Set([...words, ...signs, 'a', 'A', '0', '=', '_'])];
	const pairs = signs.flatMap((sign) => [`a${sign}`, ...words.map((word) => sign + word)]);
	for (const head of ['', ...pieces, ...pairs]) {
		for (const pump of pieces) {
			const unit = head + pump;
			for (const end of ['', '\n', '@', '\0!']) {
				yield head + pump.repeat(length / pump.length) + end;
				yield unit.repeat(length / unit.length) + end;
			}
		}
	}
}

/** Returns the minimum of the processor's time for a search, in milliseconds. */
function timeOf(pattern: RegExp, text: string): number {
	let least = Infinity;
	for (let round = 0; round < ROUNDS && least > MAX_MS; round += 1) {
		const start = process.cpuUsage();
		text.replace(pattern, '');
		least = Math.min(least, process.cpuUsage(start).user / 1000);
	}
	return least;
}

/** Returns the start of a text for which a search takes too long, or undefined. */
function slowText(literal: string, length: number): string | undefined {
	const pattern = patternOf(literal);
	for (const text of hostileTexts(literal, length)) {
		if (timeOf(pattern, text) > MAX_MS) return text.slice(0, 40);
	}
	return undefined;
}

describe('The patterns of the package', () => {
	it('are known: the bounded ones, and the combined ones', () => {
		expect(Object.keys(LONGEST).filter((literal) => !literals.has(literal))).toEqual([]);
		expect([...built]).toEqual(BUILT);
	});

	it.each([...literals].filter((one) => REPEATS.test(one)))(
		'%s needs almost no time for hostile texts',
		(literal) => {
			expect(slowText(literal, LONGEST[literal] ?? LONG)).toBeUndefined();
		},
	);

	it.each([EMAIL, '/<title[^>]*>/i', '/[.\\s]*$/', '/_+$/', '/\\. .*$/'])(
		'%s alone would be noticed',
		(literal) => {
			expect(slowText(literal, LONG)).toBeDefined();
		},
	);
});
