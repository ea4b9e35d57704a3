import path from 'node:path';

import { readDocument } from './files';

/** The document whose lists are guarantees. Each line links to the test that proves it. */
export const PROMISING = 'test/proofs.md';

/** A line of the document, with the test that it links to. */
interface Promised {
	line: string;
	/** The title of the test, or of a group of tests, as in its source. */
	title: string;
	/** The file of the test, from the project's root. */
	file: string;
}

/** A test that was run or left out. */
export interface TestResult {
	/** From the project's root. */
	file: string;
	/** Its own title and the titles of the groups around it. */
	titles: readonly string[];
	status: string;
}

/** Returns every line of a list in the document. */
export function promises(): Promised[] {
	const lines = readDocument(PROMISING).split('\n');
	return lines.filter((line) => line.startsWith('- ')).map(promiseOf);
}

function promiseOf(line: string): Promised {
	const [, file = '', title = ''] = /\[test\]\((\S+\.ts) "([^"]+)"\)$/.exec(line) ?? [];
	return { line, title, file: file === '' ? '' : path.join(path.dirname(PROMISING), file) };
}

/** Why a run does not prove the guarantees: a test is missing, failed or was left out. */
export function unheld(promised: readonly Promised[], results: readonly TestResult[]): string[] {
	return promised.flatMap(({ title, file }) => {
		const pattern = patternOf(title);
		const named = results.filter(
			(result) => result.file === file && result.titles.some((found) => pattern.test(found)),
		);
		if (named.length === 0) return [`No test "${title}" of ${file} was run`];
		const others = named.filter(({ status }) => status !== 'passed');
		return others.map(({ titles, status }) => `${file}: "${titles.join(' › ')}" is ${status}`);
	});
}

/** A title in the source matches Jest's titles for each row of a table. */
function patternOf(title: string): RegExp {
	const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`^${literal.replace(/%[sdifjopO#]|\\\$\w+/g, '.*')}$`, 's');
}
