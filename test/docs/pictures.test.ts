import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { exampleNames } from '../../tools/n8n/harness/workflows';
import { documentsIn, readDocument, ROOT } from '../../tools/docs/files';

const FOLDER = 'docs/images';
const DOCUMENTS = ['README.md', ...['docs', 'examples'].flatMap(documentsIn)];

function shownBy(document: string): string[] {
	const targets = readDocument(document).matchAll(
		/(?:\]\(|src(?:set)?=")([^)"]+\.(?:png|svg))[)"]/g,
	);
	return [...targets]
		.map(([, target = '']) => path.join(path.dirname(document), target))
		.filter((file) => path.dirname(file) === FOLDER)
		.map((file) => path.basename(file));
}

it('docs show every picture in less than 4 MB', () => {
	const present = readdirSync(path.join(ROOT, FOLDER)).sort();
	expect([...new Set(DOCUMENTS.flatMap(shownBy))].sort()).toEqual(present);
	const sizes = present.map((file) => statSync(path.join(ROOT, FOLDER, file)).size);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
});

it.each(exampleNames())('examples/README.md shows %s with a thumbnail below 60 kB', (name) => {
	expect(readDocument('examples/README.md')).toContain(`(${name}.json)`);
	expect(readDocument('examples/README.md')).toContain(`(images/${name}.png)`);
	expect(statSync(path.join(ROOT, 'examples/images', `${name}.png`)).size).toBeLessThan(60_000);
});
