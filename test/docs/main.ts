import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import type { GeneratedDocument } from './generated';
import { generatedDocuments } from './documents';
import { documentsIn, exists, readDocument, ROOT } from './files';
import { REFERENCE_FOLDER } from './reference/pages';
import { staleDocuments } from './stale';

/** Writes every generated document. With --check, only says which are not as they would be written. */
async function main(checks: boolean): Promise<boolean> {
	const generated: GeneratedDocument[] = [];
	for (const { file, content } of await generatedDocuments()) {
		generated.push({ file, content: await formatted(file, content) });
	}
	const stale = staleDocuments(generated, presentDocuments(generated), REFERENCE_FOLDER);
	if (!checks) write(generated);
	for (const sentence of stale) console.log(checks ? `${sentence}. Run npm run docs.` : sentence);
	console.log(
		`${String(generated.length)} generated documents, ${String(stale.length)} not as they were`,
	);
	return !checks || stale.length === 0;
}

async function formatted(file: string, content: string): Promise<string> {
	if (file.endsWith('.txt')) return content;
	const filepath = path.join(ROOT, file);
	return await format(content, { ...(await resolveConfig(filepath)), filepath });
}

function presentDocuments(generated: readonly GeneratedDocument[]): Map<string, string> {
	const reference = exists(REFERENCE_FOLDER) ? documentsIn(REFERENCE_FOLDER) : [];
	const names = [...generated.map(({ file }) => file), ...reference];
	return new Map(names.filter(exists).map((file) => [file, readDocument(file)]));
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
