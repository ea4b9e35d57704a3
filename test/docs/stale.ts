import type { GeneratedDocument } from './generated';

/** What is wrong with the generated documents as they are: one sentence each. */
export function staleDocuments(
	generated: readonly GeneratedDocument[],
	present: ReadonlyMap<string, string>,
	folder: string,
): string[] {
	const changed = generated
		.filter(({ file, content }) => present.get(file) !== content)
		.map(({ file }) => (present.has(file) ? `${file} is stale` : `${file} is missing`));
	const names = new Set(generated.map(({ file }) => file));
	const left = [...present.keys()]
		.filter((file) => file.startsWith(`${folder}/`) && !names.has(file))
		.map((file) => `${file} is of nothing that the nodes have`);
	return [...changed, ...left];
}
