import { readdirSync } from 'node:fs';
import path from 'node:path';

import { exists, readDocument, ROOT } from '../../tools/docs/files';

const text = readDocument('docs/development/architecture.md');

/** Whether a source file imports another. */
function imports(file: string, other: string): boolean {
	const from = path.dirname(file);
	return [...readDocument(file).matchAll(/\bfrom '(\.[^']*)'/g)].some(([, imported = '']) => {
		const target = path.join(from, imported);
		return [`${target}.ts`, `${target}/index.ts`].includes(other);
	});
}

const [, drawing = ''] = /```mermaid\n(.*?)```/s.exec(text) ?? [];
const boxes = new Map(
	[...drawing.matchAll(/^ +(\w+)\["([^"]+)"\]$/gm)].map(([, name = '', file = '']) => [name, file]),
);
const arrows = [...drawing.matchAll(/^ +(\w+) --> (\w+)$/gm)].map(
	([, from = '', to = '']) => [boxes.get(from) ?? from, boxes.get(to) ?? to] as const,
);
const [, tour = ''] =
	/^## The code in ten minutes$(.*?)^## /ms.exec(readDocument('CONTRIBUTING.md')) ?? [];

it.each([
	{ name: 'docs/development/architecture.md', document: text, least: 40 },
	{ name: 'the tour in CONTRIBUTING.md', document: tour, least: 30 },
])('$name names files and folders that exist', ({ document, least }) => {
	const named = [...document.matchAll(/[`"]((?:nodes|credentials|test)\/[\w./-]+)[`"]/g)];
	expect(named.length).toBeGreaterThan(least);
	expect(named.filter(([, name = '']) => !exists(name))).toEqual([]);
});

it('docs/development/architecture.md draws arrows that are imports', () => {
	expect(arrows.length).toBeGreaterThan(20);
	expect(arrows.filter(([file, other]) => !exists(file) || !imports(file, other))).toEqual([]);
	expect(imports('nodes/engine/execution/plan.ts', 'nodes/engine/execution/send.ts')).toBe(false);
});

it('the tour in CONTRIBUTING.md describes each folder of the engine, the features, the tests and the tools once', () => {
	const folders = ['nodes/engine', 'nodes/features', 'test', 'tools'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => `${folder}/${name}/`),
	);
	expect(folders.length).toBeGreaterThan(20);
	expect(folders.filter((name) => tour.split(`\`${name}\``).length !== 2)).toEqual([]);
});
