import type { INodeProperties } from 'n8n-workflow';

import { toolText } from '../../../tools/docs/reference/toolTexts';

const RESOURCES = ['Pipe', 'Team Member', 'Organization'].map((name) => ({
	name,
	value: name,
	operations: ['Get', ...(name === 'Organization' ? [] : ['Get Many'])].map((operation) => ({
		name: operation,
		value: operation,
		description: '',
		fields: [],
	})),
}));

function locator(displayName: string, mode: string): INodeProperties {
	const modes = [{ displayName: mode, name: mode, type: 'string' as const }];
	return { displayName, name: displayName, type: 'resourceLocator', default: '', modes };
}

describe('toolText', () => {
	it.each([
		{ label: 'Pipe', mode: 'name', says: '“Stop a pipe. Takes names from Pipe → Get Many.”' },
		{ label: 'Member', mode: 'name', says: 'Takes names from Team Member → Get Many.”' },
		{ label: 'Organization', mode: 'name', says: undefined },
		{ label: 'Pipe', mode: 'id', says: undefined },
	])('describes $label by its $mode as "$says"', ({ label, mode, says }) => {
		const text = toolText('Stop a pipe', [locator(label, mode)], RESOURCES);
		if (says === undefined) expect(text).toBe('');
		else expect(text).toContain(says);
	});

	it('names the lists of several fields', () => {
		const fields = [locator('Pipe', 'name'), locator('Member', 'name')];
		expect(toolText('Stop.', fields, RESOURCES)).toBe(
			'As a tool: “Stop. Takes names from Pipe → Get Many and Team Member → Get Many.”',
		);
	});
});
