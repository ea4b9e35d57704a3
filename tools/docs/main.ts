import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import type { GeneratedDocument } from './generated';
import { generatedDocuments } from './documents';
import { documentsIn, exists, readDocument, ROOT } from './files';
import { REFERENCE_FOLDER } from './reference/pages';

/** Writes all generated documents. With --check, only lists outdated ones. */
async function main(checks: boolean): Promise<boolean> {
	const generated = await Promise.all((await generatedDocuments()).map(formatted));
	const changed = generated.filter(
		({ file, content }) => !exists(file) || readDocument(file) !== content,
	);
	const names = new Set(generated.map(({ file }) => file));
	const left = exists(REFERENCE_FOLDER) ? documentsIn(REFERENCE_FOLDER) : [];
	const others = [
		...changed.map(({ file }) => `${file} is stale or missing`),
		...left.filter((file) => !names.has(file)).map((file) => `${file} is no longer generated`),
	];
	for (const line of others) console.error(line);
	if (!checks) write(generated);
	console.log(
		`${String(generated.length)} generated documents, ${String(others.length)} not as they were`,
	);
	return others.length === 0 || !checks;
}

async function formatted({ file, content }: GeneratedDocument): Promise<GeneratedDocument> {
	if (file.endsWith('.txt')) return { file, content };
	const filepath = path.join(ROOT, file);
	const options = { ...(await resolveConfig(filepath)), filepath };
	return { file, content: await format(content, options) };
}

function write(generated: readonly GeneratedDocument[]): void {
	rmSync(path.join(ROOT, REFERENCE_FOLDER), { recursive: true, force: true });
	for (const { file, content } of generated) {
		mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
		writeFileSync(path.join(ROOT, file), content);
	}
}

main(process.argv.includes('--check')).then(
	(passed) => {
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
