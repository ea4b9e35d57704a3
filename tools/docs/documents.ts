import lines from '../../test/compat/lines.json';
import server from '../n8n/package.json';
import type { JsonObject } from '../contract/json';
import { faultTable } from './faults';
import { coveragePage } from './cloudOperations/page';
import { errorPage } from './errors/page';
import { readDocument } from './files';
import type { GeneratedBlock, GeneratedDocument } from './generated';
import { withBlock } from './generated';
import { table } from './markdown';
import { allPages, referencePages } from './reference/pages';
import { fromAiExpressionOf } from './schemas/fromAi';
import { jsonSchemas } from './schemas/jsonSchemas';
import { textsDocument } from './texts';

/** Includes documents of which only a part is generated. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
	const pages = await allPages();
	const blocks = [
		{ file: 'README.md', name: 'versions', content: versionSentence() },
		{ file: 'docs/versioning.md', name: 'versions', content: versionTable() },
		{ file: 'docs/development/faults.md', name: 'faults', content: faultTable() },
	];
	return [
		...withBlocks(blocks),
		...Object.entries(jsonSchemas()).flatMap(documentsOfSchema),
		...(await referencePages(pages)),
		await coveragePage(),
		await errorPage(),
		await textsDocument(),
	];
}

/** The description is for a model, to paste into n8n. */
function documentsOfSchema([name, schema]: [string, JsonObject]): GeneratedDocument[] {
	return [
		{ file: `docs/schemas/${name}.json`, content: JSON.stringify(schema) },
		{ file: `docs/expressions/${name}.txt`, content: `=${fromAiExpressionOf(name)}` },
	];
}

function withBlocks(blocks: readonly GeneratedBlock[]): GeneratedDocument[] {
	const files = [...new Set(blocks.map(({ file }) => file))];
	return files.map((file) => ({
		file,
		content: blocks
			.filter((block) => block.file === file)
			.reduce((text, { name, content }) => withBlock(text, name, content), readDocument(file)),
	}));
}

function versionSentence(): string {
	const versions = lines.map(({ n8n }) => n8n).join(' and ');
	const runtimes = [...new Set(lines.flatMap(({ node }) => node))].join(', ');
	const { n8n, node } = server.dependencies;
	return `Tested in real n8n ${n8n} servers on Node.js ${node}, and in the engines (n8n-core) of n8n ${versions} on Node.js ${runtimes}.`;
}

/** `npm run test:compat` has passed with these versions. */
function versionTable(): string {
	const rows = lines.map(({ n8n, node, modules }) => [
		n8n,
		modules['n8n-core'],
		modules['n8n-workflow'],
		node.join(', '),
	]);
	return table(['n8n', 'n8n-core', 'n8n-workflow', 'Node.js'], rows);
}
