import { readdirSync } from 'node:fs';
import path from 'node:path';

import { exists, readDocument, ROOT } from './files';

const text = readDocument('docs/development/architecture.md');

/** The drawing's boxes by their names, and its solid arrows. */
function drawing(): { boxes: Map<string, string>; arrows: Array<[string, string]> } {
	const [, mermaid = ''] = /```mermaid\n(.*?)```/s.exec(text) ?? [];
	const boxes = [...mermaid.matchAll(/^ +(\w+)\["([^"]+)"\]$/gm)].map(
		([, name = '', file = '']): [string, string] => [name, file],
	);
	const arrows = [...mermaid.matchAll(/^ +(\w+) --> (\w+)$/gm)].map(
		([, from = '', to = '']): [string, string] => [from, to],
	);
	return { boxes: new Map(boxes), arrows };
}

/** Whether a source file imports another. */
function imports(file: string, other: string): boolean {
	const from = path.dirname(file);
	return [...readDocument(file).matchAll(/\bfrom '(\.[^']*)'/g)].some(([, imported = '']) => {
		const target = path.join(from, imported);
		return [`${target}.ts`, `${target}/index.ts`].includes(other);
	});
}

describe('docs/development/architecture.md', () => {
	const { boxes, arrows } = drawing();

	it('names files and folders that exist', () => {
		const named = [...text.matchAll(/[`"]((?:nodes|credentials|test)\/[\w./-]+)[`"]/g)];
		const files = named.map(([, name = '']) => name);
		expect(files.length).toBeGreaterThan(40);
		expect(files.filter((name) => !exists(name))).toEqual([]);
	});

	it('draws arrows that are imports', () => {
		expect(arrows.length).toBeGreaterThan(20);
		const wrong = arrows.filter(([from, to]) => {
			const [file, other] = [boxes.get(from), boxes.get(to)];
			return file === undefined || other === undefined || !imports(file, other);
		});
		expect(wrong).toEqual([]);
	});

	it('would find an arrow that is no import', () => {
		expect(imports('nodes/core/execution/plan.ts', 'nodes/core/execution/send.ts')).toBe(false);
		expect(imports('nodes/core/execution/execute.ts', 'nodes/core/execution/send.ts')).toBe(true);
	});
});

describe('The tour in CONTRIBUTING.md', () => {
	const [, tour = ''] =
		/^## The code in ten minutes$(.*?)^## /ms.exec(readDocument('CONTRIBUTING.md')) ?? [];
	const foldersIn = (folder: string): string[] =>
		readdirSync(path.join(ROOT, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => `${folder}/${name}/`);

	it('describes each folder of the core and of the tests once', () => {
		const folders = ['nodes/core', 'test'].flatMap(foldersIn);
		const counts = folders.map((name) => [name, tour.split(`\`${name}\``).length - 1]);
		expect(folders.length).toBeGreaterThan(20);
		expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
	});

	it('names files and folders that exist', () => {
		const named = [...tour.matchAll(/`((?:nodes|credentials|test)\/[\w./-]+)`/g)];
		expect(named.filter(([, name = '']) => !exists(name))).toEqual([]);
	});
});
