import path from 'node:path';

import ts from 'typescript';

import { readDocument } from './files';
import type { GeneratedDocument } from './generated';
import { plain } from './markdown';
import { PROMISING } from './promises';
import { FILLED_IN } from './sourceTexts';

const LINE = /^- .*(\[test\]\((\S+\.ts) "([^"]+)"\))$/gm;
const FILLED_IN_BY_JEST = /%[sdifjopO#]|\$\w+/g;
/** Cases, with the words and marks that lead to them. */
const CASES_AT_END =
	/(?:\s*[:,;]|\s+(?:after|and|as|for|in|it|of|since|the|to|when|with))*(?:\s*[:,;]?\s*(?:\([^()…]*)?…\)?)+$/;
const IDENTIFIER = /^\w*(?:[a-z][A-Z]|\.)/;
/** How many tests of a group are named. */
const MOST_NAMED = 4;

/** A test, or a group with its tests, by its title. */
interface Titled {
	title: string;
	below: Titled[];
}

/** Returns the page of proofs, whose lines are the names of the tests that they link to. */
export function proofsDocument(): GeneratedDocument {
	const content = readDocument(PROMISING).replace(
		LINE,
		(_line, link: string, file: string, title: string) => {
			const tests = testsIn(path.join(path.dirname(PROMISING), file));
			return `- ${sentence(namesTo(title, tests) ?? [title])} ${link}`;
		},
	);
	return { file: PROMISING, content };
}

function testsIn(file: string): Titled[] {
	const source = ts.createSourceFile(file, readDocument(file), ts.ScriptTarget.ES2022, true);
	return titledIn(source);
}

function titledIn(node: ts.Node): Titled[] {
	const found: Titled[] = [];
	ts.forEachChild(node, (child) => {
		const title = titleOf(child);
		const below = titledIn(child);
		found.push(...(title === undefined ? below : [{ title, below }]));
	});
	return found;
}

/** The title of a call such as `describe('…', …)`, `it.each(rows)('…', …)` or `checks.check('…', …)`. */
function titleOf(node: ts.Node): string | undefined {
	if (!ts.isCallExpression(node)) return undefined;
	const [title] = node.arguments;
	const isTest = /^(?:describe|it|test|checks\.check)\b/.test(node.expression.getText());
	return isTest && title && ts.isStringLiteralLike(title) ? title.text : undefined;
}

/** Returns the titles of the groups around a test and its own, or of a group and all its tests. */
function namesTo(title: string, tests: readonly Titled[]): string[] | undefined {
	for (const one of tests) {
		if (one.title === title) return [one.title, ...allTests(one.below)];
		const inner = namesTo(title, one.below);
		if (inner !== undefined) return [one.title, ...inner];
	}
	return undefined;
}

/** Returns the titles of several tests as one text. */
function allTests(tests: readonly Titled[]): string[] {
	const titles = tests
		.map(({ title, below }) => words([title, ...allTests(below)]))
		.filter((text) => text !== '');
	const named = titles.slice(0, MOST_NAMED);
	const others = titles.length > named.length ? ['and others'] : [];
	return titles.length === 0 ? [] : [[...named, ...others].join('; ')];
}

/** Joins names. What differs from case to case is left out at the end, and an ellipsis elsewhere. */
function words(names: readonly string[]): string {
	return names.join(' ').replace(FILLED_IN_BY_JEST, FILLED_IN).replace(CASES_AT_END, '').trim();
}

function sentence(names: readonly string[]): string {
	const text = plain(words(names));
	const start = IDENTIFIER.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase();
	return `${start}${text.slice(1)}.`;
}
