import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { growth, MAX_GROWTH } from '../../growth';

const ROOT = join(__dirname, '../../..');

/** At this length, quadratic time shows: 18 million steps take more than the bound on a fast machine. */
const LENGTH = 6_000;
/** A search that takes no more CPU time can't be slow, so its growth isn't measured. */
const SUSPECT_MS = 4;
const ROUNDS = 6;

/** Only unbounded repetition makes a search slow. */
const REPEATS = /[*+]|\{\d+,\}/;

/** The tests of locators, redaction, and summaries cover combined patterns. */
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

/** Such a text starts a match repeatedly and never finishes it. */
function* hostileTexts(literal: string): Generator<(length: number) => string> {
	const words = literal.match(/[a-z]+/gi) ?? [];
	const signs = literal.match(/[^\w\\^$?+*|()[\]]/g) ?? [];
	const pieces = [...new Set([...words, ...signs, '.', '@', ' ', 'a', '0', '=', '_'])];
	for (const head of ['', ...pieces]) {
		for (const piece of pieces) {
			const unit = head + piece;
			for (const end of ['', '\n', '\0!']) {
				// A longer unit starts a match less often, so its text is longer.
				yield (length) => unit.repeat(length / Math.sqrt(unit.length)) + end;
			}
		}
	}
}

/** The least CPU time of several searches counts. */
function isSuspect(pattern: RegExp, text: string): boolean {
	for (let round = 0; round < ROUNDS; round += 1) {
		const start = process.cpuUsage();
		text.replace(pattern, '');
		if (process.cpuUsage(start).user <= SUSPECT_MS * 1000) return false;
	}
	return true;
}

/** Undefined if no text makes the search slow. */
async function slowText(literal: string): Promise<string | undefined> {
	const pattern = patternOf(literal);
	for (const textOf of hostileTexts(literal)) {
		if (!isSuspect(pattern, textOf(LENGTH))) continue;
		const ratio = await growth(LENGTH / 10, textOf, (text) => text.replace(pattern, ''));
		if (ratio > MAX_GROWTH) return textOf(LENGTH).slice(0, 40);
	}
	return undefined;
}

// Lint finds backtracking patterns. These start a match at every position.
describe('regular expressions', () => {
	it('are all listed in this test', () => {
		expect([...built]).toEqual(BUILT);
	});

	it.each([...literals].filter((one) => REPEATS.test(one)))(
		'need time in proportion to hostile text: %s',
		async (literal) => {
			expect(await slowText(literal)).toBeUndefined();
		},
	);

	it.each(['/<title[^>]*>/i', '/[.\\s]*$/', '/_+$/', '/\\. .*$/'])(
		'finds the slow expression %s',
		async (literal) => {
			expect(await slowText(literal)).toBeDefined();
		},
	);
});
