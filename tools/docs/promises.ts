import path from 'node:path';

import { readDocument } from './files';

/** Each item of the list is a guarantee, linked to the test that proves it. */
export const PROMISING = 'test/proofs.md';

interface Promised {
	line: string;
	/** The title of a test or group, as in its source. */
	title: string;
	/** From the project's root. */
	file: string;
}

export interface TestResult {
	/** From the project's root. */
	file: string;
	/** The titles of its groups come first. */
	titles: readonly string[];
	status: string;
}

export function promises(): Promised[] {
	const lines = readDocument(PROMISING).split('\n');
	return lines.filter((line) => line.startsWith('- ')).map(promiseOf);
}

function promiseOf(line: string): Promised {
	const [, file = '', title = ''] = /\[test\]\((\S+\.ts) "([^"]+)"\)$/.exec(line) ?? [];
	return { line, title, file: file === '' ? '' : path.join(path.dirname(PROMISING), file) };
}

/** A missing, failed, or skipped test doesn't prove its guarantee. */
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

/** Matches Jest's titles for every row of a table test. */
function patternOf(title: string): RegExp {
	const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`^${literal.replace(/%[sdifjopO#]|\\\$\w+/g, '.*')}$`, 's');
}
