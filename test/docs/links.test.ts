import { readdirSync } from 'node:fs';
import path from 'node:path';

import { documentsIn, exists, readDocument, ROOT } from '../../tools/docs/files';

const DOCUMENTS = [
	...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
	...['.github', 'docs', 'examples', 'deploy', 'test', 'tools'].flatMap(documentsIn),
];
const WRITTEN = DOCUMENTS.filter((name) => !readDocument(name).startsWith('<!-- Generated'));
const INDEX = 'docs/README.md';

/** Drops code, because brackets in it aren't links. */
function prose(document: string): string {
	return readDocument(document)
		.replace(/^ *```.*?^ *```/gms, '')
		.replace(/`[^`\n]+`/g, (code) => code.replace(/[[\]()]/g, ' '));
}

/** Lists the targets of a document's links and pictures, except web addresses. */
function targetsIn(document: string): string[] {
	const text = prose(document);
	const found = [/\]\(([^)\s]+)(?: "[^"]*")?\)/g, /(?:src|srcset)="([^"]+)"/g].flatMap((pattern) =>
		[...text.matchAll(pattern)].map(([, target = '']) => target),
	);
	return found.filter((target) => !/^(?:https?|mailto):/.test(target));
}

/** Makes a heading's anchors as GitHub does. */
function anchorsOf(document: string): string[] {
	return [...prose(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
}

function leads(document: string, target: string): boolean {
	const [file = '', anchor] = target.split('#');
	const found = file === '' ? document : path.join(path.dirname(document), file);
	if (!exists(found)) return false;
	return anchor === undefined || anchorsOf(found).includes(anchor);
}

/** Lists the cells of tables that people write. Code and the numbers of steps don't matter. */
function cellsIn(document: string): string[] {
	const written = document
		.replace(/^ *```.*?^ *```/gms, '')
		.replace(/<!-- begin (.+) -->.*?<!-- end \1 -->/gs, '');
	const rows = written.split('\n').filter((line) => line.startsWith('| '));
	return rows.flatMap((row) =>
		row
			.replace(/`[^`]*`/g, 'code')
			.split('|')
			.map((cell) => cell.trim().replace(/^\d+\. /, '')),
	);
}

/** A cell with several sentences ends with a period, and any other cell doesn't. */
function isPunctuated(cell: string): boolean {
	const hasSeveral = /[.!?][*)"_]* \S/.test(cell);
	return cell.endsWith('?') || hasSeveral === /\.[*)"_]*$/.test(cell);
}

describe('documents', () => {
	it.each(DOCUMENTS)('%s contains no broken links', (document) => {
		expect(targetsIn(document).filter((target) => !leads(document, target))).toEqual([]);
	});

	it('the check finds a broken link', () => {
		expect(targetsIn('README.md').length).toBeGreaterThan(20);
		expect(leads('README.md', 'docs/reliability.md#rate-limits')).toBe(true);
		expect(leads('README.md', 'docs/reliability.md#no-such-heading')).toBe(false);
		expect(leads('README.md', 'docs/no-such-page.md')).toBe(false);
	});

	it.each(WRITTEN)('%s ends the cells of its tables alike', (document) => {
		expect(cellsIn(readDocument(document)).filter((cell) => !isPunctuated(cell))).toEqual([]);
	});

	it.each([
		{ cell: 'no', expected: true },
		{ cell: 'It fails.', expected: false },
		{ cell: 'It fails. Retry', expected: false },
		{ cell: 'It fails. Retry.', expected: true },
		{ cell: '**It fails.** Retry `a. b`', expected: false },
		{ cell: '1. Open', expected: true },
		{ cell: 'Does it fail?', expected: true },
	])('a cell with "$cell" is punctuated: $expected', ({ cell, expected }) => {
		expect(cellsIn(`| ${cell} |`).every(isPunctuated)).toBe(expected);
	});

	it('docs/README.md lists every document', () => {
		const listed = targetsIn(INDEX).map((target) => path.join('docs', target));
		const pages = documentsIn('docs').filter((page) => !page.startsWith('docs/reference/'));
		const missing = pages.filter((page) => page !== INDEX && !listed.includes(page));
		expect(missing).toEqual([]);
	});

	it.each([
		{ part: 'the README', limit: 5_120, pattern: /^README\.md$/ },
		{ part: 'the reference', limit: 320_000, pattern: /^docs\/reference\// },
		{ part: 'the guides', limit: 60_000, pattern: /^docs\/\w+\.md$/ },
	])('$part has less than $limit bytes', ({ limit, pattern }) => {
		const sizes = DOCUMENTS.filter((name) => pattern.test(name)).map((name) =>
			Buffer.byteLength(readDocument(name)),
		);
		expect(sizes.length).toBeGreaterThan(0);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limit);
	});

	it('the development pages have at most 45,000 bytes besides generated tables', () => {
		const pages = DOCUMENTS.filter((name) => name.startsWith('docs/development/'));
		const sizes = pages.map((name) =>
			Buffer.byteLength(readDocument(name).replace(/<!-- begin (.+) -->.*?<!-- end \1 -->/gs, '')),
		);
		expect(sizes.length).toBeGreaterThan(0);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(45_000);
	});
});
