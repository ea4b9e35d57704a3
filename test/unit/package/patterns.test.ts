import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const ROOT = join(__dirname, '../../..');

/** Enough to detect quadratic time: 18 million steps take more than twice the bound on a fast machine. */
const LENGTH = 6_000;
/** CPU time, so that a busy machine doesn't matter. */
const MAX_MS = 4;
/** The fastest round counts, because garbage collection threads add CPU time only sometimes. */
const ROUNDS = 6;

/** Its text is bounded: clickStack/credentialTest.ts reads a message that `apiMessage` has shortened. */
const BOUNDED =
	'/^\\W*(?:404\\W+)?(?:page )?not found\\W*$|\\bcannot put\\b|\\bno (?:such )?(?:route|path|page|endpoint|url)\\b|\\b(?:route|path|page|endpoint|url|method)\\b.*\\bnot (?:found|allowed|supported)\\b/i';

/** Unbounded repetition, the only cause of a slow search. */
const REPEATS = /[*+]|\{\d+,\}/;

/** The tests of locators, redaction and summaries cover combined patterns. */
const BUILT = [
	'nodes/engine/parameters/sqlText.ts',
	'nodes/engine/parameters/values.ts',
	'nodes/engine/redaction/redact.ts',
	'nodes/engine/redaction/secretNames.ts',
	'nodes/engine/summary/plainText.ts',
	'nodes/features/query/sql.ts',
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

/** Texts that start a match repeatedly and never finish it. */
function* hostileTexts(literal: string): Generator<string> {
	const words = literal.match(/[a-z]+/gi) ?? [];
	const signs = literal.match(/[^\w\\^$?+*|()[\]]/g) ?? [];
	const pieces = [...new Set([...words, ...signs, '.', '@', ' ', 'a', '0', '=', '_'])];
	for (const head of ['', ...pieces]) {
		for (const piece of pieces) {
			const unit = head + piece;
			// A longer unit starts a match less often, so its text is longer.
			const count = LENGTH / Math.sqrt(unit.length);
			for (const end of ['', '\n', '\0!']) yield unit.repeat(count) + end;
		}
	}
}

/** Minimum CPU time of a search, in milliseconds. */
function timeOf(pattern: RegExp, text: string): number {
	let least = Infinity;
	for (let round = 0; round < ROUNDS && least > MAX_MS; round += 1) {
		const start = process.cpuUsage();
		text.replace(pattern, '');
		least = Math.min(least, process.cpuUsage(start).user / 1000);
	}
	return least;
}

/** Start of a text that takes too long. Undefined if there's none. */
function slowText(literal: string): string | undefined {
	const pattern = patternOf(literal);
	for (const text of hostileTexts(literal)) {
		if (timeOf(pattern, text) > MAX_MS) return text.slice(0, 40);
	}
	return undefined;
}

// Lint finds backtracking patterns. These start a match at every position.
describe('regular expressions', () => {
	it("the package has no regular expression that this test doesn't know", () => {
		expect(literals).toContain(BOUNDED);
		expect([...built]).toEqual(BUILT);
	});

	it.each([...literals].filter((one) => REPEATS.test(one) && one !== BOUNDED))(
		'need almost no time for hostile text: %s',
		(literal) => {
			expect(slowText(literal)).toBeUndefined();
		},
	);

	it.each(['/<title[^>]*>/i', '/[.\\s]*$/', '/_+$/', '/\\. .*$/'])(
		'finds the slow expression %s',
		(literal) => {
			expect(slowText(literal)).toBeDefined();
		},
	);
});
