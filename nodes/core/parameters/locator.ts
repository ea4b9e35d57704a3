import type { INodeProperties } from 'n8n-workflow';

/** Returns what makes a field a choice between a list, which `searchListMethod` fills, and a typed or mapped ID. */
export function idLocator(
	searchListMethod: string,
	placeholder: string,
): Pick<INodeProperties, 'type' | 'default' | 'modes'> {
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}
