import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { PICTURES, pictureTexts, staleMessage, steadyText } from '../n8n/harness/pictures';
import { canvasHash, hashesOfThumbnails, THUMBNAILS } from '../n8n/harness/thumbnails';
import { exampleNames } from '../n8n/harness/workflows';
import { documentsIn, readDocument } from './files';

const FOLDER = 'docs/images';
const DOCUMENTS = ['README.md', ...['docs', 'examples'].flatMap(documentsIn)];

/** The pictures that a document shows, by their names in the folder. */
function shownBy(document: string): string[] {
	const targets = readDocument(document).matchAll(
		/(?:\]\(|src(?:set)?=")([^)"]+\.(?:png|svg))[)"]/g,
	);
	return [...targets]
		.map(([, target = '']) => path.join(path.dirname(document), target))
		.filter((file) => path.dirname(file) === FOLDER)
		.map((file) => path.basename(file));
}

describe('The pictures of the docs', () => {
	const present = readdirSync(PICTURES).sort();
	const shown = new Set(DOCUMENTS.flatMap(shownBy));

	it('are all shown by a document, and all there', () => {
		expect([...shown].sort()).toEqual(present);
	});

	it('are each taken by a suite in n8n, which compares their texts', () => {
		const taken = present
			.filter((file) => file.endsWith('.png'))
			.map((file) => path.parse(file).name);
		expect(Object.keys(pictureTexts())).toEqual(taken.sort());
		expect(taken.length).toBeGreaterThan(10);
	});

	it('have less than 4 MB together', () => {
		const sizes = present.map((file) => statSync(path.join(PICTURES, file)).size);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
	});
});

describe.each(exampleNames())('The thumbnail of %s', (name) => {
	it('is as old as its canvas, or UPDATE_PICTURES=1 npx tsx test/n8n/main.ts editor takes it again', () => {
		expect(hashesOfThumbnails()[name]).toBe(canvasHash(name));
	});

	it('is in the list of the examples, and has less than 60 kB', () => {
		expect(readDocument('examples/README.md')).toContain(`(images/${name}.png)`);
		expect(statSync(path.join(THUMBNAILS, `${name}.png`)).size).toBeLessThan(60_000);
	});
});

describe('The text of a picture', () => {
	it('has nothing that differs from run to run', () => {
		const uuid = '00000030-0000-4000-8000-000000000001';
		expect(
			steadyText(
				`\n  Base  URL \n\nhttp://127.0.0.1:4711/v1\nCloud Pipe Source account 6\n${uuid}`,
			),
		).toBe(`Base URL\nhttp://127.0.0.1:<port>/v1\nCloud Pipe Source account\n${uuid}`);
		expect(
			steadyText('"hash":"v1-2-8f0c-1a2b3c4d5e6f7a8b" (1a2b3c4d)\n2026-01-05T06:01:00.000Z, 12ms'),
		).toBe('"hash":"<plan>" (<hash>)\n<time>, <duration>');
	});

	it('says what has changed since, and how to take the picture again', () => {
		expect(staleMessage('wait', 'Wait\nLimit', 'Wait\nTimeout')).toBe(
			[
				'docs/images/wait.png is older than what it shows.',
				'Take it again: UPDATE_PICTURES=1 npx tsx test/n8n/main.ts, and the name of this suite.',
				'- Limit',
				'+ Timeout',
			].join('\n'),
		);
		expect(staleMessage('wait', 'Wait\nLimit', 'Limit\nWait')).toContain('in another order');
	});
});
