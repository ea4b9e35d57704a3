import type { INode } from 'n8n-workflow';
import type { ErrorText } from '../../../../nodes/engine/operation';
import { inputError, invalidInput, requestError } from '../../../../nodes/engine/errors/nodeErrors';

const TEXT = {
	message: 'Name is empty, and 1 more issue',
	description: 'Nothing was sent.\n• Name is empty.',
};

function nodeOf(type: string): INode {
	return { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters: {} };
}

describe.each([
	['input', inputError],
	['a request', (node: INode, text: ErrorText) => requestError(node, invalidInput(text), 0)],
])('an error of %s', (_of, make) => {
	const errorOf = (node: INode) => make(node, TEXT);
	const shown = (text: ErrorText) => make(nodeOf('package.cloudManagement'), text);

	it('keeps message and description apart in a node', () => {
		expect(errorOf(nodeOf('package.cloudManagement'))).toMatchObject(TEXT);
	});

	it("puts everything into a tool's message, the only part that n8n passes to the model", () => {
		const error = errorOf(nodeOf('package.cloudManagementTool'));
		expect(error.message).toBe(`${TEXT.message}\n${TEXT.description}`);
		expect(error.description).toBe(TEXT.description);
		expect(error.context.details).toMatchObject({ message: TEXT.message, outcome: 'notSent' });
	});

	it('has no HTML in the texts that n8n shows, and the original text in its data', () => {
		const text = { message: 'a <img> & b', description: '• <a href="x">y</a>\n• d_e [f](g.h)' };
		const error = shown(text);
		expect(error.message).toBe('a ‹img› ＆ b');
		expect(error.description).toBe('• ‹a href="x"›y‹/a›\n• d_e [f](g.h)');
		expect(error.context.details).toMatchObject({ message: text.message });
	});
});
