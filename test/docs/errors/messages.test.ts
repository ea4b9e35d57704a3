import ts from 'typescript';

import { NEXT_ACTIONS } from '../../../nodes/core/errors/nodeErrors';
import { readDocument } from '../files';
import { IN_TABLES } from './blocks';
import { FILLED_IN, messagesIn, parted, sourceFiles } from './messages';

describe('The messages in a source file', () => {
	it('are those of its errors, split into cause and cure', () => {
		expect(messagesIn('nodes/core/validation/sentences/apiRequest.ts')).toContainEqual({
			file: 'nodes/core/validation/sentences/apiRequest.ts',
			cause: 'contains …, which the node does not fill in.',
			cure: 'Enter the value itself.',
		});
	});

	it('are not the texts that describe a field', () => {
		expect(messagesIn('nodes/core/apiRequest/properties.ts')).toEqual([]);
		expect(messagesIn('nodes/CloudManagement/actions/pipe/settings.ts')).toEqual([]);
	});

	it('are not the texts for a model', () => {
		const messages = messagesIn('nodes/CloudDashboard/actions/dashboard/update.operation.ts');
		expect(messages.map(({ cause }) => cause)).toContain('The dashboard may have been replaced');
		expect(messages.filter(({ cause }) => cause.includes('as a JSON object'))).toEqual([]);
	});

	it('have one ellipsis where two values meet', () => {
		const causes = sourceFiles()
			.flatMap(messagesIn)
			.map(({ cause }) => cause);
		expect(causes.some((cause) => cause.startsWith('It was carried out at …. '))).toBe(true);
		expect(causes.filter((cause) => cause.includes(FILLED_IN.repeat(2)))).toEqual([]);
	});

	it('are split after the first sentence, not at an ellipsis or an abbreviation', () => {
		expect(parted('is empty. Enter one, e.g. 5.')).toEqual({
			cause: 'is empty.',
			cure: 'Enter one, e.g. 5.',
		});
		expect(parted('must be one of ….')).toEqual({ cause: 'must be one of ….', cure: '' });
	});
});

describe('docs/errors.md', () => {
	const document = readDocument('docs/errors.md').replaceAll('\\', '');

	it.each(IN_TABLES.flatMap(messagesIn))('has the message of $file: $cause', ({ cause, cure }) => {
		const parts = [cause, cure].flatMap((text) => text.split(FILLED_IN));
		const missing = parts.filter((part) => !document.includes(part.replace(/\.$/, '').trim()));
		expect(missing).toEqual([]);
	});

	it('names every outcome and every reason of an error item', () => {
		const names = [...membersOf('ErrorOutcome'), ...Object.keys(NEXT_ACTIONS)];
		expect(names.length).toBeGreaterThan(10);
		expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
	});

	it.each(Object.entries(NEXT_ACTIONS))('gives %s the next action %s', (reason, action) => {
		expect(document).toMatch(new RegExp(`^\\| \`${reason}\` +\\| \`${action}\` +\\|`, 'm'));
	});
});

/** Returns the members of a union of strings in the file of the error types. */
function membersOf(type: string): string[] {
	const file = 'nodes/core/errors/nodeErrors.ts';
	const source = ts.createSourceFile(file, readDocument(file), ts.ScriptTarget.ES2022, true);
	return source.statements.flatMap((statement) => {
		if (!ts.isTypeAliasDeclaration(statement) || statement.name.text !== type) return [];
		return [...statement.type.getText().matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
	});
}
