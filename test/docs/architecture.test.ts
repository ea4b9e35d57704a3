import { readdirSync } from 'node:fs';
import path from 'node:path';

import { exists, readDocument, ROOT } from '../../tools/docs/files';

const text = readDocument('docs/development/architecture.md');

it.each([
	{ document: 'docs/development/architecture.md', least: 40 },
	{ document: 'docs/development/glossary.md', least: 20 },
	{ document: 'CONTRIBUTING.md', least: 10 },
	{ document: 'AGENTS.md', least: 5 },
])('$document mentions only files and folders that exist', ({ document, least }) => {
	const named = [
		...readDocument(document).matchAll(/[`"]((?:nodes|credentials|test|tools)\/[\w./-]+)[`"]/g),
	];
	expect(named.length).toBeGreaterThan(least);
	expect(named.filter(([, name = '']) => !exists(name))).toEqual([]);
});

/** `file` defines the row's word, and `words` are the row's words in code. */
const rows = readDocument('docs/development/glossary.md')
	.split('\n')
	.flatMap((line) => {
		const [, text = '', file = ''] = /^\| (.+) \| `(nodes\/[^`]+)` *\|$/.exec(line) ?? [];
		const words = [...text.matchAll(/`([a-z]\w*)`/gi)].map(([, word = '']) => word);
		return file === '' ? [] : [{ file, words }];
	});

it('glossary.md lists only words that their file contains', () => {
	expect(rows.length).toBeGreaterThan(20);
	const missing = rows.flatMap(({ file, words }) => {
		const known = new Set(readDocument(file).match(/\w+/g));
		return words.filter((word) => !known.has(word)).map((word) => `${word} in ${file}`);
	});
	expect(missing).toEqual([]);
});

const foldersOf = (folder: string) =>
	readdirSync(path.join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `${folder}/${name}`);

it('architecture.md describes each folder of the engine, the features, and the tests', () => {
	const folders = ['nodes/engine', 'nodes/features', 'test'].flatMap(foldersOf);
	expect(folders.length).toBeGreaterThan(20);
	const isNamed = (name: string) =>
		text.includes(`\`${name}/\``) || text.includes(`\`${path.basename(name)}/\``);
	expect(folders.filter((name) => !isNamed(name))).toEqual([]);
});

it('each folder of tools/ has a README', () => {
	expect(foldersOf('tools').filter((name) => !exists(`${name}/README.md`))).toEqual([]);
});
