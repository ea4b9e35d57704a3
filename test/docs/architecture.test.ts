import { readdirSync } from 'node:fs';
import path from 'node:path';

import { exists, readDocument, ROOT } from '../../tools/docs/files';

const text = readDocument('docs/development/architecture.md');

/** True if the file imports more than types. */
function imports(file: string, other: string): boolean {
	const from = path.dirname(file);
	return [...readDocument(file).matchAll(/^import (?!type )[^;]* from '(\.[^']*)'/gm)].some(
		([, imported = '']) => {
			const target = path.join(from, imported);
			return [`${target}.ts`, `${target}/index.ts`].includes(other);
		},
	);
}

const [, drawing = ''] = /```mermaid\n(.*?)```/s.exec(text) ?? [];
const boxes = new Map(
	[...drawing.matchAll(/^ +(\w+)\["([^"]+)"\]$/gm)].map(([, name = '', file = '']) => [name, file]),
);
const arrows = [...drawing.matchAll(/^ +(\w+) --> (\w+)$/gm)].map(
	([, from = '', to = '']) => [boxes.get(from) ?? from, boxes.get(to) ?? to] as const,
);
it.each([
	{ document: 'docs/development/architecture.md', least: 40 },
	{ document: 'docs/development/glossary.md', least: 40 },
	{ document: 'CONTRIBUTING.md', least: 10 },
	{ document: 'AGENTS.md', least: 5 },
])('$document names files and folders that exist', ({ document, least }) => {
	const named = [
		...readDocument(document).matchAll(/[`"]((?:nodes|credentials|test|tools)\/[\w./-]+)[`"]/g),
	];
	expect(named.length).toBeGreaterThan(least);
	expect(named.filter(([, name = '']) => !exists(name))).toEqual([]);
});

it('architecture.md draws only arrows that are imports', () => {
	expect(arrows.length).toBeGreaterThan(20);
	expect(arrows.filter(([file, other]) => !exists(file) || !imports(file, other))).toEqual([]);
	expect(imports('nodes/engine/execution/plan.ts', 'nodes/engine/execution/send.ts')).toBe(false);
});

it.each([
	{ other: 'nodes/engine/execution/session.ts', what: 'a function after a type', isDrawn: true },
	{ other: 'nodes/engine/http/pages.ts', what: 'a function', isDrawn: true },
	{ other: 'nodes/engine/http/client.ts', what: 'only a type', isDrawn: false },
	{ other: 'nodes/engine/executionState.ts', what: 'only types in several lines', isDrawn: false },
])('imports is $isDrawn if send.ts imports $what from $other', ({ other, isDrawn }) => {
	const file = 'nodes/engine/execution/send.ts';
	expect(readDocument(file)).toContain(path.basename(other, '.ts'));
	expect(imports(file, other)).toBe(isDrawn);
});

const foldersOf = (folder: string) =>
	readdirSync(path.join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `${folder}/${name}`);

it('architecture.md describes each folder of the engine, the features and the tests', () => {
	const folders = ['nodes/engine', 'nodes/features', 'test'].flatMap(foldersOf);
	expect(folders.length).toBeGreaterThan(20);
	const isNamed = (name: string) =>
		text.includes(`\`${name}/\``) || text.includes(`\`${path.basename(name)}/\``);
	expect(folders.filter((name) => !isNamed(name))).toEqual([]);
});

it('each folder of tools/ has a README', () => {
	expect(foldersOf('tools').filter((name) => !exists(`${name}/README.md`))).toEqual([]);
});
