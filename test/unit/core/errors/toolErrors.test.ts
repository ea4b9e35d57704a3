import type { INode } from 'n8n-workflow';

import { inputError, invalidInput, requestError } from '../../../../nodes/core/errors/nodeErrors';

const TEXT = {
	message: 'Name is empty, and 1 more issue',
	description: 'Nothing was sent.\n• Name is empty.',
};

function nodeOf(type: string): INode {
	return { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters: {} };
}

describe.each([
	['input', (node: INode) => inputError(node, TEXT)],
	['a request', (node: INode) => requestError(node, invalidInput(TEXT), 0)],
])('an error of %s', (_of, errorOf) => {
	it('keeps message and description apart in a node', () => {
		expect(errorOf(nodeOf('package.cloudManagement'))).toMatchObject(TEXT);
	});

	it('says it all in the message of a tool, which is all that n8n gives the model', () => {
		const error = errorOf(nodeOf('package.cloudManagementTool'));
		expect(error.message).toBe(`${TEXT.message}\n${TEXT.description}`);
		expect(error.description).toBe(TEXT.description);
		expect(error.context.details).toMatchObject({ message: TEXT.message, outcome: 'notSent' });
	});
});
