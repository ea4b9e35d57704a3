import type { INodePropertyMode } from 'n8n-workflow';

/** Returns the two ways to give an ID: from a list that `searchListMethod` fills, and typed or mapped. */
export function locatorModes(searchListMethod: string, placeholder: string): INodePropertyMode[] {
	return [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
	];
}
