import ts from 'typescript';
import { NEXT_ACTIONS } from '../../../nodes/engine/operation';
import { readDocument } from '../../../tools/docs/files';
import { FILLED_IN, textsIn } from '../../../tools/docs/sourceTexts';
import { IN_TABLES } from '../../../tools/docs/errors/blocks';

describe('docs/errors.md', () => {
	const document = readDocument('docs/errors.md').replaceAll('\\', '');

	it.each(IN_TABLES)('has every text of %s', (file) => {
		const parts = textsIn(file).flatMap((text) => text.split(FILLED_IN));
		const missing = parts.filter((part) => !document.includes(part.replace(/\.$/, '').trim()));
		expect(missing).toEqual([]);
	});

	it('names every outcome and every reason of an error item', () => {
		const names = [...membersOf('ErrorOutcome'), ...Object.keys(NEXT_ACTIONS)];
		expect(names.length).toBeGreaterThan(10);
		expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
	});

	it.each(Object.entries(NEXT_ACTIONS))('explains cause and fix of %s: %s', (reason, action) => {
		const section = `^### \`${reason}\`\\n\\nCause: .+ Fix \\(\`${action}\`\\): .+\\.$`;
		expect(document).toMatch(new RegExp(section, 'm'));
	});
});

/** Returns the members of a union of strings in the error types' file. */
function membersOf(type: string): string[] {
	const file = 'nodes/engine/errors/nodeErrors.ts';
	const source = ts.createSourceFile(file, readDocument(file), ts.ScriptTarget.ES2022, true);
	return source.statements.flatMap((statement) => {
		if (!ts.isTypeAliasDeclaration(statement) || statement.name.text !== type) return [];
		return [...statement.type.getText().matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
	});
}
