import { NEXT_ACTIONS } from '../../../nodes/engine/errorDetails';
import { readDocument } from '../../../tools/docs/files';
import { FILLED_IN, textsIn } from '../../../tools/docs/sourceTexts';
import { ERROR_PAGE, IN_TABLES } from '../../../tools/docs/errors/page';

describe('docs/errors.md', () => {
	const document = readDocument('docs/errors.md').replaceAll('\\', '');
	// Messages use the labels of the credentials' fields.
	const reference = [ERROR_PAGE, 'docs/reference/credentials.md']
		.map(readDocument)
		.join('\n')
		.replaceAll('\\', '');

	it.each(IN_TABLES)('leads to every text of %s in the reference', (file) => {
		const parts = textsIn(file).flatMap((text) => text.split(FILLED_IN));
		const missing = parts.filter((part) => !reference.includes(part.replace(/\.$/, '').trim()));
		expect(missing).toEqual([]);
	});

	it('lists every outcome and reason of an error item', () => {
		const source = readDocument('nodes/engine/operation.ts');
		const [outcomes = ''] = /type ErrorOutcome =[^;]+/.exec(source) ?? [];
		const names = [...(outcomes.match(/(?<=')\w+(?=')/g) ?? []), ...Object.keys(NEXT_ACTIONS)];
		expect(names.length).toBeGreaterThan(10);
		expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
	});

	it.each(Object.entries(NEXT_ACTIONS))(
		'has a complete row for the reason %s',
		(reason, action) => {
			const row = `^\\| \`${reason}\` +\\| .+ \\| .+ \\| \`${action}\` +\\|$`;
			expect(document).toMatch(new RegExp(row, 'm'));
		},
	);
});
